//! The fast search against the product by definition, on random systems.

use surmise_model::{ActionId, Context, Count, Lts, StateId, System, Trace};
use surmise_testing::{NaiveProduct, Shape, complete_with_error, random_system, seeds};
use surmise_verify::search::{Finding, Search, SearchOptions, Tuning, search, visit_all};

/// The components of a system and its completed properties.
fn parts(system: &System) -> Vec<Lts> {
    let components = system.components.iter().map(|component| component.lts.clone());
    let properties = system.properties.iter().map(|property| complete_with_error(&property.lts));
    components.chain(properties).collect()
}

fn options(threads: usize) -> SearchOptions {
    SearchOptions { threads, ..SearchOptions::default() }
}

/// Replays a run by the definition of composition.
fn assert_run(parts: &[&Lts], trace: &Trace, seed: u64) {
    assert!(parts.iter().map(|lts| lts.initial()).eq(trace.initial.iter().copied()), "seed {seed}");
    for (i, step) in trace.steps.iter().enumerate() {
        let (from, to) = (trace.states_before(i), &step.states);
        let moved = |p: usize| parts[p].successors(from[p], step.action).any(|t| t == to[p]);
        let stayed = |p: usize| from[p] == to[p];
        let fine = match step.action {
            ActionId::TAU => {
                (0..parts.len()).any(|p| moved(p) && (0..parts.len()).all(|q| q == p || stayed(q)))
            }
            action => (0..parts.len()).all(|p| match parts[p].alphabet().contains(action) {
                true => moved(p),
                false => stayed(p),
            }),
        };
        assert!(fine, "seed {seed}: step {i} of {trace:?}");
    }
}

fn assert_agrees(seed: u64, parts: &[&Lts], naive: &NaiveProduct) {
    let Search { finding, statistics } = search(parts, &options(1), &Context::unlimited());
    match &finding {
        Finding::Exhausted => {
            assert_eq!(naive.error_depth, None, "seed {seed}");
            assert_eq!(statistics.of(Count::States), naive.states.len() as u64);
        }
        Finding::Error { trace, part } => {
            assert_eq!(Some(trace.steps.len()), naive.error_depth, "seed {seed}");
            assert_run(parts, trace, seed);
            assert!(trace.last_states()[*part].is_error(), "seed {seed}");
        }
        Finding::Stopped(stop) => panic!("seed {seed}: {stop:?}"),
    }
    // Any number of threads, and whatever the tuning is, the same answer.
    let small = SearchOptions { tuning: Tuning::small(), ..options(1 + seed as usize % 2) };
    for options in [options(3), small] {
        let again = search(parts, &options, &Context::unlimited());
        assert_eq!(again.finding, finding, "seed {seed}");
        for count in [Count::States, Count::Transitions, Count::Depth] {
            assert_eq!(again.statistics.get(count), statistics.get(count), "seed {seed}: {count}");
        }
    }
    let all = visit_all(parts, &options(1), &Context::unlimited());
    assert_eq!(all.finding, Finding::Exhausted, "seed {seed}");
    assert_eq!(all.statistics.of(Count::States), naive.states.len() as u64, "seed {seed}");
}

fn compare(seeds: std::ops::Range<u64>, shape: &Shape) {
    for seed in seeds {
        let parts = parts(&random_system(seed, shape));
        let parts: Vec<&Lts> = parts.iter().collect();
        let naive = NaiveProduct::new(&parts);
        assert_agrees(seed, &parts, &naive);
    }
}

#[test]
fn small_systems() {
    compare(seeds(10_000, 10_000), &Shape::default());
}

#[test]
fn several_properties_and_no_errors_of_their_own() {
    let shape = Shape { properties: 0..=3, errors: 0, tau: 0, ..Shape::default() };
    compare(seeds(3_000, 10_000), &shape);
}

/// Larger products: digits of several parts, levels wide enough for several threads, growing
/// tables.
#[test]
fn larger_systems() {
    let shape = Shape {
        components: 6..=8,
        states: 4..=9,
        actions: 12..=24,
        errors: 0,
        properties: 0..=1,
        ..Shape::default()
    };
    for seed in seeds(40, 400) {
        let parts = parts(&random_system(seed, &shape));
        let parts: Vec<&Lts> = parts.iter().collect();
        let bound = parts.iter().map(|lts| lts.num_states()).product::<usize>();
        if bound > 100_000 {
            assert_agrees(seed, &parts[..5], &NaiveProduct::new(&parts[..5]));
        } else {
            assert_agrees(seed, &parts, &NaiveProduct::new(&parts));
        }
    }
}

/// A component that counts up to `states` on its own action and wraps around.
fn counter(action: usize, states: usize) -> Lts {
    let mut builder = Lts::builder();
    builder.ensure_states(states);
    for state in 0..states {
        let next = StateId::of((state + 1) % states);
        builder.add(StateId::of(state), ActionId::of(action), next);
    }
    builder.build().expect("all states exist")
}

#[test]
fn independent_counters_visit_their_whole_product() {
    for threads in [1, 2, 5] {
        let counters: Vec<Lts> = (1..=6).map(|action| counter(action, 9)).collect();
        let parts: Vec<&Lts> = counters.iter().collect();
        let result = search(&parts, &options(threads), &Context::unlimited());
        assert_eq!(result.finding, Finding::Exhausted);
        assert_eq!(result.statistics.get(Count::States), Some(9u64.pow(6)));
        assert_eq!(result.statistics.get(Count::Transitions), Some(6 * 9u64.pow(6)));
        assert_eq!(result.statistics.get(Count::Depth), Some(6 * 8));
    }
}

/// The same LTS with its states far apart, so that it takes 14 bits.
fn spread(lts: &Lts) -> Lts {
    const STATES: usize = 1 << 14;
    let place = |state: StateId| match state.is_error() {
        true => state,
        false => StateId::of(state.index() * (STATES / lts.num_states()) + 1),
    };
    let mut builder = Lts::builder();
    builder.ensure_states(STATES).initial(place(lts.initial()));
    builder.extend_alphabet(lts.alphabet().iter());
    for (source, edge) in lts.transitions() {
        builder.add(place(source), edge.action, place(edge.target));
    }
    builder.build().expect("all states exist")
}

/// A part with 14 bits that takes part in all that another does, and turns round and round.
fn shadow(of: &Lts) -> Lts {
    let mut builder = Lts::builder();
    builder.ensure_states(1 << 14);
    for action in of.alphabet().iter() {
        for (from, to) in [(0, 77), (77, 16_000), (16_000, 0)] {
            builder.add(StateId::of(from), action, StateId::of(to));
        }
    }
    builder.build().expect("all states exist")
}

/// Random systems whose states take two words, three or more: steps change one of them or several,
/// and traces are what they would be.
#[test]
fn wide_states_of_random_systems() {
    let shape = Shape { components: 5..=7, states: 2..=4, actions: 5..=10, ..Shape::default() };
    for sparse in [false, true] {
        for seed in seeds(30, 1_000) {
            let system = random_system(seed, &Shape { sparse, ..shape.clone() });
            let parts: Vec<Lts> = parts(&system).iter().map(spread).collect();
            let shadow = shadow(&parts[0]);
            let mut parts: Vec<&Lts> = parts.iter().collect();
            assert_agrees(seed, &parts, &NaiveProduct::new(&parts));
            // Parts that move whenever the first does fill more words.
            for _ in 0..seed % 10 {
                parts.insert(parts.len() / 2, &shadow);
            }
            assert_agrees(seed, &parts, &NaiveProduct::new(&parts));
        }
    }
}

/// States of many words that are nearly all the same, on several threads.
#[test]
fn wide_states_are_searched_exactly() {
    let mut ltss: Vec<Lts> = (1..=5).map(|action| counter(action, 9)).collect();
    // Parts that never move, to fill words.
    let idle = counter(6, 1 << 10);
    let mut lock = Lts::builder();
    lock.ensure_states(1).extend_alphabet([ActionId::of(6)]);
    ltss.push(lock.build().unwrap());
    for filler in [3, 8, 40, 90] {
        let mut parts: Vec<&Lts> = ltss.iter().collect();
        for i in 0..filler {
            parts.insert(i % (i / 2 + 1), &idle);
        }
        for threads in [1, 3] {
            let result = search(&parts, &options(threads), &Context::unlimited());
            assert_eq!(result.finding, Finding::Exhausted);
            assert_eq!(result.statistics.get(Count::States), Some(9u64.pow(5)));
        }
    }
}

#[test]
fn a_state_too_wide_is_refused() {
    let counter = counter(1, 1 << 20);
    let result = search(&vec![&counter; 300], &SearchOptions::default(), &Context::unlimited());
    let Finding::Stopped(stop) = result.finding else { panic!("6000 bits") };
    assert!(stop.0.to_string().contains("6000 bits"));
}

/// Many errors on one wide level, looked through by several threads: the same run every time.
#[test]
fn threads_agree_on_the_trace_among_thousands() {
    let counters: Vec<Lts> = (1..=6).map(|action| counter(action, 9)).collect();
    let mut builder = Lts::builder();
    builder.ensure_states(21);
    for step in 0..=20 {
        for action in 1..=6 {
            let next = if step == 20 { StateId::ERROR } else { StateId::of(step + 1) };
            builder.add(StateId::of(step), ActionId::of(action), next);
        }
    }
    let monitor = builder.build().expect("all states exist");
    let parts: Vec<&Lts> = counters.iter().chain([&monitor]).collect();
    let alone = search(&parts, &options(1), &Context::unlimited());
    let Finding::Error { trace, part } = &alone.finding else { panic!("{alone:?}") };
    assert_eq!((trace.steps.len(), *part), (21, 6));
    assert_run(&parts, trace, 0);
    for threads in [2, 3, 7] {
        let together = search(&parts, &options(threads), &Context::unlimited());
        assert_eq!(together.finding, alone.finding);
    }
}

//! Minimisation of deterministic LTSs, and bisimulations.

use std::collections::BTreeSet;
use std::sync::atomic::{AtomicU64, Ordering};

use fastrand::Rng;
use surmise_model::{ActionId, Context, Interrupt, Limits, Lts, Reason, StateId, Stop};
use surmise_testing::{
    NaiveBisimulation, Shape, count_classes, mark_random_end, random_lts, seeds, shortest_word,
};
use surmise_verify::automata::{
    Bisimulation, bisimilar, determinise, minimise, minimise_dfa, reachable, trace_equivalence,
};

use crate::sample::sample;

fn context() -> Context<'static> {
    Context::unlimited()
}

const BOTH: [Bisimulation; 2] = [Bisimulation::Strong, Bisimulation::Branching];

fn rebuilt(lts: &Lts, initial: StateId, permutation: &[usize]) -> Lts {
    let image = |state: StateId| match state.is_error() {
        true => state,
        false => StateId::of(permutation[state.index()]),
    };
    let mut builder = Lts::builder();
    builder.ensure_states(lts.num_states()).initial(image(initial));
    builder.extend_alphabet(lts.alphabet().iter());
    if let Some(end) = lts.end() {
        builder.end(image(end));
    }
    for (source, edge) in lts.transitions() {
        builder.add(image(source), edge.action, image(edge.target));
    }
    builder.build().expect("the states of an LTS")
}

/// The LTS with another initial state.
fn from(lts: &Lts, initial: StateId) -> Lts {
    rebuilt(lts, initial, &(0..lts.num_states()).collect::<Vec<_>>())
}

/// The LTS with its states in random order.
fn shuffled(lts: &Lts, rng: &mut Rng) -> Lts {
    let mut permutation: Vec<usize> = (0..lts.num_states()).collect();
    rng.shuffle(&mut permutation);
    rebuilt(lts, lts.initial(), &permutation)
}

#[test]
fn a_minimal_dfa_has_one_state_for_each_language() {
    let mut smaller = 0;
    for seed in seeds(2_000, 20_000) {
        let [lts] = sample(seed);
        let result = minimise_dfa(&lts, &context()).unwrap();
        assert!(result.is_deterministic(), "seed {seed}");
        assert_eq!(result.alphabet(), lts.alphabet(), "seed {seed}");
        assert_eq!(shortest_word(&lts, &result, |l, r| l != r), None, "seed {seed}");
        assert_eq!(reachable(&result, &context()), Ok(result.clone()), "seed {seed}");
        for s in result.states() {
            for t in (0..s.index()).map(StateId::of) {
                let word = shortest_word(&from(&result, s), &from(&result, t), |l, r| l != r);
                assert!(word.is_some(), "seed {seed}: {s:?} and {t:?} have the same traces");
            }
        }
        let deterministic = determinise(&lts, &context()).unwrap();
        smaller += usize::from(result.num_states() < deterministic.num_states());
        // END stays if and only if nothing else has its traces.
        let trimmed = reachable(&deterministic, &context()).unwrap();
        let alone = trimmed.end().is_some_and(|end| {
            trimmed.states().filter(|&s| s != end).all(|s| {
                shortest_word(&from(&trimmed, s), &from(&trimmed, end), |l, r| l != r).is_some()
            })
        });
        assert_eq!(result.end().is_some(), alone, "seed {seed}");
    }
    assert!(smaller > 100);
}

#[test]
fn minimal_dfas_are_equal_exactly_for_equal_traces() {
    let mut equal = 0;
    for seed in seeds(4_000, 40_000) {
        let ltss: [Lts; 2] = sample(seed);
        let [left, right] = ltss.map(|lts| {
            let everything = (1..=4).map(ActionId::of).collect();
            // The mark of END is no matter of languages.
            surmise_verify::automata::compose(&[&lts, &unmarked()], &context())
                .unwrap()
                .with_alphabet(&everything)
        });
        let [min_left, min_right] =
            [&left, &right].map(|lts| minimise_dfa(lts, &context()).unwrap());
        let same = trace_equivalence(&left, &right, &context()).unwrap().is_none();
        assert_eq!(min_left == min_right, same, "seed {seed}");
        equal += usize::from(same);
    }
    assert!(equal > 20);
}

/// One state, no transitions, no END: composing with it changes nothing but the END of the other.
fn unmarked() -> Lts {
    Lts::builder().ensure_states(1).build().expect("one state")
}

#[test]
fn bisimilarity_is_the_largest_bisimulation() {
    let mut found = [0; 2];
    for seed in seeds(4_000, 60_000) {
        let [left, other] = sample(seed);
        let mut rng = Rng::with_seed(seed);
        // Mostly relatives: unrelated LTSs are hardly ever bisimilar.
        let right = match rng.u8(0..4) {
            0 => other,
            1 => shuffled(&left, &mut rng),
            2 => shuffled(&minimise(&left, Bisimulation::Branching, &context()).unwrap(), &mut rng),
            _ => mark_random_end(&mut rng, &left),
        };
        for (i, by) in BOTH.into_iter().enumerate() {
            let ltss = [&left, &right];
            let twin = NaiveBisimulation::new(&ltss, by == Bisimulation::Branching);
            let expected = twin.related((0, left.initial()), (1, right.initial()));
            assert_eq!(
                bisimilar(&left, &right, by, &context()),
                Ok(expected),
                "seed {seed} {by:?}"
            );
            found[i] += usize::from(expected);
        }
    }
    assert!(found[0] > 500 && found[1] > found[0]);
}

#[test]
fn minimal_ltss_are_quotients() {
    for seed in seeds(4_000, 60_000) {
        let [lts] = sample(seed);
        for by in BOTH {
            let branching = by == Bisimulation::Branching;
            let result = minimise(&lts, by, &context()).unwrap();
            let trimmed = reachable(&lts, &context()).unwrap();
            let ltss = [&trimmed, &result];
            let twin = NaiveBisimulation::new(&ltss, branching);
            let hint = format!("seed {seed} {by:?}");
            assert!(twin.related((0, trimmed.initial()), (1, result.initial())), "{hint}");
            assert_eq!(result.alphabet(), lts.alphabet(), "{hint}");
            // One state for each class, with the steps of its members.
            let class = |s: StateId| match s.is_error() {
                true => s,
                false => result.states().find(|&t| twin.related((0, s), (1, t))).expect("a class"),
            };
            let met: BTreeSet<StateId> = trimmed.states().map(class).collect();
            assert_eq!(met.len(), result.num_states(), "{hint}");
            assert_eq!(reachable(&result, &context()), Ok(result.clone()), "{hint}");
            for s in result.states() {
                for t in result.states() {
                    assert_eq!(twin.related((1, s), (1, t)), s == t, "{hint}");
                }
            }
            let expected: BTreeSet<_> = trimmed
                .transitions()
                .map(|(s, edge)| (class(s), edge.action, class(edge.target)))
                .filter(|&(s, action, t)| !(branching && action.is_tau() && s == t))
                .collect();
            let actual: BTreeSet<_> =
                result.transitions().map(|(s, edge)| (s, edge.action, edge.target)).collect();
            assert_eq!(actual, expected, "{hint}");
            assert_eq!(result.end(), trimmed.end().map(class), "{hint}");
            assert_eq!(minimise(&result, by, &context()), Ok(result.clone()), "{hint}");
        }
    }
}

#[test]
fn refinement_over_many_rounds_finds_all_classes() {
    let mut sizes = 0;
    for seed in seeds(400, 10_000) {
        let mut rng = Rng::with_seed(seed);
        let actions: Vec<ActionId> = (1..=rng.usize(1..=3)).map(ActionId::of).collect();
        let tau = rng.choice([20, 40, 60, 80]).expect("not empty");
        let shape = Shape { states: 20..=80, tau, ..Shape::default() };
        let lts = random_lts(&mut rng, &actions, &shape, false);
        let lts = reachable(&lts, &context()).unwrap();
        for by in BOTH {
            let result = minimise(&lts, by, &context()).unwrap();
            let twin = count_classes(&lts, by == Bisimulation::Branching);
            assert_eq!(result.num_states(), twin, "seed {seed} {by:?}");
            sizes += twin;
        }
    }
    assert!(sizes > 2_000);
}

/// A line of states, each but the last with a step to the next.
fn line(length: usize, action: impl Fn(usize) -> ActionId) -> Lts {
    let mut builder = Lts::builder();
    builder.ensure_states(length);
    for i in 1..length {
        builder.add(StateId::of(i - 1), action(i), StateId::of(i));
    }
    builder.build().expect("all states exist")
}

/// How often minimisation looks at its context, which it does after every so much work.
fn work(lts: &Lts, by: Bisimulation) -> u64 {
    let looks = AtomicU64::new(0);
    let look = || {
        looks.fetch_add(1, Ordering::Relaxed);
        0
    };
    let limits = Limits { memory: Some(u64::MAX), states: None };
    let context = Context { limits, memory_in_use: &look, ..Context::unlimited() };
    minimise(lts, by, &context).expect("there is enough of everything");
    looks.into_inner()
}

/// A line of τ where every state has a loop, on an action that its place in the line decides.
fn line_with_loops(length: usize, action: impl Fn(usize) -> usize) -> Lts {
    let mut builder = Lts::builder();
    builder.ensure_states(length);
    for i in 0..length {
        builder.add(StateId::of(i), ActionId::of(1 + action(i)), StateId::of(i));
        builder.add(StateId::of(i), ActionId::TAU, StateId::of((i + 1).min(length - 1)));
    }
    builder.build().expect("all states exist")
}

/// A visible line, and a state with a step to each of its states: they are told apart one by one.
fn fan(length: usize) -> Lts {
    let mut builder = Lts::builder();
    builder.ensure_states(length + 2);
    for i in 0..length {
        builder.add(StateId::of(i), ActionId::of(1), StateId::of(i + 1));
        builder.add(StateId::of(length + 1), ActionId::of(2), StateId::of(i));
    }
    builder.initial(StateId::of(length + 1));
    builder.build().expect("all states exist")
}

#[test]
fn twice_the_size_takes_about_twice_the_work() {
    let thirds = |n| line_with_loops(n, |i| i % 3);
    let random = |n| line_with_loops(n, |i| i.wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 37 & 3);
    let all_different = |n| line_with_loops(n, |i| i);
    let shapes: [&dyn Fn(usize) -> Lts; 4] = [&thirds, &random, &all_different, &fan];
    for (shape, build) in shapes.into_iter().enumerate() {
        for by in BOTH {
            let (once, twice) = (work(&build(20_000), by), work(&build(40_000), by));
            assert!(once > 20, "shape {shape} {by:?}: {once} is too little to compare");
            assert!(2 * twice <= 5 * once, "shape {shape} {by:?}: {once}, then {twice}");
        }
    }
}

#[test]
fn long_lines_take_no_quadratic_time() {
    let a = ActionId::of(1);
    let visible = line(100_000, |_| a);
    assert_eq!(minimise_dfa(&visible, &context()).unwrap().num_states(), 100_000);
    assert_eq!(minimise(&visible, Bisimulation::Strong, &context()).unwrap().num_states(), 100_000);
    let silent = line(100_000, |i| if i % 10 == 0 { a } else { ActionId::TAU });
    let result = minimise(&silent, Bisimulation::Branching, &context()).unwrap();
    assert_eq!(result.num_states(), 10_000);
    let all_silent = line(100_000, |_| ActionId::TAU);
    assert_eq!(minimise(&all_silent, Bisimulation::Branching, &context()).unwrap().num_states(), 1);
}

#[test]
fn interrupts_stop_minimisation() {
    let lts = line(10, |_| ActionId::of(1));
    let interrupt = Interrupt::new();
    interrupt.cancel();
    let stopped = Context { interrupt: &interrupt, ..Context::unlimited() };
    assert_eq!(minimise_dfa(&lts, &stopped), Err(Stop(Reason::Cancelled)));
    for by in BOTH {
        assert_eq!(minimise(&lts, by, &stopped), Err(Stop(Reason::Cancelled)));
        assert_eq!(bisimilar(&lts, &lts, by, &stopped), Err(Stop(Reason::Cancelled)));
    }
}

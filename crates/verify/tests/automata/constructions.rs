//! Hiding, determinisation, completion, complementation and composition.

use std::collections::BTreeSet;

use fastrand::Rng;
use surmise_model::{ActionId, Alphabet, Context, Interrupt, Limits, Lts, Reason, StateId, Stop};
use surmise_testing::{
    NaiveObservation, NaiveProduct, initial_subset, next_subset, observe, observe_subset,
    safe_subsets, seeds, shortest_word,
};
use surmise_verify::automata::{
    complement, complete_with_error, compose, determinise, hide, project,
};

use crate::sample::sample;

fn context() -> Context<'static> {
    Context::unlimited()
}

/// An LTS as a bare set of transitions.
fn transitions(lts: &Lts) -> BTreeSet<(StateId, ActionId, StateId)> {
    lts.transitions().map(|(source, edge)| (source, edge.action, edge.target)).collect()
}

#[test]
fn hiding_renames_to_tau() {
    for seed in seeds(2_000, 20_000) {
        let [lts] = sample(seed);
        let mut rng = Rng::with_seed(seed);
        let some: Alphabet = (1..=6).filter(|_| rng.bool()).map(ActionId::of).collect();
        let kept = project(&lts, &some);
        let renamed = transitions(&lts)
            .into_iter()
            .map(|(source, action, target)| match some.contains(action) {
                true => (source, action, target),
                false => (source, ActionId::TAU, target),
            })
            .collect();
        assert_eq!(transitions(&kept), renamed, "seed {seed}");
        assert_eq!(kept.alphabet(), &lts.alphabet().intersection(&some), "seed {seed}");
        assert_eq!(
            (kept.initial(), kept.end(), kept.num_states()),
            (lts.initial(), lts.end(), lts.num_states()),
            "seed {seed}"
        );
        assert_eq!(hide(&lts, &lts.alphabet().difference(&some)), kept, "seed {seed}");
    }
}

#[test]
fn determinising_keeps_the_traces() {
    let mut with_end = 0;
    for seed in seeds(2_000, 20_000) {
        let [lts] = sample(seed);
        let result = determinise(&lts, &context()).unwrap();
        assert!(result.is_deterministic(), "seed {seed}");
        assert_eq!(result.alphabet(), lts.alphabet(), "seed {seed}");
        assert_eq!(shortest_word(&lts, &result, |l, r| l != r), None, "seed {seed}");
        // Exactly the reachable subsets, and only reachable ones.
        let subsets = safe_subsets(&lts);
        assert_eq!(result.num_states(), subsets.len(), "seed {seed}");
        assert_eq!(safe_subsets(&result).len(), subsets.len(), "seed {seed}");
        let end = lts.end().is_some_and(|end| subsets.contains(&BTreeSet::from([end])));
        assert_eq!(result.end().is_some(), end, "seed {seed}");
        with_end += usize::from(end);
        assert_eq!(determinise(&result, &context()), Ok(result.clone()), "seed {seed}");
    }
    assert!(with_end > 0);
}

#[test]
fn completion_leads_what_is_not_allowed_into_error() {
    for seed in seeds(2_000, 20_000) {
        let [lts] = sample(seed);
        let completed = complete_with_error(&lts, &context()).unwrap();
        assert_eq!(completed.alphabet(), lts.alphabet(), "seed {seed}");
        // Safe words stay safe; the first word that is not safe leads into π.
        let wrong = |property: NaiveObservation, completed: NaiveObservation| {
            (property == NaiveObservation::Safe) != (completed == NaiveObservation::Safe)
        };
        assert_eq!(shortest_word(&lts, &completed, wrong), None, "seed {seed}");
        for state in completed.states() {
            for action in completed.alphabet().iter() {
                assert_eq!(completed.edges_on(state, action).len(), 1, "seed {seed}");
            }
        }
        if lts.is_deterministic() && !lts.has_error() && lts.end().is_none() {
            assert_eq!(completed, surmise_testing::complete_with_error(&lts), "seed {seed}");
        }
        if lts.is_deterministic() {
            assert_eq!(completed.end(), lts.end(), "seed {seed}");
        }
    }
}

#[test]
fn the_complement_accepts_what_is_not_allowed() {
    for seed in seeds(2_000, 20_000) {
        let [lts] = sample(seed);
        let result = complement(&lts, &context()).unwrap();
        assert_eq!(result.lts.alphabet(), lts.alphabet(), "seed {seed}");
        // Walk through all pairs of a subset of the LTS and a state of the complement.
        let mut seen = BTreeSet::new();
        let mut waiting = vec![(initial_subset(&lts), result.lts.initial())];
        while let Some((subset, state)) = waiting.pop() {
            let safe = observe_subset(&subset) == NaiveObservation::Safe;
            assert_eq!(state != result.accepting, safe, "seed {seed}");
            for action in lts.alphabet().iter() {
                let targets: Vec<StateId> = result.lts.successors(state, action).collect();
                assert_eq!(targets.len(), 1, "seed {seed}");
                waiting.push((next_subset(&lts, &subset, action), targets[0]));
            }
            if !seen.insert((subset, state)) {
                waiting.truncate(waiting.len() - lts.alphabet().len());
            }
        }
        let completed = complete_with_error(&lts, &context()).unwrap();
        assert_eq!(complement(&completed, &context()), Ok(result), "seed {seed}");
    }
}

#[test]
fn composition_is_the_naive_product() {
    for seed in seeds(3_000, 30_000) {
        let ltss: [Lts; 4] = sample(seed);
        let parts: Vec<&Lts> = ltss.iter().take((seed % 5) as usize).collect();
        let result = compose(&parts, &context()).unwrap();
        let naive = NaiveProduct::new(&parts);
        assert_eq!(result.num_states(), naive.states.len(), "seed {seed}");
        assert_eq!(result.initial().is_error(), naive.states.is_empty(), "seed {seed}");
        let number = |target: Option<usize>| target.map_or(StateId::ERROR, StateId::of);
        let expected: BTreeSet<_> = naive
            .transitions
            .iter()
            .enumerate()
            .flat_map(|(source, row)| {
                row.iter().map(move |&(action, to)| (StateId::of(source), action, number(to)))
            })
            .collect();
        assert_eq!(transitions(&result), expected, "seed {seed}");
        let ended =
            |tuple: &Vec<StateId>| parts.iter().zip(tuple).all(|(p, &s)| p.end() == Some(s));
        let end = naive.states.iter().position(ended).map(StateId::of);
        assert_eq!(result.end(), end, "seed {seed}");
        let alphabet = parts.iter().fold(Alphabet::new(), |all, part| all.union(part.alphabet()));
        assert_eq!(result.alphabet(), &alphabet, "seed {seed}");
    }
}

#[test]
fn a_run_into_error_wins_over_a_safe_one() {
    // 0 --a--> 1 --b--> 1, and 0 --a--> π.
    let (a, b) = (ActionId::of(1), ActionId::of(2));
    let mut builder = Lts::builder();
    builder.ensure_states(2).add(StateId::of(0), a, StateId::of(1));
    builder.add(StateId::of(1), b, StateId::of(1)).add(StateId::of(0), a, StateId::ERROR);
    let result = determinise(&builder.build().unwrap(), &context()).unwrap();
    assert_eq!((result.num_states(), result.num_transitions()), (1, 1));
    assert_eq!(observe(&result, &[a]), NaiveObservation::Error);
    assert_eq!(result.alphabet().len(), 2);
}

/// After an `a`, n − 1 arbitrary actions: the textbook LTS whose determinisation has 2^n states.
pub(crate) fn exponential(n: usize) -> Lts {
    let (a, b) = (ActionId::of(1), ActionId::of(2));
    let mut builder = Lts::builder();
    builder.ensure_states(n + 1);
    for action in [a, b] {
        builder.add(StateId::of(0), action, StateId::of(0));
        for i in 1..n {
            builder.add(StateId::of(i), action, StateId::of(i + 1));
        }
    }
    builder.add(StateId::of(0), a, StateId::of(1));
    builder.build().expect("all states exist")
}

#[test]
fn limits_and_interrupts_stop_the_constructions() {
    let lts = exponential(40);
    let limits = Limits { memory: None, states: Some(1_000) };
    let few = Context { limits, ..Context::unlimited() };
    assert_eq!(determinise(&lts, &few), Err(Stop(Reason::StateLimit(1_000))));
    assert_eq!(compose(&[&lts; 10], &few), Err(Stop(Reason::StateLimit(1_000))));
    let limits = Limits { memory: Some(1 << 20), states: None };
    let small = Context { limits, ..Context::unlimited() };
    assert_eq!(determinise(&lts, &small), Err(Stop(Reason::MemoryLimit(1 << 20))));
    assert_eq!(compose(&[&lts; 10], &small), Err(Stop(Reason::MemoryLimit(1 << 20))));
    let interrupt = Interrupt::new();
    interrupt.cancel();
    let stopped = Context { interrupt: &interrupt, ..Context::unlimited() };
    assert_eq!(determinise(&lts, &stopped), Err(Stop(Reason::Cancelled)));
    assert_eq!(compose(&[&lts], &stopped), Err(Stop(Reason::Cancelled)));
    assert_eq!(complete_with_error(&lts, &stopped), Err(Stop(Reason::Cancelled)));
    assert_eq!(complement(&lts, &stopped).map(|c| c.lts), Err(Stop(Reason::Cancelled)));
    assert_eq!(determinise(&exponential(10), &context()).unwrap().num_states(), 1 << 10);
}

//! Trace inclusion and equivalence, and what is unreachable.

use surmise_model::{ActionId, Context, Interrupt, Limits, Lts, Reason, StateId, Stop};
use surmise_testing::{NaiveObservation, observe as naive_observe, seeds, shortest_word};
use surmise_verify::automata::{
    Distinction, Observation, complete_with_error, determinise, observe, reachable,
    trace_equivalence, trace_inclusion,
};

use crate::constructions::exponential;
use crate::sample::sample;

fn context() -> Context<'static> {
    Context::unlimited()
}

fn same(naive: NaiveObservation) -> Observation {
    match naive {
        NaiveObservation::Absent => Observation::Absent,
        NaiveObservation::Safe => Observation::Safe,
        NaiveObservation::Error => Observation::Error,
    }
}

/// The distinction is one, and as long as the twin's.
fn judge(
    (left, right): (&Lts, &Lts),
    found: Option<&Distinction>,
    twin: Option<&Vec<ActionId>>,
    seed: u64,
) {
    assert_eq!(found.map(|found| found.trace.len()), twin.map(Vec::len), "seed {seed}");
    if let Some(found) = found {
        assert_eq!(found.left, same(naive_observe(left, &found.trace)), "seed {seed}");
        assert_eq!(found.right, same(naive_observe(right, &found.trace)), "seed {seed}");
        assert_ne!(found.left, found.right, "seed {seed}");
    }
}

#[test]
fn inclusion_and_equivalence_agree_with_all_pairs_of_subsets() {
    let (mut included, mut equivalent, mut longest, mut errors) = (0, 0, 0, 0);
    for seed in seeds(8_000, 100_000) {
        let [left, mut right] = sample(seed);
        // Unrelated LTSs differ soon; let some be close relatives.
        if seed % 4 == 0 {
            right = without_one_transition(&left, seed);
        }
        let escapes = |l: NaiveObservation, r| l != NaiveObservation::Absent && l != r;
        let twin = shortest_word(&left, &right, escapes);
        let found = trace_inclusion(&left, &right, &context()).unwrap();
        judge((&left, &right), found.as_ref(), twin.as_ref(), seed);
        if let Some(found) = &found {
            assert_ne!(found.left, Observation::Absent);
            errors += usize::from(found.right == Observation::Error);
            longest = longest.max(found.trace.len());
        }
        included += usize::from(found.is_none());
        let twin = shortest_word(&left, &right, |l, r| l != r);
        let found = trace_equivalence(&left, &right, &context()).unwrap();
        judge((&left, &right), found.as_ref(), twin.as_ref(), seed);
        equivalent += usize::from(found.is_none());
    }
    // The sample is worth something: both answers, π on the right, traces that are not trivial.
    assert!(included > 100 && equivalent > 100 && errors > 10 && longest >= 5);
}

/// The LTS without one of its transitions.
fn without_one_transition(lts: &Lts, seed: u64) -> Lts {
    let dropped = seed as usize % lts.num_transitions().max(1);
    let mut builder = Lts::builder();
    builder.ensure_states(lts.num_states()).initial(lts.initial());
    for (i, (source, edge)) in lts.transitions().enumerate() {
        if i != dropped {
            builder.add(source, edge.action, edge.target);
        }
    }
    builder.build().expect("the states of an LTS")
}

#[test]
fn constructions_keep_the_traces() {
    for seed in seeds(2_000, 20_000) {
        let [lts] = sample(seed);
        let deterministic = determinise(&lts, &context()).unwrap();
        assert_eq!(trace_equivalence(&lts, &deterministic, &context()), Ok(None), "seed {seed}");
        assert_eq!(trace_equivalence(&lts, &lts, &context()), Ok(None), "seed {seed}");
        let trimmed = reachable(&lts, &context()).unwrap();
        assert_eq!(trace_equivalence(&trimmed, &lts, &context()), Ok(None), "seed {seed}");
        assert_eq!(reachable(&trimmed, &context()), Ok(trimmed.clone()), "seed {seed}");
        // A property includes the traces that its completion does not lead into π, and no others.
        let completed = complete_with_error(&deterministic, &context()).unwrap();
        let found = trace_inclusion(&deterministic, &completed, &context());
        assert_eq!(found, Ok(None), "seed {seed}");
    }
}

#[test]
fn reachable_states_are_those_of_runs() {
    for seed in seeds(2_000, 20_000) {
        let [lts] = sample(seed);
        let trimmed = reachable(&lts, &context()).unwrap();
        let product = surmise_testing::NaiveProduct::new(&[&lts]);
        assert_eq!(trimmed.num_states(), product.states.len(), "seed {seed}");
        let end = product.states.iter().position(|tuple| Some(tuple[0]) == lts.end());
        let kept = trimmed.end().is_some();
        assert_eq!(kept, end.is_some(), "seed {seed}");
        assert_eq!(trimmed.alphabet(), lts.alphabet(), "seed {seed}");
    }
}

#[test]
fn an_unknown_action_never_happens() {
    let (a, b) = (ActionId::of(1), ActionId::of(2));
    let mut builder = Lts::builder();
    builder.ensure_states(1).add(StateId::of(0), a, StateId::of(0));
    let narrow = builder.build().unwrap();
    let wide = narrow.clone().with_alphabet(&[b].into_iter().collect());
    assert_eq!(trace_equivalence(&narrow, &wide, &context()), Ok(None));
    assert_eq!(observe(&narrow, &[a, b], &context()), Ok(Observation::Absent));
}

#[test]
fn a_left_side_that_blows_up_is_not_determinised() {
    // All words over {a, b} against an automaton of them with 2^60 subsets, both ways.
    let hard = exponential(60);
    let all = exponential(1);
    assert_eq!(trace_inclusion(&hard, &all, &context()), Ok(None));
    assert_eq!(trace_inclusion(&all, &hard, &context()), Ok(None));
    assert_eq!(trace_equivalence(&hard, &hard, &context()), Ok(None));
}

#[test]
fn limits_and_interrupts_stop_the_comparison() {
    let hard = exponential(40);
    let limits = Limits { memory: None, states: Some(20) };
    let few = Context { limits, ..Context::unlimited() };
    let stopped = trace_inclusion(&hard, &exponential(1), &few);
    assert_eq!(stopped, Err(Stop(Reason::StateLimit(20))));
    let interrupt = Interrupt::new();
    interrupt.time_out();
    let late = Context { interrupt: &interrupt, ..Context::unlimited() };
    assert_eq!(trace_equivalence(&hard, &hard, &late), Err(Stop(Reason::TimeLimit)));
}

//! Formulas that distinguish, judged by the definition of their logic.

use fastrand::Rng;
use surmise_model::{ActionId, Context, Interrupt, Lts, StateId};
use surmise_testing::{NaiveBisimulation, mark_random_end, naively_satisfies, seeds};
use surmise_verify::automata::{
    Bisimilarity, Bisimulation, bisimilar, distinguish, minimise, trace_equivalence,
};

use crate::sample::sample;

/// A relative of an LTS: without one of its transitions, minimal, or with another END.
fn relative(lts: &Lts, rng: &mut Rng) -> Lts {
    match rng.u8(0..4) {
        0 => minimise(lts, Bisimulation::Branching, &Context::unlimited()).expect("no limits"),
        1 => mark_random_end(rng, lts),
        _ => {
            let without = rng.usize(0..=lts.num_transitions());
            let mut builder = Lts::builder();
            builder.ensure_states(lts.num_states()).initial(lts.initial());
            builder.extend_alphabet(lts.alphabet().iter());
            if let Some(end) = lts.end() {
                builder.end(end);
            }
            for (index, (source, edge)) in lts.transitions().enumerate() {
                if index != without {
                    builder.add(source, edge.action, edge.target);
                }
            }
            builder.build().expect("the states of an LTS")
        }
    }
}

#[test]
fn a_formula_is_true_of_one_and_false_of_the_other() {
    let context = Context::unlimited();
    let (mut apart, mut same_traces, mut deep) = ([0; 2], 0, 0);
    for seed in seeds(4_000, 60_000) {
        let [left, other] = sample(seed);
        let mut rng = Rng::with_seed(seed);
        let right = if rng.u8(0..4) == 0 { other } else { relative(&left, &mut rng) };
        for by in [Bisimulation::Strong, Bisimulation::Branching] {
            let branching = by == Bisimulation::Branching;
            let ltss = [&left, &right];
            let naive = NaiveBisimulation::new(&ltss, branching);
            let told_apart = naive.told_apart((0, left.initial()), (1, right.initial()));
            let found = match distinguish(&left, &right, by, &context).unwrap() {
                Bisimilarity::Bisimilar => {
                    assert_eq!(told_apart, None, "seed {seed}, {by:?}");
                    continue;
                }
                Bisimilarity::Apart(found) => found.expect("shallow"),
            };
            let values = [&left, &right].map(|lts| naively_satisfies(lts, &found.formula));
            assert_eq!(values, [found.left, !found.left], "seed {seed}, {by:?}: {found:?}");
            match branching {
                // No formula that looks less far ahead tells them apart.
                false => assert_eq!(Some(found.formula.depth()), told_apart, "seed {seed}"),
                // It says nothing that branching bisimilar LTSs do not agree about.
                true => {
                    let least = minimise(&left, by, &context).unwrap();
                    let value = naively_satisfies(&least, &found.formula);
                    assert_eq!(value, found.left, "seed {seed}: {found:?}");
                }
            }
            apart[usize::from(branching)] += 1;
            let traces = trace_equivalence(&left, &right, &context).unwrap();
            same_traces += usize::from(traces.is_none());
            deep += usize::from(found.formula.depth() > 2);
        }
    }
    assert!(apart[0] > 100 && apart[1] > 100 && same_traces > 100 && deep > 100);
}

/// A line of so many steps that ends in END, or not.
fn line(length: usize, ends: bool) -> Lts {
    let mut builder = Lts::builder();
    builder.ensure_states(length + 1).initial(StateId::of(0));
    for state in 0..length {
        builder.add(StateId::of(state), ActionId::of(1), StateId::of(state + 1));
    }
    if ends {
        builder.end(StateId::of(length));
    }
    builder.build().expect("few states")
}

#[test]
fn what_is_too_deep_or_interrupted_is_a_difference_all_the_same() {
    for by in [Bisimulation::Strong, Bisimulation::Branching] {
        let told = |length: usize, context: &Context<'_>| {
            distinguish(&line(length, true), &line(length, false), by, context)
        };
        let Ok(Bisimilarity::Apart(Some(found))) = told(150, &Context::unlimited()) else {
            panic!("a formula is found")
        };
        assert_eq!(found.formula.depth(), 151);
        assert_eq!(told(100_000, &Context::unlimited()), Ok(Bisimilarity::Apart(None)));
        let interrupt = Interrupt::new();
        interrupt.cancel();
        let cancelled = Context { interrupt: &interrupt, ..Context::unlimited() };
        assert!(told(150, &cancelled).is_err());
    }
    let same =
        bisimilar(&line(9, true), &line(9, true), Bisimulation::Strong, &Context::unlimited());
    assert_eq!(same, Ok(true));
}

//! Probabilities of random models against their definition.

use fastrand::Rng;
use surmise_model::{Context, Extreme, Lpts, Rational};
use surmise_testing::{LptsShape, naive_reachability, random_probabilistic_system, seeds};
use surmise_verify::probabilistic::{
    Interval, MarkovModel, NumberOptions, Reachability, bounded_reachability, reachability,
};

/// Bounds, and close ones.
const BOUNDS: NumberOptions = NumberOptions { precision: 1e-10, absolute: true, exact_work: 0 };

/// A random model with a set to stay in and a set to reach.
struct Sample {
    lpts: Lpts,
    until: Vec<bool>,
    goal: Vec<bool>,
}

fn sample(seed: u64) -> Sample {
    let shape =
        LptsShape { components: 1..=1, states: 1..=6, transitions: 3, ..LptsShape::default() };
    let lpts = random_probabilistic_system(seed, &shape).components.remove(0).lpts;
    let mut rng = Rng::with_seed(seed);
    let until = lpts.states().map(|_| rng.u8(0..5) != 0).collect();
    let goal = lpts.states().map(|_| rng.u8(0..4) == 0).collect();
    Sample { lpts, until, goal }
}

fn answer(sample: &Sample, extreme: Extreme, options: &NumberOptions) -> Interval {
    let model = MarkovModel::from_lpts(&sample.lpts).expect("nothing stops it");
    let until = sample.until.iter().enumerate().filter(|(_, holds)| **holds).map(|(s, _)| s);
    let goal = sample.goal.iter().enumerate().filter(|(_, holds)| **holds).map(|(s, _)| s);
    let mut sets = [until.collect(), goal.collect::<fixedbitset::FixedBitSet>()];
    sets.iter_mut().for_each(|set: &mut fixedbitset::FixedBitSet| set.grow(model.num_states()));
    let question = Reachability { extreme, until: &sets[0], goal: &sets[1], bound: None };
    let answer = reachability(&model, &question, options, &Context::unlimited());
    assert_eq!(answer.stopped, None);
    answer.intervals.into_iter().next().expect("one initial state")
}

#[test]
fn exact_probabilities_are_those_of_the_best_policy() {
    for seed in seeds(400, 10_000) {
        let sample = sample(seed);
        for (extreme, maximal) in [(Extreme::Maximal, true), (Extreme::Minimal, false)] {
            let values = naive_reachability(&sample.lpts, maximal, &sample.until, &sample.goal);
            let expected = &values[sample.lpts.initial().index()];
            let exact = answer(&sample, extreme, &NumberOptions::EXACT);
            assert_eq!((&exact.low, &exact.high), (expected, expected), "seed {seed} {extreme:?}");
            let bounds = answer(&sample, extreme, &BOUNDS);
            assert!(bounds.contains(expected), "seed {seed} {extreme:?}: {bounds} {expected}");
            let width = &bounds.high - &bounds.low;
            assert!(width.approximate() <= 1e-9, "seed {seed} {extreme:?}: {bounds} {expected}");
        }
    }
}

#[test]
fn more_steps_come_closer_and_never_pass() {
    for seed in seeds(200, 10_000) {
        let sample = sample(seed);
        let model = MarkovModel::from_lpts(&sample.lpts).unwrap();
        let set = |holds: &[bool]| {
            let mut set = fixedbitset::FixedBitSet::with_capacity(holds.len());
            holds.iter().enumerate().for_each(|(state, &holds)| set.set(state, holds));
            set
        };
        let (until, goal) = (set(&sample.until), set(&sample.goal));
        for extreme in [Extreme::Maximal, Extreme::Minimal] {
            let question = Reachability { extreme, until: &until, goal: &goal, bound: None };
            let limit = answer(&sample, extreme, &NumberOptions::EXACT);
            let mut before = Rational::ZERO;
            for steps in [0, 1, 2, 5, 20, 2_000] {
                let context = Context::unlimited();
                let ask = |options: &NumberOptions| {
                    bounded_reachability(&model, &question, steps, options, &context).intervals
                };
                let found = ask(&BOUNDS);
                if steps <= 20 {
                    let exact = ask(&NumberOptions::EXACT);
                    assert!(exact[0].is_exact(), "seed {seed}");
                    assert!(found[0].contains(&exact[0].low), "seed {seed}");
                }
                assert!(found[0].low <= limit.high, "seed {seed}");
                assert!(found[0].high >= before, "seed {seed}");
                before = found[0].low.clone();
                if steps == 2_000 {
                    let left = &limit.low - &found[0].low;
                    assert!(left.approximate() < 1e-6, "seed {seed}: {left}");
                }
            }
        }
    }
}

/// Haddad and Monmege's chain: iteration from below hardly moves and is far from the value.
#[test]
fn slow_chains_are_no_trap() {
    let half = Rational::new(1, 2).unwrap();
    for length in [5usize, 12, 60] {
        let states = 2 * length + 1;
        let id = surmise_model::StateId::of;
        let action = surmise_model::ActionId::of(1);
        let mut builder = Lpts::builder();
        builder.ensure_states(states).initial(id(length));
        for state in 1..states - 1 {
            // One step outwards, or back to the middle.
            let outwards = if state < length { state - 1 } else { state + 1 };
            let branches = match state == length {
                true => [(id(length - 1), &half), (id(length + 1), &half)],
                false => [(id(outwards), &half), (id(length), &half)],
            };
            builder.add(id(state), action, branches);
        }
        let goal = (0..states).map(|state| state == 0).collect();
        let sample = Sample { lpts: builder.build().unwrap(), until: vec![true; states], goal };
        let exact = answer(&sample, Extreme::Maximal, &NumberOptions::EXACT);
        assert_eq!(exact, Interval::exact(half.clone()));
        // The longest is left so seldom that machine numbers cannot tell; exact ones can.
        let options = if length < 60 { BOUNDS } else { NumberOptions::default() };
        let bounds = answer(&sample, Extreme::Maximal, &options);
        assert!(bounds.contains(&half), "{length}: {bounds}");
    }
}

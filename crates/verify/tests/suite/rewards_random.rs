//! Rewards, averages and bounded paths of random models against their definition.

use fastrand::Rng;
use fixedbitset::FixedBitSet;
use surmise_model::{Collected, Context, Extreme, Lpts, Path, Query, Rational};
use surmise_testing::{
    LptsShape, NaiveAmount, NaiveChoice, naive_average, naive_choices, naive_reward, naive_step,
    naive_total, random_probabilistic_system, seeds,
};
use surmise_verify::probabilistic::{
    Amount, Evaluated, Extended, MarkovModel, NumberOptions, Queried, Rewards, evaluate,
};

/// Bounds alone, and close ones.
const BOUNDS: NumberOptions = NumberOptions { precision: 1e-8, absolute: false, exact_work: 0 };

/// A random model with rewards, and two sets of states.
struct Sample {
    lpts: Lpts,
    rows: Vec<Vec<NaiveChoice>>,
    of_state: Vec<Rational>,
    sets: [Vec<bool>; 2],
    model: MarkovModel,
    rewards: Rewards,
}

fn sample(seed: u64) -> Sample {
    // Every other model is a chain.
    let transitions = if seed.is_multiple_of(2) { 2 } else { 1 };
    let shape = LptsShape { components: 1..=1, states: 1..=5, transitions, ..LptsShape::default() };
    let lpts = random_probabilistic_system(seed, &shape).components.remove(0).lpts;
    let mut rng = Rng::with_seed(seed);
    let amount = |rng: &mut Rng| match rng.u8(0..6) {
        0..=3 => Rational::ZERO,
        4 => Rational::from(i64::from(rng.u8(1..9))),
        _ => Rational::new(1, 3).expect("a number"),
    };
    let of_state: Vec<Rational> = lpts.states().map(|_| amount(&mut rng)).collect();
    let of_choice: Vec<Vec<Rational>> =
        lpts.states().map(|s| lpts.choices(s).iter().map(|_| amount(&mut rng)).collect()).collect();
    let rows = naive_choices(&lpts, &of_state, |s, c| of_choice[s][c].clone());
    let sets = [(); 2].map(|()| lpts.states().map(|_| rng.u8(0..3) == 0).collect());
    let mut model = MarkovModel::from_lpts(&lpts).expect("it is small");
    let mut rewards = Rewards::default();
    for (row, own) in rows.iter().zip(&of_state) {
        rewards.states.push(model.intern(own).expect("few numbers"));
        for (_, reward) in row {
            rewards.choices.push(model.intern(reward).expect("few numbers"));
        }
    }
    Sample { lpts, rows, of_state, sets, model, rewards }
}

impl Sample {
    fn ask(&self, query: &Query, options: &NumberOptions) -> Amount {
        let set = |holds: &Vec<bool>| {
            let mut set = FixedBitSet::with_capacity(holds.len());
            holds.iter().enumerate().for_each(|(state, &holds)| set.set(state, holds));
            set
        };
        let conditions = self.sets.each_ref().map(set);
        let queried = Queried {
            model: &self.model,
            conditions: &conditions,
            rewards: std::slice::from_ref(&self.rewards),
        };
        let (answer, stopped) =
            evaluate(&queried, query, None, options, &Context::unlimited()).expect("an answer");
        assert_eq!(stopped, None);
        match answer {
            Evaluated::Numbers(values) => values.amount(0),
            Evaluated::Truth(_) => panic!("a number was asked for"),
        }
    }

    /// Both exact numbers and bounds are what they should be.
    fn compare(&self, seed: u64, query: &Query, expected: &NaiveAmount, exactly: bool) {
        let expected = match expected {
            Some(value) => Extended::Finite(value.clone()),
            None => Extended::Infinite,
        };
        let exact = self.ask(query, &NumberOptions::EXACT);
        if exactly {
            assert_eq!(exact, Amount::exact(expected.clone()), "seed {seed} {query:?}");
        }
        let bounds = self.ask(query, &BOUNDS);
        assert!(bounds.contains(&expected), "seed {seed} {query:?}: {bounds} {expected}");
        let (low, high) = (bounds.low.bounds().0, bounds.high.bounds().1);
        let close = low == high || high - low <= 1e-6 * high.max(1e-3);
        assert!(close, "seed {seed} {query:?}: {bounds} {expected}");
    }
}

#[test]
fn rewards_are_those_of_the_best_policy() {
    for seed in seeds(250, 10_000) {
        let sample = sample(seed);
        let initial = sample.lpts.initial().index();
        for (extreme, maximal) in [(Extreme::Maximal, true), (Extreme::Minimal, false)] {
            let reward = |collected| Query::Reward { structure: 0, extreme, collected };
            let goal = || Box::new(Query::Condition(0));
            let compare = |collected, expected: &NaiveAmount, exactly| {
                sample.compare(seed, &reward(collected), expected, exactly);
            };
            let until = naive_reward(&sample.rows, maximal, &sample.sets[0]);
            compare(Collected::Until(goal()), &until[initial], true);
            compare(Collected::Ever, &naive_total(&sample.rows, maximal)[initial], true);
            let average = naive_average(&sample.rows, maximal);
            let chain = sample.rows.iter().all(|row| row.len() == 1);
            compare(Collected::LongRun, &average[initial], chain);
            let mut within = vec![Rational::ZERO; sample.rows.len()];
            let mut after = sample.of_state.clone();
            for steps in 0..6 {
                compare(Collected::Within(steps), &Some(within[initial].clone()), true);
                compare(Collected::After(steps), &Some(after[initial].clone()), true);
                within = naive_step(&sample.rows, maximal, true, &within);
                after = naive_step(&sample.rows, maximal, false, &after);
            }
        }
    }
}

#[test]
fn steps_are_counted() {
    for seed in seeds(150, 10_000) {
        let sample = sample(seed);
        let initial = sample.lpts.initial().index();
        let [through, goal] = &sample.sets;
        for (extreme, maximal) in [(Extreme::Maximal, true), (Extreme::Minimal, false)] {
            for (from, to) in [(0, 0), (0, 3), (1, 1), (2, 5), (3, 2)] {
                let one = |holds: bool| if holds { Rational::ONE } else { Rational::ZERO };
                // From the last moment back to the first.
                let mut values = vec![Rational::ZERO; goal.len()];
                for moment in (0..=to).rev() {
                    let next = naive_step(&sample.rows, maximal, false, &values);
                    let last = moment == to;
                    values = (0..goal.len())
                        .map(|state| match (moment >= from && goal[state], through[state]) {
                            (true, _) => Rational::ONE,
                            (false, true) if !last => next[state].clone(),
                            _ => Rational::ZERO,
                        })
                        .collect();
                }
                if to < from {
                    values.fill(one(false));
                }
                let path = Path::Until {
                    through: Box::new(Query::Condition(0)),
                    goal: Box::new(Query::Condition(1)),
                    from,
                    to: Some(to),
                };
                let query = Query::Probability { extreme, complemented: false, path };
                sample.compare(seed, &query, &Some(values[initial].clone()), true);
            }
        }
    }
}

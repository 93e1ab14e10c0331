//! Rewards, averages and bounded paths of random models against their definition.

use fastrand::Rng;
use fixedbitset::FixedBitSet;
use surmise_model::{Collected, Context, Extreme, Lpts, Path, Query, Rational};
use surmise_testing::{
    LptsShape, NaiveAmount, NaiveChoice, naive_average, naive_choices, naive_reward, naive_step,
    naive_total, random_probabilistic_system, seeds,
};
use surmise_verify::probabilistic::{
    Amount, Evaluated, Extended, MarkovModel, NumberOptions, Queried, Rewards, evaluate, strategy,
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
    fn conditions(&self) -> [FixedBitSet; 2] {
        let set = |holds: &Vec<bool>| {
            let mut set = FixedBitSet::with_capacity(holds.len());
            holds.iter().enumerate().for_each(|(state, &holds)| set.set(state, holds));
            set
        };
        self.sets.each_ref().map(set)
    }

    fn ask(&self, query: &Query, options: &NumberOptions) -> Amount {
        let conditions = self.conditions();
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

    /// The chain that a strategy leaves, by its choices; and what the strategy says of it is true.
    fn left(&self, query: &Query, options: &NumberOptions) -> (Vec<Vec<NaiveChoice>>, Amount) {
        let conditions = self.conditions();
        let queried = Queried {
            model: &self.model,
            conditions: &conditions,
            rewards: std::slice::from_ref(&self.rewards),
        };
        let found = strategy(&queried, query, options, &Context::unlimited()).expect("a strategy");
        let mut rows: Vec<Vec<NaiveChoice>> =
            self.rows.iter().map(|row| row[..1].to_vec()).collect();
        let places = found.states.iter().zip(&found.choices).enumerate();
        for (place, (state, &choice)) in places {
            let state = state.index();
            rows[state] = vec![self.rows[state][choice].clone()];
            let mut chosen = self.rows[state][choice].clone();
            chosen.0.sort();
            let choice = found.chain.choices(place).start;
            assert_eq!(found.chain.choices(place).len(), 1, "{query:?}");
            let value = |id| found.chain.probabilities().value(id).clone();
            let branches = found.chain.branches(choice);
            let mut branches: Vec<(usize, Rational)> =
                branches.map(|(to, id)| (found.states[to].index(), value(id))).collect();
            branches.sort();
            assert_eq!(branches, chosen.0, "{query:?}");
            if let Some(rewards) = &found.rewards {
                assert_eq!(value(rewards.choices[place]), chosen.1, "{query:?}");
            }
            assert_eq!(place >= found.goal, self.sets[0][state], "{query:?}");
            if place < found.goal && found.rewards.is_none() {
                assert_eq!(place < found.on_the_way, self.sets[1][state], "{query:?}");
            }
        }
        (rows, found.attained.amount(0))
    }

    /// The chain that a strategy leaves is worth what is asked for, by the definition.
    fn attain(&self, seed: u64, query: &Query, worth: impl Fn(&[Vec<NaiveChoice>]) -> NaiveAmount) {
        let extended = |value: NaiveAmount| value.map_or(Extended::Infinite, Extended::Finite);
        let expected = self.ask(query, &NumberOptions::EXACT);
        let (chain, said) = self.left(query, &NumberOptions::EXACT);
        assert_eq!(Amount::exact(extended(worth(&chain))), expected, "seed {seed} {query:?}");
        assert_eq!(said, expected, "seed {seed} {query:?}");
        // Among bounds, it is worth what they promise.
        let bounds = self.ask(query, &BOUNDS);
        let (chain, said) = self.left(query, &BOUNDS);
        let value = extended(worth(&chain));
        assert!(bounds.contains(&value), "seed {seed} {query:?}: {value}, not {bounds}");
        assert!(said.contains(&value), "seed {seed} {query:?}: {value}, not {said}");
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

/// The probability of reaching a goal in a chain: what is collected if the step to it is worth 1.
fn reached(chain: &[Vec<NaiveChoice>], [goal, until]: &[Vec<bool>; 2]) -> Vec<Rational> {
    let row = |state: usize| {
        let branches = &chain[state][0].0;
        match until[state] && !goal[state] {
            true => {
                let hits = branches.iter().filter(|(to, _)| goal[*to]);
                (branches.clone(), hits.fold(Rational::ZERO, |sum, (_, weight)| &sum + weight))
            }
            false => (vec![(state, Rational::ONE)], Rational::ZERO),
        }
    };
    let rows: Vec<Vec<NaiveChoice>> = (0..chain.len()).map(|state| vec![row(state)]).collect();
    let totals = naive_total(&rows, true).into_iter().enumerate();
    let one = |(state, total): (usize, NaiveAmount)| match goal[state] {
        true => Rational::ONE,
        false => total.expect("no more than one"),
    };
    totals.map(one).collect()
}

#[test]
fn strategies_attain_the_number() {
    for seed in seeds(2_000, 10_000) {
        // Those of odd seeds are chains: nothing is chosen.
        let seed = 2 * seed;
        let sample = sample(seed);
        let initial = sample.lpts.initial().index();
        for extreme in [Extreme::Maximal, Extreme::Minimal] {
            let goal = || Box::new(Query::Condition(0));
            let collected = Collected::Until(goal());
            let query = Query::Reward { structure: 0, extreme, collected };
            sample.attain(seed, &query, |chain| {
                naive_reward(chain, true, &sample.sets[0])[initial].clone()
            });
            for complemented in [false, true] {
                let through = Box::new(Query::Condition(1));
                let path = Path::Until { through, goal: goal(), from: 0, to: None };
                let query = Query::Probability { extreme, complemented, path };
                sample.attain(seed, &query, |chain| {
                    let reached = reached(chain, &sample.sets)[initial].clone();
                    Some(if complemented { &Rational::ONE - &reached } else { reached })
                });
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

//! Certificates about numbers of random models: they are accepted, what they show contains the
//! number by its definition, and whatever is edited in them is refused or still true.

use boon::{Compiler, Schemas};
use fastrand::Rng;
use fixedbitset::FixedBitSet;
use serde_json::Value;
use surmise_certify::{NumberedChoice, NumberedState, NumberedStates, Refusal, check_number};
use surmise_model::certificate::number::{NumberCertificate, WrittenBound, WrittenNumber};
use surmise_model::{Collected, Context, Extreme, Path, Query, Rational};
use surmise_testing::{
    LptsShape, NaiveAmount, naive_choices, naive_reachability, naive_reward, naive_step,
    random_probabilistic_system, seeds,
};
use surmise_verify::probabilistic::{MarkovModel, NumberOptions, Queried, Rewards, certified};

const SCHEMA: &str = include_str!("../../../../docs/number-certificate.schema.json");

/// A random model with rewards and two conditions, for the engine and for the checker.
struct Sample {
    model: MarkovModel,
    rewards: Rewards,
    states: NumberedStates,
    conditions: Vec<Vec<bool>>,
    queries: Vec<(Query, NaiveAmount)>,
}

/// The model of a seed; none if it does not begin with its first state.
fn sample(seed: u64) -> Option<Sample> {
    // Every third model is a chain.
    let transitions = if seed.is_multiple_of(3) { 1 } else { 2 };
    let shape = LptsShape { components: 1..=1, states: 1..=5, transitions, ..LptsShape::default() };
    let lpts = random_probabilistic_system(seed, &shape).components.remove(0).lpts;
    if lpts.initial().index() != 0 {
        return None;
    }
    let mut rng = Rng::with_seed(seed);
    let amount = |rng: &mut Rng| match rng.u8(0..6) {
        0..=3 => Rational::ZERO,
        4 => Rational::from(i64::from(rng.u8(1..9))),
        _ => Rational::new(1, 3).unwrap(),
    };
    let of_state: Vec<Rational> = lpts.states().map(|_| amount(&mut rng)).collect();
    let of_choice: Vec<Vec<Rational>> =
        lpts.states().map(|s| lpts.choices(s).iter().map(|_| amount(&mut rng)).collect()).collect();
    let rows = naive_choices(&lpts, &of_state, |s, c| of_choice[s][c].clone());
    let conditions: Vec<Vec<bool>> =
        (0..2).map(|_| lpts.states().map(|_| rng.u8(0..3) == 0).collect()).collect();
    let through: Vec<bool> = conditions[0].iter().map(|&holds| !holds).collect();
    let goal = &conditions[1];

    let mut model = MarkovModel::from_lpts(&lpts).unwrap();
    let mut rewards = Rewards::default();
    let mut states = Vec::new();
    for (row, own) in rows.iter().zip(&of_state) {
        rewards.states.push(model.intern(own).unwrap());
        let choice = |(branches, reward): &(Vec<(usize, Rational)>, Rational)| NumberedChoice {
            reward: reward.clone(),
            branches: branches.clone(),
        };
        row.iter().for_each(|(_, reward)| rewards.choices.push(model.intern(reward).unwrap()));
        let choices = row.iter().map(choice).collect();
        states.push(NumberedState { reward: own.clone(), choices });
    }

    let mut queries = Vec::new();
    let condition = |number| Box::new(Query::Condition(number));
    for (extreme, maximal) in [(Extreme::Maximal, true), (Extreme::Minimal, false)] {
        let until = |from, to| Path::Until {
            through: Box::new(Query::Not(condition(0))),
            goal: condition(1),
            from,
            to,
        };
        let probability = |path| Query::Probability { extreme, complemented: false, path };
        let reached = naive_reachability(&lpts, maximal, &through, goal);
        queries.push((probability(until(0, None)), Some(reached[0].clone())));
        let least = naive_reachability(&lpts, !maximal, &through, goal);
        let complement = Query::Probability { extreme, complemented: true, path: until(0, None) };
        queries.push((complement, Some(&Rational::ONE - &least[0])));
        let mut one_later = naive_step(&rows, maximal, false, &reached);
        (0..goal.len()).filter(|&s| !through[s]).for_each(|s| one_later[s] = Rational::ZERO);
        queries.push((probability(until(1, None)), Some(one_later[0].clone())));
        let one = |holds: &bool| if *holds { Rational::ONE } else { Rational::ZERO };
        let mut within: Vec<Rational> = goal.iter().map(one).collect();
        for _ in 0..3 {
            within = naive_step(&rows, maximal, false, &within);
            for state in 0..goal.len() {
                match (goal[state], through[state]) {
                    (true, _) => within[state] = Rational::ONE,
                    (false, false) => within[state] = Rational::ZERO,
                    (false, true) => {}
                }
            }
        }
        queries.push((probability(until(0, Some(3))), Some(within[0].clone())));
        let reward = |collected| Query::Reward { structure: 0, extreme, collected };
        let until = naive_reward(&rows, maximal, goal);
        queries.push((reward(Collected::Until(condition(1))), until[0].clone()));
        let (mut within, mut after) = (vec![Rational::ZERO; rows.len()], of_state.clone());
        for _ in 0..4 {
            within = naive_step(&rows, maximal, true, &within);
            after = naive_step(&rows, maximal, false, &after);
        }
        queries.push((reward(Collected::Within(4)), Some(within[0].clone())));
        queries.push((reward(Collected::After(4)), Some(after[0].clone())));
    }
    let states = NumberedStates { initial: 1, states };
    Some(Sample { model, rewards, states, conditions, queries })
}

impl Sample {
    fn certificate(&self, query: &Query, options: &NumberOptions) -> NumberCertificate {
        let set = |holds: &Vec<bool>| {
            let mut set = FixedBitSet::with_capacity(holds.len());
            holds.iter().enumerate().for_each(|(state, &holds)| set.set(state, holds));
            set
        };
        let conditions: Vec<FixedBitSet> = self.conditions.iter().map(set).collect();
        let queried = Queried {
            model: &self.model,
            conditions: &conditions,
            rewards: std::slice::from_ref(&self.rewards),
        };
        let found = certified(&queried, query, options, &Context::unlimited()).unwrap();
        let states = self.states.states.len() as u64;
        let mut certificate = NumberCertificate::new("", &[], states);
        let (low, high) = found.values.texts();
        certificate.claim = low.into_iter().zip(high).collect();
        if let Some(inductive) = found.inductive {
            let (low, high) = inductive.values.texts();
            certificate.below = Some(WrittenBound { values: low, ranks: inductive.ranks_below });
            certificate.above = Some(WrittenBound { values: high, ranks: inductive.ranks_above });
        }
        certificate
    }

    fn check(
        &self,
        query: &Query,
        certificate: &NumberCertificate,
    ) -> Result<(WrittenNumber, WrittenNumber), Box<Refusal>> {
        let context = Context::unlimited();
        let mut accepted =
            check_number(&self.states, &self.conditions, query, certificate, &context)?;
        Ok(accepted.bounds.remove(0))
    }
}

fn expected(amount: &NaiveAmount) -> WrittenNumber {
    amount.clone().map_or(WrittenNumber::Infinite, WrittenNumber::Finite)
}

const BOUNDS: NumberOptions = NumberOptions { precision: 1e-6, absolute: false, exact_work: 0 };

#[test]
fn numbers_are_shown() {
    for seed in seeds(600, 20_000) {
        let Some(sample) = sample(seed) else { continue };
        for (query, amount) in &sample.queries {
            let expected = expected(amount);
            for options in [BOUNDS, NumberOptions::EXACT] {
                let certificate = sample.certificate(query, &options);
                let (low, high) = sample
                    .check(query, &certificate)
                    .unwrap_or_else(|refusal| panic!("seed {seed} {query:?}: {refusal}"));
                assert!(low <= expected && expected <= high, "seed {seed} {query:?}");
                assert!(options == BOUNDS || low == high, "seed {seed} {query:?}");
            }
        }
    }
}

/// Makes one edit, and names it.
fn edit(rng: &mut Rng, certificate: &mut NumberCertificate) -> &'static str {
    let moved = |rng: &mut Rng, text: &mut String| {
        let part = Rational::new(i64::from(rng.u8(1..9)), 1_000).unwrap();
        let Some(WrittenNumber::Finite(value)) = WrittenNumber::read(text) else {
            *text = "1".to_owned();
            return "a finite number";
        };
        let new = if rng.bool() { &value + &part } else { &value - &part };
        *text = match rng.u8(0..8) {
            0 => "infinity".to_owned(),
            1 => "0".to_owned(),
            2 => "1".to_owned(),
            _ if new.is_negative() => "0".to_owned(),
            _ => new.to_string(),
        };
        "another number"
    };
    let side = match rng.u8(0..5) {
        0 | 1 => certificate.below.as_mut(),
        2 | 3 => certificate.above.as_mut(),
        _ => None,
    };
    let Some(WrittenBound { values, ranks }) = side else {
        let (low, high) = &mut certificate.claim[0];
        let text = if rng.bool() { low } else { high };
        return moved(rng, text);
    };
    match rng.u8(0..4) {
        0 if !ranks.is_empty() => {
            let rank = (rng.u8(0..3) > 0).then(|| rng.u32(0..6));
            let at = rng.usize(0..ranks.len());
            ranks[at] = rank;
            "another rank"
        }
        1 if values.len() > 1 => {
            // All at once: what confirms itself where one may stay for ever.
            let text = if rng.bool() { "1" } else { "1/2" };
            values.iter_mut().for_each(|value| *value = text.to_owned());
            "the same number everywhere"
        }
        _ => {
            let at = rng.usize(0..values.len());
            moved(rng, &mut values[at])
        }
    }
}

#[test]
fn an_edited_certificate_is_refused_or_still_true() {
    let (mut refused, mut accepted) = (0, 0);
    for seed in seeds(600, 20_000) {
        let Some(sample) = sample(seed) else { continue };
        let mut rng = Rng::with_seed(seed);
        for (query, amount) in &sample.queries {
            let expected = expected(amount);
            for options in [BOUNDS, NumberOptions::EXACT] {
                let mut certificate = sample.certificate(query, &options);
                let mut kinds = Vec::new();
                for _ in 0..rng.u8(1..4) {
                    kinds.push(edit(&mut rng, &mut certificate));
                }
                match sample.check(query, &certificate) {
                    Err(_) => refused += 1,
                    Ok((low, high)) => {
                        accepted += 1;
                        let true_still = low <= expected && expected <= high;
                        assert!(true_still, "seed {seed} {query:?} {kinds:?}: {certificate:?}");
                    }
                }
            }
        }
    }
    assert!(refused > accepted && accepted > 0, "{refused} refused, {accepted} accepted");
}

/// Two states that lead to each other and, by another choice, to the goal with probability 1/2;
/// what stays among them confirms every value.
fn circle() -> (NumberedStates, Vec<Vec<bool>>) {
    let half = Rational::new(1, 2).unwrap();
    let sure =
        |to: usize| NumberedChoice { reward: Rational::ZERO, branches: vec![(to, Rational::ONE)] };
    let chance =
        NumberedChoice { reward: Rational::ONE, branches: vec![(2, half.clone()), (3, half)] };
    let state = |choices| NumberedState { reward: Rational::ZERO, choices };
    let states = vec![
        state(vec![sure(1)]),
        state(vec![sure(0), chance]),
        state(vec![sure(2)]),
        state(vec![sure(3)]),
    ];
    let goal = vec![false, false, true, false];
    (NumberedStates { initial: 1, states }, vec![vec![false; 4], goal])
}

fn claim(low: &str, high: &str, below: [&str; 4], above: [&str; 4]) -> NumberCertificate {
    let mut certificate = NumberCertificate::new("", &[], 4);
    certificate.claim = vec![(low.to_owned(), high.to_owned())];
    let values = |texts: [&str; 4]| texts.map(str::to_owned).to_vec();
    let ranks = vec![Some(2), Some(1), None, None];
    certificate.below = Some(WrittenBound { values: values(below), ranks: ranks.clone() });
    certificate.above = Some(WrittenBound { values: values(above), ranks });
    certificate
}

#[test]
fn mistakes_are_named() {
    let (states, conditions) = circle();
    let until = Path::Until {
        through: Box::new(Query::Not(Box::new(Query::Condition(0)))),
        goal: Box::new(Query::Condition(1)),
        from: 0,
        to: None,
    };
    let probability =
        Query::Probability { extreme: Extreme::Maximal, complemented: false, path: until };
    let context = Context::unlimited();
    let told = |query: &Query, certificate: &NumberCertificate| match check_number(
        &states,
        &conditions,
        query,
        certificate,
        &context,
    ) {
        Ok(accepted) => format!("{:?}", accepted.bounds),
        Err(refusal) => refusal.to_string(),
    };
    let exact = ["1/2", "1/2", "1", "0"];
    let right = claim("1/2", "1/2", exact, exact);
    assert_eq!(told(&probability, &right), "[(Finite(1/2), Finite(1/2))]");
    // An end component ignored: 1 confirms itself there.
    let confirmed = claim("1", "1", ["1", "1", "1", "0"], exact);
    let why = told(&probability, &confirmed);
    assert!(why.contains("state 1: a step does not confirm the lower bound"), "{why}");
    let mut without = confirmed;
    without.below = Some(WrittenBound { ranks: Vec::new(), ..without.below.unwrap() });
    assert!(told(&probability, &without).contains("state 0: there is no rank"));
    // A bound rounded inwards, by as little as can be.
    let inwards = WrittenNumber::text_of(0.5f64.next_down());
    let inside = [&*inwards, "1/2", "1", "0"];
    let why = told(&probability, &claim("1/2", &inwards, exact, inside));
    assert!(why.contains("state 0: a step does not confirm the upper bound"), "{why}");
    let above = WrittenNumber::text_of(0.5f64.next_up());
    let why = told(&probability, &claim(&above, "1", [&*above, "1/2", "1", "0"], exact));
    assert!(why.contains("state 0: a step does not confirm the lower bound"), "{why}");
    // More claimed than shown.
    assert!(told(&probability, &claim("51/100", "1", exact, exact)).contains("less than what is"));
    // A reward counted at the goal.
    let reward = Query::Reward {
        structure: 0,
        extreme: Extreme::Minimal,
        collected: Collected::Until(Box::new(Query::Or(
            Box::new(Query::Condition(1)),
            Box::new(Query::Condition(0)),
        ))),
    };
    let infinite = ["infinity", "infinity", "0", "infinity"];
    let mut certificate = claim("infinity", "infinity", infinite, infinite);
    let stages = vec![Some(1), Some(1), None, Some(0)];
    certificate.below.as_mut().unwrap().ranks = stages;
    assert_eq!(told(&reward, &certificate), "[(Infinite, Infinite)]");
    certificate.below.as_mut().unwrap().values[2] = "1".to_owned();
    let why = told(&reward, &certificate);
    assert!(why.contains("state 2: something is collected at the goal"), "{why}");
    let finite = claim("2", "2", ["2", "2", "0", "2"], infinite);
    assert!(told(&reward, &finite).contains("less than what is"));
    // An upper bound without an end: whoever stays collects nothing, and never arrives.
    let mut staying = claim("0", "1", ["0", "0", "0", "0"], ["1", "1", "0", "infinity"]);
    assert!(told(&reward, &staying).contains("state 1: a step does not confirm the upper bound"));
    staying.above.as_mut().unwrap().ranks = Vec::new();
    assert!(told(&reward, &staying).contains("state 0: there is no rank"));
}

#[test]
fn the_schema_fits_what_is_written() {
    let (mut schemas, mut compiler) = (Schemas::new(), Compiler::new());
    let schema: Value = serde_json::from_str(SCHEMA).unwrap();
    let name = "urn:surmise:number-certificate:1";
    compiler.add_resource(name, schema).unwrap();
    let index = compiler.compile(name, &mut schemas).unwrap();
    for seed in 0..30 {
        let Some(sample) = sample(seed) else { continue };
        for (query, _) in &sample.queries {
            let text = sample.certificate(query, &BOUNDS).to_json();
            let mut value: Value = serde_json::from_str(&text).unwrap();
            assert!(schemas.validate(&value, index).is_ok(), "{value}");
            assert!(NumberCertificate::read(text.as_bytes(), &Context::unlimited()).is_ok());
            value["news"] = Value::from(1);
            assert!(schemas.validate(&value, index).is_err());
            let text = value.to_string();
            assert!(NumberCertificate::read(text.as_bytes(), &Context::unlimited()).is_err());
        }
    }
}

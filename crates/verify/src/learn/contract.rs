//! What every learner owes: one suite for all of them, which a learner with a mistake in its
//! counterexample analysis fails.

use std::panic::catch_unwind;

use fastrand::Rng;
use surmise_model::Stop;
use surmise_testing::seeds;

use super::table::witness;
use super::*;

/// A teacher who knows the language and counts the questions.
struct Counting {
    language: Hypothesis,
    queries: usize,
}

impl Membership for Counting {
    fn accepted(&mut self, word: &[Symbol]) -> Result<usize, Stop> {
        self.queries += 1;
        Ok(self.language.run(word).0)
    }
}

/// A random prefix-closed language: at first of many states that are alike.
fn random_language(rng: &mut Rng) -> (usize, Hypothesis) {
    let symbols = rng.usize(0..=5);
    let states = rng.usize(1..=12);
    let density = rng.u8(1..=9);
    let language = Hypothesis::new(symbols, states, |_, _| {
        (rng.u8(0..10) < density).then(|| rng.usize(0..states))
    });
    (symbols, language)
}

/// The number of states of the minimal automaton, the rejecting one included, by Moore's rounds
/// over the reachable states.
fn minimal_size(symbols: usize, language: &Hypothesis) -> usize {
    let mut reachable = vec![0];
    let mut rejects = false;
    let mut next = 0;
    while let Some(&state) = reachable.get(next) {
        next += 1;
        for symbol in 0..symbols as Symbol {
            match language.step(state, symbol) {
                Some(target) if !reachable.contains(&target) => reachable.push(target),
                Some(_) => {}
                None => rejects = true,
            }
        }
    }
    let mut class = vec![0; language.num_states()];
    loop {
        let signature = |state: usize| -> Vec<Option<usize>> {
            let targets = (0..symbols as Symbol).map(|a| language.step(state, a));
            let mut signature = vec![Some(class[state])];
            signature.extend(targets.map(|target| target.map(|target| class[target])));
            signature
        };
        let mut signatures: Vec<_> = reachable.iter().map(|&state| signature(state)).collect();
        let finer: Vec<_> = signatures.clone();
        signatures.sort();
        signatures.dedup();
        let before = reachable.iter().map(|&s| class[s]).max().unwrap_or(0) + 1;
        if signatures.len() == before {
            return before + usize::from(rejects);
        }
        for (&state, signature) in reachable.iter().zip(&finer) {
            class[state] = signatures.binary_search(signature).unwrap();
        }
    }
}

/// A word of which the two accept different amounts: a shortest one, or one that a random walk
/// meets and goes on from.
fn difference(
    rng: &mut Rng,
    symbols: usize,
    left: &Hypothesis,
    right: &Hypothesis,
) -> Option<Vec<Symbol>> {
    for _ in 0..if rng.bool() { 20 } else { 0 } {
        let length = rng.usize(1..=40);
        let word: Vec<Symbol> = (0..length).map(|_| rng.u32(0..symbols.max(1) as u32)).collect();
        if symbols > 0 && left.run(&word).0 != right.run(&word).0 {
            return Some(word);
        }
    }
    meetings(symbols, left, right).1
}

/// The pairs of states that words lead to which both accept, and a shortest word that only one of
/// them accepts.
fn meetings(
    symbols: usize,
    left: &Hypothesis,
    right: &Hypothesis,
) -> (Vec<(usize, usize)>, Option<Vec<Symbol>>) {
    let mut pairs = vec![((0, 0), Vec::new())];
    let mut difference = None;
    let mut next = 0;
    while let Some(((l, r), word)) = pairs.get(next).cloned() {
        next += 1;
        for symbol in 0..symbols as Symbol {
            let mut longer = word.clone();
            longer.push(symbol);
            match (left.step(l, symbol), right.step(r, symbol)) {
                (Some(l), Some(r)) if pairs.iter().all(|&(pair, _)| pair != (l, r)) => {
                    pairs.push(((l, r), longer));
                }
                (Some(_), None) | (None, Some(_)) => difference = difference.or(Some(longer)),
                _ => {}
            }
        }
    }
    (pairs.into_iter().map(|(pair, _)| pair).collect(), difference)
}

/// Whether a suffix is accepted after one and rejected after another of two prefixes that lead to
/// the same state of a hypothesis.
fn tells_apart(
    suffix: &[Symbol],
    symbols: usize,
    language: &Hypothesis,
    hypothesis: &Hypothesis,
) -> bool {
    let accepts = |start: usize| {
        suffix.iter().try_fold(start, |state, &symbol| language.step(state, symbol)).is_some()
    };
    let (pairs, _) = meetings(symbols, language, hypothesis);
    pairs.iter().any(|&(one, state)| {
        let mut others = pairs.iter().filter(|&&(_, other)| other == state);
        others.any(|&(other, _)| accepts(one) != accepts(other))
    })
}

/// Learns the random language of a seed and says what went wrong.
fn keeps_contract(seed: u64, make: impl Fn(usize) -> Box<dyn Learner>) -> Result<(), &'static str> {
    let mut rng = Rng::with_seed(seed);
    let (symbols, language) = random_language(&mut rng);
    let size = minimal_size(symbols, &language);
    let mut teacher = Counting { language: language.clone(), queries: 0 };
    let mut learner = make(symbols);
    learner.start(&mut teacher).unwrap();
    let (mut refinements, mut longest) = (0, 1);
    while let Some(word) = difference(&mut rng, symbols, &language, learner.hypothesis()) {
        let before = learner.hypothesis().clone();
        let Some(suffix) = learner.refine(&word, &mut teacher).unwrap() else {
            return Err("a counterexample was refused");
        };
        if !tells_apart(&suffix, symbols, &language, &before) {
            return Err("what a counterexample taught was known");
        }
        if learner.hypothesis().num_states() <= before.num_states() {
            return Err("a counterexample did not refine");
        }
        refinements += 1;
        longest = longest.max(word.len());
        if refinements >= size {
            return Err("more rounds than the language has states");
        }
    }
    let word: Vec<Symbol> = (0..10).filter_map(|_| rng.u32(0..6).checked_sub(1)).collect();
    let word: Vec<Symbol> = word.into_iter().filter(|&a| (a as usize) < symbols).collect();
    let last = learner.hypothesis().clone();
    if learner.refine(&word, &mut teacher).unwrap().is_some() || *learner.hypothesis() != last {
        return Err("something that is no counterexample refined");
    }
    let rejects = (0..last.num_states())
        .any(|state| (0..symbols as Symbol).any(|symbol| last.step(state, symbol).is_none()));
    if last.num_states() + usize::from(rejects) != size {
        return Err("the last hypothesis is not minimal");
    }
    // kn² + n log m of the paper, with what its O hides: the row of λ, and for each counterexample
    // (and the word above) the question whether it is one.
    let logarithm = longest.next_power_of_two().trailing_zeros() as usize;
    if teacher.queries > symbols * size * size + size + size * (logarithm + 1) + 1 {
        return Err("more queries than the paper's bound");
    }
    Ok(())
}

#[test]
fn observation_table_keeps_the_contract() {
    for seed in seeds(2_000, 50_000) {
        let result = keeps_contract(seed, |symbols| Box::new(TableLearner::new(symbols)));
        assert_eq!(result, Ok(()), "seed {seed}");
    }
}

#[test]
fn apartness_keeps_the_contract() {
    for seed in seeds(2_000, 50_000) {
        let result = keeps_contract(seed, |symbols| Box::new(SharpLearner::new(symbols)));
        assert_eq!(result, Ok(()), "seed {seed}");
    }
}

/// L* with a planted mistake: the suffix it takes from a counterexample is one symbol too short.
pub(super) fn careless(symbols: usize) -> Box<dyn Learner> {
    Box::new(TableLearner::with_witness(symbols, |table, word, truth, teacher| {
        Ok((witness(table, word, truth, teacher)? + 1).min(word.len()))
    }))
}

/// It breaks the contract, or stumbles over its own assertions.
#[test]
fn a_careless_learner_is_caught() {
    let caught = (0..200)
        .filter(|&seed| !matches!(catch_unwind(|| keeps_contract(seed, careless)), Ok(Ok(()))))
        .count();
    assert!(caught > 50, "{caught} of 200");
}

//! Generators against the definition: on random constraints, what they make satisfies all of them,
//! and is as small as an enumeration of all deterministic LTSs finds if it is to be minimal.

use fastrand::Rng;
use surmise_model::{ActionId, Alphabet, Context, Reason, StateId};
use surmise_testing::{NaiveLiteral, least_total_size, seeds};

use super::*;
use crate::circular::constraints::Literal;

/// Random clauses, mostly short, over a few words of a few assumptions: mostly such that LTSs of
/// three states each satisfy them.
fn random_clauses(rng: &mut Rng, alphabets: &[usize]) -> Vec<Vec<NaiveLiteral>> {
    let target = |rng: &mut Rng| if rng.u8(0..3) == 0 { None } else { Some(rng.usize(0..3)) };
    let hidden: Vec<Vec<Option<usize>>> =
        alphabets.iter().map(|letters| (0..3 * letters).map(|_| target(rng)).collect()).collect();
    let literal = |rng: &mut Rng, place: usize| {
        let assumption = rng.usize(0..alphabets.len());
        let letters = alphabets[assumption];
        let length = if letters == 0 { 0 } else { rng.usize(0..=5) };
        let word: Vec<usize> = (0..length).map(|_| rng.usize(0..letters)).collect();
        let step = |state: usize, &letter: &usize| hidden[assumption][state * letters + letter];
        let allowed = match place == 0 && rng.u8(0..50) > 0 {
            true => word.iter().try_fold(0, step).is_some(),
            false => rng.bool(),
        };
        NaiveLiteral { assumption, word, allowed }
    };
    (0..rng.usize(0..=24))
        .map(|_| (0..[1, 1, 1, 2, 3][rng.usize(0..5)]).map(|place| literal(rng, place)).collect())
        .collect()
}

/// Whether an LTS has the trace of a literal's node, as the literal says.
fn holds(literal: &NaiveLiteral, ltss: &[Lts]) -> bool {
    let lts = &ltss[literal.assumption];
    let step =
        |state: StateId, &letter: &usize| lts.successors(state, ActionId::of(letter + 1)).next();
    literal.word.iter().try_fold(lts.initial(), step).is_some() == literal.allowed
}

#[test]
fn sizes_are_those_of_an_enumeration() {
    let (mut large, mut contradictions) = (0, 0);
    for seed in seeds(600, 50_000) {
        let mut rng = Rng::with_seed(seed);
        let alphabets: Vec<usize> = (0..rng.usize(1..=3)).map(|_| rng.usize(0..=2)).collect();
        let sets: Vec<Alphabet> =
            alphabets.iter().map(|&letters| (1..=letters).map(ActionId::of).collect()).collect();
        let clauses = random_clauses(&mut rng, &alphabets);
        let mut constraints = Constraints::new(&sets);
        // As published, and with all departures but the bound; the same with that bound.
        let plain = if seed % 2 == 0 { Departures::NONE } else { Departures::ALL };
        let total = plain.without(Departure::LargestBound);
        let largest = plain.with(Departure::LargestBound);
        let mut generator = SatGenerator::new(total, &Context::unlimited());
        let mut even = SatGenerator::new(largest, &Context::unlimited());
        let mut other = MergeGenerator::new(&Context::unlimited());
        let mut nobody = |_: usize, _: usize| Ok(None);
        // Constraints come in portions: the instance is incremental.
        for portion in [clauses.len() / 2, clauses.len()] {
            for clause in &clauses[..portion] {
                let clause: Vec<Literal> = clause
                    .iter()
                    .map(|literal| {
                        let word: Vec<ActionId> =
                            literal.word.iter().map(|&letter| ActionId::of(letter + 1)).collect();
                        match literal.allowed {
                            true => constraints.allow(&word, literal.assumption),
                            false => constraints.forbid(&word, literal.assumption),
                        }
                    })
                    .collect();
                constraints.add(clause);
            }
            let expected = least_total_size(&alphabets, &clauses[..portion], 3);
            let merged = other.generate(&constraints, &mut nobody);
            let evenly = even.generate(&constraints, &mut nobody);
            match generator.generate(&constraints, &mut nobody) {
                Ok(ltss) => {
                    let total = |ltss: &[Lts]| ltss.iter().map(Lts::num_states).sum::<usize>();
                    let (merged, evenly) =
                        (merged.expect("there are some"), evenly.expect("there are some"));
                    let largest = |ltss: &[Lts]| ltss.iter().map(Lts::num_states).max();
                    assert!(largest(&evenly) <= largest(&ltss), "seed {seed}");
                    assert!(total(&evenly) >= total(&ltss), "seed {seed}");
                    for ltss in [&ltss, &merged, &evenly] {
                        assert!(ltss.iter().all(Lts::is_deterministic), "seed {seed}");
                        for clause in &clauses[..portion] {
                            let satisfied = clause.iter().any(|literal| holds(literal, ltss));
                            assert!(satisfied, "seed {seed}: {clause:?}");
                        }
                    }
                    assert!(total(&merged) >= total(&ltss), "seed {seed}");
                    let total = total(&ltss);
                    match expected {
                        Some(expected) => assert_eq!(total, expected, "seed {seed}"),
                        None => assert!(ltss.iter().any(|lts| lts.num_states() > 3), "seed {seed}"),
                    }
                    large += usize::from(total > alphabets.len() + 1);
                }
                Err(Stop(Reason::Internal(_))) => {
                    assert_eq!(expected, None, "seed {seed}");
                    assert!(merged.is_err(), "seed {seed}");
                    contradictions += 1;
                }
                Err(stop) => panic!("seed {seed}: {stop:?}"),
            }
        }
    }
    assert!(large > 5 && contradictions > 5, "{large} {contradictions}");
}

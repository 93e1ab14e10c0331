//! Every certificate that an engine writes is accepted: all methods, rules and options, on random
//! systems.

use surmise_certify::check;
use surmise_model::{
    Alphabet, Certificate, Claim, ComponentId, Context, Outcome, Proof, PropertyId, Report,
    RuleKind, System,
};
use surmise_testing::{Shape, random_system, seeds};
use surmise_verify::agar::{self, AgarOptions};
use surmise_verify::assume::AlphabetRefinement;
use surmise_verify::assume::decompose::Decomposition;
use surmise_verify::circular::{self, CircularOptions, Uses};
use surmise_verify::learn::{self, LearnOptions, LearnerKind};
use surmise_verify::search::{self, SearchOptions};
use surmise_verify::symbolic::{self, SymbolicOptions};
use surmise_verify::{Departure, Departures};

use crate::invent::Tally;

/// Takes a seed, too, to choose options by.
type Engine<'a> = dyn Fn(u64, &System, Claim) -> Report + 'a;

/// What can be claimed of traces.
const SAFETY: &[Claim] = &[Claim::Property(PropertyId::of(0)), Claim::NoError];

/// Runs an engine on random systems, claim by claim. Everything it claims is written
/// down, read and checked.
fn accept_all(
    name: &'static str,
    seeds: std::ops::Range<u64>,
    shape: &Shape,
    claims: &[Claim],
    engine: &Engine<'_>,
) {
    let mut tally = Tally::new();
    for seed in seeds {
        let errors = if seed % 2 == 0 { 10 } else { 50 };
        let system = random_system(seed, &Shape { errors, ..shape.clone() });
        for &claim in claims {
            let (verdict, certificate) = match engine(seed, &system, claim).outcome {
                Outcome::Holds(proof) => ("holds", Certificate::of_proof(&system, &proof).unwrap()),
                Outcome::Violated(run) => {
                    ("violated", Certificate::of_counterexample(&system, &run))
                }
                Outcome::Unknown(unknown) => panic!("{name}, seed {seed}: {}", unknown.reason),
            };
            let text = certificate.to_json();
            let read = Certificate::from_json(text.as_bytes()).unwrap();
            assert_eq!(read, certificate, "{name}, seed {seed}");
            if let Err(refusal) = check(&system, &read, &Context::unlimited()) {
                panic!("{name}, seed {seed}: {refusal}\n{text}");
            }
            *tally.entry(verdict).or_default() += 1;
        }
    }
    println!("{name}: {tally:?}");
    assert!(tally.values().all(|&count| count > 50) && tally.len() == 2, "{name}: {tally:?}");
}

#[test]
fn mono() {
    let shape = Shape { ends: 30, priorities: 30, loose: 20, ..Shape::default() };
    let claims = [SAFETY, &[Claim::NoDeadlock]].concat();
    accept_all("mono", seeds(1_000, 15_000), &shape, &claims, &|_, system, claim| {
        let options = SearchOptions::default();
        search::check(system, &[claim], &options, &Context::unlimited()).remove(0)
    });
}

#[test]
fn symbolic() {
    let shape = Shape { ends: 30, loose: 20, ..Shape::default() };
    let claims = [SAFETY, &[Claim::NoDeadlock]].concat();
    accept_all("symbolic", seeds(600, 15_000), &shape, &claims, &|_, system, claim| {
        symbolic::check(system, &[claim], &SymbolicOptions::default(), &Context::unlimited())
            .remove(0)
    });
}

/// The element that a seed stands for, and the seed without it: digits of a number.
fn pick<T: Clone>(seed: &mut u64, choices: &[T]) -> T {
    let count = choices.len() as u64;
    let chosen = choices[(*seed % count) as usize].clone();
    *seed /= count;
    chosen
}

fn decomposition(seed: &mut u64) -> Decomposition {
    pick(seed, &[Decomposition::Ordered, Decomposition::TwoWay, Decomposition::Listed])
}

/// All of them, none, or all but one.
fn departures(seed: &mut u64) -> Departures {
    match pick(seed, &[0, 1, 2]) {
        0 => Departures::ALL,
        1 => Departures::NONE,
        _ => Departures::ALL.without(pick(seed, &Departure::ALL)),
    }
}

fn learn_options(mut seed: u64, rule: RuleKind) -> LearnOptions {
    LearnOptions {
        rule,
        alphabet: pick(&mut seed, &AlphabetRefinement::ALL),
        decomposition: decomposition(&mut seed),
        learner: pick(&mut seed, &[LearnerKind::Table, LearnerKind::Apartness]),
        start: pick(&mut seed, &[None, Some(Alphabet::new())]),
        departures: departures(&mut seed),
        patience: pick(&mut seed, &[1, 16]),
        ..LearnOptions::default()
    }
}

#[test]
fn learn() {
    for (name, rule) in [
        ("learn, asym", RuleKind::Asym),
        ("learn, circ", RuleKind::Circ),
        ("learn, sym", RuleKind::Sym),
    ] {
        accept_all(name, seeds(500, 10_000), &Shape::default(), SAFETY, &|seed, system, claim| {
            learn::check(system, claim, &learn_options(seed, rule), &Context::unlimited())
        });
    }
}

fn agar_options(mut seed: u64) -> AgarOptions {
    AgarOptions {
        alphabet: pick(&mut seed, &AlphabetRefinement::ALL),
        decomposition: decomposition(&mut seed),
        departures: departures(&mut seed),
        ..AgarOptions::default()
    }
}

#[test]
fn agar() {
    accept_all("agar", seeds(1_000, 20_000), &Shape::default(), SAFETY, &|seed, system, claim| {
        agar::check(system, claim, &agar_options(seed), &Context::unlimited())
    });
}

fn circular_options(mut seed: u64) -> CircularOptions {
    let given = Uses::Sets(vec![(ComponentId::of(0), vec![ComponentId::of(1)])]);
    CircularOptions {
        alphabet: pick(&mut seed, &AlphabetRefinement::ALL),
        decomposition: decomposition(&mut seed),
        uses: pick(&mut seed, &[Uses::Others, Uses::Sharing, given]),
        departures: departures(&mut seed),
        suspicious: true,
        ..CircularOptions::default()
    }
}

#[test]
fn circular() {
    let shape = Shape::default();
    accept_all("circular", seeds(300, 20_000), &shape, SAFETY, &|seed, system, claim| {
        circular::check(system, claim, &circular_options(seed), &Context::unlimited())
    });
}

/// A random system and a proof that an engine has found for it, if it has.
pub(crate) fn found_proof(mut seed: u64) -> Option<(System, Proof)> {
    let system = random_system(seed, &Shape { errors: 30, ..Shape::default() });
    let mut claim = Claim::Property(PropertyId::of(0));
    let rules = [RuleKind::Asym, RuleKind::Circ, RuleKind::Sym];
    let context = Context::unlimited();
    let report = match pick(&mut seed, &[0, 1, 2, 3, 4, 4, 5, 5]) {
        5 => {
            claim = pick(&mut seed, &[claim, claim, Claim::NoError, Claim::NoDeadlock]);
            symbolic::check(&system, &[claim], &SymbolicOptions::default(), &context).remove(0)
        }
        3 => agar::check(&system, claim, &agar_options(seed), &context),
        4 => circular::check(&system, claim, &circular_options(seed), &context),
        rule => learn::check(&system, claim, &learn_options(seed, rules[rule]), &context),
    };
    match report.outcome {
        Outcome::Holds(proof) => Some((system, proof)),
        _ => None,
    }
}

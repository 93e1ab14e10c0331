//! Every certificate that an engine writes is accepted: all methods, rules and options, on random
//! systems.

use surmise_certify::{Limits, check};
use surmise_model::{Certificate, Outcome, PropertyId, Report, System};
use surmise_naive::{Shape, random_system, seeds};
use surmise_verify::Context;
use surmise_verify::search::{self, SearchOptions};

use crate::invent::Tally;

type Engine<'a> = dyn Fn(&System, Option<PropertyId>) -> Report + 'a;

/// Runs an engine on random systems, with a property and without. Everything it claims is written
/// down, read and checked.
fn accept_all(name: &'static str, seeds: std::ops::Range<u64>, engine: &Engine<'_>) {
    let mut tally = Tally::new();
    for seed in seeds {
        let errors = if seed % 2 == 0 { 10 } else { 50 };
        let system = random_system(seed, &Shape { errors, ..Shape::default() });
        for property in [Some(PropertyId::of(0)), None] {
            let (verdict, certificate) = match engine(&system, property).outcome {
                Outcome::Holds(proof) => ("holds", Certificate::of_proof(&system, &proof).unwrap()),
                Outcome::Violated(run) => {
                    ("violated", Certificate::of_counterexample(&system, &run))
                }
                Outcome::Unknown(unknown) => panic!("{name}, seed {seed}: {}", unknown.reason),
            };
            let text = certificate.to_json();
            let read = Certificate::from_json(text.as_bytes()).unwrap();
            assert_eq!(read, certificate, "{name}, seed {seed}");
            if let Err(refusal) = check(&system, &read, &Limits::default()) {
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
    for deadlocks in [false, true] {
        let options = SearchOptions { deadlocks, ..SearchOptions::default() };
        accept_all("mono", seeds(1_000, 20_000), &|system, property| {
            search::check(system, property, &options, &Context::unlimited())
        });
    }
}

//! Search by stubborn sets against the definitions: on random systems every claim has the verdict
//! that it has by all runs, and every counterexample is one; whatever is asked together, on any
//! number of threads.

use surmise_model::{Claim, Context, Count, Outcome, Report, Rule, System};
use surmise_testing::{Shape, random_system, seeds, shortest_violation};
use surmise_verify::replay;
use surmise_verify::search::{SearchOptions, Tuning, check};

fn reduced(threads: usize, system: &System, claims: &[Claim]) -> Vec<Report> {
    let tuning = if threads.is_multiple_of(2) { Tuning::small() } else { Tuning::default() };
    check(system, claims, &SearchOptions { threads, reduce: true, tuning }, &Context::unlimited())
}

/// How much came out of some systems.
#[derive(Debug, Default)]
struct Tally {
    held: usize,
    violated: usize,
    /// Counterexamples that are not shortest ones.
    longer: usize,
    /// States that were visited, and that there are.
    visited: u64,
    all: u64,
}

impl Tally {
    /// A verdict is what the definitions say, and a counterexample is one; to a deadlock, a
    /// shortest.
    fn compare(&mut self, seed: u64, system: &System, claim: Claim, report: &Report) {
        let expected = shortest_violation(system, claim);
        match &report.outcome {
            Outcome::Holds(proof) => {
                assert_eq!(expected, None, "seed {seed}: {claim:?}");
                assert_eq!((proof.claim, &proof.rule), (claim, &Rule::Exhaustive));
                self.held += 1;
            }
            Outcome::Violated(counterexample) => {
                let length = counterexample.trace.steps.len();
                let Some(shortest) = expected else { panic!("seed {seed}: {claim:?} holds") };
                match claim {
                    Claim::NoDeadlock => assert_eq!(length, shortest, "seed {seed}"),
                    _ => assert!(length >= shortest, "seed {seed}: {claim:?}"),
                }
                assert_eq!(replay(system, counterexample), Ok(()), "seed {seed}: {claim:?}");
                let certified = surmise_certify::check_counterexample(system, counterexample);
                assert_eq!(certified, Ok(()), "seed {seed}: {claim:?}");
                self.violated += 1;
                self.longer += usize::from(length > shortest);
            }
            Outcome::Unknown(unknown) => panic!("seed {seed}: {unknown:?}"),
        }
    }
}

fn compare(seeds: std::ops::Range<u64>, shape: &Shape) -> Tally {
    let mut tally = Tally::default();
    for seed in seeds {
        let system = random_system(seed, shape);
        let properties = system.property_ids().map(Claim::Property);
        let claims: Vec<Claim> = properties.chain([Claim::NoError, Claim::NoDeadlock]).collect();
        let together = reduced(1, &system, &claims);
        for (&claim, report) in claims.iter().zip(&together) {
            tally.compare(seed, &system, claim, report);
            let alone = &reduced(1, &system, &[claim])[0];
            tally.compare(seed, &system, claim, alone);
            if let Outcome::Holds(_) = alone.outcome {
                let options = SearchOptions::default();
                let full = &check(&system, &[claim], &options, &Context::unlimited())[0];
                let (states, all) =
                    (alone.statistics.of(Count::States), full.statistics.of(Count::States));
                assert!(states <= all, "seed {seed}: {claim:?}: {states} of {all}");
                tally.visited += states;
                tally.all += all;
            }
        }
        for (one, three) in together.iter().zip(reduced(3, &system, &claims)) {
            assert_eq!(one.outcome, three.outcome, "seed {seed}");
            for count in [Count::States, Count::ReducedStates, Count::Transitions, Count::Depth] {
                assert_eq!(one.statistics.get(count), three.statistics.get(count), "seed {seed}");
            }
        }
    }
    assert!(tally.held > 10 && tally.violated > 10, "{tally:?}");
    tally
}

#[test]
fn claims_of_plain_systems() {
    let shape = Shape { properties: 0..=3, errors: 30, loose: 20, ..Shape::default() };
    compare(seeds(600, 10_000), &shape);
}

/// Many components that have little to do with each other.
#[test]
fn claims_of_sparse_systems() {
    let shape = Shape {
        components: 3..=6,
        properties: 0..=2,
        states: 2..=4,
        actions: 6..=12,
        errors: 20,
        sparse: true,
        ..Shape::default()
    };
    let tally = compare(seeds(1_000, 20_000), &shape);
    assert!(tally.visited * 4 < tally.all * 3, "{tally:?}");
    let tally = compare(seeds(500, 20_000), &Shape { cycles: true, tau: 20, ..shape });
    assert!(tally.visited < tally.all && tally.longer > 0, "{tally:?}");
}

#[test]
fn claims_of_systems_that_end() {
    let shape = Shape { properties: 0..=2, ends: 60, actions: 2..=4, ..Shape::default() };
    compare(seeds(500, 10_000), &shape);
    compare(seeds(1_000, 10_000), &Shape { sparse: true, actions: 4..=8, ..shape });
}

/// Nothing is reduced where steps give way to others.
#[test]
fn claims_of_systems_with_priorities() {
    let shape = Shape { properties: 0..=2, priorities: 100, sparse: true, ..Shape::default() };
    let tally = compare(seeds(500, 5_000), &shape);
    assert_eq!(tally.visited, tally.all);
}

#[test]
fn claims_of_no_components() {
    let shape = Shape { components: 0..=0, properties: 1..=3, loose: 20, ..Shape::default() };
    compare(seeds(100, 1_000), &shape);
}

/// Products that take several words and rounds.
#[test]
fn claims_of_larger_systems() {
    let shape = Shape {
        components: 5..=6,
        states: 3..=4,
        actions: 12..=16,
        properties: 1..=3,
        errors: 5,
        cycles: true,
        sparse: true,
        ..Shape::default()
    };
    compare(seeds(10, 200), &shape);
}

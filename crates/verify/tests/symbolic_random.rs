//! The engine `symbolic` against `mono` and the definitions, claim by claim: verdicts, lengths of
//! counterexamples, numbers of states, and invariants that the checker accepts.

use surmise_model::{
    Certificate, Claim, Context, Count, Interrupt, Limits, Outcome, Reason, Report, Rule, System,
};
use surmise_testing::{Shape, client_server, random_system, seeds, shortest_violation};
use surmise_verify::search::{self, SearchOptions};
use surmise_verify::{replay, symbolic};

fn mono(system: &System, claim: Claim) -> Report {
    search::check(system, &[claim], &SearchOptions::default(), &Context::unlimited()).remove(0)
}

/// A verdict is what the definitions say, with evidence that others accept.
fn assert_right(seed: u64, system: &System, claim: Claim, report: &Report) -> bool {
    let expected = shortest_violation(system, claim);
    match &report.outcome {
        Outcome::Holds(proof) => {
            assert_eq!(expected, None, "seed {seed}: {claim:?}");
            let certificate = Certificate::of_proof(system, proof).unwrap();
            let accepted = surmise_certify::check(system, &certificate, &Context::unlimited());
            assert!(accepted.is_ok(), "seed {seed}: {claim:?}: {accepted:?}");
            true
        }
        Outcome::Violated(counterexample) => {
            let length = counterexample.trace.steps.len();
            assert_eq!(Some(length), expected, "seed {seed}: {claim:?}");
            assert_eq!(replay(system, counterexample), Ok(()), "seed {seed}: {claim:?}");
            let certified = surmise_certify::check_counterexample(system, counterexample);
            assert_eq!(certified, Ok(()), "seed {seed}: {claim:?}");
            false
        }
        Outcome::Unknown(unknown) => panic!("seed {seed}: {claim:?}: {unknown:?}"),
    }
}

fn compare(seeds: std::ops::Range<u64>, shape: &Shape) {
    let (mut held, mut violated, mut counted) = (0, 0, 0);
    for seed in seeds {
        let system = random_system(seed, shape);
        let properties = system.property_ids().map(Claim::Property);
        let claims: Vec<Claim> = properties.chain([Claim::NoError, Claim::NoDeadlock]).collect();
        let reports = symbolic::check(&system, &claims, &Context::unlimited());
        assert_eq!(reports.len(), claims.len());
        for (&claim, report) in claims.iter().zip(&reports) {
            let holds = assert_right(seed, &system, claim, report);
            *if holds { &mut held } else { &mut violated } += 1;
            let explored = mono(&system, claim);
            if holds && explored.statistics.of(Count::States) > 0 {
                let states = |report: &Report| report.statistics.of(Count::States);
                assert_eq!(states(report), states(&explored), "seed {seed}: {claim:?}");
                counted += 1;
            }
        }
    }
    assert!(held > 10 && violated > 10, "{held} hold, {violated} are violated");
    assert!(counted > 5, "{counted}");
}

#[test]
fn claims_of_plain_systems() {
    let shape = Shape { properties: 0..=2, errors: 30, loose: 20, ..Shape::default() };
    compare(seeds(300, 4_000), &shape);
}

#[test]
fn claims_of_systems_that_end() {
    let shape = Shape { properties: 0..=1, ends: 60, actions: 2..=4, ..Shape::default() };
    compare(seeds(300, 3_000), &shape);
}

/// Systems that run for long: many states, and long ways to what is wrong.
#[test]
fn claims_of_systems_that_run_for_long() {
    let shape = Shape {
        components: 3..=6,
        states: 3..=5,
        actions: 6..=12,
        properties: 1..=2,
        errors: 10,
        cycles: true,
        loose: 20,
        ..Shape::default()
    };
    compare(seeds(60, 2_800), &shape);
}

#[test]
fn claims_of_no_components() {
    let shape = Shape { components: 0..=0, properties: 1..=2, loose: 20, ..Shape::default() };
    for seed in seeds(50, 200) {
        let system = random_system(seed, &shape);
        for claim in system.claims() {
            let report = symbolic::check(&system, &[claim], &Context::unlimited()).remove(0);
            assert_right(seed, &system, claim, &report);
        }
    }
}

/// Systems with priorities are refused, not judged wrongly.
#[test]
fn priorities_are_refused() {
    let shape = Shape { priorities: 100, ..Shape::default() };
    for seed in seeds(20, 100) {
        let system = random_system(seed, &shape);
        for report in symbolic::check(&system, &system.claims(), &Context::unlimited()) {
            let Outcome::Unknown(unknown) = report.outcome else { panic!("seed {seed}") };
            assert!(matches!(unknown.reason, Reason::Unsupported(_)), "seed {seed}");
        }
    }
}

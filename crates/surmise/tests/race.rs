//! The method `auto`: verdicts are right, and who answers, with what, does not depend on the number
//! of threads.
#![allow(clippy::unwrap_used, reason = "a test fails where it cannot go on")]

use surmise::methods::{Judgement, MethodOptions, by_name};
use surmise_model::{
    Claim, Component, Context, Interrupt, Limits, Outcome, Property, Reason, System,
};
use surmise_testing::{Shape, lts_of, random_system, seeds, shortest_violation};

fn judge(
    system: &System,
    claims: &[Claim],
    threads: usize,
    context: &Context<'_>,
) -> Vec<Judgement> {
    let options = MethodOptions { threads, ..MethodOptions::default() };
    by_name("auto").unwrap().judge(system, claims, &options, context).unwrap()
}

/// All that is reported.
fn told(judged: &[Judgement]) -> String {
    let line = |judgement: &Judgement| {
        let report = &judgement.report;
        let counts = report.statistics.iter().filter(|(count, _)| count.is_repeatable());
        let counts: Vec<_> = counts.collect();
        format!("{:?} {:?} {counts:?}\n", judgement.raced, report.outcome)
    };
    judged.iter().map(line).collect()
}

/// A verdict, if there is one, is what the definitions say, and its evidence is accepted.
fn assert_right(seed: u64, system: &System, claim: Claim, judgement: &Judgement) -> bool {
    let outcome = &judgement.report.outcome;
    let expected = shortest_violation(system, claim);
    match outcome {
        Outcome::Holds(proof) => {
            assert_eq!(expected, None, "seed {seed}: {claim:?}");
            let accepted = surmise_certify::check_proof(system, proof, &Context::unlimited());
            assert!(accepted.is_ok(), "seed {seed}: {claim:?}: {accepted:?}");
        }
        Outcome::Violated(run) => {
            assert!(expected.is_some(), "seed {seed}: {claim:?}");
            let accepted = surmise_certify::check_counterexample(system, run);
            assert_eq!(accepted, Ok(()), "seed {seed}: {claim:?}");
            let length = Some(run.trace.steps.len());
            assert!(!run.shortest || length == expected, "seed {seed}: {claim:?}");
        }
        Outcome::Unknown(_) => return false,
    }
    true
}

/// Whoever insists on shortest runs gets them.
#[test]
fn shortest_runs() {
    let mut violated = 0;
    for seed in seeds(60, 2_000) {
        let system = random_system(seed, &Shape { priorities: 0, errors: 30, ..shape() });
        let claims = system.claims();
        let options = MethodOptions { shortest: true, ..MethodOptions::default() };
        let context = Context::unlimited();
        let judged = by_name("auto").unwrap().judge(&system, &claims, &options, &context).unwrap();
        for (&claim, judgement) in claims.iter().zip(&judged) {
            assert!(assert_right(seed, &system, claim, judgement), "seed {seed}: {claim:?}");
            if let Outcome::Violated(run) = &judgement.report.outcome {
                assert!(run.shortest, "seed {seed}: {claim:?}");
                violated += 1;
            }
        }
    }
    assert!(violated > 20, "{violated}");
}

fn shape() -> Shape {
    let components = 2..=5;
    Shape { components, properties: 0..=2, ends: 20, priorities: 10, loose: 10, ..Shape::default() }
}

#[test]
fn random_systems() {
    for seed in seeds(150, 5_000) {
        let system = random_system(seed, &shape());
        let claims = system.claims();
        let judged = judge(&system, &claims, 1, &Context::unlimited());
        for (&claim, judgement) in claims.iter().zip(&judged) {
            assert!(assert_right(seed, &system, claim, judgement), "seed {seed}: {claim:?}");
        }
        for threads in [2, 4] {
            let others = judge(&system, &claims, threads, &Context::unlimited());
            assert_eq!(told(&judged), told(&others), "seed {seed}, {threads} threads");
        }
    }
}

#[test]
fn random_systems_under_limits() {
    let mut undecided = 0;
    for seed in seeds(150, 5_000) {
        let system = random_system(seed, &Shape { cycles: true, errors: 30, ..shape() });
        let claims = system.claims();
        let limits = Limits { states: Some(1 << (seed % 6)), ..Limits::default() };
        let context = Context { limits, ..Context::unlimited() };
        let judged = judge(&system, &claims, 1, &context);
        for (&claim, judgement) in claims.iter().zip(&judged) {
            undecided += u32::from(!assert_right(seed, &system, claim, judgement));
        }
        for threads in [2, 4] {
            let others = judge(&system, &claims, threads, &context);
            assert_eq!(told(&judged), told(&others), "seed {seed}, {threads} threads");
        }
    }
    assert!(undecided > 10, "{undecided}");
}

/// Counters that do not talk to each other, and one that reaches an end if it is to.
fn counters(count: usize, ends: bool) -> System {
    let mut system = System::default();
    for i in 0..count {
        let action = format!("tick.{i}");
        let steps: Vec<_> = (0..8).map(|state| (state, &action, (state + 1) % 8)).collect();
        let lts = lts_of(&mut system.actions, &steps);
        system.components.push(Component::new(action, lts));
    }
    let steps = if ends { vec![(0, "end", 1)] } else { vec![(0, "end", 1), (1, "again", 0)] };
    let lts = lts_of(&mut system.actions, &steps);
    system.components.push(Component::new("last", lts));
    let allowed = lts_of(&mut system.actions, &[(0, "end", 1), (1, "tick.0", 1)]);
    system.properties.push(Property { name: "P".to_owned(), lts: allowed });
    system
}

/// Somebody else than the first wins where all states are too many; some claims are decided before
/// others.
#[test]
fn large_systems() {
    for ends in [false, true] {
        let system = counters(12, ends);
        let claims = system.claims();
        let judged = judge(&system, &claims, 1, &Context::unlimited());
        let winners: Vec<&str> =
            judged.iter().filter_map(|judgement| Some(&*judgement.raced.as_ref()?.name)).collect();
        assert_eq!(winners, ["mono", "symbolic"]);
        for threads in [2, 3] {
            let others = judge(&system, &claims, threads, &Context::unlimited());
            assert_eq!(told(&judged), told(&others), "{threads} threads");
        }
    }
}

/// Whoever is stopped says why, and what is known.
#[test]
fn interrupts_end_the_race() {
    let system = counters(12, false);
    let interrupt = Interrupt::new();
    interrupt.time_out();
    let context = Context { interrupt: &interrupt, ..Context::unlimited() };
    for threads in [1, 3] {
        for judgement in judge(&system, &system.claims(), threads, &context) {
            let Outcome::Unknown(unknown) = judgement.report.outcome else { panic!("in no time") };
            assert_eq!(unknown.reason, Reason::TimeLimit);
        }
    }
}

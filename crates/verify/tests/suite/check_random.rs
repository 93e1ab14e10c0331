//! The engine `mono` against the definitions, claim by claim: all claims of random systems with
//! several properties, errors, ends and priorities, answered by one exploration.

use surmise_model::{
    Claim, Component, ComponentId, Context, Count, Limits, Outcome, Reason, Report, Rule, StateId,
    System, Termination, Violation,
};
use surmise_testing::{Shape, lts_of, random_system, seeds};
use surmise_verify::replay;
use surmise_verify::search::{SearchOptions, Tuning, check};

use crate::by_definition::all_claims;

const REPEATABLE: [Count; 3] = [Count::States, Count::Transitions, Count::Depth];

fn check_on(threads: usize, system: &System, claims: &[Claim]) -> Vec<Report> {
    let tuning = if threads > 1 { Tuning::small() } else { Tuning::default() };
    let options = SearchOptions { threads, tuning, ..SearchOptions::default() };
    check(system, claims, &options, &Context::unlimited())
}

/// A verdict is what the definitions say, and what shows that a claim holds is that all was
/// explored.
fn assert_right(seed: u64, system: &System, claim: Claim, report: &Report) {
    let proof = crate::by_definition::assert_right(seed, system, claim, report);
    assert!(proof.is_none_or(|proof| proof.rule == Rule::Exhaustive), "seed {seed}: {claim:?}");
}

fn compare(seeds: std::ops::Range<u64>, shape: &Shape) {
    let (mut held, mut violated) = (0, 0);
    for seed in seeds {
        let system = random_system(seed, shape);
        let claims = all_claims(&system);
        let together = check_on(1, &system, &claims);
        for (&claim, report) in claims.iter().zip(&together) {
            assert_right(seed, &system, claim, report);
            match report.outcome {
                Outcome::Violated(_) => violated += 1,
                _ => held += 1,
            }
            // Asked alone, a claim has the same verdict.
            assert_right(seed, &system, claim, &check_on(1, &system, &[claim])[0]);
        }
        let threads = check_on(3, &system, &claims);
        for (one, three) in together.iter().zip(&threads) {
            assert_eq!(one.outcome, three.outcome, "seed {seed}");
            for count in REPEATABLE {
                assert_eq!(one.statistics.get(count), three.statistics.get(count), "seed {seed}");
            }
        }
    }
    assert!(held > 10 && violated > 10, "{held} hold, {violated} are violated");
}

#[test]
fn claims_of_plain_systems() {
    let shape = Shape { properties: 0..=3, errors: 30, loose: 20, ..Shape::default() };
    compare(seeds(1_500, 10_000), &shape);
}

#[test]
fn claims_of_systems_that_end() {
    let shape = Shape { properties: 0..=2, ends: 60, actions: 2..=4, ..Shape::default() };
    compare(seeds(1_500, 10_000), &shape);
}

#[test]
fn claims_of_systems_with_priorities() {
    let shape = Shape { properties: 0..=2, ends: 30, priorities: 100, ..Shape::default() };
    compare(seeds(1_500, 10_000), &shape);
}

/// Nothing but properties: everything may happen, and they are all that can be violated.
#[test]
fn claims_of_no_components() {
    let shape = Shape { components: 0..=0, properties: 1..=3, loose: 20, ..Shape::default() };
    compare(seeds(200, 1_000), &shape);
}

/// Products that take several digits, widths and rounds, with violations on the way.
#[test]
fn claims_of_larger_systems() {
    let shape = Shape {
        components: 5..=6,
        states: 3..=5,
        actions: 8..=14,
        properties: 1..=3,
        errors: 5,
        cycles: true,
        ..Shape::default()
    };
    compare(seeds(16, 200), &shape);
    compare(seeds(16, 200), &Shape { priorities: 100, ..shape });
}

/// Any other violation, and any detour, is refused.
#[test]
fn replaying_does_not_always_succeed() {
    for seed in seeds(500, 5_000) {
        let system = random_system(seed, &Shape { errors: 30, ..Shape::default() });
        for report in check_on(1, &system, &system.claims()) {
            let Outcome::Violated(counterexample) = report.outcome else { continue };
            let mut longer = counterexample.clone();
            if let Some(step) = longer.trace.steps.last().cloned() {
                longer.trace.steps.push(step);
                assert!(replay(&system, &longer).is_err(), "seed {seed}");
            }
            let mut elsewhere = counterexample.clone();
            elsewhere.trace.initial[0] = StateId::of(1_000);
            assert!(replay(&system, &elsewhere).is_err(), "seed {seed}");
            let mut other = counterexample;
            let healthy = other.trace.last_states().iter().position(|state| !state.is_error());
            if let Some(component) = healthy {
                other.violation = Violation::Error(ComponentId::of(component));
                assert!(replay(&system, &other).is_err(), "seed {seed}");
            }
        }
    }
}

/// Runs of a system without its priority and its end: replay and the checker, each by a rule of its
/// own, agree on which of them are runs of the system, too.
#[test]
fn replay_and_the_checker_agree() {
    let (mut accepted, mut refused) = (0, 0);
    let shape = Shape { ends: 60, priorities: 70, errors: 30, ..Shape::default() };
    for seed in seeds(1_500, 10_000) {
        let system = random_system(seed, &shape);
        let mut freer = system.clone();
        freer.priority = None;
        freer.termination = Termination::Never;
        for report in check_on(1, &freer, &system.claims()) {
            let Outcome::Violated(run) = report.outcome else { continue };
            let replayed = replay(&system, &run).is_ok();
            let certified = surmise_certify::check_counterexample(&system, &run).is_ok();
            assert_eq!(replayed, certified, "seed {seed}: {run:?}");
            *if replayed { &mut accepted } else { &mut refused } += 1;
        }
    }
    assert!(accepted > 10 && refused > 10, "{accepted} accepted, {refused} refused");
}

/// Stopped by a number of states, a search says the same for any number of threads; what it says is
/// true.
#[test]
fn limits_on_states_are_repeatable() {
    let shape = Shape {
        components: 6..=6,
        states: 6..=9,
        actions: 16..=24,
        properties: 1..=2,
        errors: 0,
        cycles: true,
        tau: 30,
        ..Shape::default()
    };
    let mut stopped = 0;
    for seed in seeds(30, 300) {
        let system = random_system(seed, &shape);
        for states in [0, 1, 10, 1_000, 9_000, 20_000] {
            let limits = Limits { states: Some(states), ..Limits::default() };
            let context = Context { limits, ..Context::unlimited() };
            let check = |threads| {
                check(
                    &system,
                    &system.claims(),
                    &SearchOptions { threads, ..SearchOptions::default() },
                    &context,
                )
            };
            let one = check(1);
            for threads in [2, 3] {
                for (one, other) in one.iter().zip(check(threads)) {
                    assert_eq!(one.outcome, other.outcome, "seed {seed}, {states} states");
                    for count in REPEATABLE {
                        let (one, other) = (one.statistics.of(count), other.statistics.of(count));
                        assert_eq!(one, other, "seed {seed}, {states} states: {count}");
                    }
                }
            }
            for report in one {
                if let Outcome::Unknown(unknown) = report.outcome {
                    assert_eq!(unknown.reason, Reason::StateLimit(states));
                    stopped += 1;
                }
            }
        }
    }
    assert!(stopped > 100, "{stopped}");
}

/// The same where levels are wide enough for several threads, and the limit is passed by the last
/// few blocks of a level, when some threads know of it and others do not.
#[test]
fn limits_on_states_are_repeatable_on_wide_levels() {
    let mut system = System::default();
    for i in 0..6 {
        let action = format!("a{i}");
        let steps: Vec<_> = (0..9).map(|state| (state, &action, (state + 1) % 9)).collect();
        let lts = lts_of(&mut system.actions, &steps);
        system.components.push(Component::new(action, lts));
    }
    let check = |limit, threads| {
        let limits = Limits { states: Some(limit), ..Limits::default() };
        let context = Context { limits, ..Context::unlimited() };
        let claims = [Claim::NoError, Claim::NoDeadlock];
        let reports = check(
            &system,
            &claims,
            &SearchOptions { threads, ..SearchOptions::default() },
            &context,
        );
        let counts = REPEATABLE.map(|count| reports[0].statistics.of(count));
        (reports.into_iter().map(|report| report.outcome).collect::<Vec<_>>(), counts)
    };
    // As many states as there are on the first 15 levels: runs with at most 8 steps of each
    // counter.
    let mut runs = vec![1u64];
    for _ in 0..6 {
        runs = (0..15)
            .map(|sum: usize| (0..9.min(sum + 1)).filter_map(|own| runs.get(sum - own)).sum())
            .collect();
    }
    let stored: u64 = runs.iter().sum();
    for limit in [1, 60, 150, 250, 350, 500, 700, 1_000, 1_500].map(|less| stored - less) {
        let one = check(limit, 1);
        assert!(matches!(one.0[0], Outcome::Unknown(_)));
        for threads in [2, 3, 2, 3] {
            assert_eq!(check(limit, threads), one, "{limit} states on {threads} threads");
        }
    }
}

//! The engine `mono`: one property of a system, decided by searching everything.

use surmise_model::{
    Claim, ComponentId, Context, Count, Counterexample, Lts, Outcome, Proof, PropertyId, Report,
    Rule, StateId, Step, Stop, System, Trace, Unknown, Violation,
};

use super::{Finding, SearchOptions, search};
use crate::automata::{complete_with_error, determinise};
use crate::replay::replay;

/// Checks one property of a system, or with `None` only that no component reaches its own π; also,
/// if the options say so and no property is given, that there is no deadlock.
///
/// A counterexample is replayed before it is reported.
///
/// # Panics
/// If a counterexample does not replay: that is a bug in the search, and no verdict.
pub fn check(
    system: &System,
    property: Option<PropertyId>,
    options: &SearchOptions,
    context: &Context<'_>,
) -> Report {
    let monitor = match property.map(|id| monitor(&system.property(id).lts, context)).transpose() {
        Ok(monitor) => monitor,
        Err(Stop(reason)) => {
            let known = "the property was not made deterministic in time".to_owned();
            let outcome = Outcome::Unknown(Unknown { reason, known });
            return Report { outcome, statistics: Default::default() };
        }
    };
    let mut parts: Vec<&Lts> = system.components.iter().map(|component| &component.lts).collect();
    parts.extend(&monitor);
    // Errors are left out only where deadlocks are asked for instead.
    let deadlocks = options.deadlocks && property.is_none();
    let options = SearchOptions { deadlocks, errors: options.errors || !deadlocks, ..*options };
    let result = search(&parts, &options, context);
    let states = result.statistics.of(Count::States);
    let depth = result.statistics.of(Count::Depth);
    let outcome = match result.finding {
        Finding::Exhausted => {
            let claim = match property {
                Some(id) => Claim::Property(id),
                None if options.deadlocks => Claim::NoDeadlock,
                None => Claim::NoError,
            };
            Outcome::Holds(Proof { claim, rule: Rule::Exhaustive })
        }
        Finding::Error { trace, part } => {
            let violation = match property {
                Some(id) if part == system.components.len() => Violation::Property(id),
                _ => Violation::Error(ComponentId::of(part)),
            };
            violated(system, violation, trace)
        }
        Finding::Deadlock { trace } => violated(system, Violation::Deadlock, trace),
        Finding::Stopped(Stop(reason)) => {
            let known = match depth {
                0 => "nothing was explored yet".to_owned(),
                1 => "no violation within the first step".to_owned(),
                _ => format!("no violation within the first {depth} steps ({states} states)"),
            };
            Outcome::Unknown(Unknown { reason, known })
        }
    };
    Report { outcome, statistics: result.statistics }
}

/// P_err of a property, made deterministic if it is not.
fn monitor(property: &Lts, context: &Context<'_>) -> Result<Lts, Stop> {
    match property.is_deterministic() {
        true => complete_with_error(property, context),
        false => complete_with_error(&determinise(property, context)?, context),
    }
}

/// The outcome for a run of components and property, after replaying it without the property.
fn violated(system: &System, violation: Violation, trace: Trace) -> Outcome {
    let components = |mut states: Vec<StateId>| {
        states.truncate(system.components.len());
        states
    };
    let initial = components(trace.initial);
    let steps =
        trace.steps.into_iter().map(|step| Step { states: components(step.states), ..step });
    let trace = Trace { initial, steps: steps.collect() };
    let counterexample = Counterexample { violation, trace };
    if let Err(error) = replay(system, &counterexample) {
        panic!("internal error: a counterexample does not replay: {error}");
    }
    Outcome::Violated(counterexample)
}

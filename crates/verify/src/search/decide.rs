//! Deciding goals by one exploration of all states of a system.
//!
//! Properties take part as monitors, which watch and never hold anybody back. One that was violated
//! goes on to allow everything, so that the other goals are judged by all runs of the components.

use surmise_model::{Context, Count, Lts, Outcome, Proof, Rule, Statistics, Stop, System, Unknown};

use super::composed::{Badness, Sought};
use super::goal::{Goal, counterexample, end, free_actions};
use super::parts::{Parts, Precedence};
use super::{Explored, SearchOptions, empty_trace, explore, statistics};
use crate::automata::{complement, complete_with_error};

/// What is known about a goal before the first step.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Prospect {
    Holds,
    Violated,
    /// It holds unless something is wrong with a state in this way.
    Open(Badness),
}

/// Decides goals: an outcome for each, in their order, and what the exploration counted. Each that
/// is violated has a shortest counterexample of its own, which nobody has replayed.
pub(crate) fn decide(
    system: &System,
    goals: &[Goal<'_>],
    options: &SearchOptions,
    context: &Context<'_>,
) -> (Vec<Outcome>, Statistics) {
    let monitors = match monitors(goals, context) {
        Ok(monitors) => monitors,
        Err(Stop(reason)) => {
            let known = "nothing was explored yet".to_owned();
            let unknown = Outcome::Unknown(Unknown::new(reason, known));
            return (vec![unknown; goals.len()], statistics(0, 0, 0));
        }
    };
    let components = system.components.iter().map(|component| &component.lts);
    let ltss: Vec<&Lts> = components.chain(&monitors).collect();
    let free = free_actions(system);
    let priority = system.priority.as_ref().map(|priority| {
        let always = !free.difference(&priority.low).is_empty();
        Precedence { priority, always }
    });
    let first_monitor = system.components.len();
    let parts = Parts { ltss: &ltss, first_monitor, sinks: goals.len() > 1, priority };
    let mut next_monitor = first_monitor..;
    let prospect = |goal: &Goal<'_>| match goal {
        Goal::Property(..) => {
            let part = next_monitor.next().unwrap_or_default();
            match parts.has_violation(part, ltss[part].initial()) {
                true => Prospect::Violated,
                false => Prospect::Open(Badness::Violation(part)),
            }
        }
        Goal::NoError => Prospect::Open(Badness::Error),
        // What can always happen on its own leaves no deadlock to look for.
        Goal::NoDeadlock if !free.is_empty() => Prospect::Holds,
        Goal::NoDeadlock => Prospect::Open(Badness::Deadlock),
    };
    let prospects: Vec<Prospect> = goals.iter().map(prospect).collect();
    let badness = prospects.iter().filter_map(|prospect| match prospect {
        Prospect::Open(badness) => Some(*badness),
        Prospect::Holds | Prospect::Violated => None,
    });
    let badness: Vec<Badness> = badness.collect();
    let explored = match badness.is_empty() {
        true => Explored::at_once(Vec::new(), None),
        false => {
            let end = end(system);
            let sought = Sought { end: end.as_deref(), ..Sought::all(&badness) };
            explore(parts, sought, options, context)
        }
    };
    let mut traces = explored.traces.into_iter();
    let conclude = |(&goal, prospect): (&Goal<'_>, Prospect)| {
        let trace = match prospect {
            Prospect::Open(_) => traces.next().flatten(),
            Prospect::Holds => None,
            Prospect::Violated => Some(empty_trace(&ltss)),
        };
        match (trace, &explored.stop) {
            (Some(trace), _) => {
                // Stubborn sets keep the shortest runs to deadlocks alone.
                let shortest = !options.reduce || matches!(goal, Goal::NoDeadlock);
                Outcome::Violated(counterexample(system, goal, trace, shortest))
            }
            (None, Some(Stop(reason))) if prospect != Prospect::Holds => {
                let known = known(goal, &explored.statistics);
                Outcome::Unknown(Unknown::new(reason.clone(), known))
            }
            _ => Outcome::Holds(Proof { claim: goal.claim(), rule: Rule::Exhaustive }),
        }
    };
    let outcomes = goals.iter().zip(prospects).map(conclude).collect();
    (outcomes, explored.statistics)
}

/// A monitor for each property among the goals. If there are other goals, the run has to go on
/// after a violation; otherwise π saves a state, and sometimes a bit.
fn monitors(goals: &[Goal<'_>], context: &Context<'_>) -> Result<Vec<Lts>, Stop> {
    let monitor = |goal: &Goal<'_>| match *goal {
        Goal::Property(_, lts) => Some(match goals.len() {
            1 => complete_with_error(lts, context),
            _ => complement(lts, context).map(|complement| complement.lts),
        }),
        Goal::NoError | Goal::NoDeadlock => None,
    };
    goals.iter().filter_map(monitor).collect()
}

/// What is known of a goal if the search was stopped.
fn known(goal: Goal<'_>, statistics: &Statistics) -> String {
    let depth = statistics.of(Count::Depth);
    // A bad step is one more than it takes to get to where it is possible.
    no_violation_within(
        statistics.of(Count::States),
        match goal {
            Goal::Property(..) | Goal::NoError => depth + 1,
            Goal::NoDeadlock => depth,
        },
    )
}

/// That so many states were looked at, as far as so many steps lead.
pub(super) fn no_violation_within(states: u64, steps: u64) -> String {
    match (states, steps) {
        (0, _) => "nothing was explored yet".to_owned(),
        (_, 0) => "no violation before the first step".to_owned(),
        (_, 1) => "no violation within the first step".to_owned(),
        _ => format!("no violation within the first {steps} steps ({states} states)"),
    }
}

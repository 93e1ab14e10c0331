//! Deciding goals by one exploration of all states of a system.
//!
//! Properties take part as monitors, which watch and never hold anybody back. One that was violated
//! goes on to allow everything, so that the other goals are judged by all runs of the components.

use surmise_model::{
    Alphabet, Claim, ComponentId, Context, Count, Counterexample, Lts, Outcome, Proof, PropertyId,
    Rule, StateId, Statistics, Step, Stop, System, Termination, Trace, Unknown, Violation,
};

use super::bfs::Badness;
use super::parts::{Parts, Precedence};
use super::{Explored, SearchOptions, empty_trace, explore, statistics};
use crate::automata::{complement, complete_with_error};

/// A [claim](Claim) for an exploration to decide.
#[derive(Debug, Clone, Copy)]
pub(super) enum Goal<'a> {
    /// No run does what the property forbids. The LTS is deterministic, and forbids at least that; in
    /// its place, what it forbids counts.
    Property(PropertyId, &'a Lts),
    /// No component reaches π.
    NoError,
    /// There is no deadlock.
    NoDeadlock,
}

impl Goal<'_> {
    fn claim(self) -> Claim {
        match self {
            Self::Property(id, _) => Claim::Property(id),
            Self::NoError => Claim::NoError,
            Self::NoDeadlock => Claim::NoDeadlock,
        }
    }
}

/// What is known about a goal before the first step.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Prospect {
    Holds,
    Violated,
    /// It holds unless something is wrong with a state in this way.
    Open(Badness),
}

/// Decides goals: an outcome for each, in their order, and what the exploration counted. Each that is
/// violated has a shortest counterexample of its own, which nobody has replayed.
pub(super) fn decide(
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
        false => explore(parts, &badness, end(system).as_deref(), options, context),
    };
    let mut traces = explored.traces.into_iter();
    let conclude = |(&goal, prospect): (&Goal<'_>, Prospect)| {
        let trace = match prospect {
            Prospect::Open(_) => traces.next().flatten(),
            Prospect::Holds => None,
            Prospect::Violated => Some(empty_trace(&ltss)),
        };
        match (trace, &explored.stop) {
            (Some(trace), _) => Outcome::Violated(counterexample(system, goal, trace)),
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

/// A monitor for each property among the goals. If there are other goals, the run has to go on after
/// a violation; otherwise π saves a state, and sometimes a bit.
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

/// The actions that no component has and some property has: they may happen at any time.
fn free_actions(system: &System) -> Alphabet {
    let mut free = Alphabet::new();
    system.properties.iter().for_each(|property| free.union_with(property.lts.alphabet()));
    free.difference(&system.alphabet())
}

/// Where the components are that have to be there when the system has [ended](Termination), if it
/// ever does.
fn end(system: &System) -> Option<Vec<(usize, StateId)>> {
    let end_of = |id: ComponentId| Some((id.index(), system.component(id).lts.end()?));
    match &system.termination {
        Termination::Never => None,
        Termination::When(components) => components.iter().map(|&id| end_of(id)).collect(),
        Termination::ByAlphabets => {
            let (ending, endless): (Vec<ComponentId>, Vec<ComponentId>) =
                system.component_ids().partition(|&id| end_of(id).is_some());
            let alphabet = |ids: &[ComponentId]| {
                let mut all = Alphabet::new();
                ids.iter().for_each(|&id| all.union_with(system.component(id).lts.alphabet()));
                all
            };
            let covered = alphabet(&endless).difference(&alphabet(&ending)).is_empty();
            (covered && !ending.is_empty()).then(|| ending.into_iter().filter_map(end_of).collect())
        }
    }
}

/// What is known of a goal if the search was stopped.
fn known(goal: Goal<'_>, statistics: &Statistics) -> String {
    let states = statistics.of(Count::States);
    let depth = statistics.of(Count::Depth);
    // A bad step is one more than it takes to get to where it is possible.
    let steps = if matches!(goal, Goal::NoDeadlock) { depth } else { depth + 1 };
    match (states, steps) {
        (0, _) => "nothing was explored yet".to_owned(),
        (_, 0) => "no violation before the first step".to_owned(),
        (_, 1) => "no violation within the first step".to_owned(),
        _ => format!("no violation within the first {steps} steps ({states} states)"),
    }
}

/// The run without the monitors, and what is wrong at its end.
fn counterexample(system: &System, goal: Goal<'_>, trace: Trace) -> Counterexample {
    let components = |mut states: Vec<StateId>| {
        states.truncate(system.components.len());
        states
    };
    let steps = trace.steps.into_iter();
    let steps = steps.map(|step| Step { states: components(step.states), ..step }).collect();
    let trace = Trace { initial: components(trace.initial), steps };
    let violation = match goal {
        Goal::Property(id, _) => Violation::Property(id),
        Goal::NoDeadlock => Violation::Deadlock,
        Goal::NoError => {
            let place = trace.last_states().iter().position(|state| state.is_error());
            Violation::Error(ComponentId::of(place.unwrap_or_default()))
        }
    };
    Counterexample { violation, trace }
}

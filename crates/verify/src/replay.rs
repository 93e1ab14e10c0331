//! Replaying a counterexample on the original components, before anybody believes it.

use std::fmt;

use surmise_model::{
    ActionId, Alphabet, Counterexample, Lts, Priority, StateId, System, Termination, Trace,
    Violation,
};

use crate::liveness::{Repeating, every_run_goes_on, replay_lasso};

/// Where a counterexample is not a run of the system to the violation it claims.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ReplayError {
    /// It does not start in the initial state.
    Initial,
    /// A step, counted from 1, that the system cannot make.
    Step(usize),
    /// The run is fine, but there is no such violation at its end.
    End,
}

impl fmt::Display for ReplayError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Initial => f.write_str("it does not start in the initial state"),
            Self::Step(number) => write!(f, "step {number} is impossible"),
            Self::End => f.write_str("it does not end in the violation it claims"),
        }
    }
}

impl std::error::Error for ReplayError {}

/// Checks that a counterexample is a run of the system and ends in its violation.
pub fn replay(system: &System, counterexample: &Counterexample) -> Result<(), ReplayError> {
    let trace = &counterexample.trace;
    let free = free_actions(system);
    let open = open_actions(system, counterexample.violation);
    let ltss: Vec<&Lts> = system.components.iter().map(|component| &component.lts).collect();
    if !trace.initial.iter().copied().eq(ltss.iter().map(|lts| lts.initial())) {
        return Err(ReplayError::Initial);
    }
    for (index, step) in trace.steps.iter().enumerate() {
        let before = trace.states_before(index);
        let possible = step.states.len() == ltss.len()
            && before.iter().all(|state| !state.is_error())
            && match step.action.is_tau() {
                true => is_silent_step(&ltss, before, &step.states),
                false => {
                    is_joint_step(&ltss, step.action, before, &step.states)
                        && (free.contains(step.action)
                            || open.contains(step.action)
                            || is_known(&ltss, step.action))
                }
            }
            && system.priority.as_ref().is_none_or(|priority| {
                !is_low(priority, step.action)
                    || gives_way_to_nothing(&ltss, priority, before, &free)
            });
        if !possible {
            return Err(ReplayError::Step(index + 1));
        }
    }
    let last = trace.last_states();
    let bad = match counterexample.violation {
        Violation::Error(component) => last[component.index()].is_error(),
        Violation::Deadlock => free.is_empty() && is_stuck(&ltss, last) && !has_ended(system, last),
        Violation::Property(property) => {
            let lts = &system.property(property).lts;
            violated_after(lts, trace.actions()) == Some(trace.steps.len())
        }
        Violation::Temporal { property, cycle } => {
            let low = |states: &[StateId]| match &system.priority {
                Some(priority) => gives_way_to_nothing(&ltss, priority, states, &free),
                None => true,
            };
            let is_allowed = |action: ActionId, states: &[StateId]| {
                low(states) || system.priority.as_ref().is_none_or(|p| !is_low(p, action))
            };
            let able = |states: &[StateId]| {
                let able = |(lts, &state): (&&Lts, &StateId)| {
                    lts.edges(state).iter().any(|edge| {
                        let can = edge.action.is_tau() || can_happen(&ltss, states, edge.action);
                        can && is_allowed(edge.action, states)
                    })
                };
                ltss.iter().zip(states).map(able).collect()
            };
            let moves = |index: usize, trace: &Trace| {
                let (before, step) = (trace.states_before(index), &trace.steps[index]);
                let moves = |part: usize| match step.action.is_tau() {
                    true => {
                        let alone =
                            (0..ltss.len()).all(|i| i == part || before[i] == step.states[i]);
                        let mut targets = ltss[part].successors(before[part], step.action);
                        alone && targets.any(|target| target == step.states[part])
                    }
                    false => ltss[part].alphabet().contains(step.action),
                };
                (0..ltss.len()).map(moves).collect()
            };
            let is_stuck =
                |states: &[StateId]| free.is_empty() && open.is_empty() && is_stuck(&ltss, states);
            let temporal = system.temporal_property(property);
            let goes_on = every_run_goes_on(system, temporal);
            let lasso = Repeating { trace, cycle, goes_on };
            replay_lasso(temporal, lasso, able, is_stuck, moves)
        }
    };
    if bad { Ok(()) } else { Err(ReplayError::End) }
}

/// Exactly one component makes a silent step, and nobody else moves.
fn is_silent_step(ltss: &[&Lts], before: &[StateId], after: &[StateId]) -> bool {
    (0..ltss.len()).any(|mover| {
        ltss[mover].successors(before[mover], ActionId::TAU).any(|target| target == after[mover])
            && (0..ltss.len()).all(|other| other == mover || before[other] == after[other])
    })
}

/// All components with the action in their alphabets make a step on it; the others stay.
fn is_joint_step(ltss: &[&Lts], action: ActionId, before: &[StateId], after: &[StateId]) -> bool {
    ltss.iter().zip(before).zip(after).all(|((lts, &from), &to)| {
        match lts.alphabet().contains(action) {
            true => lts.successors(from, action).any(|target| target == to),
            false => from == to,
        }
    })
}

fn is_known(ltss: &[&Lts], action: ActionId) -> bool {
    ltss.iter().any(|lts| lts.alphabet().contains(action))
}

/// The actions of properties that no component has: they may happen at any time.
fn free_actions(system: &System) -> Alphabet {
    let of_properties = system.properties.iter().flat_map(|p| p.lts.alphabet().iter());
    let known = system.alphabet();
    of_properties.filter(|&action| !known.contains(action)).collect()
}

/// The actions of a temporal property that no component has and that may happen at any time.
fn open_actions(system: &System, violation: Violation) -> Alphabet {
    match violation {
        Violation::Temporal { property, .. } => {
            system.open_actions(system.temporal_property(property))
        }
        Violation::Property(_) | Violation::Error(_) | Violation::Deadlock => Alphabet::new(),
    }
}

fn is_low(priority: &Priority, action: ActionId) -> bool {
    if action.is_tau() { priority.tau_is_low } else { priority.low.contains(action) }
}

/// No step is possible that does not give way itself.
fn gives_way_to_nothing(
    ltss: &[&Lts],
    priority: &Priority,
    states: &[StateId],
    free: &Alphabet,
) -> bool {
    let offered = ltss.iter().zip(states).flat_map(|(lts, &state)| lts.edges(state));
    let mut high = offered.map(|edge| edge.action).filter(|&action| !is_low(priority, action));
    free.is_subset(&priority.low) && !high.any(|action| can_happen(ltss, states, action))
}

/// Everybody who has the action offers it; of τ, it is enough that somebody does.
fn can_happen(ltss: &[&Lts], states: &[StateId], action: ActionId) -> bool {
    let offers = |(lts, state): (&&Lts, &StateId)| !lts.edges_on(*state, action).is_empty();
    let mut pairs = ltss.iter().zip(states);
    match action.is_tau() {
        true => pairs.any(offers),
        false => pairs.all(|pair| !pair.0.alphabet().contains(action) || offers(pair)),
    }
}

/// No component is in π, and none can make a step.
fn is_stuck(ltss: &[&Lts], states: &[StateId]) -> bool {
    let mut pairs = ltss.iter().zip(states);
    let blocked = |action| !can_happen(ltss, states, action);
    pairs.all(|(lts, &state)| {
        !state.is_error() && lts.edges(state).iter().all(|edge| blocked(edge.action))
    })
}

/// The system has ended successfully.
fn has_ended(system: &System, states: &[StateId]) -> bool {
    let has_end = |i: usize| system.components[i].lts.end().is_some();
    let at_end = |i: usize| system.components[i].lts.end() == Some(states[i]);
    match &system.termination {
        Termination::Never => false,
        Termination::When(components) => components.iter().all(|id| at_end(id.index())),
        Termination::ByAlphabets => {
            let knows = |i: usize, action| system.components[i].lts.alphabet().contains(action);
            let everybody = || 0..states.len();
            let covered = |action| everybody().any(|other| has_end(other) && knows(other, action));
            everybody().any(has_end)
                && everybody().all(|i| match has_end(i) {
                    true => at_end(i),
                    false => system.components[i].lts.alphabet().iter().all(covered),
                })
        }
    }
}

/// After how many of these actions the property is violated for the first time. It may be
/// non-deterministic: what counts is whether *some* of its runs is left, and none in π.
fn violated_after(property: &Lts, actions: impl Iterator<Item = ActionId>) -> Option<usize> {
    let closure = |mut states: Vec<StateId>| {
        let mut next = 0;
        while let Some(&state) = states.get(next) {
            next += 1;
            for target in property.successors(state, ActionId::TAU) {
                if !states.contains(&target) {
                    states.push(target);
                }
            }
        }
        states
    };
    let forbids = |states: &[StateId]| states.is_empty() || states.contains(&StateId::ERROR);
    let mut states = closure(vec![property.initial()]);
    let mut violated = forbids(&states).then_some(0);
    for (index, action) in actions.enumerate() {
        if violated.is_some() {
            break;
        }
        if property.alphabet().contains(action) {
            let targets = states.iter().flat_map(|&state| property.successors(state, action));
            let mut targets: Vec<StateId> = targets.collect();
            targets.sort_unstable();
            targets.dedup();
            states = closure(targets);
            violated = forbids(&states).then_some(index + 1);
        }
    }
    violated
}

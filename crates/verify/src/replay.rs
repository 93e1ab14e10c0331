//! Replaying a counterexample on the original components, before anybody believes it.

use std::fmt;

use surmise_model::{ActionId, Counterexample, Lts, StateId, System, Violation};

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
                        && is_known(system, &ltss, counterexample.violation, step.action)
                }
            };
        if !possible {
            return Err(ReplayError::Step(index + 1));
        }
    }
    let last = trace.last_states();
    let bad = match counterexample.violation {
        Violation::Error(component) => last[component.index()].is_error(),
        Violation::Deadlock => is_deadlock(&ltss, last),
        Violation::Property(property) => {
            forbids_last(&system.property(property).lts, trace.actions())
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

/// The action belongs to a component, or to the property that the run is about.
fn is_known(system: &System, ltss: &[&Lts], violation: Violation, action: ActionId) -> bool {
    let of_property = match violation {
        Violation::Property(property) => system.property(property).lts.alphabet().contains(action),
        // Any property may have been checked at the same time.
        _ => system.properties.iter().any(|property| property.lts.alphabet().contains(action)),
    };
    of_property || ltss.iter().any(|lts| lts.alphabet().contains(action))
}

/// No component can make a step, and not all of them have ended.
fn is_deadlock(ltss: &[&Lts], last: &[StateId]) -> bool {
    let blocked = |action: ActionId| {
        ltss.iter().zip(last).any(|(lts, &state)| {
            lts.alphabet().contains(action) && lts.edges_on(state, action).is_empty()
        })
    };
    let stuck = ltss.iter().zip(last).all(|(lts, &state)| {
        !state.is_error()
            && lts.edges(state).iter().all(|edge| !edge.action.is_tau() && blocked(edge.action))
    });
    stuck && !ltss.iter().zip(last).all(|(lts, &state)| lts.end() == Some(state))
}

/// The property allows all actions but the last. It may be non-deterministic: what counts is
/// whether *some* of its runs is left.
fn forbids_last(property: &Lts, actions: impl Iterator<Item = ActionId>) -> bool {
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
    let mut states = closure(vec![property.initial()]);
    let mut actions = actions.filter(|&action| property.alphabet().contains(action)).peekable();
    while let Some(action) = actions.next() {
        let targets = states.iter().flat_map(|&state| property.successors(state, action));
        let mut targets: Vec<StateId> = targets.collect();
        targets.sort_unstable();
        targets.dedup();
        if targets.is_empty() {
            return actions.peek().is_none();
        }
        states = closure(targets);
    }
    false
}

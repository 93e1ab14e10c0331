//! Counterexamples, step by step, on the components as their author wrote them.

use surmise_model::{ActionId, Counterexample, ErrorActions, StateId, System, Violation};

use crate::Refusal;
use crate::machine::Machine;

/// Replays a counterexample: every step is one of the system, and what is wrong at its end is wrong
/// there for the first time.
pub(crate) fn check(system: &System, counterexample: &Counterexample) -> Result<(), Refusal> {
    let trace = &counterexample.trace;
    let refuse = |step: usize, why: &str| Err(Refusal::Run { step, why: why.to_owned() });
    let count = system.components.len();
    if trace.initial.len() != count || trace.steps.iter().any(|step| step.states.len() != count) {
        return refuse(0, "there is not one state for each component");
    }
    if system.components.iter().zip(&trace.initial).any(|(c, &state)| c.lts.initial() != state) {
        return refuse(0, "it does not start in the initial state");
    }
    // The property as such: a component's own error is another kind of violation.
    let property = match counterexample.violation {
        Violation::Property(id) => {
            let errors = ErrorActions { table: system.actions.clone(), of: Vec::new() };
            Some(Machine::property(system, Some(id), &errors))
        }
        _ => None,
    };
    let mut allowed = property.as_ref().map(Machine::start);
    for (i, step) in trace.steps.iter().enumerate() {
        let before = trace.states_before(i);
        if before.iter().any(|state| state.is_error()) {
            return refuse(i + 1, "it goes on although a component has reached its error state");
        }
        if allowed.as_ref().is_some_and(Vec::is_empty) {
            return refuse(i + 1, "it goes on although the property is already violated");
        }
        let free = system.properties.iter().any(|p| p.lts.alphabet().contains(step.action));
        if !is_step(system, before, step.action, &step.states, free) {
            return refuse(i + 1, "the components cannot take this step");
        }
        if let (Some(property), Some(states), false) =
            (&property, &mut allowed, step.action.is_tau())
        {
            *states = property.after(states, step.action);
        }
    }
    let last = trace.last_states();
    let steps = trace.steps.len();
    match counterexample.violation {
        Violation::Property(_) if allowed.is_some_and(|states| !states.is_empty()) => {
            refuse(steps, "the property allows all of it")
        }
        Violation::Error(id) if !last[id.index()].is_error() => {
            refuse(steps, "the component is not in its error state at the end")
        }
        Violation::Deadlock if last.iter().any(|state| state.is_error()) => {
            refuse(steps, "it ends in an error state, not in a deadlock")
        }
        Violation::Deadlock if can_move(system, last) => {
            refuse(steps, "the components can still move at the end")
        }
        Violation::Deadlock if has_ended(system, last) => {
            refuse(steps, "all components have ended successfully")
        }
        _ => Ok(()),
    }
}

/// Whether an action leads from one state of the system to another: τ moves one component alone,
/// any other action all that have it, and nobody else. An action that no component has may happen
/// if it is `free`, that is, one of a property.
fn is_step(
    system: &System,
    before: &[StateId],
    action: ActionId,
    after: &[StateId],
    free: bool,
) -> bool {
    let moves = |i: usize| {
        system.components[i]
            .lts
            .edges(before[i])
            .iter()
            .any(|edge| edge.action == action && edge.target == after[i])
    };
    let stays = |i: usize| before[i] == after[i];
    let mut everybody = 0..before.len();
    if action.is_tau() {
        return everybody
            .clone()
            .any(|i| moves(i) && everybody.clone().all(|j| j == i || stays(j)));
    }
    let takes_part = |i: usize| system.components[i].lts.alphabet().contains(action);
    (free || everybody.clone().any(takes_part))
        && everybody.all(|i| if takes_part(i) { moves(i) } else { stays(i) })
}

/// Whether some action is offered by everybody who has it, or τ by anybody.
fn can_move(system: &System, states: &[StateId]) -> bool {
    let offers = |i: usize, action: ActionId| {
        system.components[i].lts.edges(states[i]).iter().any(|edge| edge.action == action)
    };
    (0..states.len()).any(|i| offers(i, ActionId::TAU))
        || system.alphabet().iter().any(|action| {
            system.components.iter().enumerate().all(|(i, component)| {
                !component.lts.alphabet().contains(action) || offers(i, action)
            })
        })
}

fn has_ended(system: &System, states: &[StateId]) -> bool {
    system.components.iter().zip(states).all(|(c, &state)| c.lts.end() == Some(state))
}

//! Counterexamples, step by step, on the components as their author wrote them.

use surmise_model::{Alphabet, Context, Counterexample, StateId, System, Violation};

use crate::Refusal;
use crate::machine::Machine;
use crate::temporal;
use crate::whole::Whole;

/// Replays a counterexample: every step is one of the system, and what is wrong at its end is wrong
/// there for the first time.
pub(crate) fn check(
    system: &System,
    counterexample: &Counterexample,
    context: &Context<'_>,
) -> Result<(), Refusal> {
    let trace = &counterexample.trace;
    let refuse = |step: usize, why: &str| Err(Refusal::Run { step, why: why.to_owned() });
    let count = system.components.len();
    if trace.initial.len() != count || trace.steps.iter().any(|step| step.states.len() != count) {
        return refuse(0, "there is not one state for each component");
    }
    if system.components.iter().zip(&trace.initial).any(|(c, &state)| c.lts.initial() != state) {
        return refuse(0, "it does not start in the initial state");
    }
    let exists = |(i, state): (usize, &StateId)| {
        state.is_error() || state.index() < system.components[i].lts.num_states()
    };
    if let Some(i) = trace.steps.iter().position(|s| !s.states.iter().enumerate().all(exists)) {
        return refuse(i + 1, "a component has no such state");
    }
    let whole = Whole::new(system);
    // The property as such: a component's own error is another kind of violation.
    let property = match counterexample.violation {
        Violation::Property(id) => Some(Machine::forbidding(&system.property(id).lts)),
        Violation::Error(_) | Violation::Deadlock | Violation::Temporal { .. } => None,
    };
    // The actions of a temporal property that may happen at any time: nobody moves.
    let open = match counterexample.violation {
        Violation::Temporal { property, .. } => {
            system.open_actions(system.temporal_property(property))
        }
        Violation::Property(_) | Violation::Error(_) | Violation::Deadlock => Alphabet::new(),
    };
    let mut allowed = property.as_ref().map(Machine::start);
    let mut state = whole.numbers(&trace.initial);
    for (i, step) in trace.steps.iter().enumerate() {
        if whole.in_error(&state) {
            return refuse(i + 1, "it goes on although a component has reached its error state");
        }
        if allowed.as_ref().is_some_and(Vec::is_empty) {
            return refuse(i + 1, "it goes on although the property is already violated");
        }
        let next = whole.numbers(&step.states);
        let is_open = open.contains(step.action) && next == state;
        if !is_open && !whole.is_step(&state, step.action, &next) {
            return refuse(i + 1, "the components cannot take this step");
        }
        if let (Some(property), Some(states)) = (&property, &mut allowed) {
            *states = property.after(states, step.action);
        }
        state = next;
    }
    let steps = trace.steps.len();
    match counterexample.violation {
        Violation::Property(_) if allowed.is_some_and(|states| !states.is_empty()) => {
            refuse(steps, "the property allows all of it")
        }
        Violation::Error(id) if !trace.last_states()[id.index()].is_error() => {
            refuse(steps, "the component is not in its error state at the end")
        }
        Violation::Deadlock if whole.in_error(&state) => {
            refuse(steps, "it ends in an error state, not in a deadlock")
        }
        Violation::Deadlock if whole.can_move(&state) => {
            refuse(steps, "the system can still move at the end")
        }
        Violation::Deadlock if whole.has_ended(&state) => {
            refuse(steps, "the system has ended successfully")
        }
        Violation::Temporal { property, cycle } => {
            let property = system.temporal_property(property);
            temporal::check_run(system, property, counterexample, cycle, context)
        }
        Violation::Property(_) | Violation::Error(_) | Violation::Deadlock => Ok(()),
    }
}

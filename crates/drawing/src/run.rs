//! A run of a system, as it looks in one LTS: that of a component, or of the whole composition.

use indexmap::IndexMap;
use surmise_model::certificate::{Certificate, Run, Verdict, WrittenViolation};
use surmise_model::{ActionId, ActionTable, Edge, Lts, StateId};

use crate::text::shown;

/// The transitions of an LTS that a counterexample takes.
///
/// If the LTS is a component of the certificate's system, by name and content, the certificate says
/// what that component does. Otherwise the LTS is taken for the composition, in which hidden
/// actions are τ, or for a part of it, which stays where it is when others move: some run of it
/// with the same actions is found, that ends as badly as the counterexample does if possible.
///
/// # Errors
/// A sentence that says why the counterexample cannot be seen in the LTS.
pub fn run_in(
    certificate: &Certificate,
    name: &str,
    lts: &Lts,
    actions: &ActionTable,
) -> Result<Vec<(StateId, Edge)>, String> {
    let Verdict::Violated(run) = &certificate.verdict else {
        return Err("the certificate holds a proof, and no run to highlight".into());
    };
    let hash = lts.content_hash(actions);
    let component = certificate.components.iter().position(|c| c.name == name && c.hash == hash);
    let found = match component {
        Some(component) => of_component(run, component, lts, actions),
        None => followed(run, lts, actions),
    };
    match found {
        Some(found) if found.is_empty() && !run.steps.is_empty() => {
            Err(format!("{} takes no part in the counterexample", shown(name, 200)))
        }
        Some(found) => Ok(found),
        None => Err(format!(
            "{} cannot do what the counterexample does: is it another model?",
            shown(name, 200)
        )),
    }
}

/// What one component does in a run.
fn of_component(
    run: &Run,
    component: usize,
    lts: &Lts,
    actions: &ActionTable,
) -> Option<Vec<(StateId, Edge)>> {
    let state = |number: i64| match usize::try_from(number) {
        Ok(index) => (index < lts.num_states()).then(|| StateId::of(index)),
        Err(_) => Some(StateId::ERROR),
    };
    let mut at = state(*run.initial.get(component)?)?;
    let mut result = Vec::new();
    for step in &run.steps {
        let target = state(*step.states.get(component)?)?;
        let edge = Edge { action: actions.get(&step.action)?, target };
        if lts.edges(at).contains(&edge) {
            result.push((at, edge));
        } else if target != at {
            return None;
        }
        at = target;
    }
    Some(result)
}

/// Some run of an LTS with these actions.
fn followed(run: &Run, lts: &Lts, actions: &ActionTable) -> Option<Vec<(StateId, Edge)>> {
    /// How a state was reached in a step, from where, and by which transition if it moved at all.
    type Reached = IndexMap<StateId, (StateId, Option<Edge>)>;
    let start: Reached = [(lts.initial(), (lts.initial(), None))].into_iter().collect();
    let mut levels = vec![start];
    for step in &run.steps {
        let seen = actions.get(&step.action).filter(|&action| lts.alphabet().contains(action));
        let mut next = Reached::new();
        let before = levels.last()?;
        for &state in before.keys() {
            for &edge in lts.edges_on(state, seen.unwrap_or(ActionId::TAU)) {
                next.entry(edge.target).or_insert((state, Some(edge)));
            }
        }
        if seen.is_none() {
            for &state in before.keys() {
                next.entry(state).or_insert((state, None));
            }
        }
        levels.push(next);
    }
    let is_bad = |state: StateId| match run.violation {
        WrittenViolation::Deadlock => lts.edges(state).is_empty() && !state.is_error(),
        _ => state.is_error(),
    };
    let last = levels.last()?;
    let mut at =
        last.keys().copied().find(|&state| is_bad(state)).or(last.keys().copied().next())?;
    let mut result = Vec::new();
    for level in levels[1..].iter().rev() {
        let &(before, edge) = level.get(&at)?;
        result.extend(edge.map(|edge| (before, edge)));
        at = before;
    }
    result.reverse();
    Some(result)
}

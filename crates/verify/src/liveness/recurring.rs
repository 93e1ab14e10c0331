//! Actions of which every run without end has infinitely many: on each cycle of each component
//! there is one of them.
//!
//! Whoever counts what happens needs to see no more than these and what the formula speaks of. The
//! fewer, the less the parts of a system have to tell each other. To find the fewest is a feedback
//! set problem; here the action comes next that lies on cycles of most components.

use std::cmp::Reverse;

use surmise_model::{ActionId, Alphabet, Context, Lts, StateId, Stop, System};

use crate::strong_components::{Next, strong_components};

/// Some actions, and enough others for no component to have a cycle without one; nothing, if a
/// component has a cycle of silent steps.
pub(super) fn recurring(
    system: &System,
    mut seen: Alphabet,
    context: &Context<'_>,
) -> Result<Option<Alphabet>, Stop> {
    loop {
        let mut cycles: Vec<Alphabet> = Vec::new();
        for component in &system.components {
            match on_unseen_cycles(&component.lts, &seen, context)? {
                Some(actions) => cycles.push(actions),
                None => return Ok(None),
            }
        }
        let all = cycles.iter().fold(Alphabet::new(), |all, actions| all.union(actions));
        let count = |action: ActionId| cycles.iter().filter(|on| on.contains(action)).count();
        let Some(next) = all.iter().min_by_key(|&action| Reverse(count(action))) else {
            return Ok(Some(seen));
        };
        seen.insert(next);
    }
}

/// The actions on cycles of a component on which there are none of the seen ones; nothing, if all
/// that is on some is silent.
fn on_unseen_cycles(
    lts: &Lts,
    seen: &Alphabet,
    context: &Context<'_>,
) -> Result<Option<Alphabet>, Stop> {
    let counts = |action: ActionId, target: StateId| !seen.contains(action) && !target.is_error();
    let edge = |state: usize, number: usize| {
        let edges = lts.edges(StateId::of(state));
        edges.get(number).map_or(Next::Done, |edge| match counts(edge.action, edge.target) {
            true => Next::To(edge.target.index()),
            false => Next::Skip,
        })
    };
    let (component_of, _) = strong_components(lts.num_states(), context, edge)?;
    let (mut actions, mut has_cycle) = (Alphabet::new(), false);
    for (state, edge) in lts.transitions() {
        if counts(edge.action, edge.target)
            && component_of[state.index()] == component_of[edge.target.index()]
        {
            has_cycle = true;
            if !edge.action.is_tau() {
                actions.insert(edge.action);
            }
        }
    }
    Ok((!has_cycle || !actions.is_empty()).then_some(actions))
}

//! Completion with π: from the traces a property allows to a watcher of those it forbids.

use std::borrow::Cow;

use surmise_model::{Context, Lts, LtsBuilder, StateId, Stop};

use crate::automata::determinise;
use crate::automata::limits::{BuildWithin, Pace};

/// P_err: the property with a transition into π for every action of its alphabet that a state does
/// not offer. A trace leads it into π if and only if the property does not allow the trace, at its
/// last action for the first time.
///
/// A property that is not deterministic is [determinised](determinise()) first: otherwise a trace
/// could be allowed by one of its runs and forbidden by another. States of a deterministic one keep
/// their numbers. π and END stay where they are.
pub fn complete_with_error(property: &Lts, context: &Context<'_>) -> Result<Lts, Stop> {
    let property = deterministic(property, context)?;
    let mut builder = Lts::builder();
    builder.ensure_states(property.num_states()).initial(property.initial());
    if let Some(end) = property.end() {
        builder.end(end);
    }
    fill_gaps(&property, StateId::ERROR, &mut builder, context)?;
    builder.build_within(context)
}

/// The LTS itself if it is deterministic, else its determinisation.
pub(crate) fn deterministic<'a>(lts: &'a Lts, context: &Context<'_>) -> Result<Cow<'a, Lts>, Stop> {
    match lts.is_deterministic() {
        true => Ok(Cow::Borrowed(lts)),
        false => determinise(lts, context).map(Cow::Owned),
    }
}

/// Adds the transitions of a deterministic LTS, and one to `sink` wherever an action is missing.
/// What leads to π leads to `sink`, too.
pub(crate) fn fill_gaps(
    lts: &Lts,
    sink: StateId,
    builder: &mut LtsBuilder,
    context: &Context<'_>,
) -> Result<(), Stop> {
    let actions: Vec<_> = lts.alphabet().iter().collect();
    builder.extend_alphabet(actions.iter().copied());
    let mut pace = Pace::new(context);
    for state in lts.states() {
        pace.spend(actions.len() + 1)?;
        builder.make_room(actions.len(), context)?;
        let mut row = lts.edges(state).iter().peekable();
        for &action in &actions {
            let target = row.next_if(|edge| edge.action == action).map(|edge| edge.target);
            let target = target.filter(|target| !target.is_error()).unwrap_or(sink);
            builder.add(state, action, target);
        }
    }
    Ok(())
}

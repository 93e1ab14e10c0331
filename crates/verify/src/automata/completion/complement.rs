//! Complementation. LTSs are not closed under it, since all their states accept; the complement is
//! an automaton with one accepting state.

use surmise_model::{ActionId, Context, Lts, StateId, Stop};

use super::complete::{deterministic, fill_gaps};
use crate::automata::limits::BuildWithin;

/// The words over an alphabet that an LTS does not have as traces.
///
/// The trace language of an LTS is closed under prefixes, so its complement is closed under
/// extension: one accepting state that is never left is enough.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Complement {
    /// Complete and deterministic: every word over the alphabet leads to exactly one state.
    pub lts: Lts,
    /// Where exactly the words of the complement lead.
    pub accepting: StateId,
}

/// coM: accepts the words over the alphabet that are no traces of the LTS, or that lead it into π,
/// or that continue one that does: whatever is not allowed. The LTS is determinised first unless it
/// is deterministic. END plays no role in a language and has no mark in the complement.
pub fn complement(lts: &Lts, context: &Context<'_>) -> Result<Complement, Stop> {
    build(lts, None, context)
}

/// The same as an LTS that shows where the words of the complement end: they, and no others, can be
/// followed by `stop`, which is no action of the LTS.
pub(crate) fn complement_with_stop(
    lts: &Lts,
    stop: ActionId,
    context: &Context<'_>,
) -> Result<Lts, Stop> {
    build(lts, Some(stop), context).map(|complement| complement.lts)
}

fn build(lts: &Lts, stop: Option<ActionId>, context: &Context<'_>) -> Result<Complement, Stop> {
    let lts = deterministic(lts, context)?;
    let accepting = StateId::new(lts.num_states())?;
    let mut builder = Lts::builder();
    builder.ensure_states(lts.num_states() + 1);
    builder.initial(if lts.initial().is_error() { accepting } else { lts.initial() });
    fill_gaps(&lts, accepting, &mut builder, context)?;
    builder.make_room(lts.alphabet().len() + 1, context)?;
    for action in lts.alphabet().iter().chain(stop) {
        builder.add(accepting, action, accepting);
    }
    Ok(Complement { lts: builder.build_within(context)?, accepting })
}

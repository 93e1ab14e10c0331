//! Determinisation: the subset construction with τ-closure.

use surmise_model::{Context, Edge, Lts, StateId, Stop};

use super::Subsets;
use crate::automata::limits::BuildWithin;

/// The deterministic LTS with the same traces, numbered breadth-first: its states are the sets of
/// states that the LTS can be in after a trace.
///
/// - It has no τ, and no unreachable state.
/// - A trace that can lead to π leads to π, whatever else it can lead to.
/// - Traces do not see END. The mark stays where it is beyond doubt, on the set {END}: an LTS that
///   is deterministic already keeps it.
///
/// There can be exponentially many sets; the limits of the context apply to their number.
pub fn determinise(lts: &Lts, context: &Context<'_>) -> Result<Lts, Stop> {
    let mut subsets = Subsets::new(lts, context)?;
    let mut builder = Lts::builder();
    builder.extend_alphabet(lts.alphabet().iter());
    builder.initial(subsets.initial()?);
    let mut row: Vec<Edge> = Vec::new();
    let mut next = 0;
    while next < subsets.len() {
        let subset = StateId::of(next);
        subsets.row(subset, &mut row)?;
        builder.make_room(row.len(), context)?;
        for edge in row.drain(..) {
            builder.add(subset, edge.action, edge.target);
        }
        if lts.end().is_some_and(|end| subsets.members(subset) == [end.raw()]) {
            builder.end(subset);
        }
        next += 1;
    }
    builder.ensure_states(subsets.len());
    drop(subsets);
    builder.build_within(context)
}

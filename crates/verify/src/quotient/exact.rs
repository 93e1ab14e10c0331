//! The equivalences without abstraction: sections 3 and 4 of the paper, on M ‖ P as an explicit graph.
//!
//! *Forward equivalent* are states of N that are reached beside the same states of M ‖ P: to merge them makes
//! nothing else reachable. States that are never reached are all forward equivalent. *Backward
//! equivalent* are states of N/∼F from which π is reached beside the same states of M ‖ P: to merge them
//! makes no other state lead to an error. Hence both are invertible: the quotient violates P if and only if N
//! does.
//!
//! What lies beyond π does not count. The paper gives π a label in its forward tables; without it, states of
//! N that are reached only when everything is over are not told from those that are never reached, and the
//! argument stays: a path into π has only states before π on it.

use fixedbitset::FixedBitSet;
use surmise_model::{Context, Lts, StateId, Stop};

use super::classes::Classes;
use super::labelling::{Labelling, label};
use super::steps::{Steps, turned_round};

/// V_F of every state of M ‖ P: the states of N that are reached beside it.
pub(super) fn forward_labels(
    surroundings: &Lts,
    process: &Lts,
    context: &Context<'_>,
) -> Result<Labelling, Stop> {
    let steps = Steps::forward(process, surroundings.alphabet());
    let mut start = FixedBitSet::with_capacity(process.num_states());
    start.insert(process.initial().index());
    label(surroundings, (surroundings.initial(), start), &steps, context)
}

/// V_B of every state of M ‖ P: the states of N beside which it leads to π.
pub(super) fn backward_labels(
    surroundings: &Lts,
    process: &Lts,
    context: &Context<'_>,
) -> Result<Labelling, Stop> {
    let states = surroundings.num_states();
    if !surroundings.has_error() {
        let nothing = FixedBitSet::with_capacity(process.num_states());
        return Ok(Labelling { labels: vec![nothing; states], edges: 0 });
    }
    let steps = Steps::backward(process, surroundings.alphabet())?;
    let mut everything = FixedBitSet::with_capacity(process.num_states());
    everything.insert_range(..);
    let graph = turned_round(surroundings)?;
    let mut labelling = label(&graph, (StateId::of(states), everything), &steps, context)?;
    labelling.labels.truncate(states);
    Ok(labelling)
}

/// The states of N that are one, and the steps that were looked at to find out: ∼B after ∼F. `surroundings`
/// is M ‖ P_err.
pub(super) fn equivalence(
    surroundings: &Lts,
    process: &Lts,
    context: &Context<'_>,
) -> Result<(Classes, u64), Stop> {
    let nobody = FixedBitSet::with_capacity(process.num_states());
    let forward = forward_labels(surroundings, process, context)?;
    let reached = Classes::by_labels(&nobody, &forward.labels);
    drop(forward.labels);
    let reduced = reached.quotient(process, context)?;
    let backward = backward_labels(surroundings, &reduced, context)?;
    let nobody = FixedBitSet::with_capacity(reduced.num_states());
    let leading = Classes::by_labels(&nobody, &backward.labels);
    Ok((reached.then(&leading), forward.edges + backward.edges))
}

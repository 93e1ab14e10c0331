//! The equivalences without abstraction: sections 3 and 4 of the paper, on M ‖ P as an explicit
//! graph.
//!
//! *Forward equivalent* are states of N that are reached beside the same states of M ‖ P: to merge
//! them makes nothing else reachable. States that are never reached are all forward equivalent.
//! *Backward equivalent* are states of N/∼F from which π is reached beside the same states of M ‖
//! P: to merge them makes no other state lead to an error. Hence both are invertible: the quotient
//! violates P if and only if N does.
//!
//! What lies beyond π does not count. The paper gives π a label in its forward tables; without it,
//! states of N that are reached only when everything is over are not told from those that are never
//! reached, and the argument stays: a path into π has only states before π on it.

use fixedbitset::FixedBitSet;
use surmise_model::{Context, Lts, StateId, Stop};

use super::classes::Classes;
use super::labelling::{Labelling, label};
use super::sets::{StateSets, all_states, insert};
use super::steps::{Steps, turned_round};
use crate::departures::{Departure, Departures};

/// V_F of every state of M ‖ P: the states of N that are reached beside it.
pub(super) fn forward_labels(
    surroundings: &Lts,
    process: &Lts,
    context: &Context<'_>,
) -> Result<Labelling, Stop> {
    forward_labels_within(u64::MAX, surroundings, process, context)?.ok_or_else(unlimited)
}

/// V_B of every state of M ‖ P: the states of N beside which it leads to π.
pub(super) fn backward_labels(
    surroundings: &Lts,
    process: &Lts,
    context: &Context<'_>,
) -> Result<Labelling, Stop> {
    backward_labels_within(u64::MAX, surroundings, process, context)?.ok_or_else(unlimited)
}

fn unlimited() -> Stop {
    Stop::internal("quotient: labels that may take any number of steps")
}

fn forward_labels_within(
    most: u64,
    surroundings: &Lts,
    process: &Lts,
    context: &Context<'_>,
) -> Result<Option<Labelling>, Stop> {
    let steps = Steps::forward(process, surroundings.alphabet());
    let mut start = StateSets::new(1, process.num_states());
    insert(start.get_mut(0), process.initial().index());
    label(surroundings, (surroundings.initial(), start.get(0)), &steps, most, context)
}

fn backward_labels_within(
    most: u64,
    surroundings: &Lts,
    process: &Lts,
    context: &Context<'_>,
) -> Result<Option<Labelling>, Stop> {
    let states = surroundings.num_states();
    if !surroundings.has_error() {
        context.reserve(StateSets::bytes(states, process.num_states()))?;
        let labels = StateSets::new(states, process.num_states());
        return Ok(Some(Labelling { labels, edges: 0, reaches_error: false }));
    }
    let steps = Steps::backward(process, surroundings.alphabet());
    let everything = all_states(process.num_states());
    let graph = turned_round(surroundings)?;
    let start = (StateId::of(states), &everything[..]);
    let mut labelling = label(&graph, start, &steps, most, context)?;
    if let Some(labelling) = &mut labelling {
        labelling.labels.truncate(states);
    }
    Ok(labelling)
}

/// The states of N that are one.
#[derive(Debug)]
pub(super) struct Equivalence {
    pub(super) classes: Classes,
    /// Steps that were looked at to find out, forward and backward.
    pub(super) forward: u64,
    pub(super) backward: u64,
    /// Whether M ‖ N violates P.
    pub(super) violated: bool,
}

impl Equivalence {
    /// Steps that were looked at.
    pub(super) fn steps(&self) -> u64 {
        self.forward + self.backward
    }
}

/// ∼B after ∼F, where `surroundings` is M ‖ P_err. If forward labels show that P is violated, and
/// [one state](crate::Departure::OneState) is to end the work, ∼F alone: whatever is merged then,
/// it stays violated, so that one state is enough for an invertible assumption, and more of them
/// help to find a run.
pub(super) fn equivalence(
    surroundings: &Lts,
    process: &Lts,
    departures: Departures,
    context: &Context<'_>,
) -> Result<Equivalence, Stop> {
    let found = equivalence_within(u64::MAX, surroundings, process, departures, context)?;
    found.ok_or_else(unlimited)
}

/// The same, or nothing if it takes more than so many steps.
pub(super) fn equivalence_within(
    most: u64,
    surroundings: &Lts,
    process: &Lts,
    departures: Departures,
    context: &Context<'_>,
) -> Result<Option<Equivalence>, Stop> {
    let forward = forward_labels_within(most, surroundings, process, context)?;
    let Some(Labelling { labels, edges: forward, reaches_error }) = forward else {
        return Ok(None);
    };
    let nobody = |process: &Lts| FixedBitSet::with_capacity(process.num_states());
    let reached = Classes::by_labels(&nobody(process), labels.iter(), context)?;
    drop(labels);
    let found =
        |classes, backward| Equivalence { classes, forward, backward, violated: reaches_error };
    if reaches_error && departures.has(Departure::OneState) {
        return Ok(Some(found(reached, 0)));
    }
    let reduced = reached.quotient(process, context)?;
    let backward = backward_labels_within(most - forward, surroundings, &reduced, context)?;
    let Some(Labelling { labels, edges: backward, .. }) = backward else { return Ok(None) };
    let leading = Classes::by_labels(&nobody(&reduced), labels.iter(), context)?;
    Ok(Some(found(reached.then(&leading), backward)))
}

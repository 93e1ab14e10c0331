//! Whether what a tree shows of an abstraction is true of what is abstracted (`analyzeAndRefine`,
//! section 4).
//!
//! The check is the one for trees (section 2): from the leaves to the root, each node is related to
//! those members of its class that can do what the node does. If a node is left with none, or the
//! root without the initial state, the tree is spurious, and classes are split: into the states
//! that were related and the rest.

use fixedbitset::FixedBitSet;
use surmise_model::{Context, Lpts, StateId, Stop};

use super::project::Projection;
use crate::probabilistic::refinement::partition::Partition;
use crate::probabilistic::simulation::weights::weights;

/// What came of it.
pub(crate) enum Analysis {
    /// The tree is real: the states to which each node is related form a simulation.
    Real(Vec<FixedBitSet>),
    /// It is not. The classes to split, and the states that leave each.
    Spurious(Vec<(StateId, FixedBitSet)>),
}

/// Relates the nodes of a projection to the concrete states of their classes.
///
/// # Errors
/// When the context says stop.
pub(crate) fn analyse(
    projection: &Projection,
    abstraction: &Lpts,
    partition: &Partition,
    concrete: &Lpts,
    context: &Context<'_>,
) -> Result<Analysis, Stop> {
    let mut related = vec![FixedBitSet::new(); projection.nodes.len()];
    for (index, node) in projection.nodes.iter().enumerate().rev() {
        let mut now = partition.members(node.state);
        for transition in &node.transitions {
            context.check()?;
            let below = abstraction.distribution(transition.distribution);
            let is_related = |child: usize, state: StateId| {
                related[transition.children[child]].contains(state.index())
            };
            let can = |state: usize| {
                let choices = concrete.choices_on(StateId::of(state), transition.action);
                choices.iter().any(|choice| {
                    weights(below, concrete.distribution(choice.distribution), is_related).is_some()
                })
            };
            let before = now.clone();
            now = before.ones().filter(|&state| can(state)).collect();
            now.grow(concrete.num_states());
            if now.is_clear() {
                // Case 1: the node's own class, and those of the children.
                let is_split = partition.splits(node.state, &before);
                let mut splits = vec![(node.state, before)];
                splits.truncate(usize::from(is_split));
                for &child in &transition.children {
                    let class = projection.nodes[child].state;
                    let is_free = class != node.state || !is_split;
                    if is_free && partition.splits(class, &related[child]) {
                        splits.push((class, related[child].clone()));
                    }
                }
                return Ok(Analysis::Spurious(splits));
            }
            // Case 2, for the root alone: elsewhere the initial state need not be related to a node
            // of its class, as the paper asks, for the tree to be real.
            let initial = concrete.initial().index();
            if index == 0 && before.contains(initial) && !now.contains(initial) {
                let mut gone = before;
                gone.difference_with(&now);
                return Ok(Analysis::Spurious(vec![(node.state, gone)]));
            }
        }
        related[index] = now;
    }
    Ok(Analysis::Real(related))
}

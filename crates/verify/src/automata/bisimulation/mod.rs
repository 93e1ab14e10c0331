//! Bisimilarity of LTSs, and minimisation with respect to it.
//!
//! - `silent_components`: cycles of τ contracted, before all else;
//! - `refinement`: states told apart until no more can be, by their `signatures`.

mod refinement;
mod signatures;
mod silent_components;

use refinement::refine;
use silent_components::contract;
use surmise_model::{Context, Lts, StateId, Stop};

use crate::automata::reduction::{Graph, quotient, reachable};

/// Which states are equivalent. π is equivalent to π alone, and END to END alone.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum Bisimulation {
    /// Equivalent states answer each other's steps, τ like any other, by steps to equivalent states.
    Strong,
    /// A step may be answered after τ-steps among equivalent states, and a τ to an equivalent state
    /// needs no answer (van Glabbeek and Weijland 1996). Blind to divergence: an endless run of τ
    /// among equivalent states makes no difference. Since π and END are marked states, a τ to one of
    /// them is never among equivalent states.
    #[default]
    Branching,
}

/// The smallest LTS that is bisimilar to the given one, numbered breadth-first. Its states are the
/// classes of reachable states; under branching bisimulation a τ inside a class disappears.
pub fn minimise(lts: &Lts, by: Bisimulation, context: &Context<'_>) -> Result<Lts, Stop> {
    let lts = reachable(lts, context)?;
    let blocks = classes(&Graph::new(&[&lts], true, context)?, by, context)?;
    reachable(&quotient(&lts, &blocks, by == Bisimulation::Branching, context)?, context)
}

/// Whether the initial states of two LTSs are bisimilar. Alphabets play no role beyond the actions of
/// transitions.
pub fn bisimilar(
    left: &Lts,
    right: &Lts,
    by: Bisimulation,
    context: &Context<'_>,
) -> Result<bool, Stop> {
    let graph = Graph::new(&[left, right], true, context)?;
    let blocks = classes(&graph, by, context)?;
    let block = |initial: StateId, base: usize| match initial.is_error() {
        true => blocks[graph.num_states() - 1],
        false => blocks[base + initial.index()],
    };
    Ok(block(left.initial(), 0) == block(right.initial(), left.num_states()))
}

/// The class of every state.
fn classes(graph: &Graph, by: Bisimulation, context: &Context<'_>) -> Result<Vec<u32>, Stop> {
    match by {
        Bisimulation::Strong => refine(graph, false, context),
        Bisimulation::Branching => {
            let contraction = contract(graph, context)?;
            let blocks = refine(&contraction.graph, true, context)?;
            let of = contraction.component_of.iter().map(|&component| blocks[component as usize]);
            Ok(of.collect())
        }
    }
}

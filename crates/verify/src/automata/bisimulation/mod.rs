//! Bisimilarity of LTSs, and minimisation with respect to it.
//!
//! - `silent_components`: cycles of τ contracted, before all else;
//! - `by_signature`: states told apart by what they can do, many at once;
//! - `by_bunch`: states told apart in O(m log n), whatever the graph.
//!
//! Signatures are about twice as fast where they take linear work, which is nearly everywhere, and
//! quadratic elsewhere. So they get a budget of linear work; bunches take over from there. Measured
//! (time by bunches alone to that by signatures alone): 8 philosophers 1.4 to 2, random graphs 2 to
//! 4, trees 2, grids 0.7, a line of 10,000 τ with loops 0.01, one of 20,000 half of that.

mod by_bunch;
mod by_signature;
mod silent_components;
#[cfg(test)]
mod tests;

use by_signature::Refined;
use silent_components::contract;
use surmise_model::{Context, Lts, StateId, Stop};

use crate::automata::reduction::{Graph, quotient, reachable};

/// How much work signatures may do for each state and transition. Where they do well, 10 to 30.
const SIGNATURE_WORK: usize = 32;

/// Which states are equivalent. π is equivalent to π alone; to stop at END is a step that others
/// have to answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum Bisimulation {
    /// Equivalent states answer each other's steps, τ like any other, by steps to equivalent
    /// states.
    Strong,
    /// A step may be answered after τ-steps among equivalent states, and a τ to an equivalent state
    /// needs no answer (van Glabbeek and Weijland 1996). Blind to divergence: an endless run of τ
    /// among equivalent states makes no difference. Whoever can only get to END by τ is equivalent
    /// to it; π is a marked state, and a τ to it is never among equivalent states.
    #[default]
    Branching,
}

/// The smallest LTS that is bisimilar to the given one, numbered breadth-first. Its states are the
/// classes of reachable states; under branching bisimulation a τ inside a class disappears.
pub fn minimise(lts: &Lts, by: Bisimulation, context: &Context<'_>) -> Result<Lts, Stop> {
    let lts = reachable(lts, context)?;
    let blocks = classes(&Graph::new(&[&lts], true, context)?, by, context)?;
    // Whoever else is in the block of END can get there by τ alone.
    let branching = by == Bisimulation::Branching;
    reachable(&quotient(&lts, &blocks, lts.end(), branching, context)?, context)
}

/// Whether the initial states of two LTSs are bisimilar. Alphabets play no role beyond the actions
/// of transitions.
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
    let work = |graph: &Graph| SIGNATURE_WORK * (graph.num_states() + graph.edges().len());
    match by {
        Bisimulation::Strong => refine(graph, false, work(graph), context),
        Bisimulation::Branching => {
            let contraction = contract(graph, context)?;
            let blocks = refine(&contraction.graph, true, work(&contraction.graph), context)?;
            let of = contraction.component_of.iter().map(|&component| blocks[component as usize]);
            Ok(of.collect())
        }
    }
}

/// The coarsest partition in which states of one block are bisimilar, by signatures as far as that
/// takes no more than so much work.
fn refine(
    graph: &Graph,
    branching: bool,
    work: usize,
    context: &Context<'_>,
) -> Result<Vec<u32>, Stop> {
    match by_signature::refine(graph, branching, work, context)? {
        Refined::Stable(blocks) => Ok(blocks),
        Refined::Unfinished(blocks) => by_bunch::refine(graph, blocks, branching, context),
    }
}

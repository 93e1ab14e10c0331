//! Bisimilarity of LTSs, and minimisation with respect to it.
//!
//! - `silent_components`: cycles of τ contracted, before all else;
//! - `by_signature`: states told apart by what they can do, many at once;
//! - `by_bunch`: states told apart in O(m log n), whatever the graph;
//! - `distinguish`: a formula that says what tells two states apart.
//!
//! Signatures are about twice as fast where they take linear work, which is nearly everywhere, and
//! quadratic elsewhere. So they get a budget of linear work; bunches take over from there. Measured
//! (time by bunches alone to that by signatures alone): 8 philosophers 1.4 to 2, random graphs 2 to
//! 4, trees 2, grids 0.7, a line of 10,000 τ with loops 0.01, one of 20,000 half of that.

mod by_bunch;
mod by_signature;
mod distinguish;
mod silent_components;
#[cfg(test)]
mod tests;

use by_signature::Refined;
pub use distinguish::Distinguishing;
use silent_components::contract;
use surmise_model::{Context, Lts, Reason, StateId, Stop};

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

/// Whether two LTSs are bisimilar.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Bisimilarity {
    /// They are.
    Bisimilar,
    /// They are not, and this formula says why, unless it is very deep or there was no time for it.
    Apart(Option<Distinguishing>),
}

/// Whether the initial states of two LTSs are bisimilar. Alphabets play no role beyond the actions
/// of transitions.
pub fn bisimilar(
    left: &Lts,
    right: &Lts,
    by: Bisimulation,
    context: &Context<'_>,
) -> Result<bool, Stop> {
    Ok(SideBySide::new(left, right, by, context)?.bisimilar())
}

/// Whether the initial states of two LTSs are bisimilar, and if not, what tells them apart.
pub fn distinguish(
    left: &Lts,
    right: &Lts,
    by: Bisimulation,
    context: &Context<'_>,
) -> Result<Bisimilarity, Stop> {
    let both = SideBySide::new(left, right, by, context)?;
    if both.bisimilar() {
        return Ok(Bisimilarity::Bisimilar);
    }
    let SideBySide { graph, blocks, initial } = both;
    // Without τ the two relations are one, and steps are all there is to talk about.
    let silent = graph.edges().iter().any(|edge| edge.action.is_tau());
    let branching = by == Bisimulation::Branching && silent;
    match distinguish::distinguish(&graph, &blocks, branching, initial, context) {
        Err(Stop(Reason::Internal(what))) => Err(Stop::internal(what)),
        // That they differ is known, whether or not there is time to say why.
        found => Ok(Bisimilarity::Apart(found.unwrap_or(None))),
    }
}

/// Two LTSs in one graph, with the classes of their states.
struct SideBySide {
    graph: Graph,
    blocks: Vec<u32>,
    /// The initial states.
    initial: [u32; 2],
}

impl SideBySide {
    fn new(left: &Lts, right: &Lts, by: Bisimulation, context: &Context<'_>) -> Result<Self, Stop> {
        let graph = Graph::new(&[left, right], true, context)?;
        let blocks = classes(&graph, by, context)?;
        let place = |initial: StateId, base: usize| match initial.is_error() {
            true => graph.num_states() - 1,
            false => base + initial.index(),
        };
        let initial = [place(left.initial(), 0), place(right.initial(), left.num_states())];
        Ok(Self { graph, blocks, initial: initial.map(|state| state as u32) })
    }

    fn bisimilar(&self) -> bool {
        let [left, right] = self.initial.map(|state| self.blocks[state as usize]);
        left == right
    }
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

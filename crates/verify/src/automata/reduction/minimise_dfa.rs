//! Minimisation of deterministic LTSs: Hopcroft's algorithm for partial transition functions.
//!
//! Valmari and Lehtinen, "Efficient minimization of DFAs with partial transition functions" (STACS
//! 2008), in the short form of Valmari, "Fast brief practical DFA minimization" (Information
//! Processing Letters 112, 2012): O(n + m log m) for n states and m transitions, whatever the size
//! of the alphabet. Two partitions refine each other: *blocks* of states, and *cords*, sets of
//! transitions with one action into one block.
//!
//! Invariant: two states in one block have so far not been told apart; two transitions in one cord
//! have the same action and lead to one block as far as blocks have been used to split cords. Every
//! cord and every block but the first is used once as a splitter. The larger half of a split keeps
//! its number and is not used again: what it would split, its former whole and the smaller half
//! have split together.

use surmise_model::{Context, Lts, StateId, Stop};

use super::Graph;
use super::Partition;
use super::quotient;
use super::reachable;
use crate::automata::completion::deterministic;
use crate::automata::limits::Pace;

/// The smallest deterministic LTS with the same traces, numbered breadth-first in the order of the
/// actions: two LTSs over one alphabet have the same traces if and only if their results are equal,
/// END aside.
///
/// The LTS is [determinised](crate::automata::determinise()) first unless it is deterministic.
/// Traces do not see END; the mark stays if no other state has the same traces to come.
pub fn minimise_dfa(lts: &Lts, context: &Context<'_>) -> Result<Lts, Stop> {
    let lts = reachable(&*deterministic(lts, context)?, context)?;
    let blocks = refine(&Graph::new(&[&lts], false, context)?, context)?;
    let members = |end: StateId| {
        let block = blocks[end.index()];
        blocks.iter().filter(|&&other| other == block).count()
    };
    let end = lts.end().filter(|&end| members(end) == 1);
    quotient(&lts, &blocks, end, false, context)
}

/// The coarsest partition of the states of a deterministic graph in which states of one block have
/// the same colour and transitions on the same actions, into the same blocks.
fn refine(graph: &Graph, context: &Context<'_>) -> Result<Vec<u32>, Stop> {
    let transitions = graph.edges().len();
    context.reserve(
        Partition::bytes(graph.num_states(), graph.num_states())
            + Partition::bytes(transitions, transitions),
    )?;
    let incoming = graph.incoming(context)?;
    let mut blocks = Partition::new(graph.colours());
    let actions: Vec<u32> = graph.edges().iter().map(|edge| edge.action.raw()).collect();
    let mut cords = Partition::new(&actions);
    drop(actions);
    let mut pace = Pace::new(context);
    let mut touched: Vec<u32> = Vec::new();
    // The first block need not split cords: the others do, and it is what remains.
    let (mut block, mut cord) = (1, 0);
    while cord < cords.len() {
        for &transition in cords.elements(cord as u32) {
            mark(&mut blocks, incoming.source(transition), &mut touched);
        }
        pace.spend(cords.elements(cord as u32).len())?;
        touched.drain(..).for_each(|set| blocks.split(set));
        cord += 1;
        while block < blocks.len() {
            for &state in blocks.elements(block as u32) {
                for &transition in incoming.to(state) {
                    mark(&mut cords, transition, &mut touched);
                }
                pace.spend(incoming.to(state).len() + 1)?;
            }
            touched.drain(..).for_each(|set| cords.split(set));
            block += 1;
        }
    }
    Ok(blocks.into_sets())
}

/// Marks an element, and notes its set at the first mark.
fn mark(partition: &mut Partition, element: u32, touched: &mut Vec<u32>) {
    let set = partition.set_of(element);
    if partition.mark(element) && partition.marked(set).len() == 1 {
        touched.push(set);
    }
}

//! Contraction of τ-cycles.
//!
//! States on a cycle of τ can all do what one of them can after some τ, so that branching
//! bisimulation (the divergence-blind one) does not tell them apart. With each strongly connected
//! component of τ contracted to one state no τ-cycle is left. Components are found by Tarjan's
//! algorithm ("Depth-first search and linear graph algorithms", SIAM Journal on Computing 1, 1972)
//! without recursion. It completes a component after all those it leads to, so that numbering them
//! in this order makes every τ lead to a smaller number.

use surmise_model::{Context, Edge, StateId, Stop};

use crate::automata::limits::Pace;
use crate::automata::reduction::Graph;

/// A graph without τ-cycles, and which of its states stands for each state of the original.
pub(super) struct Contraction {
    /// τ between states of one colour leads to smaller numbers.
    pub(super) graph: Graph,
    pub(super) component_of: Vec<u32>,
}

/// Contracts the cycles of τ among states of one colour. Steps of τ inside a component disappear.
pub(super) fn contract(graph: &Graph, context: &Context<'_>) -> Result<Contraction, Stop> {
    let (component_of, count) = components(graph, context)?;
    context.reserve((graph.num_states() * 12 + size_of_val(graph.edges())) as u64)?;
    // The members of each component, by a counting sort.
    let mut starts = vec![0u32; count + 1];
    for &component in &component_of {
        starts[component as usize + 1] += 1;
    }
    for component in 0..count {
        starts[component + 1] += starts[component];
    }
    let mut members = vec![0u32; component_of.len()];
    let mut next = starts.clone();
    for (state, &component) in component_of.iter().enumerate() {
        members[next[component as usize] as usize] = state as u32;
        next[component as usize] += 1;
    }

    let mut pace = Pace::new(context);
    let mut edges: Vec<Edge> = Vec::with_capacity(graph.edges().len());
    let mut offsets = vec![0u32];
    let mut colours = Vec::with_capacity(count);
    let mut row: Vec<Edge> = Vec::new();
    for component in 0..count {
        let members = &members[starts[component] as usize..starts[component + 1] as usize];
        for &state in members {
            pace.spend(graph.row(state).len() + 1)?;
            for edge in graph.row(state) {
                let target = component_of[edge.target.index()] as usize;
                if !(edge.action.is_tau() && target == component) {
                    row.push(Edge { action: edge.action, target: StateId::of(target) });
                }
            }
        }
        row.sort_unstable();
        row.dedup();
        edges.append(&mut row);
        offsets.push(edges.len() as u32);
        colours.push(graph.colours()[members[0] as usize]);
    }
    Ok(Contraction { graph: Graph::from_rows(offsets, edges, colours), component_of })
}

const UNSEEN: u32 = u32::MAX;

/// The τ-component of every state, numbered in the order of completion, and how many there are.
fn components(graph: &Graph, context: &Context<'_>) -> Result<(Vec<u32>, usize), Stop> {
    let states = graph.num_states();
    context.reserve((states * 24) as u64)?;
    let mut pace = Pace::new(context);
    let mut component_of = vec![UNSEEN; states];
    // The order of discovery of each state, and the smallest one known to be in its component.
    let mut discovery = vec![UNSEEN; states];
    let mut low = vec![UNSEEN; states];
    let (mut count, mut discovered) = (0u32, 0u32);
    // States whose component is open; and the path from the root with the next edge to follow.
    let mut open: Vec<u32> = Vec::new();
    let mut path: Vec<(u32, usize)> = Vec::new();
    for root in 0..states as u32 {
        if discovery[root as usize] != UNSEEN {
            continue;
        }
        path.push((root, 0));
        while let Some((state, edge)) = path.last_mut() {
            let at = *state as usize;
            if *edge == 0 && discovery[at] == UNSEEN {
                (discovery[at], low[at]) = (discovered, discovered);
                discovered += 1;
                open.push(*state);
            }
            pace.spend(1)?;
            let next = graph.row(*state).get(*edge).filter(|edge| edge.action.is_tau());
            if let Some(next) = next {
                *edge += 1;
                let target = next.target.index();
                if graph.colours()[target] != graph.colours()[at] {
                    continue;
                }
                if discovery[target] == UNSEEN {
                    path.push((target as u32, 0));
                } else if component_of[target] == UNSEEN {
                    low[at] = low[at].min(discovery[target]);
                }
                continue;
            }
            path.pop();
            if let Some(&(parent, _)) = path.last() {
                low[parent as usize] = low[parent as usize].min(low[at]);
            }
            if low[at] == discovery[at] {
                // `at` is the first state of its component: all of it lies on top.
                while let Some(member) = open.pop() {
                    component_of[member as usize] = count;
                    if member as usize == at {
                        break;
                    }
                }
                count += 1;
            }
        }
    }
    Ok((component_of, count as usize))
}

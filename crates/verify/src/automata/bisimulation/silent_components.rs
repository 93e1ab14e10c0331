//! Contraction of τ-cycles.
//!
//! States on a cycle of τ can all do what one of them can after some τ, so that branching
//! bisimulation (the divergence-blind one) does not tell them apart. With each strongly connected
//! component of τ contracted to one state no τ-cycle is left. Numbering the components in the order
//! in which Tarjan's algorithm completes them makes every τ lead to a smaller number.

use surmise_model::{Context, Edge, StateId, Stop};

use crate::automata::limits::Pace;
use crate::automata::reduction::{Graph, Transposed};
use crate::strong_components::{Next, strong_components};

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
    let by_component = || {
        let numbered = component_of.iter().enumerate();
        numbered.map(|(state, &component)| (component, state as u32))
    };
    let members = Transposed::new(count, by_component);

    let mut pace = Pace::new(context);
    let mut edges: Vec<Edge> = Vec::with_capacity(graph.edges().len());
    let mut offsets = vec![0u32];
    let mut colours = Vec::with_capacity(count);
    let mut row: Vec<Edge> = Vec::new();
    for component in 0..count {
        let members = members.of(component as u32);
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

/// The τ-component of every state, numbered in the order of completion, and how many there are.
fn components(graph: &Graph, context: &Context<'_>) -> Result<(Vec<u32>, usize), Stop> {
    strong_components(graph.num_states(), context, |state, edge| {
        let next = graph.row(state as u32).get(edge).filter(|edge| edge.action.is_tau());
        match next.map(|edge| edge.target.index()) {
            None => Next::Done,
            Some(target) if graph.colours()[target] != graph.colours()[state] => Next::Skip,
            Some(target) => Next::To(target),
        }
    })
}

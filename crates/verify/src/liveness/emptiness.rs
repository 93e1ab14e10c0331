//! Whether automata accept a common word: questions about formulas, not about systems.

use indexmap::IndexSet;
use rustc_hash::FxBuildHasher;
use surmise_model::{Context, Reason, Stop};

use super::automaton::{Automaton, all_sets};
use crate::strong_components::{Next, strong_components};

/// How many pairs of states are looked at.
const LARGEST: usize = 200_000;

/// A graph whose edges carry acceptance sets, explored from its first node.
pub(super) struct Graph {
    rows: Vec<Vec<(u32, u64)>>,
}

impl Graph {
    /// Explores what is reachable from a node.
    pub(super) fn explored<N: Clone + Eq + std::hash::Hash>(
        first: N,
        context: &Context<'_>,
        mut edges: impl FnMut(&N, &mut Vec<(N, u64)>) -> Result<(), Stop>,
    ) -> Result<Self, Stop> {
        let mut nodes: IndexSet<N, FxBuildHasher> = IndexSet::default();
        nodes.insert(first);
        let mut rows = Vec::new();
        let mut found = Vec::new();
        while rows.len() < nodes.len() {
            context.check()?;
            if nodes.len() > LARGEST {
                let message = format!("a question about formulas needs more than {LARGEST} states");
                return Err(Stop(Reason::Unsupported(message)));
            }
            let node = nodes[rows.len()].clone();
            edges(&node, &mut found)?;
            let numbered = |(node, sets)| (nodes.insert_full(node).0 as u32, sets);
            let mut row: Vec<(u32, u64)> = found.drain(..).map(numbered).collect();
            row.sort_unstable();
            row.dedup();
            rows.push(row);
        }
        Ok(Self { rows })
    }

    /// Whether a path from the first node takes edges of each of so many sets infinitely often.
    pub(super) fn accepts(&self, sets: u32, context: &Context<'_>) -> Result<bool, Stop> {
        let edge = |node: usize, place: usize| {
            self.rows[node].get(place).map_or(Next::Done, |&(to, _)| Next::To(to as usize))
        };
        let (component, count) = strong_components(self.rows.len(), context, edge)?;
        let mut seen = vec![None; count];
        for (node, row) in self.rows.iter().enumerate() {
            for &(_, sets) in
                row.iter().filter(|(to, _)| component[*to as usize] == component[node])
            {
                *seen[component[node] as usize].get_or_insert(0) |= sets;
            }
        }
        Ok(seen.contains(&Some(all_sets(sets))))
    }
}

/// Whether there is a word that one automaton accepts and along which another one has a run at all.
pub(super) fn accepts_a_word_along(
    automaton: &Automaton,
    along: &Automaton,
    context: &Context<'_>,
) -> Result<bool, Stop> {
    let graph = Graph::explored((0, 0), context, |&(first, second), found| {
        for edge in automaton.row(first) {
            for other in along.row(second) {
                if edge.guard.and(other.guard).is_some() {
                    found.push(((edge.target, other.target), edge.sets));
                }
            }
        }
        Ok(())
    })?;
    graph.accepts(automaton.num_sets(), context)
}

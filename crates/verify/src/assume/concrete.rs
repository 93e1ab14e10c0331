//! The system that an abstraction abstracts: the reachable product of a group of components and of
//! the next assumption, as an explicit graph that can be walked in both directions.
//!
//! This is the only product that is stored as a graph. It never contains more than one group: what
//! comes after that group is there in its abstraction alone.

use surmise_model::{ActionId, Context, Edge, Lts, StateId, Stop};

use crate::automata::{Interner, compose_with_tuples};

/// A composed system without π.
#[derive(Debug)]
pub(crate) struct Concrete {
    /// The graph. Its alphabet is the union of the parts' alphabets.
    pub(crate) lts: Lts,
    /// The local states of every state.
    tuples: Interner,
    /// The rows of `lts` turned round: by target, edges whose `target` is the source.
    incoming: Vec<Edge>,
    incoming_offsets: Vec<u32>,
}

impl Concrete {
    /// Composes parts without π.
    pub(crate) fn compose(parts: &[&Lts], context: &Context<'_>) -> Result<Self, Stop> {
        let (lts, tuples) = compose_with_tuples(parts, context)?;
        let (rows, offsets) = (lts.num_transitions() * size_of::<Edge>(), 8 * lts.num_states());
        context.reserve((rows + offsets) as u64)?;
        let (incoming_offsets, incoming) = turn_round(&lts);
        Ok(Self { lts, tuples, incoming, incoming_offsets })
    }

    /// The local state of every part, as numbers.
    pub(crate) fn tuple(&self, state: StateId) -> &[u32] {
        self.tuples.get(state)
    }

    /// The local state of the last part.
    pub(crate) fn last(&self, state: StateId) -> Option<u32> {
        self.tuple(state).last().copied()
    }

    /// The state with these local states, if it is reachable.
    pub(crate) fn state(&self, tuple: &[u32]) -> Option<StateId> {
        self.tuples.find(tuple)
    }

    /// The transitions into a state, each with its source in the place of its target.
    #[inline]
    pub(crate) fn incoming(&self, state: StateId) -> &[Edge] {
        let row = state.index();
        let (begin, end) = (self.incoming_offsets[row], self.incoming_offsets[row + 1]);
        &self.incoming[begin as usize..end as usize]
    }
}

/// The rows of an LTS by target instead of source.
fn turn_round(lts: &Lts) -> (Vec<u32>, Vec<Edge>) {
    let mut offsets = vec![0u32; lts.num_states() + 1];
    for (_, edge) in lts.transitions() {
        offsets[edge.target.index() + 1] += 1;
    }
    for row in 0..lts.num_states() {
        offsets[row + 1] += offsets[row];
    }
    let filler = Edge { action: ActionId::TAU, target: StateId::of(0) };
    let mut edges = vec![filler; lts.num_transitions()];
    let mut next = offsets.clone();
    for (source, edge) in lts.transitions() {
        let slot = &mut next[edge.target.index()];
        edges[*slot as usize] = Edge { action: edge.action, target: source };
        *slot += 1;
    }
    (offsets, edges)
}

#[cfg(test)]
mod tests {
    use surmise_testing::{Shape, random_system, seeds};

    use super::*;

    #[test]
    fn the_graph_can_be_walked_backwards_and_tuples_are_found() {
        let shape = Shape { errors: 0, tau: 20, ..Shape::default() };
        for seed in seeds(200, 2_000) {
            let system = random_system(seed, &shape);
            let parts: Vec<&Lts> = system.components.iter().map(|c| &c.lts).collect();
            let concrete = Concrete::compose(&parts, &Context::unlimited()).unwrap();
            let mut back: Vec<(StateId, Edge)> = Vec::new();
            for state in concrete.lts.states() {
                assert_eq!(concrete.state(concrete.tuple(state)), Some(state), "seed {seed}");
                for &Edge { action, target } in concrete.incoming(state) {
                    back.push((target, Edge { action, target: state }));
                }
            }
            back.sort_unstable();
            assert!(back.into_iter().eq(concrete.lts.transitions()), "seed {seed}");
        }
    }
}

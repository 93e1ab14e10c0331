//! The system that an abstraction abstracts: the reachable product of a group of components and of
//! the next assumption, as an explicit graph that can be walked in both directions.
//!
//! It never contains more than one group: what comes after that group is there in its abstraction
//! alone.

use surmise_model::{Context, Edge, Lts, StateId, Stop};

use crate::automata::{Interner, Transposed, compose_with_tuples};

/// A composed system without π.
#[derive(Debug)]
pub(crate) struct Concrete {
    /// The graph. Its alphabet is the union of the parts' alphabets.
    pub(crate) lts: Lts,
    /// The local states of every state.
    tuples: Interner,
    /// The rows of `lts` turned round: by target, edges whose `target` is the source.
    incoming: Transposed<Edge>,
}

impl Concrete {
    /// Composes parts without π.
    pub(crate) fn compose(parts: &[&Lts], context: &Context<'_>) -> Result<Self, Stop> {
        let (lts, tuples) = compose_with_tuples(parts, context)?;
        context.reserve(Transposed::<Edge>::bytes(lts.num_transitions(), lts.num_states()))?;
        let turned_round = |(source, edge): (StateId, Edge)| {
            (edge.target.raw(), Edge { action: edge.action, target: source })
        };
        let incoming = Transposed::new(lts.num_states(), || lts.transitions().map(turned_round));
        Ok(Self { lts, tuples, incoming })
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
        self.incoming.of(state.raw())
    }
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

//! A set of states that nothing leads out of, in a form that can be checked level by level.

use crate::{ComponentId, StateId};

/// A set of states of a system, as a layered automaton that reads a state part by part.
///
/// It starts in the only node of the first layer. On each level it goes on by the local state of
/// the part on that level, if it can; a state is in the set if it can to the end. No node has two
/// ways to go on with the same local state.
///
/// It is an argument for a claim if the initial state is in it, if no step leads from a state in it
/// to one that is not, and if no state in it is bad.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Invariant {
    /// Who is on each level: every component once and, if the claim is a property, that.
    pub levels: Vec<Level>,
    /// What a local state of the property means: the states, sorted, that it may be in. (It need
    /// not be deterministic.) What leads to another set counts as forbidden.
    pub property_states: Vec<Vec<StateId>>,
    /// The nodes of each level: local states, growing, each with the place of a node on the next
    /// level; on the last level, the place means nothing and is zero.
    pub layers: Vec<Vec<Vec<(u32, u32)>>>,
}

/// Who is on a level of an [`Invariant`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Level {
    /// A component.
    Component(ComponentId),
    /// The property.
    Property,
}

impl Invariant {
    /// How many nodes there are.
    pub fn num_nodes(&self) -> usize {
        self.layers.iter().map(Vec::len).sum()
    }
}

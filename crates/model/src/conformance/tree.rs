//! Stochastic trees: counterexamples to strong simulation (section 3 of the CAV 2012 paper).

use crate::{ActionId, Alphabet, DistributionId, Lpts, LptsError, Rational, StateId};

/// A tree of executions of a composition that a specification does not simulate.
///
/// Equal subtrees are one: nodes are numbered so that children come after their parents, and a node
/// may be the child of several. Node 0 is the root. The execution mapping is part of the nodes.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct StochasticTree {
    /// The nodes, the root first, parents before children.
    pub nodes: Vec<TreeNode>,
}

/// A node of a tree.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TreeNode {
    /// The states of the parts that it stands for.
    pub tuple: Box<[StateId]>,
    /// The transitions that matter.
    pub transitions: Vec<TreeTransition>,
    /// The states of the specification that do not simulate this node, and why, sorted by state.
    pub refuted: Vec<Refutation>,
}

/// A transition of a node.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TreeTransition {
    /// The action.
    pub action: ActionId,
    /// The distributions of the parts, `None` for one that stands still.
    pub factors: Box<[Option<DistributionId>]>,
    /// The whole support of their product: nodes with their probabilities.
    pub children: Vec<(usize, Rational)>,
}

/// Why a state of the specification does not simulate a node.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Refutation {
    /// The state of the specification.
    pub state: StateId,
    /// The place of the transition of the node that it cannot match.
    pub transition: usize,
    /// For each of its transitions on the action, in the order of its row, a witness set: places of
    /// children that together are more probable than all states of the specification that might
    /// simulate one of them.
    pub witnesses: Vec<Vec<usize>>,
}

impl TreeNode {
    /// Why a state of the specification does not simulate this node, if it is among those that do
    /// not.
    pub fn refutation(&self, state: StateId) -> Option<&Refutation> {
        let place = self.refuted.binary_search_by_key(&state, |refutation| refutation.state);
        place.ok().map(|place| &self.refuted[place])
    }
}

impl StochasticTree {
    /// The tree as an LPTS, whose states are the nodes. Equal subtrees are one, so it is an acyclic
    /// graph.
    ///
    /// # Errors
    /// If the probabilities of a transition do not sum to 1, or a node does not exist.
    pub fn to_lpts(&self, alphabet: &Alphabet) -> Result<Lpts, LptsError> {
        let mut builder = Lpts::builder();
        builder.ensure_states(self.nodes.len()).extend_alphabet(alphabet.iter());
        for (source, node) in self.nodes.iter().enumerate() {
            let source = StateId::new(source)?;
            for transition in &node.transitions {
                let mut branches = Vec::with_capacity(transition.children.len());
                for (child, probability) in &transition.children {
                    branches.push((StateId::new(*child)?, probability));
                }
                builder.add(source, transition.action, branches);
            }
        }
        builder.build()
    }

    /// How many transitions the longest branch has.
    pub fn depth(&self) -> usize {
        let mut depth = vec![0; self.nodes.len()];
        for (index, node) in self.nodes.iter().enumerate().rev() {
            let children = node.transitions.iter().flat_map(|transition| &transition.children);
            depth[index] = children.map(|&(child, _)| depth[child] + 1).max().unwrap_or(0);
        }
        depth.first().copied().unwrap_or(0)
    }
}

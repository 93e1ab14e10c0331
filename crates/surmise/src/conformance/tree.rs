//! A stochastic tree by name: who moves, how probably, and what the specification cannot match.

use serde::Serialize;
use surmise_model::{
    Lpts, ProbabilisticSystem, Rational, Refutation, StochasticTree, TreeNode, TreeTransition,
};

use crate::Name;

/// A tree that a specification does not simulate. Equal subtrees are one.
#[derive(Debug, Serialize)]
pub struct TreeReport {
    /// The nodes, the root first, parents before children.
    pub nodes: Vec<NodeReport>,
}

/// A node.
#[derive(Debug, Serialize)]
pub struct NodeReport {
    /// The state of each component.
    pub states: Vec<usize>,
    /// The transitions that matter.
    pub transitions: Vec<StepReport>,
    /// The states of the specification that do not simulate it.
    pub refuted: Vec<RefutationReport>,
    /// Conditions of a formula that hold here.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub holds: Vec<Name>,
    /// How probable, from here on, is what a formula is about.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub probability: Option<String>,
}

/// A transition of a node.
#[derive(Debug, Serialize)]
pub struct StepReport {
    /// The action.
    pub action: Name,
    /// The components that move.
    pub by: Vec<Name>,
    /// Where it leads.
    pub branches: Vec<BranchReport>,
}

/// A branch of a transition.
#[derive(Debug, Serialize)]
pub struct BranchReport {
    /// Its probability, exactly.
    pub probability: String,
    /// The node it leads to.
    pub node: usize,
}

/// Why a state of the specification does not simulate a node.
#[derive(Debug, Serialize)]
pub struct RefutationReport {
    /// The state of the specification.
    pub state: usize,
    /// The transition of the node that it cannot match.
    pub transition: usize,
    /// Its own transitions on the action; none if it has none.
    pub matches: Vec<MatchReport>,
}

/// Why a transition of the specification does not match one of a node.
#[derive(Debug, Serialize)]
pub struct MatchReport {
    /// Branches of the node's transition, by place.
    pub witness: Vec<usize>,
    /// How probable they are.
    pub probability: String,
    /// How probable those states of the specification are that may simulate one of them: less.
    pub matched: String,
}

impl TreeReport {
    pub(super) fn new(
        system: &ProbabilisticSystem,
        completed: &Lpts,
        tree: &StochasticTree,
    ) -> Self {
        let mut told = Self::plain(system, tree);
        for (report, node) in told.nodes.iter_mut().zip(&tree.nodes) {
            let refuted = node.refuted.iter();
            report.refuted = refuted.map(|one| refutation(completed, tree, node, one)).collect();
        }
        told
    }

    /// A tree without what it shows.
    pub(crate) fn plain(system: &ProbabilisticSystem, tree: &StochasticTree) -> Self {
        let nodes = tree.nodes.iter().map(|node| NodeReport {
            states: node.tuple.iter().map(|state| state.index()).collect(),
            transitions: node
                .transitions
                .iter()
                .map(|transition| step(system, transition))
                .collect(),
            refuted: Vec::new(),
            holds: Vec::new(),
            probability: None,
        });
        Self { nodes: nodes.collect() }
    }
}

fn step(system: &ProbabilisticSystem, transition: &TreeTransition) -> StepReport {
    let movers =
        transition.factors.iter().zip(&system.components).filter(|(factor, _)| factor.is_some());
    let branches = transition.children.iter().map(|(node, probability)| BranchReport {
        probability: probability.to_string(),
        node: *node,
    });
    StepReport {
        action: system.actions.name(transition.action).into(),
        by: movers.map(|(_, component)| component.name.as_str().into()).collect(),
        branches: branches.collect(),
    }
}

fn refutation(
    completed: &Lpts,
    tree: &StochasticTree,
    node: &TreeNode,
    refutation: &Refutation,
) -> RefutationReport {
    let transition = &node.transitions[refutation.transition];
    let choices = completed.choices_on(refutation.state, transition.action);
    let matches = choices.iter().zip(&refutation.witnesses).map(|(choice, witness)| {
        let members = || witness.iter().map(|&place| &transition.children[place]);
        let probability: Rational = members().map(|(_, probability)| probability).sum();
        let may_match = completed.distribution(choice.distribution).iter().filter(|&(state, _)| {
            members().any(|&(child, _)| tree.nodes[child].refutation(state).is_none())
        });
        let matched: Rational = may_match.map(|(_, probability)| probability).sum();
        MatchReport {
            witness: witness.clone(),
            probability: probability.to_string(),
            matched: matched.to_string(),
        }
    });
    RefutationReport {
        state: refutation.state.index(),
        transition: refutation.transition,
        matches: matches.collect(),
    }
}

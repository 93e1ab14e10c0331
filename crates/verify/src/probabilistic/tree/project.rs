//! The projection of a tree onto one part: what that part contributed to it (section 5).
//!
//! Alphabets do not say what a part did, because composition multiplies probabilities; the factors
//! that each transition remembers do. Nodes between which the part stands still are one, and so are
//! the children of a transition that differ in other parts alone: the part is in the same state
//! there, so one state of what it abstracts has to do all that these do.

use std::collections::{BTreeMap, BTreeSet};

use surmise_model::{ActionId, DistributionId, Lpts, StateId, StochasticTree, Stop};

use super::unfold::unfold;

/// What a part contributed to a tree: parents before children.
pub(crate) struct Projection {
    pub(crate) nodes: Vec<ProjectedNode>,
}

/// A state of the part, and what it does there.
pub(crate) struct ProjectedNode {
    pub(crate) state: StateId,
    pub(crate) transitions: Vec<ProjectedTransition>,
}

/// A transition of the part.
pub(crate) struct ProjectedTransition {
    pub(crate) action: ActionId,
    pub(crate) distribution: DistributionId,
    /// The nodes of its support, in order.
    pub(crate) children: Vec<usize>,
}

impl ProjectedNode {
    /// The transition with an action and a distribution.
    pub(crate) fn transition(
        &self,
        action: ActionId,
        distribution: DistributionId,
    ) -> Option<usize> {
        self.transitions.iter().position(|t| (t.action, t.distribution) == (action, distribution))
    }
}

/// Projects a tree onto the part at a place of its tuples, whose distributions are those of `lpts`.
///
/// # Errors
/// If the tree is not one of the part.
pub(crate) fn project(tree: &StochasticTree, part: usize, lpts: &Lpts) -> Result<Projection, Stop> {
    let nodes = unfold(BTreeSet::from([0]), |seed: &BTreeSet<usize>| {
        // All nodes that are reached while the part stands still.
        let mut members: Vec<usize> = seed.iter().copied().collect();
        let mut known = seed.clone();
        let mut moves: BTreeMap<(ActionId, DistributionId), BTreeMap<StateId, BTreeSet<usize>>> =
            BTreeMap::new();
        let mut next = 0;
        while let Some(&member) = members.get(next) {
            next += 1;
            for transition in &tree.nodes[member].transitions {
                let children = transition.children.iter().map(|&(child, _)| child);
                match transition.factors[part] {
                    None => members.extend(children.filter(|&child| known.insert(child))),
                    Some(distribution) => {
                        let targets = moves.entry((transition.action, distribution)).or_default();
                        for child in children {
                            targets.entry(tree.nodes[child].tuple[part]).or_default().insert(child);
                        }
                    }
                }
            }
        }
        let Some(&first) = members.first() else { return Err(Stop::internal("a node of nothing")) };
        let mut transitions = Vec::with_capacity(moves.len());
        let mut children = Vec::new();
        for ((action, distribution), targets) in moves {
            if !targets.keys().copied().eq(lpts.distribution(distribution).support()) {
                return Err(Stop::internal("a tree that leaves out a branch"));
            }
            transitions.push((action, distribution, targets.len()));
            children.extend(targets.into_values());
        }
        Ok(((tree.nodes[first].tuple[part], transitions), children))
    })?;
    let nodes = nodes.into_iter().map(|((state, transitions), children)| {
        let mut children = children.into_iter();
        let transitions = transitions.into_iter().map(|(action, distribution, count)| {
            let children = children.by_ref().take(count).collect();
            ProjectedTransition { action, distribution, children }
        });
        ProjectedNode { state, transitions: transitions.collect() }
    });
    Ok(Projection { nodes: nodes.collect() })
}

//! A tree of an abstraction, grown again on the states that it abstracts (section 5, "T").
//!
//! The projection of a tree onto an abstraction is related to concrete states; following these
//! relations gives a tree of the concrete part that does all that the abstract one did. A new node
//! stands for a concrete state and all old nodes that it has to simulate; what these refute, it
//! refutes, too: a witness set becomes the new children that stand for one of its members.

use std::collections::BTreeMap;

use fixedbitset::FixedBitSet;
use indexmap::IndexMap;
use rustc_hash::FxBuildHasher;
use surmise_model::{
    ActionId, Composition, Context, DistributionId, Lpts, Rational, Refutation, StateId,
    StochasticTree, Stop, TreeNode, TreeTransition,
};

use super::project::Projection;
use super::unfold::unfold;
use crate::probabilistic::simulation::weights::weights;

/// Old nodes with their projections, and the concrete state that simulates them.
type Described = (Vec<(usize, usize)>, StateId);

/// A new transition: its action, the factors of the other parts, and the concrete transition, if
/// the part moves.
type Key<'t> = (ActionId, &'t [Option<DistributionId>], Option<usize>);

/// The new children of a transition, by the states of the other parts and the concrete one.
type Children<'t> =
    IndexMap<(&'t [StateId], StateId), (Rational, Vec<(usize, usize)>), FxBuildHasher>;

/// A tree and what is known about its last part.
pub(crate) struct Transplant<'a> {
    pub(crate) tree: &'a StochasticTree,
    pub(crate) projection: &'a Projection,
    pub(crate) related: &'a [FixedBitSet],
    pub(crate) abstraction: &'a Lpts,
    pub(crate) concrete: &'a Composition,
}

/// A new transition: its action, the factors of all parts, and the probabilities of its children.
type NewTransition = (ActionId, Box<[Option<DistributionId>]>, Vec<Rational>);

struct Planned {
    tuple: Box<[StateId]>,
    transitions: Vec<NewTransition>,
    refuted: Vec<Refutation>,
}

/// Replaces the last part of a tree, an abstraction, by the parts that it abstracts.
///
/// # Errors
/// When the context says stop.
pub(crate) fn transplant(
    given: &Transplant<'_>,
    context: &Context<'_>,
) -> Result<StochasticTree, Stop> {
    let root = (vec![(0, 0)], given.concrete.lpts.initial());
    let nodes = unfold(root, |described| {
        context.check()?;
        given.plan(described)
    })?;
    let nodes = nodes.into_iter().map(|(planned, children)| {
        let mut children = children.into_iter();
        let transitions = planned.transitions.into_iter().map(|(action, factors, weights)| {
            let children = children.by_ref().take(weights.len()).zip(weights).collect();
            TreeTransition { action, factors, children }
        });
        let transitions = transitions.collect();
        TreeNode { tuple: planned.tuple, transitions, refuted: planned.refuted }
    });
    Ok(StochasticTree { nodes: nodes.collect() })
}

impl<'a> Transplant<'a> {
    fn others(&self, node: usize) -> &'a [StateId] {
        let tuple = &self.tree.nodes[node].tuple;
        &tuple[..tuple.len() - 1]
    }

    fn plan(&self, (stands_for, state): &Described) -> Result<(Planned, Vec<Described>), Stop> {
        let mut transitions: IndexMap<Key<'a>, Children<'a>, FxBuildHasher> = IndexMap::default();
        // Of each old node, the new places of its transitions.
        let mut places: Vec<Vec<usize>> = Vec::with_capacity(stands_for.len());
        for &(node, projected) in stands_for {
            let mut own = Vec::new();
            for transition in &self.tree.nodes[node].transitions {
                let (key, children) = self.follow(transition, projected, *state)?;
                let entry = transitions.entry(key);
                own.push(entry.index());
                let known = entry.or_default();
                for (place, (weight, more)) in children {
                    let entry = known.entry(place).or_insert_with(|| (weight, Vec::new()));
                    entry.1.extend(more);
                }
            }
            places.push(own);
        }
        let refuted = self.refutations(stands_for, &places, &transitions);
        let concrete = self.concrete;
        let others = stands_for.first().map_or(&[][..], |&(node, _)| self.others(node));
        let tuple = others.iter().chain(concrete.tuple(*state)).copied().collect();
        let mut planned = Planned { tuple, transitions: Vec::new(), refuted };
        let mut descriptions: Vec<Described> = Vec::new();
        for ((action, others, place), children) in transitions {
            let still = vec![None; concrete.tuple(*state).len()];
            let own = place.map_or(&still[..], |place| concrete.factors(place));
            let factors = others.iter().chain(own).copied().collect();
            let mut weights = Vec::with_capacity(children.len());
            for ((_, state), (weight, mut stands_for)) in children {
                stands_for.sort_unstable();
                stands_for.dedup();
                weights.push(weight);
                descriptions.push((stands_for, state));
            }
            planned.transitions.push((action, factors, weights));
        }
        Ok((planned, descriptions))
    }

    /// What a transition of an old node becomes for a concrete state.
    fn follow(
        &self,
        transition: &'a TreeTransition,
        projected: usize,
        state: StateId,
    ) -> Result<(Key<'a>, Children<'a>), Stop> {
        let TreeTransition { action, factors, children } = transition;
        let Some((own, others)) = factors.split_last() else {
            return Err(Stop::internal("a tree of no parts"));
        };
        let mut found = Children::default();
        let Some(distribution) = *own else {
            for (child, weight) in children {
                found.insert(
                    (self.others(*child), state),
                    (weight.clone(), vec![(*child, projected)]),
                );
            }
            return Ok(((*action, others, None), found));
        };
        let impossible = || Stop::internal("a tree that is not what its projection says");
        let node = &self.projection.nodes[projected];
        let step = node.transition(*action, distribution).ok_or_else(impossible)?;
        let step = &node.transitions[step];
        let below = self.abstraction.distribution(distribution);
        let is_related = |child: usize, state: StateId| {
            self.related[step.children[child]].contains(state.index())
        };
        let lpts = &self.concrete.lpts;
        let first = lpts.row(state).start;
        let (place, above, matched) = lpts
            .choices(state)
            .iter()
            .enumerate()
            .filter(|(_, choice)| choice.action == *action)
            .find_map(|(place, choice)| {
                let above = lpts.distribution(choice.distribution);
                Some((first + place, above, weights(below, above, is_related)?))
            })
            .ok_or_else(impossible)?;
        let columns: Vec<(StateId, &Rational)> = above.iter().collect();
        for (child, weight) in children {
            let abstracted =
                self.tree.nodes[*child].tuple.last().copied().ok_or_else(impossible)?;
            let row =
                below.support().position(|other| other == abstracted).ok_or_else(impossible)?;
            // What the other parts contribute to the probability.
            let share = weight.divide(below.probability(abstracted)).ok_or_else(impossible)?;
            for (_, column, _) in matched.iter().filter(|(matched_row, ..)| *matched_row == row) {
                let (target, probability) = columns[*column];
                let place = (self.others(*child), target);
                let entry =
                    found.entry(place).or_insert_with(|| (&share * probability, Vec::new()));
                entry.1.push((*child, step.children[row]));
            }
        }
        Ok(((*action, others, Some(place)), found))
    }

    /// All that the old nodes refute.
    fn refutations(
        &self,
        stands_for: &[(usize, usize)],
        places: &[Vec<usize>],
        transitions: &IndexMap<Key<'_>, Children<'_>, FxBuildHasher>,
    ) -> Vec<Refutation> {
        let mut refuted: BTreeMap<StateId, Refutation> = BTreeMap::new();
        for (&(node, _), places) in stands_for.iter().zip(places) {
            let node = &self.tree.nodes[node];
            for refutation in &node.refuted {
                let transition = places[refutation.transition];
                let old = &node.transitions[refutation.transition].children;
                let children = &transitions[transition];
                let witnesses = refutation.witnesses.iter().map(|witness| {
                    let is_member =
                        |child: usize| witness.iter().any(|&place| old[place].0 == child);
                    let stands = |(_, nodes): &&(Rational, Vec<(usize, usize)>)| {
                        nodes.iter().any(|&(child, _)| is_member(child))
                    };
                    let all = children.values().enumerate();
                    all.filter(|(_, value)| stands(value)).map(|(place, _)| place).collect()
                });
                let new = Refutation {
                    state: refutation.state,
                    transition,
                    witnesses: witnesses.collect(),
                };
                refuted.entry(refutation.state).or_insert(new);
            }
        }
        refuted.into_values().collect()
    }
}

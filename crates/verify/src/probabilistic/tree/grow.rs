//! A tree from the refuted pairs of a fixed point (theorem 2).
//!
//! The published proof makes a tree for each pair. Here a node stands for a state of the left side
//! and *all* states of the right side that it is to refute: transitions that several of them need
//! are made once, so that a reactive left side gives a reactive tree (corollary 1), and equal
//! subtrees are one.

use std::collections::{BTreeMap, BTreeSet};

use surmise_model::{
    Context, Rational, Refutation, StateId, StochasticTree, Stop, TreeNode, TreeTransition,
};

use super::unfold::unfold;
use crate::probabilistic::simulation::fixed_point::FixedPoint;
use crate::probabilistic::simulation::witness::witness;

/// A state of the left side, and the states of the right side that are to be refuted, sorted.
type Wanted = (StateId, Vec<StateId>);

/// What a node will be: its state, its transitions with the number of their children, and what it
/// refutes.
struct Plan {
    state: StateId,
    transitions: Vec<(usize, usize)>,
    refuted: Vec<Refutation>,
}

/// The tree that shows why the initial pair of a fixed point is refuted. The times of refutation
/// decrease from a node to its children, so it ends.
///
/// # Errors
/// When the context says stop.
pub(crate) fn grow(
    relation: &mut FixedPoint<'_>,
    context: &Context<'_>,
) -> Result<StochasticTree, Stop> {
    let (left, right) = relation.initial();
    let nodes = unfold((left, vec![right]), |wanted| {
        context.check()?;
        plan(relation, wanted, context)
    })?;
    let left = &relation.left;
    let nodes = nodes.into_iter().map(|(plan, children)| {
        let mut children = children.into_iter();
        let transitions = plan.transitions.into_iter().map(|(place, count)| {
            let step = left.step(place);
            let weights = left.weights(step.distribution).into_iter().cloned();
            TreeTransition {
                action: step.action,
                factors: left.factors(place).into(),
                children: children.by_ref().take(count).zip(weights).collect(),
            }
        });
        let transitions = transitions.collect();
        TreeNode { tuple: left.tuple(plan.state).into(), transitions, refuted: plan.refuted }
    });
    Ok(StochasticTree { nodes: nodes.collect() })
}

/// What a node needs to refute all that it is to refute.
fn plan(
    relation: &mut FixedPoint<'_>,
    (left, refute): &Wanted,
    context: &Context<'_>,
) -> Result<(Plan, Vec<Wanted>), Stop> {
    let row = relation.left.expand(*left, context)?;
    // Of each transition that is used, what its children are to refute.
    let mut used: BTreeMap<usize, Vec<BTreeSet<StateId>>> = BTreeMap::new();
    let mut refuted: Vec<(StateId, usize, Vec<Vec<usize>>)> = Vec::new();
    // Those that lack an action come last: a transition that is there anyway may be one of those.
    let mut order: Vec<(bool, StateId)> = Vec::with_capacity(refute.len());
    for &right in refute {
        order.push((relation.refuted_at(*left, right, context)? == Some(0), right));
    }
    order.sort_unstable();
    for (is_lacking, right) in order {
        let lacks = |place: &usize| {
            relation.right.choices_on(right, relation.left.step(*place).action).is_empty()
        };
        let found = match is_lacking {
            true => used.keys().copied().find(&lacks).or_else(|| row.clone().find(&lacks)),
            false => relation.culprit(*left, right).map(|culprit| row.start + culprit),
        };
        let Some(place) = found else { return Err(Stop::internal("a pair refuted for no reason")) };
        let step = relation.left.step(place);
        let states: Vec<StateId> =
            relation.left.branches(step.distribution).iter().map(|&(state, _)| state).collect();
        let children = used.entry(place).or_insert_with(|| vec![BTreeSet::new(); states.len()]);
        let time = relation.refuted_at(*left, right, context)?;
        let mut witnesses = Vec::new();
        for choice in relation.right.choices_on(right, step.action) {
            let above = relation.right.distribution(choice.distribution);
            let mut related = Vec::with_capacity(states.len() * above.len());
            for &state in &states {
                for column in above.support() {
                    let before = relation.refuted_at(state, column, context)?;
                    related.push(before.is_none_or(|before| Some(before) >= time));
                }
            }
            let weights: Vec<&Rational> = above.iter().map(|(_, weight)| weight).collect();
            let below = relation.left.weights(step.distribution);
            let Some(set) = witness(&below, &weights, &related) else {
                return Err(Stop::internal("a pair refuted too early"));
            };
            for (index, column) in above.support().enumerate() {
                if set.iter().all(|child| !related[child * above.len() + index]) {
                    for &child in &set {
                        children[child].insert(column);
                    }
                }
            }
            witnesses.push(set);
        }
        refuted.push((right, place, witnesses));
    }
    refuted.sort_unstable_by_key(|&(right, ..)| right);
    let places: Vec<usize> = used.keys().copied().collect();
    let refuted = refuted.into_iter().map(|(state, place, witnesses)| {
        let transition = places.partition_point(|&other| other < place);
        Refutation { state, transition, witnesses }
    });
    let refuted = refuted.collect();
    let mut transitions = Vec::with_capacity(used.len());
    let mut children: Vec<Wanted> = Vec::new();
    for (place, sets) in used {
        transitions.push((place, sets.len()));
        let branches = relation.left.branches(relation.left.step(place).distribution);
        let wanted = branches.iter().zip(sets);
        children.extend(wanted.map(|(&(state, _), set)| (state, set.into_iter().collect())));
    }
    Ok((Plan { state: *left, transitions, refuted }, children))
}

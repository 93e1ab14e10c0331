//! A stochastic tree as a counterexample (section 3 of the CAV 2012 paper): it is an execution of
//! the components, and its witness sets show, from the leaves to the root, that the specification
//! does not simulate it.

use std::collections::BTreeMap;

use surmise_model::certificate::conformance::{WrittenNode, WrittenStep};
use surmise_model::{ActionId, Context, Rational};

use super::parts::{Masses, Parts, Tuple};
use super::specification::Specification;
use super::{Objection, wrong};

/// Checks a tree.
pub(super) fn check(
    parts: &Parts<'_>,
    specification: &Specification<'_>,
    nodes: &[WrittenNode],
    context: &Context<'_>,
) -> Result<(), Objection> {
    starts_at_root(parts, nodes)?;
    let is_refuted =
        |node: u32, state: u32| nodes[node as usize].refuted.iter().any(|one| one.state == state);
    if !is_refuted(0, specification.initial()) {
        return wrong("the root does not refute the initial state of the specification");
    }
    for (index, node) in nodes.iter().enumerate() {
        context.check()?;
        if !parts.is_state(&node.states) {
            return wrong(format!("node {index} is no state of the system"));
        }
        // Of each transition, its action, and the probability of each child.
        let mut transitions: Vec<(ActionId, Vec<Rational>)> =
            Vec::with_capacity(node.transitions.len());
        for step in &node.transitions {
            transitions.push(execution(parts, nodes, index, step)?);
        }
        for one in &node.refuted {
            let place = format!("node {index} and state {} of the specification", one.state);
            let Some((action, masses)) = transitions.get(one.transition as usize) else {
                return wrong(format!("{place}: there is no transition {}", one.transition));
            };
            if !specification.is_state(one.state) {
                return wrong(format!("{place}: it does not exist"));
            }
            let children = &node.transitions[one.transition as usize].children;
            let matches = specification.transitions(one.state, *action);
            if matches.len() != one.witnesses.len() {
                return wrong(format!(
                    "{place}: a witness set for each of its transitions is needed"
                ));
            }
            for (above, witness) in matches.iter().zip(&one.witnesses) {
                let mut set: Vec<usize> = witness.iter().map(|&place| place as usize).collect();
                set.sort_unstable();
                set.dedup();
                if set.len() != witness.len() || set.iter().any(|&place| place >= children.len()) {
                    return wrong(format!(
                        "{place}: a witness set names what is not there, or twice"
                    ));
                }
                let probability: Rational = set.iter().map(|&place| &masses[place]).sum();
                // Only those that every child of the set refutes surely simulate none of them.
                let may_match = above.iter().filter(|(state, _)| {
                    !set.iter().all(|&place| is_refuted(children[place], *state))
                });
                let matched: Rational = may_match.map(|(_, weight)| weight).sum();
                if probability <= matched {
                    return wrong(format!(
                        "{place}: a witness set has {probability}, and {matched} may match it"
                    ));
                }
            }
        }
    }
    Ok(())
}

/// Checks that there is a root, and that it is the initial state.
pub(crate) fn starts_at_root(parts: &Parts<'_>, nodes: &[WrittenNode]) -> Result<(), Objection> {
    match nodes.first() {
        None => wrong("there is no node"),
        Some(root) if root.states != parts.initial() => wrong("the root is not the initial state"),
        Some(_) => Ok(()),
    }
}

/// Checks that a transition of a node is one of the components, that its children are later nodes
/// with the states that it leads to, and tells how probable each is.
pub(crate) fn execution(
    parts: &Parts<'_>,
    nodes: &[WrittenNode],
    index: usize,
    step: &WrittenStep,
) -> Result<(ActionId, Vec<Rational>), Objection> {
    let tuple: &Tuple = &nodes[index].states;
    let WrittenStep { action: name, moves, children } = step;
    let action = parts.system.actions.get(name);
    let Some(action) = action.filter(|&action| parts.is_transition(tuple, action, moves)) else {
        return wrong(format!(
            "node {index}: `{}` is not possible in this way",
            name.escape_debug()
        ));
    };
    let masses: Masses = parts.distribution(tuple, action, moves, children.len())?;
    let mut found: BTreeMap<&Tuple, &Rational> = BTreeMap::new();
    let mut probabilities = Vec::with_capacity(children.len());
    for &child in children {
        let later = nodes.get(child as usize).filter(|_| child as usize > index);
        let Some(target) = later.map(|node| &node.states) else {
            return wrong(format!("node {index}: {child} is no later node"));
        };
        let Some(mass) = masses.get(target) else {
            return wrong(format!("node {index}: {name} does not lead to {target:?}"));
        };
        found.insert(target, mass);
        probabilities.push(mass.clone());
    }
    match found.len() == masses.len() && children.len() == masses.len() {
        true => Ok((action, probabilities)),
        false => {
            wrong(format!("node {index}: {name} leads to other states, or one is there twice"))
        }
    }
}

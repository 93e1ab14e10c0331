//! Whether a tree shows what it is said to show, before anybody is told: that it is one of the
//! system, and that the specification does not simulate it.

use std::collections::BTreeMap;

use surmise_model::{Lpts, Rational, StateId, StochasticTree, TreeNode, TreeTransition};

/// Checks a tree against the parts it maps to and the specification, completed.
///
/// # Errors
/// What is wrong with it.
pub fn replay_tree(
    tree: &StochasticTree,
    parts: &[&Lpts],
    specification: &Lpts,
) -> Result<(), String> {
    replay_executions(tree, parts)?;
    if tree.nodes.first().is_none_or(|root| root.refutation(specification.initial()).is_none()) {
        return Err("the root does not refute the initial state".into());
    }
    for (index, node) in tree.nodes.iter().enumerate() {
        for refutation in &node.refuted {
            let Some(transition) = node.transitions.get(refutation.transition) else {
                return Err(format!("node {index} has too few transitions"));
            };
            let choices = specification.choices_on(refutation.state, transition.action);
            if choices.len() != refutation.witnesses.len() {
                return Err(format!("node {index} does not refute every transition"));
            }
            for (choice, witness) in choices.iter().zip(&refutation.witnesses) {
                let chosen: Vec<&(usize, Rational)> =
                    witness.iter().filter_map(|&place| transition.children.get(place)).collect();
                let below: Rational = chosen.iter().map(|(_, weight)| weight).sum();
                let is_refuted = |state: StateId| {
                    chosen.iter().all(|(child, _)| tree.nodes[*child].refutation(state).is_some())
                };
                let above = specification.distribution(choice.distribution).iter();
                let above: Rational =
                    above.filter(|&(state, _)| !is_refuted(state)).map(|(_, p)| p).sum();
                if below <= above {
                    return Err(format!("a witness set of node {index} is not one"));
                }
            }
        }
    }
    Ok(())
}

/// Checks that a tree is one of the parts, whatever it is to show.
///
/// # Errors
/// What is wrong with it.
pub(crate) fn replay_executions(tree: &StochasticTree, parts: &[&Lpts]) -> Result<(), String> {
    let Some(root) = tree.nodes.first() else { return Err("there is no node".into()) };
    if !root.tuple.iter().copied().eq(parts.iter().map(|part| part.initial())) {
        return Err("the root is not the initial state".into());
    }
    for (index, node) in tree.nodes.iter().enumerate() {
        for transition in &node.transitions {
            is_execution(tree, index, transition, parts)?;
        }
    }
    Ok(())
}

/// Whether a transition of a node is one of the parts, with all of its children.
fn is_execution(
    tree: &StochasticTree,
    index: usize,
    transition: &TreeTransition,
    parts: &[&Lpts],
) -> Result<(), String> {
    let node: &TreeNode = &tree.nodes[index];
    let wrong = |what: &str| Err(format!("a transition of node {index} {what}"));
    let mut product: Vec<(Vec<StateId>, Rational)> = vec![(Vec::new(), Rational::ONE)];
    let movers = transition.factors.iter().flatten().count();
    for (place, part) in parts.iter().enumerate() {
        let state = node.tuple[place];
        let takes_part = part.alphabet().contains(transition.action);
        let moves: Vec<(StateId, Rational)> = match transition.factors[place] {
            Some(id) => {
                let known = part.choices_on(state, transition.action);
                if !known.iter().any(|choice| choice.distribution == id) {
                    return wrong("does not exist");
                }
                part.distribution(id)
                    .iter()
                    .map(|(state, weight)| (state, weight.clone()))
                    .collect()
            }
            None if takes_part => return wrong("leaves a part out"),
            None => vec![(state, Rational::ONE)],
        };
        if transition.factors[place].is_some()
            && !takes_part
            && (!transition.action.is_tau() || movers > 1)
        {
            return wrong("moves a part that does not take part");
        }
        product = product
            .iter()
            .flat_map(|(tuple, weight)| {
                moves.iter().map(move |(state, factor)| {
                    let tuple = tuple.iter().copied().chain([*state]).collect();
                    (tuple, weight * factor)
                })
            })
            .collect();
    }
    let expected: BTreeMap<Vec<StateId>, Rational> = product.into_iter().collect();
    let mut found: BTreeMap<Vec<StateId>, Rational> = BTreeMap::new();
    for (child, weight) in &transition.children {
        match tree.nodes.get(*child) {
            Some(node) if *child > index => drop(found.insert(node.tuple.to_vec(), weight.clone())),
            _ => return wrong("leads to no later node"),
        }
    }
    match found == expected && transition.children.len() == expected.len() {
        true => Ok(()),
        false => wrong("does not lead where it says"),
    }
}

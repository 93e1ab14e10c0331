//! The composition of LTSs by its definition, built in full.

use std::collections::BTreeMap;

use surmise_model::{ActionId, Lts, StateId};

/// The reachable product of LTSs as an explicit graph, numbered breadth-first.
///
/// A tuple with a member in π is π and has no number.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NaiveProduct {
    /// The reachable tuples but π. If the initial tuple is π, there are none.
    pub states: Vec<Vec<StateId>>,
    /// The outgoing transitions of every tuple; `None` is π.
    pub transitions: Vec<Vec<(ActionId, Option<usize>)>>,
    /// The length of a shortest run to every tuple.
    pub depth: Vec<usize>,
    /// The length of a shortest run to π.
    pub error_depth: Option<usize>,
}

impl NaiveProduct {
    /// Composes LTSs.
    pub fn new(ltss: &[&Lts]) -> Self {
        let initial: Vec<StateId> = ltss.iter().map(|lts| lts.initial()).collect();
        let mut product = Self {
            states: Vec::new(),
            transitions: Vec::new(),
            depth: Vec::new(),
            error_depth: None,
        };
        if initial.iter().any(|state| state.is_error()) {
            product.error_depth = Some(0);
            return product;
        }
        let mut numbers = BTreeMap::from([(initial.clone(), 0)]);
        product.states.push(initial);
        product.depth.push(0);
        let mut next = 0;
        while next < product.states.len() {
            let tuple = product.states[next].clone();
            let depth = product.depth[next] + 1;
            let mut row = Vec::new();
            for (action, successor) in successors(ltss, &tuple) {
                if successor.iter().any(|state| state.is_error()) {
                    product.error_depth.get_or_insert(depth);
                    row.push((action, None));
                    continue;
                }
                let number = *numbers.entry(successor.clone()).or_insert_with(|| {
                    product.states.push(successor);
                    product.depth.push(depth);
                    product.states.len() - 1
                });
                row.push((action, Some(number)));
            }
            row.sort_unstable();
            row.dedup();
            product.transitions.push(row);
            next += 1;
        }
        product
    }
}

/// All steps of a tuple: τ by one member alone; any other action by all members that have it in
/// their alphabets, together.
pub(crate) fn successors(ltss: &[&Lts], tuple: &[StateId]) -> Vec<(ActionId, Vec<StateId>)> {
    let mut result = Vec::new();
    for (i, lts) in ltss.iter().enumerate() {
        for target in lts.successors(tuple[i], ActionId::TAU) {
            let mut successor = tuple.to_vec();
            successor[i] = target;
            result.push((ActionId::TAU, successor));
        }
    }
    let mut actions: Vec<ActionId> = ltss.iter().flat_map(|lts| lts.alphabet().iter()).collect();
    actions.sort_unstable();
    actions.dedup();
    for action in actions {
        let mut successors = vec![tuple.to_vec()];
        for (i, lts) in ltss.iter().enumerate() {
            if lts.alphabet().contains(action) {
                successors = successors
                    .iter()
                    .flat_map(|tuple| {
                        lts.successors(tuple[i], action).map(move |target| {
                            let mut successor = tuple.clone();
                            successor[i] = target;
                            successor
                        })
                    })
                    .collect();
            }
        }
        result.extend(successors.into_iter().map(|successor| (action, successor)));
    }
    result
}

/// P_err: a deterministic property with every missing transition added, into π.
pub fn complete_with_error(property: &Lts) -> Lts {
    let mut builder = Lts::builder();
    builder.ensure_states(property.num_states()).initial(property.initial());
    builder.extend_alphabet(property.alphabet().iter());
    for state in property.states() {
        for action in property.alphabet().iter() {
            let target = property.successors(state, action).next().unwrap_or(StateId::ERROR);
            builder.add(state, action, target);
        }
    }
    builder.build().expect("the property's own states")
}

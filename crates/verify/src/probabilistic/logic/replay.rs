//! Whether a tree has a formula: from the leaves to the root, exactly, by the definition.

use surmise_model::{
    Atom, ComponentId, LivenessOperator, Rational, StochasticTree, StrictLiveness,
};

/// What a tree shows at each node.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TreeTruth {
    /// Of each operator and node, whether it holds there.
    pub holds: Vec<Vec<bool>>,
    /// Of each operator and node, how probable the path is that it is about; nothing for other
    /// operators.
    pub probabilities: Vec<Vec<Rational>>,
}

/// Evaluates a formula on a tree whose tuples are the states of `order`.
pub fn truth_of_tree(
    tree: &StochasticTree,
    order: &[ComponentId],
    atoms: &[Atom],
    formula: &StrictLiveness,
) -> TreeTruth {
    let nodes = tree.nodes.len();
    let mut truth = TreeTruth { holds: Vec::new(), probabilities: Vec::new() };
    for operator in &formula.operators {
        let mut probabilities = Vec::new();
        let of = |place: usize, node: usize| truth.holds[place][node];
        let all = 0..nodes;
        let holds: Vec<bool> = match operator {
            LivenessOperator::Atom { atom, holds } => {
                let Atom { component, states, .. } = &atoms[*atom];
                let place = order.iter().position(|other| other == component);
                let state = |node: usize| place.map(|place| tree.nodes[node].tuple[place]);
                let is_in = |node: usize| state(node).is_some_and(|s| states.contains(s.index()));
                all.map(|node| is_in(node) == *holds).collect()
            }
            LivenessOperator::All(operands) => {
                all.map(|node| operands.iter().all(|&place| of(place, node))).collect()
            }
            LivenessOperator::Any(operands) => {
                all.map(|node| operands.iter().any(|&place| of(place, node))).collect()
            }
            LivenessOperator::Next { bound, goal } => {
                let one = |node: usize| Rational::from(i64::from(of(*goal, node)));
                let goals: Vec<Rational> = all.clone().map(one).collect();
                probabilities = all.map(|node| best(tree, node, &goals)).collect();
                probabilities.iter().map(|probability| probability > bound).collect()
            }
            LivenessOperator::Until { bound, through, goal, steps } => {
                let one = |node: usize| Rational::from(i64::from(of(*goal, node)));
                let mut values: Vec<Rational> = all.map(one).collect();
                // Without a limit one pass from the leaves to the root is enough.
                let depth = tree.depth() as u64;
                let rounds = steps.map_or(1, |steps| steps.min(depth));
                for _ in 0..rounds {
                    let before = values.clone();
                    for node in (0..nodes).rev() {
                        if of(*through, node) && !of(*goal, node) {
                            let from = if steps.is_some() { &before } else { &values };
                            values[node] = best(tree, node, from);
                        }
                    }
                }
                probabilities = values;
                probabilities.iter().map(|probability| probability > bound).collect()
            }
        };
        truth.holds.push(holds);
        truth.probabilities.push(probabilities);
    }
    truth
}

/// The best that the transitions of a node can expect.
fn best(tree: &StochasticTree, node: usize, values: &[Rational]) -> Rational {
    let expected = tree.nodes[node].transitions.iter().map(|transition| {
        let mut sum = Rational::ZERO;
        for (child, weight) in &transition.children {
            sum += &(weight * &values[*child]);
        }
        sum
    });
    expected.max().unwrap_or(Rational::ZERO)
}

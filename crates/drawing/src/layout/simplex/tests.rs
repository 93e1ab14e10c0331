//! Network simplex against all assignments of small values.

use fastrand::Rng;
use surmise_model::Context;
use surmise_testing::seeds;

use super::*;

/// More than any chain of the random constraints is long.
const LARGEST: i64 = 6;

fn random(rng: &mut Rng) -> (usize, Vec<Constraint>) {
    let nodes = rng.usize(1..=5);
    let mut constraints = Vec::new();
    for _ in 0..rng.usize(0..=7) {
        let (one, other) = (rng.usize(0..nodes), rng.usize(0..nodes));
        if one != other {
            let (tail, head) = (one.min(other), one.max(other));
            let (length, weight) = (rng.i64(0..=1), rng.i64(0..=3));
            constraints.push(Constraint { tail, head, length, weight });
        }
    }
    (nodes, constraints)
}

fn cost(constraints: &[Constraint], values: &[i64]) -> Option<i64> {
    let distance = |c: &Constraint| values[c.head] - values[c.tail];
    let satisfied = constraints.iter().all(|c| distance(c) >= c.length);
    satisfied.then(|| constraints.iter().map(|c| c.weight * distance(c)).sum())
}

/// The least cost of all assignments.
fn naive(nodes: usize, constraints: &[Constraint]) -> i64 {
    let mut least = i64::MAX;
    let mut values = vec![0; nodes];
    loop {
        least = least.min(cost(constraints, &values).unwrap_or(i64::MAX));
        let Some(digit) = (0..nodes).find(|&digit| values[digit] < LARGEST) else { return least };
        values[digit] += 1;
        values[..digit].fill(0);
    }
}

#[test]
fn the_least_cost_is_found() {
    for seed in seeds(200, 5000) {
        let (nodes, constraints) = random(&mut Rng::with_seed(seed));
        for balance in [Balance::Crowds, Balance::Middle] {
            let values = solve(nodes, &constraints, balance, 10_000, &Context::unlimited())
                .expect("nobody stops it");
            let found = cost(&constraints, &values);
            assert_eq!(found, Some(naive(nodes, &constraints)), "seed {seed}: {values:?}");
            assert!(values.contains(&0) && values.iter().all(|&value| value >= 0), "seed {seed}");
        }
    }
}

#[test]
fn what_may_be_anywhere_goes_to_the_middle() {
    let between = |tail, head, length| Constraint { tail, head, length, weight: 1 };
    let constraints = [between(0, 1, 10), between(0, 2, 1), between(2, 1, 1)];
    let values = solve(3, &constraints, Balance::Middle, 10_000, &Context::unlimited());
    assert_eq!(values, Ok(vec![0, 10, 5]));
}

/// The net weight that leaves each subtree, as the definition has it.
fn flows(simplex: &Simplex) -> Vec<i64> {
    let flow = |root: usize| {
        let leaves = simplex
            .edges
            .iter()
            .filter(|edge| simplex.is_below(edge.tail, root) && !simplex.is_below(edge.head, root));
        let enters = simplex
            .edges
            .iter()
            .filter(|edge| !simplex.is_below(edge.tail, root) && simplex.is_below(edge.head, root));
        leaves.map(|edge| edge.weight).sum::<i64>() - enters.map(|edge| edge.weight).sum::<i64>()
    };
    (0..simplex.value.len()).map(flow).collect()
}

#[test]
fn exchanges_keep_the_flows_right_and_come_to_an_end() {
    for seed in seeds(200, 5000) {
        let mut rng = Rng::with_seed(seed);
        let nodes = rng.usize(2..=12);
        let mut constraints = Vec::new();
        for _ in 0..rng.usize(nodes..=3 * nodes) {
            let (one, other) = (rng.usize(0..nodes), rng.usize(0..nodes));
            if one != other {
                let (tail, head) = (one.min(other), one.max(other));
                let (length, weight) = (rng.i64(0..=3), rng.i64(0..=8));
                constraints.push(Constraint { tail, head, length, weight });
            }
        }
        let mut simplex = Simplex::new(nodes, &constraints);
        simplex.grow_tree(&Context::unlimited()).expect("nobody stops it");
        assert_eq!(simplex.flow, flows(&simplex), "seed {seed}");
        let (mut from, mut exchanges) = (0, 0);
        while let Some(child) = simplex.leaving(&mut from) {
            let entering = simplex.entering(child).expect("the costs have a lower bound");
            simplex.exchange(child, entering);
            assert_eq!(simplex.flow, flows(&simplex), "seed {seed}");
            exchanges += 1;
            assert!(exchanges < 1000, "seed {seed}");
        }
    }
}

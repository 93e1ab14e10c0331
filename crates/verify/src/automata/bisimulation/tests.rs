//! Bunches against signatures and the naive twin, whatever the signatures leave to them.

use std::collections::BTreeSet;

use fastrand::Rng;
use surmise_model::{ActionId, Context, Lts, StateId};
use surmise_testing::{Shape, count_classes, mark_random_end, random_lts, seeds};

use super::*;

/// The classes of a graph without signatures, with a few, and by signatures alone.
fn all_ways(graph: &Graph, branching: bool, few: usize) -> [Vec<u32>; 3] {
    [0, few, usize::MAX].map(|work| {
        refine(graph, branching, work, &Context::unlimited()).expect("nothing stops it")
    })
}

/// Whether two partitions have the same blocks, under whatever numbers.
fn same_blocks(left: &[u32], right: &[u32]) -> bool {
    let count = |pairs: BTreeSet<(u32, u32)>| pairs.len();
    let both = count(left.iter().copied().zip(right.iter().copied()).collect());
    let alone = |side: &[u32]| count(side.iter().map(|&block| (block, 0)).collect());
    both == alone(left) && both == alone(right)
}

/// Judges all ways, and the number of classes against the twin where it can count them.
fn judge(lts: &Lts, twin: bool, few: usize, hint: &str) -> [usize; 2] {
    let context = Context::unlimited();
    let graph = Graph::new(&[lts], true, &context).expect("no limits");
    let contracted = contract(&graph, &context).expect("no limits");
    [false, true].map(|branching| {
        let graph = if branching { &contracted.graph } else { &graph };
        let [bunches, mixed, signatures] = all_ways(graph, branching, few);
        assert!(same_blocks(&bunches, &signatures), "{hint} branching {branching}");
        assert!(same_blocks(&mixed, &signatures), "{hint} branching {branching} {few}");
        let classes = bunches.iter().collect::<BTreeSet<_>>().len();
        if twin {
            // π is a class of its own that the twin does not count.
            assert_eq!(classes, count_classes(lts, branching) + 1, "{hint} branching {branching}");
        }
        classes
    })
}

#[test]
fn all_ways_find_the_classes_of_random_systems() {
    let mut classes = [0; 2];
    for seed in seeds(1_500, 60_000) {
        let mut rng = Rng::with_seed(seed);
        let actions: Vec<ActionId> = (1..=rng.usize(1..=3)).map(ActionId::of).collect();
        let tau = rng.choice([0, 20, 40, 60, 80, 95]).expect("not empty");
        let states = 1..=rng.choice([4, 10, 40]).expect("not empty");
        let shape = Shape { states, tau, cycles: rng.bool(), ..Shape::default() };
        let errors = rng.bool();
        let mut lts = random_lts(&mut rng, &actions, &shape, errors);
        let plain = !errors && rng.bool();
        if !plain {
            lts = mark_random_end(&mut rng, &lts);
        }
        let few = rng.usize(0..=12 * lts.num_states());
        let found = judge(&lts, plain, few, &format!("seed {seed}"));
        classes = [classes[0] + found[0], classes[1] + found[1]];
    }
    assert!(classes[1] > 1_000 && classes[1] < classes[0]);
}

/// A silent graph without cycles, wide or deep, with a loop on some action here and there: where
/// inert transitions are cut and new bottom states come about.
fn silent_dag(rng: &mut Rng) -> Lts {
    let states = rng.usize(2..=60);
    let reach = rng.choice([1, 2, 5, states]).expect("not empty");
    let degree = rng.usize(1..=3);
    let visible = rng.choice([2, 5, 20]).expect("not empty");
    let actions = rng.usize(1..=4);
    let mut builder = Lts::builder();
    builder.ensure_states(states);
    for source in 0..states {
        for _ in 0..rng.usize(0..=degree) {
            let target = (source + rng.usize(1..=reach)).min(states - 1);
            builder.add(StateId::of(source), ActionId::TAU, StateId::of(target));
        }
        if rng.usize(0..visible) == 0 {
            let action = ActionId::of(rng.usize(1..=actions));
            let target = if rng.bool() { source } else { rng.usize(0..states) };
            builder.add(StateId::of(source), action, StateId::of(target));
        }
    }
    builder.build().expect("all states exist")
}

#[test]
fn all_ways_find_the_classes_of_silent_graphs() {
    let mut classes = 0;
    for seed in seeds(1_500, 60_000) {
        let mut rng = Rng::with_seed(seed);
        let lts = silent_dag(&mut rng);
        let few = rng.usize(0..=12 * lts.num_states());
        classes += judge(&lts, true, few, &format!("seed {seed}"))[1];
    }
    assert!(classes > 3_000);
}

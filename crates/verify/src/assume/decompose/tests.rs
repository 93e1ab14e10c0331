//! Orders and splits, against trying them all.

use surmise_model::{Claim, Component, Lts, PropertyId, StateId, System};
use surmise_testing::{NaiveProduct, Shape, random_system, seeds};

use super::*;
use crate::assume::interface::between;

/// The interface after some components, by its definition.
fn interface_size(problem: &Problem<'_>, first: &[ComponentId]) -> usize {
    let rest: Vec<ComponentId> =
        problem.system().component_ids().filter(|id| !first.contains(id)).collect();
    let (inside, outside) = (problem.group_alphabet(first), problem.group_alphabet(&rest));
    between(&inside, problem.property.alphabet(), &outside).len()
}

fn sum_of_interfaces(problem: &Problem<'_>, order: &[ComponentId]) -> usize {
    (1..order.len()).map(|end| interface_size(problem, &order[..end])).sum()
}

fn permutations(items: &[ComponentId]) -> Vec<Vec<ComponentId>> {
    if items.is_empty() {
        return vec![Vec::new()];
    }
    let mut all = Vec::new();
    for (index, &item) in items.iter().enumerate() {
        let mut rest = items.to_vec();
        rest.remove(index);
        all.extend(permutations(&rest).into_iter().map(|mut order| {
            order.push(item);
            order
        }));
    }
    all
}

#[test]
fn the_order_is_the_best_of_all() {
    let shape = Shape { components: 0..=5, actions: 2..=12, ..Shape::default() };
    for seed in seeds(300, 3_000) {
        let system = random_system(seed, &shape);
        let context = Context::unlimited();
        let problem = Problem::new(&system, Claim::Property(PropertyId::of(0)), &context).unwrap();
        let groups = Decomposition::Ordered.groups(&problem, &context).unwrap();
        let order: Vec<ComponentId> = groups.concat();
        let ids: Vec<ComponentId> = system.component_ids().collect();
        let best = permutations(&ids).iter().map(|order| sum_of_interfaces(&problem, order)).min();
        assert_eq!(Some(sum_of_interfaces(&problem, &order)), best, "seed {seed}");
    }
}

/// What a split costs, by the definition of its interface.
fn cost(problem: &Problem<'_>, measure: Measure, first: &[ComponentId]) -> (u32, u32) {
    let bits = two_way::bits(problem);
    let size = first.iter().map(|id| bits[id.index()]).sum();
    measure.cost(interface_size(problem, first) as u32, size, bits.iter().sum())
}

/// All ways to put some components into the first group, and some not.
fn splits(system: &System) -> impl Iterator<Item = Vec<ComponentId>> {
    let ids: Vec<ComponentId> = system.component_ids().collect();
    let sets = 1..(1 << ids.len()) - 1;
    sets.map(move |set: usize| {
        ids.iter().copied().filter(|id| set & (1 << id.index()) != 0).collect()
    })
}

#[test]
fn the_split_is_the_best_of_all() {
    let shape = Shape { components: 2..=6, actions: 2..=12, ..Shape::default() };
    for seed in seeds(300, 3_000) {
        let system = random_system(seed, &shape);
        let context = Context::unlimited();
        let problem = Problem::new(&system, Claim::Property(PropertyId::of(0)), &context).unwrap();
        for (decomposition, measure) in [
            (Decomposition::TwoWay, Measure::Both),
            (Decomposition::SmallestInterface, Measure::Interface),
        ] {
            let groups = decomposition.groups(&problem, &context).unwrap();
            let best = splits(&system).map(|first| cost(&problem, measure, &first));
            assert_eq!(Some(cost(&problem, measure, &groups[0])), best.min(), "seed {seed}");
        }
    }
}

/// The difference between |M1 ‖ P_err| and |M2|, by the definition of products.
fn imbalance(problem: &Problem<'_>, first: &[ComponentId]) -> usize {
    let rest = problem.system().component_ids().filter(|id| !first.contains(id));
    let rest: Vec<ComponentId> = rest.collect();
    let mut one = problem.group(first);
    one.push(&problem.property);
    let states = |parts: &[&Lts]| NaiveProduct::new(parts).states.len();
    states(&one).abs_diff(states(&problem.group(&rest)))
}

#[test]
fn a_balanced_split_is_the_most_even_of_all() {
    let shape = Shape { components: 2..=5, states: 2..=6, actions: 2..=8, ..Shape::default() };
    for seed in seeds(150, 2_000) {
        let system = random_system(seed, &shape);
        let context = Context::unlimited();
        let problem = Problem::new(&system, Claim::Property(PropertyId::of(0)), &context).unwrap();
        let groups = Decomposition::Balanced.groups(&problem, &context).unwrap();
        let best = splits(&system).map(|first| imbalance(&problem, &first)).min();
        assert_eq!(Some(imbalance(&problem, &groups[0])), best, "seed {seed}");
    }
}

/// What is done where there are too many components to try all orders and splits, done where there
/// are not: never better than the best, and not much worse.
#[test]
fn heuristics_are_near_the_best() {
    let shape = Shape { components: 3..=8, actions: 6..=20, ..Shape::default() };
    let mut sums = [[0, 0]; 2];
    for seed in seeds(200, 2_000) {
        let system = random_system(seed, &shape);
        let context = Context::unlimited();
        let problem = Problem::new(&system, Claim::Property(PropertyId::of(0)), &context).unwrap();
        let sharing = interface::Sharing::new(&problem);

        let best = Decomposition::Ordered.groups(&problem, &context).unwrap().concat();
        let order = order::greedy(&sharing, &context).unwrap();
        let order: Vec<ComponentId> = order.into_iter().map(ComponentId::of).collect();
        let found = [best, order].map(|order| sum_of_interfaces(&problem, &order));
        assert!(found[0] <= found[1], "seed {seed}");
        sums[0] = [sums[0][0] + found[0], sums[0][1] + found[1]];

        let best = Decomposition::TwoWay.groups(&problem, &context).unwrap().swap_remove(0);
        let sides =
            two_way::local(&sharing, &two_way::bits(&problem), Measure::Both, &context).unwrap();
        let first = system.component_ids().filter(|id| sides[id.index()]).collect();
        let cost = |first: Vec<_>| cost(&problem, Measure::Both, &first).0 as usize;
        let found = [best, first].map(cost);
        assert!(found[0] <= found[1], "seed {seed}");
        sums[1] = [sums[1][0] + found[0], sums[1][1] + found[1]];
    }
    for [best, found] in sums {
        assert!(found * 10 <= best * 11, "{found} is more than a tenth above {best}");
    }
}

#[test]
fn a_split_into_two_is_one() {
    for (components, states) in [(2..=6, 1..=5), (17..=24, 1..=3)] {
        let shape = Shape { components, states, actions: 2..=40, ..Shape::default() };
        for seed in seeds(60, 600) {
            let system = random_system(seed, &shape);
            let context = Context::unlimited();
            let problem =
                Problem::new(&system, Claim::Property(PropertyId::of(0)), &context).unwrap();
            for decomposition in [
                Decomposition::TwoWay,
                Decomposition::SmallestInterface,
                Decomposition::Balanced,
                Decomposition::Ordered,
            ] {
                let groups = decomposition.groups(&problem, &context).unwrap();
                let mut members = groups.concat();
                members.sort_unstable();
                assert!(members.into_iter().eq(system.component_ids()), "seed {seed}");
                let two = decomposition != Decomposition::Ordered;
                assert_eq!(groups.len() == 2, two || system.components.len() == 2, "seed {seed}");
            }
        }
    }
}

/// Two clusters of components that share one action: the split is between them.
#[test]
fn clusters_are_found() {
    for size in [3, 12] {
        let mut system = System::default();
        let bridge = system.actions.intern("bridge").unwrap();
        for member in 0..2 * size {
            let cluster = member % 2;
            let mut builder = Lts::builder();
            builder.ensure_states(4);
            for action in 0..3 {
                let name = format!("{cluster}.{action}");
                let action = system.actions.intern(&name).unwrap();
                builder.add(StateId::of(0), action, StateId::of(1));
            }
            if member < 2 {
                builder.add(StateId::of(0), bridge, StateId::of(1));
            }
            let lts = builder.build().unwrap();
            system.components.push(Component::new(format!("M{member}"), lts));
        }
        let context = Context::unlimited();
        let problem = Problem::new(&system, Claim::NoError, &context).unwrap();
        let groups = Decomposition::TwoWay.groups(&problem, &context).unwrap();
        assert_eq!(interface_size(&problem, &groups[0]), 1);
        assert_eq!(groups[0].len(), size);
    }
}

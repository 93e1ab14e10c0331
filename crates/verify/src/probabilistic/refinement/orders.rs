//! Several orders of the components, tried in turn.
//!
//! Which order is good for rule ASym-N depends on what the assumptions have to say, and nothing
//! that can be counted beforehand tells: with the component that shares most actions last, a sensor
//! network takes a hundredth of the pairs that the smallest interfaces take, and with it first, an
//! arbiter and its users a tenth. So each order gets the same work, and then four times as much,
//! until one is decided: at most so many times the work of the best as there are orders, and some.

use surmise_model::{ComponentId, Context, ProbabilisticSystem, Statistics, Stop};

use super::{Aim, Effort, Found, refine};

/// Groups in the order of the rule.
pub type Groups = Vec<Vec<ComponentId>>;

/// Orders that are worth a try, given the one with the least interfaces: as listed, with the
/// component that shares most actions first or last, and that one.
pub fn orders(system: &ProbabilisticSystem, least: Groups) -> Vec<Groups> {
    let ids: Vec<ComponentId> = system.component_ids().collect();
    let shares = |&id: &ComponentId| {
        let alphabet = system.component(id).lpts.alphabet();
        let others = |action| {
            ids.iter().any(|&other| {
                other != id && system.component(other).lpts.alphabet().contains(action)
            })
        };
        alphabet.iter().filter(|&action| others(action)).count()
    };
    let Some(hub) = ids.iter().rev().copied().max_by_key(shares) else { return vec![least] };
    let rest = || ids.iter().copied().filter(move |&id| id != hub);
    let alone =
        |order: Vec<ComponentId>| -> Groups { order.into_iter().map(|id| vec![id]).collect() };
    let first = alone(std::iter::once(hub).chain(rest()).collect());
    let last = alone(rest().chain(std::iter::once(hub)).collect());
    let mut orders = vec![first];
    for order in [last, least] {
        if !orders.contains(&order) {
            orders.push(order);
        }
    }
    orders
}

/// Shows something of a system in the first of the orders that is decided: its place, and what was
/// found. The statistics are those of this order.
pub(crate) fn refine_in_some_order<A: Aim>(
    system: &ProbabilisticSystem,
    orders: &[Groups],
    aim: &A,
    effort: Effort,
    statistics: &mut Statistics,
    context: &Context<'_>,
) -> Result<(usize, Found<A::Evidence>), Stop> {
    let mut work = if orders.len() > 1 { effort.work } else { u64::MAX };
    loop {
        for (place, groups) in orders.iter().enumerate() {
            *statistics = Statistics::default();
            let effort = Effort { work, ..effort };
            if let Some(found) = refine(system, groups, aim, effort, statistics, context)? {
                return Ok((place, found));
            }
            context.narrate(|| format!("another order of the groups, after {work} pairs and more"));
        }
        work = work.saturating_mul(4);
    }
}

#[cfg(test)]
mod tests {
    use surmise_testing::{naively_simulated, random_conformance, seeds};

    use super::super::{Engine, Simulation};
    use super::*;
    use crate::departures::Departures;

    /// With hardly any work at first, orders are given up and taken up again.
    #[test]
    fn giving_up_changes_no_verdict() {
        let mut later = 0;
        for seed in seeds(200, 5_000) {
            let (system, specification) = random_conformance(seed, 2..=3);
            let completed = specification.completed_for(&system.alphabet(), &system.hidden);
            let context = Context::unlimited();
            let whole = system.compose(&context).expect("no limits").lpts;
            let expected = naively_simulated(&whole, &completed);
            let aim = Simulation { completed, engine: Engine::Flow };
            let listed = system.component_ids().map(|id| vec![id]).collect();
            let orders = orders(&system, listed);
            let effort = Effort { work: 1, ..Effort::with(Departures::ALL) };
            let mut statistics = Statistics::default();
            let found =
                refine_in_some_order(&system, &orders, &aim, effort, &mut statistics, &context);
            let (place, found) = found.expect("no limits");
            assert_eq!(matches!(found, Found::Shown { .. }), expected, "seed {seed}");
            later += usize::from(place > 0);
        }
        assert!(later > 0, "no order was given up");
    }
}

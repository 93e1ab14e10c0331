//! What the exact construction costs, in steps looked at: no more than to build M ‖ N ‖ P once and
//! to label that forward and backward. And what refinement costs: a split is about one part.

use fixedbitset::FixedBitSet;
use surmise_model::{ActionId, Claim, ComponentId, Context, Count, Lts, PropertyId, StateId, Stop};
use surmise_testing::{NaiveProduct, complete_with_error, seeds};

use super::definitions::system;
use crate::assume::decompose::Decomposition;
use crate::automata::{compose, worth};
use crate::quotient::classes::Classes;
use crate::quotient::exact::{backward_labels, forward_labels};
use crate::quotient::refinement::Refinement;
use crate::quotient::sets::contains;
use crate::quotient::{QuotientOptions, check};

/// The steps of M ‖ N ‖ P from a state, reachable or not. Nothing is π.
fn steps(
    surroundings: &Lts,
    process: &Lts,
    (place, state): (StateId, StateId),
) -> Vec<Option<(StateId, StateId)>> {
    let mut result = Vec::new();
    let known = |lts: &Lts, action| lts.alphabet().contains(action);
    for edge in surroundings.edges(place) {
        let target = |n| (!edge.target.is_error()).then_some((edge.target, n));
        match !edge.action.is_tau() && known(process, edge.action) {
            true => result.extend(process.successors(state, edge.action).map(target)),
            false => result.push(target(state)),
        }
    }
    for edge in process.edges(state) {
        if edge.action.is_tau() || !known(surroundings, edge.action) {
            result.push(Some((place, edge.target)));
        }
    }
    result
}

/// What it takes to build M ‖ N ‖ P, to label it forward, and, with N/∼F as in section 4 of the
/// paper, to label backward all from which π is reached.
fn naive_cost(parts: &[&Lts], process: &Lts, context: &Context<'_>) -> u64 {
    let whole = NaiveProduct::new(&[parts, &[process]].concat());
    let edges: usize = whole.transitions.iter().map(Vec::len).sum();
    let surroundings = compose(parts, context).unwrap();
    let forward = forward_labels(&surroundings, process, context).unwrap().labels;
    let nobody = FixedBitSet::with_capacity(process.num_states());
    let process = &Classes::by_labels(&nobody, forward.iter(), context)
        .unwrap()
        .quotient(process, context)
        .unwrap();
    let labels = backward_labels(&surroundings, process, context).unwrap().labels;
    let leads = |at: &Option<(StateId, StateId)>| {
        at.is_none_or(|(place, state)| contains(labels.get(place.index()), state.index()))
    };
    let pairs = surroundings.states().flat_map(|place| process.states().map(move |n| (place, n)));
    let backward = pairs.flat_map(|pair| steps(&surroundings, process, pair)).filter(leads).count();
    (2 * edges + backward) as u64
}

#[test]
fn the_exact_construction_costs_no_more_than_to_build_and_label_the_product() {
    let context = Context::unlimited();
    let (mut ours, mut naive) = (0, 0);
    for seed in seeds(400, 10_000) {
        let system = system(seed);
        let property = complete_with_error(&system.properties[0].lts);
        let ids: Vec<ComponentId> = system.component_ids().collect();
        let groups = vec![ids[1..].to_vec(), ids[..1].to_vec()];
        let decomposition = Decomposition::Groups(groups);
        let options = QuotientOptions { decomposition, ..QuotientOptions::default() };
        let report = check(&system, Claim::Property(PropertyId::of(0)), &options, &context);
        let looked_at = report.statistics.of(Count::LabelledSteps);
        let process = &system.components[0].lts;
        let others = system.components[1..].iter().map(|component| &component.lts);
        let parts: Vec<&Lts> = others.chain([&property]).collect();
        let cost = naive_cost(&parts, process, &context);
        assert!(looked_at <= cost, "seed {seed}: {looked_at} for {cost}");
        (ours, naive) = (ours + looked_at, naive + cost);
    }
    assert!(ours * 2 < naive, "on the average it is less than half: {ours} for {naive}");
}

/// A counter from 0 to `most`: one action adds, another one takes away.
fn counter(most: usize, add: usize, take: usize) -> Lts {
    let mut builder = Lts::builder();
    builder.ensure_states(most + 1).extend_alphabet([add, take].map(ActionId::of));
    for (low, high) in (0..most).map(StateId::of).zip((1..=most).map(StateId::of)) {
        builder.add(low, ActionId::of(add), high);
        builder.add(high, ActionId::of(take), low);
    }
    builder.build().unwrap()
}

/// Buckets in a row hand things on. Each action is about two of them: what a split leaves alone is
/// most of it, and is not computed again.
#[test]
fn a_split_costs_what_the_part_takes_part_in() {
    const BUCKETS: usize = 6;
    let context = Context::unlimited();
    let buckets: Vec<Lts> = (1..=BUCKETS).map(|place| counter(2, place, place + 1)).collect();
    let property = complete_with_error(&counter(2 * BUCKETS, 1, BUCKETS + 1));
    let (process, rest) = buckets.split_last().unwrap();
    let rest: Vec<&Lts> = rest.iter().collect();
    let refine = |context: &Context<'_>| -> Result<usize, Stop> {
        let mut refinement = Refinement::new(process, &rest, &property, context)?;
        while refinement.step(10, context)? {}
        Ok(refinement.steps())
    };
    let steps = refine(&context).unwrap();
    assert_eq!(steps, BUCKETS - 1, "all states of all others are told apart");
    // If all edges of all places near a split are computed again, 640,000 units are too few.
    assert!(worth(600_000, &context, refine).is_ok(), "a split takes more than its part does");
}

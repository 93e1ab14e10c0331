//! Maximal end components: parts of a model in which one can stay for ever with probability 1 (de
//! Alfaro, "Formal Verification of Probabilistic Systems", 1997, algorithm 3.1).
//!
//! They are what makes iteration from above stop too early: inside one, every upper bound confirms
//! itself.

use fixedbitset::FixedBitSet;
use surmise_model::{Context, Stop};

use super::markov::MarkovModel;
use crate::strong_components::{Next, strong_components};

/// The component of each state, or none, and how many components there are.
pub(super) struct EndComponents {
    pub(super) of: Vec<Option<u32>>,
    pub(super) count: usize,
}

/// The maximal end components within a set of states, by the choices that are allowed.
pub(super) fn end_components(
    model: &MarkovModel,
    within: &FixedBitSet,
    allowed: impl Fn(usize) -> bool,
    context: &Context<'_>,
) -> Result<EndComponents, Stop> {
    let mut states = within.clone();
    let mut choices = FixedBitSet::with_capacity(model.num_choices());
    for state in states.ones() {
        for choice in model.choices(state) {
            let inside = |&target: &u32| within.contains(target as usize);
            choices.set(choice, allowed(choice) && model.targets(choice).iter().all(inside));
        }
    }
    loop {
        let edge = |state: usize, position: usize| {
            // All branches of all choices, one after the other.
            let row = model.choices(state);
            let start = model.choices[row.start] as usize;
            let branch = start + position;
            if !states.contains(state) || branch >= model.choices[row.end] as usize {
                return Next::Done;
            }
            let target = model.targets[branch] as usize;
            let choice = row.start
                + model.choices[row.start + 1..=row.end]
                    .partition_point(|&end| end as usize <= branch);
            match choices.contains(choice) && states.contains(target) {
                true => Next::To(target),
                false => Next::Skip,
            }
        };
        let (component_of, count) = strong_components(model.num_states(), context, edge)?;
        let mut changed = false;
        for state in within.ones().filter(|&state| states.contains(state)).collect::<Vec<_>>() {
            let mut left = false;
            for choice in model.choices(state) {
                if !choices.contains(choice) {
                    continue;
                }
                let stays = model.targets(choice).iter().all(|&target| {
                    states.contains(target as usize)
                        && component_of[target as usize] == component_of[state]
                });
                choices.set(choice, stays);
                changed |= !stays;
                left |= stays;
            }
            if !left {
                states.set(state, false);
                changed = true;
            }
        }
        if !changed {
            return Ok(numbered(&states, &component_of, count));
        }
    }
}

fn numbered(states: &FixedBitSet, component_of: &[u32], count: usize) -> EndComponents {
    let mut numbers: Vec<Option<u32>> = vec![None; count];
    let mut of = vec![None; component_of.len()];
    let mut count = 0;
    for state in states.ones() {
        let number = numbers[component_of[state] as usize].get_or_insert_with(|| {
            count += 1;
            count - 1
        });
        of[state] = Some(*number);
    }
    EndComponents { of, count: count as usize }
}

//! Invariants, state by state: a second opinion for the suites.

use std::collections::BTreeSet;

use surmise_model::{Claim, Invariant, Level, StateId, System};
use surmise_testing::{Watched, is_inductive};

/// Whether an invariant is one and shows a claim.
pub(crate) fn is_invariant(system: &System, claim: Claim, invariant: &Invariant) -> bool {
    let mut levels: Vec<Option<usize>> = invariant
        .levels
        .iter()
        .map(|level| match level {
            Level::Component(id) => Some(id.index()),
            Level::Property => None,
        })
        .collect();
    levels.sort_unstable();
    let property = has_property(claim).then_some(None);
    let wanted = property.into_iter().chain((0..system.components.len()).map(Some));
    let named: BTreeSet<BTreeSet<StateId>> =
        invariant.property_states.iter().map(|set| set.iter().copied().collect()).collect();
    levels.into_iter().eq(wanted)
        && states(system, claim, invariant)
            .is_some_and(|states| is_inductive(system, claim, &states, &named))
}

fn has_property(claim: Claim) -> bool {
    match claim {
        Claim::Property(_) => true,
        Claim::NoError | Claim::NoDeadlock | Claim::Temporal(_) => false,
    }
}

/// All states that can be read, if that makes sense.
fn states(system: &System, claim: Claim, invariant: &Invariant) -> Option<BTreeSet<Watched>> {
    let watching = has_property(claim).then(BTreeSet::new);
    let mut states = vec![(0, vec![StateId::ERROR; system.components.len()], watching)];
    for (level, layer) in invariant.levels.iter().zip(&invariant.layers) {
        let mut more = Vec::new();
        for (place, tuple, watching) in &states {
            for &(value, next) in layer.get(*place)? {
                let (mut tuple, mut watching) = (tuple.clone(), watching.clone());
                match level {
                    Level::Component(id) => tuple[id.index()] = StateId::of(value as usize),
                    Level::Property => {
                        let set = invariant.property_states.get(value as usize)?;
                        watching = Some(set.iter().copied().collect());
                    }
                }
                more.push((next as usize, tuple, watching));
            }
        }
        states = more;
    }
    Some(states.into_iter().map(|(_, tuple, watching)| (tuple, watching)).collect())
}

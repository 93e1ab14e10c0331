//! What all runs have in common, or some run has, whatever the probabilities are.

use fixedbitset::FixedBitSet;
use surmise_model::{Context, Stop};

use super::markov::MarkovModel;

/// The states from which all runs, or some run, reach the goal after `from` steps or more, at most
/// `to` if there is a limit, through some states.
pub(super) fn quantified(
    model: &MarkovModel,
    all: bool,
    through: Option<&FixedBitSet>,
    goal: &FixedBitSet,
    from: u64,
    to: Option<u64>,
    context: &Context<'_>,
) -> Result<FixedBitSet, Stop> {
    let mut found = goal.clone();
    match to {
        Some(to) if to < from => found.clear(),
        Some(to) => {
            for _ in from..to {
                context.check()?;
                let mut next = before(model, all, through, &found);
                next.union_with(goal);
                if next == found {
                    break;
                }
                found = next;
            }
        }
        None => loop {
            // In place, from the last state to the first: most edges lead to later states.
            context.check()?;
            let mut grown = false;
            for state in (0..model.num_states()).rev() {
                if !found.contains(state) && steps_into(model, all, through, &found, state) {
                    found.insert(state);
                    grown = true;
                }
            }
            if !grown {
                break;
            }
        },
    }
    for _ in 0..from {
        context.check()?;
        let next = before(model, all, through, &found);
        if next == found {
            break;
        }
        found = next;
    }
    Ok(found)
}

/// The states that may go on, and whose next states are all in a set, or one of them.
fn before(
    model: &MarkovModel,
    all: bool,
    through: Option<&FixedBitSet>,
    set: &FixedBitSet,
) -> FixedBitSet {
    let mut found = FixedBitSet::with_capacity(set.len());
    let inside =
        (0..model.num_states()).filter(|&state| steps_into(model, all, through, set, state));
    inside.for_each(|state| found.insert(state));
    found
}

fn steps_into(
    model: &MarkovModel,
    all: bool,
    through: Option<&FixedBitSet>,
    set: &FixedBitSet,
    state: usize,
) -> bool {
    if through.is_some_and(|through| !through.contains(state)) {
        return false;
    }
    let mut targets = model.choices(state).flat_map(|choice| model.targets(choice));
    match all {
        true => targets.all(|&target| set.contains(target as usize)),
        false => targets.any(|&target| set.contains(target as usize)),
    }
}

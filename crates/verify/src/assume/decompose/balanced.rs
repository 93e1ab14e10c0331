//! Two groups of about equal numbers of states: table 2 of Gheorghiu Bobaru, Păsăreanu and
//! Giannakopoulou, "Automated assume-guarantee reasoning by abstraction refinement" (CAV 2008),
//! whose authors tried all two-way decompositions and took those with the least difference between
//! |M1 ‖ P_err| and |M2|.
//!
//! For up to 16 components so it is here, with two things that save work and change nothing: splits
//! that look even come first, and a side is counted only until it is farther from the other than
//! the best pair so far. Of equal differences, the smaller interface is better. What cannot be
//! counted within the limits is not balanced. For more components, sizes are estimated in bits, and
//! the best of some good splits is improved by moving single components.

use surmise_model::{Context, Count, Lts, Reason, Stop};

use super::Groups;
use super::interface::Sharing;
use super::order::{EXACT, interfaces_of_sets};
use super::two_way::{self, Measure, bits, groups};
use crate::assume::Problem;
use crate::search::{Finding, SearchOptions, visit_all};

/// So many states of both sides are counted before more are of either.
const FEW: u64 = 1 << 10;

/// The most even split. With fewer than two components there is only one group.
pub(super) fn split(problem: &Problem<'_>, context: &Context<'_>) -> Result<Groups, Stop> {
    let bits = bits(problem);
    if !(2..=EXACT).contains(&bits.len()) {
        return two_way::split(problem, Measure::Balance, context);
    }
    let interfaces = interfaces_of_sets(&Sharing::new(problem), context)?;
    let is_in = |set: usize, member: usize| set & (1 << member) != 0;
    let all: u32 = bits.iter().sum();
    let mut sets: Vec<usize> = (1..interfaces.len() - 1).collect();
    sets.sort_by_key(|&set| {
        let first = (0..bits.len()).filter(|&member| is_in(set, member));
        let first = first.map(|member| bits[member]).sum();
        (Measure::Balance.cost(interfaces[set], first, all), set)
    });
    let mut best: Option<(u64, u32, usize)> = None;
    for set in sets {
        let side = |inside: bool| -> Vec<&Lts> {
            let members = (0..bits.len()).filter(|&member| is_in(set, member) == inside);
            members.map(|member| &*problem.components[member]).collect()
        };
        let mut first = side(true);
        first.push(&problem.property);
        let worst = best.map_or(u64::MAX, |(difference, ..)| difference);
        if let Some(difference) = difference(&first, &side(false), worst, context)? {
            let found = (difference, interfaces[set], set);
            best = Some(best.map_or(found, |best| best.min(found)));
        }
    }
    match best {
        Some((.., set)) => {
            let first: Vec<bool> = (0..bits.len()).map(|member| is_in(set, member)).collect();
            Ok(groups(&first))
        }
        None => two_way::split(problem, Measure::Balance, context),
    }
}

/// By how much the numbers of states of two products differ, if it is no more than `worst`.
fn difference(
    first: &[&Lts],
    second: &[&Lts],
    worst: u64,
    context: &Context<'_>,
) -> Result<Option<u64>, Stop> {
    let mut few = FEW;
    loop {
        let (one, other) = (count(first, few, context)?, count(second, few, context)?);
        let (known, open) = match (one, other) {
            (Some(one), Some(other)) => {
                return Ok(Some(one.abs_diff(other)).filter(|&difference| difference <= worst));
            }
            (Some(one), None) => (one, second),
            (None, Some(other)) => (other, first),
            (None, None) if context.limits.states.is_some_and(|limit| few >= limit) => {
                return Ok(None);
            }
            (None, None) => {
                few = few.saturating_mul(4);
                continue;
            }
        };
        // One side is counted: the other may have `worst` more.
        let most = known.saturating_add(worst);
        let found = count(open, most, context)?;
        return Ok(found.map(|found| found.abs_diff(known)).filter(|&found| found <= worst));
    }
}

/// The number of states of a product, if there are no more than that.
fn count(parts: &[&Lts], most: u64, context: &Context<'_>) -> Result<Option<u64>, Stop> {
    let result = visit_all(parts, &SearchOptions::default(), &context.at_most(most));
    match result.finding {
        Finding::Stopped(Stop(Reason::StateLimit(_))) => Ok(None),
        Finding::Stopped(stop) => Err(stop),
        Finding::Exhausted | Finding::Error { .. } => Ok(Some(result.statistics.of(Count::States))),
    }
}

//! The order of the components with the least sum of interface sizes.
//!
//! Giannakopoulou et al., "Learning to divide and conquer", section 6, try all n! orders. But the
//! interface after j components depends on *which* these are, not on their order, so a shortest
//! path through the 2^n sets finds an optimal order. Beyond 16 components, a greedy choice: always
//! the component that leaves the smallest interface, from each of several first components.

use surmise_model::{ComponentId, Context, Stop};

use super::Groups;
use super::interface::{Boundary, Sharing};
use crate::assume::Problem;

/// Up to so many components, all sets of them are looked at.
pub(super) const EXACT: usize = 16;

/// From so many first components the greedy choice starts.
const STARTS: usize = 32;

/// Every component by itself, in a good order.
pub(super) fn least_interfaces(
    problem: &Problem<'_>,
    context: &Context<'_>,
) -> Result<Groups, Stop> {
    let order = order(&Sharing::new(problem), context)?;
    Ok(order.into_iter().map(|index| vec![ComponentId::of(index)]).collect())
}

pub(super) fn order(sharing: &Sharing, context: &Context<'_>) -> Result<Vec<usize>, Stop> {
    match sharing.num_components() {
        0 => Ok(Vec::new()),
        1..=EXACT => exact(sharing, context),
        _ => greedy(sharing, context),
    }
}

fn exact(sharing: &Sharing, context: &Context<'_>) -> Result<Vec<usize>, Stop> {
    let components = sharing.num_components();
    let interfaces = interfaces_of_sets(sharing, context)?;
    // sums[set]: the least sum of interfaces after each component of the set, and who came last.
    let mut sums = vec![(u32::MAX, 0); interfaces.len()];
    sums[0] = (0, 0);
    for set in 1..interfaces.len() {
        let before = (0..components).filter(|member| set & (1 << member) != 0);
        let best = before.map(|last| (sums[set & !(1 << last)].0, last)).min();
        let (sum, last) = best.unwrap_or_default();
        sums[set] = (sum + interfaces[set], last);
    }
    let mut order = Vec::with_capacity(components);
    let mut set = interfaces.len() - 1;
    while set != 0 {
        let last = sums[set].1;
        order.push(last);
        set &= !(1 << last);
    }
    order.reverse();
    Ok(order)
}

/// The interface of every set of up to 16 components, visited in the order of a Gray code so that
/// one component at a time moves.
pub(super) fn interfaces_of_sets(
    sharing: &Sharing,
    context: &Context<'_>,
) -> Result<Vec<u32>, Stop> {
    let count = 1usize << sharing.num_components();
    let mut interfaces = vec![0; count];
    let mut boundary = Boundary::new(sharing);
    interfaces[0] = boundary.interface();
    for step in 1..count {
        if step.is_multiple_of(1024) {
            context.check()?;
        }
        let (before, set) = ((step - 1) ^ ((step - 1) >> 1), step ^ (step >> 1));
        let moved = (before ^ set).trailing_zeros() as usize;
        match set & (1 << moved) {
            0 => boundary.leave(moved),
            _ => boundary.enter(moved),
        }
        interfaces[set] = boundary.interface();
    }
    Ok(interfaces)
}

pub(super) fn greedy(sharing: &Sharing, context: &Context<'_>) -> Result<Vec<usize>, Stop> {
    let components = sharing.num_components();
    let mut best: Option<(u64, Vec<usize>)> = None;
    for start in (0..components).step_by(components.div_ceil(STARTS)) {
        let mut boundary = Boundary::new(sharing);
        let mut left: Vec<usize> = (0..components).filter(|&member| member != start).collect();
        let mut order = vec![start];
        boundary.enter(start);
        let mut sum = u64::from(boundary.interface());
        while !left.is_empty() {
            context.check()?;
            let mut choice = (u32::MAX, 0);
            for (place, &member) in left.iter().enumerate() {
                boundary.enter(member);
                choice = choice.min((boundary.interface(), place));
                boundary.leave(member);
            }
            let member = left.remove(choice.1);
            boundary.enter(member);
            sum += u64::from(choice.0);
            order.push(member);
        }
        if best.as_ref().is_none_or(|(least, _)| sum < *least) {
            best = Some((sum, order));
        }
    }
    Ok(best.map(|(_, order)| order).unwrap_or_default())
}

//! Two groups with a small interface, or about equal sizes, or both.
//!
//! The first group stands with the property. What counts is the number of actions in the interface,
//! which bounds the assumption's alphabet, and the difference between the groups' sizes in bits (an
//! estimate of the state explosion that is left). All splits are tried for up to 16 components; for
//! more, the cuts through a good order, the best of them then improved by moving single components
//! while that helps.

use surmise_model::{ComponentId, Context, Stop};

use super::Groups;
use super::interface::{Boundary, Sharing};
use super::order::{EXACT, interfaces_of_sets, order};
use crate::assume::Problem;

/// What makes a split a good one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Measure {
    /// The sum of the interface and the difference in bits.
    Both,
    /// The interface; then the difference.
    Interface,
    /// The difference; then the interface.
    Balance,
}

impl Measure {
    /// What a split costs, given its interface and the bits of its first group and of all.
    pub(super) fn cost(self, interface: u32, first: u32, all: u32) -> (u32, u32) {
        let difference = first.abs_diff(all - first);
        match self {
            Self::Both => (interface + difference, 0),
            Self::Interface => (interface, difference),
            Self::Balance => (difference, interface),
        }
    }
}

/// The best split found. With fewer than two components there is only one group.
pub(super) fn split(
    problem: &Problem<'_>,
    measure: Measure,
    context: &Context<'_>,
) -> Result<Groups, Stop> {
    let sharing = Sharing::new(problem);
    let bits = bits(problem);
    let first = match bits.len() {
        0 | 1 => vec![true; bits.len()],
        2..=EXACT => exact(&sharing, &bits, measure, context)?,
        _ => local(&sharing, &bits, measure, context)?,
    };
    Ok(groups(&first))
}

/// The two groups of those that are in the first and those that are not.
pub(super) fn groups(first: &[bool]) -> Groups {
    let group = |side: bool| {
        let members = first.iter().enumerate().filter(move |&(_, &member)| member == side);
        members.map(|(index, _)| ComponentId::of(index)).collect()
    };
    vec![group(true), group(false)]
}

/// How many bits a state of each component takes.
pub(super) fn bits(problem: &Problem<'_>) -> Vec<u32> {
    let bits = |states: usize| usize::BITS - states.leading_zeros();
    problem.components.iter().map(|lts| bits(lts.num_states())).collect()
}

fn exact(
    sharing: &Sharing,
    bits: &[u32],
    measure: Measure,
    context: &Context<'_>,
) -> Result<Vec<bool>, Stop> {
    let interfaces = interfaces_of_sets(sharing, context)?;
    let all = bits.iter().sum();
    let is_in = |set: usize, member: usize| set & (1 << member) != 0;
    // Neither group is empty.
    let best = (1..interfaces.len() - 1).min_by_key(|&set| {
        let first = (0..bits.len()).filter(|&member| is_in(set, member));
        let first: u32 = first.map(|member| bits[member]).sum();
        (measure.cost(interfaces[set], first, all), first, set)
    });
    Ok((0..bits.len()).map(|member| is_in(best.unwrap_or(1), member)).collect())
}

pub(super) fn local(
    sharing: &Sharing,
    bits: &[u32],
    measure: Measure,
    context: &Context<'_>,
) -> Result<Vec<bool>, Stop> {
    let order = order(sharing, context)?;
    let mut sides = Sides::new(sharing, bits, measure);
    let mut best = (WORST, 0);
    for (place, &member) in order[..order.len() - 1].iter().enumerate() {
        sides.flip(member);
        best = best.min((sides.cost(), place));
    }
    let mut sides = Sides::new(sharing, bits, measure);
    order[..=best.1].iter().for_each(|&member| sides.flip(member));

    // The cost is a pair of natural numbers and falls with every move, so this ends.
    let mut least = best.0;
    loop {
        let before = least;
        for member in 0..bits.len() {
            context.check()?;
            sides.flip(member);
            if sides.cost() < least {
                least = sides.cost();
            } else {
                sides.flip(member);
            }
        }
        if least == before {
            return Ok(sides.first);
        }
    }
}

/// What no split costs.
const WORST: (u32, u32) = (u32::MAX, u32::MAX);

/// A split that changes by one component at a time.
struct Sides<'s> {
    boundary: Boundary<'s>,
    bits: &'s [u32],
    measure: Measure,
    /// Who is in the first group.
    first: Vec<bool>,
    /// How many are.
    members: usize,
    /// Their bits.
    size: u32,
}

impl<'s> Sides<'s> {
    /// Nobody is in the first group.
    fn new(sharing: &'s Sharing, bits: &'s [u32], measure: Measure) -> Self {
        let first = vec![false; bits.len()];
        Self { boundary: Boundary::new(sharing), bits, measure, first, members: 0, size: 0 }
    }

    /// Moves a component to the other side.
    fn flip(&mut self, member: usize) {
        let enters = !self.first[member];
        if enters {
            self.boundary.enter(member);
            self.size += self.bits[member];
            self.members += 1;
        } else {
            self.boundary.leave(member);
            self.size -= self.bits[member];
            self.members -= 1;
        }
        self.first[member] = enters;
    }

    /// What the split costs; a group without members is none at all.
    fn cost(&self) -> (u32, u32) {
        if self.members == 0 || self.members == self.bits.len() {
            return WORST;
        }
        self.measure.cost(self.boundary.interface(), self.size, self.bits.iter().sum())
    }
}

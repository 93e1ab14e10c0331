//! GenAssmp: assumptions that satisfy all constraints.
//!
//! - `sat`: the smallest ones, from one incremental SAT instance; `automaton` is what it says about
//!   one assumption, `solver` the library behind it;
//! - `merge`: not the smallest ones, but fast, by merging the nodes of the prefix trees.
//!
//! Languages of assumptions are not empty: all of them have the empty trace, which the induction
//! behind circular rules starts from.

mod automaton;
mod merge;
mod sat;
mod solver;

use surmise_model::{Context, Lts, Stop};

use super::constraints::Constraints;

use merge::MergeGenerator;
use sat::SatGenerator;

use crate::departures::{Departure, Departures};

/// Who makes assumptions.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Generate {
    /// A SAT solver: the largest assumption is as small as it can be, if that
    /// [departure](Departure::LargestBound) is made.
    #[default]
    Sat,
    /// A SAT solver: all together are as small as they can be, as the paper has it.
    Least,
    /// Merging of traces with evidence for it: larger ones, faster.
    Merge,
}

impl Generate {
    /// All of them.
    pub const ALL: [Self; 3] = [Self::Sat, Self::Least, Self::Merge];

    /// Somebody who makes assumptions for constraints over one alphabet. For two groups the total
    /// is bounded in any case: see [`SatGenerator`].
    pub(super) fn make<'a>(
        self,
        groups: usize,
        departures: Departures,
        context: &Context<'a>,
    ) -> Result<Box<dyn Generator + 'a>, Stop> {
        let departures = match groups {
            ..=2 => departures.without(Departure::LargestBound),
            _ => departures,
        };
        context.reserve(solver::AT_FIRST)?;
        Ok(match self {
            Self::Sat => Box::new(SatGenerator::new(departures, context)),
            Self::Least => {
                let total = departures.without(Departure::LargestBound);
                let least = total.without(Departure::GroupAsAssumption);
                Box::new(SatGenerator::new(least, context))
            }
            Self::Merge => Box::new(MergeGenerator::new(context)),
        })
    }
}

/// Tells what a group does as far as its assumption sees it, as the smallest deterministic LTS, if
/// that is known to have at most so many states.
pub(super) type Themselves<'s> = dyn FnMut(usize, usize) -> Result<Option<Lts>, Stop> + 's;

/// Somebody who makes assumptions.
pub(super) trait Generator {
    /// Deterministic LTSs over the alphabets of the constraints' trees that satisfy all
    /// constraints. The constraints are those of the time before, and more. By lemma 6, the groups
    /// themselves satisfy them all together.
    fn generate(
        &mut self,
        constraints: &Constraints,
        themselves: &mut Themselves<'_>,
    ) -> Result<Vec<Lts>, Stop>;
}

#[cfg(test)]
mod tests;

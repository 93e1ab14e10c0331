//! What a fixed point keeps of each pair of states and of each match of distributions. There may be
//! millions of both, so it is little.

use surmise_model::{DistributionId, StateId};

use super::flow::KeptFlow;
use super::lists::List;

/// When a pair was refuted that is not.
pub(super) const NEVER: u32 = u32::MAX;

/// A pair of states that a flow uses, or did once.
pub(super) struct Pair {
    pub(super) left: StateId,
    pub(super) right: StateId,
    /// A number that grows from one refuted pair to the next; [`NEVER`] if it is not refuted.
    pub(super) refuted_at: u32,
    /// The transition that was not matched, by its place in the row.
    pub(super) culprit: u32,
    /// Where it begins what its transitions watch; [`NEVER`] before the pair was looked at.
    pub(super) watched: u32,
    /// Matches that need it, or did once.
    pub(super) needed_by: List,
    pub(super) is_waiting: bool,
}

#[derive(Clone, Copy)]
pub(super) struct Watch {
    /// Which transition of the right side on the same action.
    pub(super) candidate: u32,
    pub(super) matched: u32,
}

/// A distribution of the left side and one of the right.
pub(super) struct Match {
    pub(super) below: u32,
    pub(super) above: DistributionId,
    pub(super) flow: Flowing,
    /// Pairs, and which of their transitions.
    pub(super) watchers: List,
}

/// How a match lets everything flow.
pub(super) enum Flowing {
    /// It does not.
    Dead,
    /// It was not tried yet.
    Untried,
    /// One of the distributions has one state: everything with everything.
    OneWay,
    Kept(KeptFlow),
}

impl Match {
    pub(super) fn is_alive(&self) -> bool {
        !matches!(self.flow, Flowing::Dead)
    }
}

impl Flowing {
    /// Whether the pair at a place, row by row, carries something.
    pub(super) fn uses(&self, place: usize) -> bool {
        match self {
            Self::Dead | Self::Untried => false,
            Self::OneWay => true,
            Self::Kept(flow) => flow.uses(place),
        }
    }
}

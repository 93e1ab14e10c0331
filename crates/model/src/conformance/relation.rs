//! A strong simulation (definition 5), pair by pair, with the weight functions that show it.

use crate::{ActionId, DistributionId, Rational, StateId};

/// A pair of states of a simulation.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RelatedPair {
    /// The states of the parts of the left side.
    pub left: Box<[StateId]>,
    /// The state of the right side.
    pub right: StateId,
    /// Of every transition of the left state, its match.
    pub steps: Vec<MatchedStep>,
}

/// A transition of the left side and the one of the right side that matches it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MatchedStep {
    /// The action of both.
    pub action: ActionId,
    /// The distributions of the parts, `None` for one that stands still.
    pub factors: Box<[Option<DistributionId>]>,
    /// The distribution of the right side.
    pub matched_by: DistributionId,
    /// The weight function: pairs of states with a positive weight.
    pub weights: Vec<(Box<[StateId]>, StateId, Rational)>,
}

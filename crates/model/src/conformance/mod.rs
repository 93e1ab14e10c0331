//! Conformance of a probabilistic system to a specification by strong simulation, and the evidence
//! for it (Komuravelli, Păsăreanu and Clarke, CAV 2012).
//!
//! A system conforms to a specification P if the composition of its components is simulated by P,
//! completed with self-loops on what P does not speak about
//! ([`Lpts::completed_for`](crate::Lpts::completed_for)).

mod relation;
mod tree;

use crate::{ComponentId, Lpts, Outcome, Report, StateId};

pub use relation::{MatchedStep, RelatedPair};
pub use tree::{Refutation, StochasticTree, TreeNode, TreeTransition};

/// Why a system conforms to a specification: rule ASym-N with as many groups as there are. With one
/// group there is no assumption, and the only premise is the claim.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ConformanceProof {
    /// The groups of components. Premise i is about group i and assumption i, if there is one; it
    /// says that assumption i − 1, and the specification for the first premise, simulates them.
    pub groups: Vec<Vec<ComponentId>>,
    /// The assumptions, one less than groups; or one more assumption than groups need, if the whole
    /// system was abstracted: then the first group is empty.
    pub assumptions: Vec<ProbabilisticAssumption>,
    /// The simulation that shows the first premise.
    pub relation: Vec<RelatedPair>,
}

/// An assumption: an abstraction of the groups after its own.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ProbabilisticAssumption {
    /// What is assumed.
    pub lpts: Lpts,
    /// The class of each reachable state of what it abstracts: the components of the next group,
    /// and the next assumption last. It is a simulation, and shows the premise after this one.
    pub classes: Vec<(Box<[StateId]>, StateId)>,
}

/// Whether a system conforms. What shows that it does not is a tree of the whole system that the
/// specification does not simulate.
pub type ConformanceOutcome = Outcome<ConformanceProof, StochasticTree>;

/// Whether a system conforms, and what it took to find out.
pub type ConformanceReport = Report<ConformanceProof, StochasticTree>;

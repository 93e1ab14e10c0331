//! Whether a probabilistic system conforms to a specification: the question, and the answer in
//! words for people and for programs.

mod question;
mod report;
mod tree;

pub(crate) use self::question::method_of;
pub use self::question::{ConformanceKind, EngineKind, answer, simulated, smt_question};
pub use self::report::{
    ConformanceProofReport, ConformedReport, Conforming, Departing, ProbabilisticAssumptionReport,
    SpecificationReport,
};
pub use self::tree::{
    BranchReport, MatchReport, NodeReport, RefutationReport, StepReport, TreeReport,
};

//! The data that every part of Surmise speaks about: action names, alphabets, labelled transition
//! systems, systems of components, traces, outcomes and proofs.
//!
//! Nothing here searches, prints or reads the clock. The semantics are those of Magee and Kramer's
//! LTSA and are stated once, on the types they belong to: [`Lts`] for transitions, τ and π,
//! [`System`] for composition and properties.

mod action;
mod alphabet;
mod aut;
pub mod certificate;
mod claim;
mod conformance;
mod conjecture;
mod context;
mod diagnostic;
mod error_action;
pub mod formula;
mod hml;
mod id;
mod interrupt;
mod invariant;
mod json;
mod lpts;
mod lts;
mod lts_builder;
mod outcome;
mod packed_states;
mod pctl;
mod plain_space;
mod probabilistic_system;
mod probabilities;
mod probability_query;
mod proof;
mod query;
mod range;
mod rational;
mod read;
mod shown;
mod state_names;
mod state_space;
mod state_values;
mod statistics;
mod system;
mod temporal;
mod trace;

pub use action::ActionTable;
pub use alphabet::Alphabet;
pub use aut::{
    AutReadOptions, AutWriteOptions, is_probabilistic_aut, read_aut, read_probabilistic_aut,
    write_aut, write_probabilistic_aut,
};
pub use certificate::{Certificate, ConformanceCertificate, FormulaCertificate, NumberCertificate};
pub use claim::Claim;
pub use conformance::{
    ConformanceOutcome, ConformanceProof, ConformanceReport, MatchedStep, ProbabilisticAssumption,
    Refutation, RelatedPair, StochasticTree, TreeNode, TreeTransition,
};
pub use conjecture::{Conjecture, ProposedFor};
pub use context::{Context, Event, Limits, Observer, Stop};
pub use diagnostic::{Diagnostic, Severity, Span};
pub use error_action::ErrorActions;
pub use hml::{HmlFormula, HmlOperator, HmlStep};
pub use id::{
    ActionId, ComponentId, DistributionId, FormulaId, IdOverflow, ProbabilityId, PropertyId,
    PropositionId, StateId, TemporalId,
};
pub use interrupt::{Clock, Interrupt, Purse};
pub use invariant::{Invariant, Level};
pub use json::{read_json, write_json};
pub use lpts::{
    Choice, Composition, Distribution, LPTS_FORMAT, Lpts, LptsBuilder, LptsError, LptsReading,
    compose, read_lpts_json, write_lpts_json,
};
pub use lts::{Edge, Lts};
pub use lts_builder::{BuildError, LtsBuilder};
pub use outcome::{Outcome, Reason, Report, Substitute, Unknown};
pub use packed_states::PackedStates;
pub use pctl::{
    Atom, FormulaOutcome, FormulaProof, FormulaReport, LivenessOperator, StateBounds,
    StrictLiveness,
};
pub use plain_space::{FoundStep, PlainSpace, Stepper};
pub use probabilistic_system::{ProbabilisticComponent, ProbabilisticSystem};
pub use probabilities::Probabilities;
pub use probability_query::{Extreme, Relation};
pub use proof::{Assumption, Proof, Recurrence, Rule, RuleKind, Simulation};
pub use query::{Arithmetic, Collected, Filter, Path, Query};
pub use range::{Range, ValueRange};
pub use rational::{Rational, RationalError};
pub use read::{ReadError, Reading};
pub use shown::{shown, shown_name};
pub use state_names::StateNames;
pub use state_space::{Halt, StateSpace, Successors};
pub use state_values::{StateValues, StateVariable};
pub use statistics::{Count, Statistics};
pub use system::{Component, Priority, Property, System, Termination};
pub use temporal::{
    Fairness, Meaning, Proposition, Start, Stopping, TemporalKind, TemporalProperty,
};
pub use trace::{Counterexample, Step, Trace, Violation};

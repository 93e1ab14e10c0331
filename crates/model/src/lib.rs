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
mod context;
mod diagnostic;
mod error_action;
mod id;
mod json;
mod lts;
mod lts_builder;
mod outcome;
mod proof;
mod read;
mod state_names;
mod statistics;
mod system;
mod trace;

pub use action::ActionTable;
pub use alphabet::Alphabet;
pub use aut::{AutReadOptions, AutWriteOptions, read_aut, write_aut};
pub use certificate::Certificate;
pub use claim::Claim;
pub use context::{Context, Event, Interrupt, Limits, Observer, Stop};
pub use diagnostic::{Diagnostic, Severity, Span};
pub use error_action::ErrorActions;
pub use id::{ActionId, ComponentId, IdOverflow, PropertyId, StateId};
pub use json::{read_json, write_json};
pub use lts::{Edge, Lts};
pub use lts_builder::{BuildError, LtsBuilder};
pub use outcome::{Outcome, Reason, Report, Unknown};
pub use proof::{Abstraction, Assumption, Proof, Rule, RuleKind};
pub use read::{ReadError, Reading};
pub use state_names::StateNames;
pub use statistics::{Count, Statistics};
pub use system::{Component, Priority, Property, System, Termination};
pub use trace::{Counterexample, Step, Trace, Violation};

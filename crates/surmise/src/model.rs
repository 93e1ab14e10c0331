//! The data that everything is about, for whoever builds systems in code or looks into answers.
//!
//! - A [`System`] has [`Component`]s and [`Property`]s, each an [`Lts`] over the actions of one
//!   [`ActionTable`]. [`Lts::builder`] makes one.
//! - A [`Claim`] is what is judged; a [`Report`] is what a [method](crate::methods::Method) says of
//!   it: an [`Outcome`] with a [`Proof`] or a [`Counterexample`], and [`Statistics`].
//! - A [`Context`] surrounds long work: limits, an [`Interrupt`] that stops it, an [`Observer`] who
//!   is told what happens. [`Clock`] is what a [`Host`](crate::Host) lends for time limits.
//! - A [`Diagnostic`] is something to say about a text.

pub use surmise_model::{
    ActionId, ActionTable, Alphabet, Assumption, Claim, Clock, Component, ComponentId, Context,
    Count, Counterexample, Diagnostic, Edge, Fairness, Interrupt, Limits, Lts, LtsBuilder,
    Observer, Outcome, Priority, Proof, Property, PropertyId, ReadError, Reason, Report, Rule,
    RuleKind, Severity, Span, StateId, Statistics, Step, Stop, System, Termination, Trace, Unknown,
    Violation,
};

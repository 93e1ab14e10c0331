//! Liveness: whether a formula of linear temporal logic is true of all runs.
//!
//! [`translation`] makes an [`Automaton`] of the runs that a formula is true of, which for a claim
//! is its negation; what is left to do is to look for a run of the system that it accepts.

mod automaton;
pub mod translation;

pub use automaton::{Automaton, Guard, Letter, Transition};

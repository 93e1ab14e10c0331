//! Liveness: whether a formula of linear temporal logic is true of all runs.
//!
//! [`translation`] makes an [`Automaton`] of the runs that a formula is true of, which for a claim
//! is its negation; what is left to do is to look for a run of the system that it accepts. For fair
//! choice it has to be [deterministic in the limit](limit_deterministic). A formula that is of the
//! safety kind has [good prefixes](good_prefixes), and one that does not
//! [see hidden steps](sees_hidden_steps) can be asked about components of which little is visible.

mod automaton;
mod emptiness;
mod hidden_steps;
mod letters;
mod limit_deterministic;
mod safety;
pub mod translation;

pub use automaton::{Automaton, Guard, Letter, Transition};
pub use hidden_steps::{Steps, sees_hidden_steps};
pub use limit_deterministic::{LimitDeterministic, limit_deterministic};
pub use safety::good_prefixes;

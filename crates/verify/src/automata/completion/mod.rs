//! From what a property allows to what it forbids.
//!
//! - `complete`: completion with π, P_err in the papers;
//! - `complement`: the words that are no traces, as an automaton that accepts them.

mod complement;
mod complete;

pub use complement::{Complement, complement};
pub use complete::complete_with_error;
pub(super) use complete::deterministic;

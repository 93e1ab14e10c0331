//! From what a property allows to what it forbids.
//!
//! - `complete`: completion with π, P_err in the papers;
//! - `complement`: the words that are no traces, as an automaton that accepts them;
//! - `strict_monitor`: completion of a non-deterministic property as far as it is needed.

mod complement;
mod complete;
mod strict_monitor;

pub(crate) use complement::complement_with_stop;
pub use complement::{Complement, complement};
pub use complete::complete_with_error;
pub(super) use complete::deterministic;
pub use strict_monitor::StrictMonitor;

//! Following all runs of a trace at once: the subset construction.
//!
//! - `automaton`: the subset automaton of an LTS, one row at a time;
//! - `lazy_rows`: the same with the rows kept that were asked for;
//! - `determinise`: the whole of it as an LTS;
//! - `observation`: the way of one word through it.

mod automaton;
mod determinise;
mod lazy_rows;
mod observation;

use automaton::Subsets;
pub use determinise::determinise;
pub(super) use lazy_rows::LazyRows;
pub use observation::{Observation, observe};

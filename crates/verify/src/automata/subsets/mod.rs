//! Following all runs of a trace at once: the subset construction.
//!
//! - `rows`: of what it is made, an LTS or a product that is expanded on demand;
//! - `automaton`: the subset automaton, one row or step at a time;
//! - `lazy_rows`: the same with the rows kept that were asked for;
//! - `determinise`: the whole of it as an LTS;
//! - `observation`: the way of one word through it.

mod automaton;
mod determinise;
mod lazy_rows;
mod observation;
mod rows;

pub(crate) use automaton::Subsets;
pub use determinise::determinise;
pub(super) use lazy_rows::LazyRows;
pub use observation::{Observation, observe};
pub(crate) use rows::{ProjectedRows, Rows};

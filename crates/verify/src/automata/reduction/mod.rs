//! The same behaviour with fewer states.
//!
//! - `reachable`: without what no run reaches;
//! - `minimise_dfa`: the smallest deterministic LTS with the same traces;
//! - `graph`, `transposed`, `partition`, `quotient`: what every partition refinement starts from,
//!   works on and ends with. Bisimulations use them, too.

mod by_partition;
mod graph;
mod minimise_dfa;
mod partition;
mod reachable;
mod transposed;

pub(crate) use by_partition::quotient;
pub(super) use graph::{Graph, Incoming, STOPS};
pub use minimise_dfa::minimise_dfa;
pub(crate) use partition::Partition;
pub use reachable::reachable;
pub(super) use reachable::reaches_error;
pub(crate) use transposed::Transposed;

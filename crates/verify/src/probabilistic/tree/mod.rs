//! Stochastic trees as counterexamples (section 3 of the CAV 2012 paper).
//!
//! `grow` makes one from the refuted pairs of a fixed point; `project` keeps what one part did; `matching`
//! relates a projection to what that part abstracts; `transplant` grows the tree again on the concrete states; `replay`
//! checks that a tree shows what it is said to show.

mod grow;
mod replay;

pub(crate) use grow::grow;
pub use replay::replay_tree;

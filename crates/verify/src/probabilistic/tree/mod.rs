//! Stochastic trees as counterexamples (section 3 of the CAV 2012 paper), and what refinement does
//! with them (sections 4 and 5).
//!
//! `grow` makes one from the refuted pairs of a fixed point; `project` keeps what one part did;
//! `analyse` relates a projection to the states that this part abstracts; `transplant` grows the
//! tree again on these; `replay` checks that a tree shows what it is said to show.

mod analyse;
mod grow;
mod project;
mod replay;
mod transplant;
mod unfold;

pub(crate) use analyse::{Analysis, analyse};
pub(crate) use grow::grow;
pub(crate) use project::project;
pub(crate) use replay::replay_executions;
pub use replay::replay_tree;
pub(crate) use transplant::{Transplant, transplant};
pub(crate) use unfold::unfold;

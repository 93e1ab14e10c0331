//! Learning assumptions.

mod learner;
mod observation_tree;
mod sharp;
mod table;

pub use learner::{Hypothesis, Learner, Membership, Symbol};
pub use sharp::SharpLearner;
pub use table::{ObservationTable, TableLearner};

#[cfg(test)]
mod contract;

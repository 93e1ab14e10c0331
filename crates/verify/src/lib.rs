//! The engines of Surmise.
//!
//! Every engine takes a [`System`](surmise_model::System), its options and a [`Context`], and gives
//! a [`Report`](surmise_model::Report). None of them prints, reads a file or looks at the clock.

pub mod agar;
mod alphabet_refinement;
pub mod automata;
mod context;
pub mod decompose;
pub mod learn;
mod premise;
mod problem;
mod replay;
pub mod search;
pub mod vacuity;
mod weave;
mod words;

pub use alphabet_refinement::AlphabetRefinement;
pub use context::{Context, Event, Interrupt, Limits, Observer, Stop};
pub use problem::Problem;
pub use replay::{ReplayError, replay};

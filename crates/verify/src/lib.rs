//! The engines of Surmise.
//!
//! Every engine takes a [`System`](surmise_model::System), its options and a
//! [`Context`](surmise_model::Context), and gives
//! a [`Report`](surmise_model::Report). None of them prints, reads a file or looks at the clock.

pub mod agar;
pub mod assume;
pub mod automata;
pub mod circular;
mod departures;
pub mod learn;
pub mod liveness;
mod order;
pub mod probabilistic;
pub mod quotient;
mod replay;
pub mod search;
mod strong_components;
pub mod symbolic;
pub mod vacuity;

pub use departures::{Departure, Departures};
pub use replay::{ReplayError, replay};

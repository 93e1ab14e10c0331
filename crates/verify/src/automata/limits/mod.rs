//! Working within the limits of a [`Context`](surmise_model::Context): what all constructions
//! share.
//!
//! - `pace`: asking the context often enough whether to go on;
//! - `building`: an LTS that asks before it grows;
//! - `interner`: states made of many numbers, stored once each, counted and asked for;
//! - `unless_large`: work that is given up where it would become large;
//! - `afterwards`: a bounded amount of work, after the rest was stopped or as a try.

mod afterwards;
mod building;
mod interner;
mod pace;
mod unless_large;

pub(crate) use afterwards::{afterwards, worth};
pub(crate) use building::BuildWithin;
pub(crate) use interner::Interner;
pub(crate) use pace::Pace;
pub(crate) use unless_large::unless_large;

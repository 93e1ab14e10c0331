//! Working within the limits of a [`Context`](surmise_model::Context): what all constructions share.
//!
//! - `pace`: asking the context often enough whether to go on;
//! - `building`: an LTS that asks before it grows;
//! - `interner`: states made of many numbers, stored once each, counted and asked for.

mod building;
mod interner;
mod pace;

pub(super) use building::BuildWithin;
pub(crate) use interner::Interner;
pub(crate) use pace::Pace;

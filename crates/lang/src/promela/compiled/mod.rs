//! A program compiled for searching: flat code on packed states.
//!
//! `run` says what a program means, state by state, by walking its expressions; here the same
//! meaning is computed many times faster, and compared with it. Expressions are [flat code](code),
//! a state is a few machine words by a [`layout`] for the values that were [`seen`] near
//! the initial state, and steps change these words in place: nothing is unpacked, and nothing is
//! allocated for a step. [`machine`] evaluates and does, [`channels`] sends and receives,
//! [`processes`] come and go, [`successors`] finds the steps of a state as SPIN does, [`space`]
//! shows it all to a search, and [`commuting`] says which steps may stand for all.
//!
//! A value that does not fit its place in the words ends the search, which begins again with a
//! [roomier](Room) layout.

mod channels;
mod code;
mod commuting;
mod layout;
mod machine;
mod processes;
mod seen;
mod space;
mod statements;
mod successors;

pub(crate) use layout::Room;
pub(crate) use seen::Seen;
pub(crate) use space::ProgramSpace;

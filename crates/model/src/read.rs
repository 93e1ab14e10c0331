//! What reading an LTS from any format gives: the LTS and remarks, or why it cannot be read.

use std::{fmt, io};

use crate::{Diagnostic, Lts, Stop};

/// An LTS that was read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Reading {
    /// The LTS.
    pub lts: Lts,
    /// Its name, if the text gives one.
    pub name: Option<String>,
    /// Warnings and notes.
    pub diagnostics: Vec<Diagnostic>,
}

/// Why no LTS was read.
#[derive(Debug)]
pub enum ReadError {
    /// The text is not what the format asks for. At least one of the messages is an error.
    Malformed(Vec<Diagnostic>),
    /// The text could not be had.
    Io(io::Error),
    /// A limit was reached, or somebody interrupted.
    Stopped(Stop),
}

impl fmt::Display for ReadError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Malformed(diagnostics) => {
                let first = diagnostics.iter().find(|diagnostic| diagnostic.is_error());
                f.write_str(first.map_or("malformed", |diagnostic| &diagnostic.message))
            }
            Self::Io(error) => error.fmt(f),
            Self::Stopped(Stop(reason)) => reason.fmt(f),
        }
    }
}

impl std::error::Error for ReadError {}

impl From<io::Error> for ReadError {
    fn from(error: io::Error) -> Self {
        Self::Io(error)
    }
}

impl From<Stop> for ReadError {
    fn from(stop: Stop) -> Self {
        Self::Stopped(stop)
    }
}

/// States that may exist without a transition to show for it.
const FREE_STATES: u64 = 1 << 20;

/// Whether a number of states can be believed of a text with so many transitions.
///
/// A transition mentions two states, so more than twice as many are unreachable ballast. A few of
/// those are fine; thousands of millions would be allocated only because a hostile file says so.
pub(crate) fn plausible_states(states: u64, transitions: u64) -> bool {
    states <= transitions.saturating_mul(2).saturating_add(FREE_STATES)
}

//! What an engine answers: holds with a proof, violated with a counterexample, or unknown with a
//! reason. What a proof and a counterexample are depends on the question.

use std::fmt;

use crate::{ComponentId, Counterexample, Lts, Proof, Statistics};

/// A verdict with its evidence: by default the verdict about a [claim](crate::Claim).
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Outcome<P = Proof, C = Counterexample> {
    /// It holds; the proof says why.
    Holds(P),
    /// It does not; the counterexample shows it.
    Violated(C),
    /// Not decided.
    Unknown(Unknown),
}

/// Why there is no verdict, and what is known nevertheless.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Unknown {
    /// What stopped the engine.
    pub reason: Reason,
    /// What it had found out by then, as a sentence.
    pub known: String,
    /// What can stand for components, as far as the engine got: the property holds with all of
    /// these if and only if it holds.
    pub substitutes: Vec<Substitute>,
}

/// An assumption that can take the place of the components that it is about.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Substitute {
    /// The components.
    pub group: Vec<ComponentId>,
    /// What stands for them. Fresh actions stand for their error states, as in an assumption.
    pub lts: Lts,
}

impl Unknown {
    /// Nothing is known but a sentence.
    pub fn new(reason: Reason, known: impl Into<String>) -> Self {
        Self { reason, known: known.into(), substitutes: Vec::new() }
    }
}

/// What stops an engine before it has a verdict.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Reason {
    /// The user or the calling program asked it to stop.
    Cancelled,
    /// The time limit is used up.
    TimeLimit,
    /// The memory limit, in bytes, would be passed.
    MemoryLimit(u64),
    /// The limit on the number of states would be passed.
    StateLimit(u64),
    /// A budget of work is used up, which somebody gave who has other means, too.
    WorkLimit,
    /// The engine cannot treat this input; the text says what and why.
    Unsupported(String),
    /// Something impossible happened: a mistake in Surmise, not in the input. Never a verdict.
    Internal(String),
}

impl Reason {
    /// Why an engine that ignores [priority](crate::Priority) does not believe what it found.
    pub fn gives_way() -> Self {
        let why = "what it found is not possible: a step in it gives way to others";
        Self::Unsupported(why.to_owned())
    }
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Cancelled => f.write_str("interrupted"),
            Self::TimeLimit => f.write_str("the time limit was reached"),
            Self::MemoryLimit(bytes) => {
                write!(f, "the memory limit of {} MiB was reached", bytes.div_ceil(1 << 20))
            }
            Self::StateLimit(states) => write!(f, "the limit of {states} states was reached"),
            Self::WorkLimit => f.write_str("the budget of work was used up"),
            Self::Unsupported(what) => f.write_str(what),
            Self::Internal(what) => {
                write!(f, "a mistake in Surmise itself, please report it: {what}")
            }
        }
    }
}

/// An outcome and what it took to get there.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Report<P = Proof, C = Counterexample> {
    /// The verdict.
    pub outcome: Outcome<P, C>,
    /// What the engine counted.
    pub statistics: Statistics,
}

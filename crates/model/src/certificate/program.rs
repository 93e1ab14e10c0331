//! Certificates about programs whose states were searched as they are: the file, field by field.
//! `docs/certificates.md` explains it.

use serde::{Deserialize, Serialize};

use super::json::to_json;
use super::temporal::WrittenFairness;

/// What the `format` field of every such certificate says.
pub const PROGRAM_FORMAT: &str = "surmise-program-certificate";

pub(super) const PROGRAM_VERSION: u32 = 1;

/// A verdict about a program, with its evidence.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ProgramCertificate {
    /// [`PROGRAM_FORMAT`].
    pub format: String,
    /// 1.
    pub version: u32,
    /// What the verdict is about.
    pub subject: ProgramSubject,
    /// The verdict.
    pub claim: ProgramClaim,
}

/// What is claimed of a program.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ProgramSubject {
    /// A property holds, which is named.
    Property(String),
    /// Nothing goes wrong: no assertion fails, say.
    NoError,
    /// There is no deadlock.
    NoDeadlock,
    /// A temporal property holds.
    Temporal {
        /// Its name; if a user gave the formula, the formula.
        name: String,
        /// The fairness that the verdict rests on.
        fairness: WrittenFairness,
    },
}

/// A verdict and its evidence.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ProgramClaim {
    /// All reachable states were visited and none is bad: there is nothing that the checker could
    /// believe, so it visits them, too.
    Holds,
    /// The run that takes, in each state, the step with this number ends in a state that is bad; a
    /// temporal property is false of every run that begins like this. The steps of a state are
    /// counted from 0, in the order in which the language tries them.
    Violated(Vec<u32>),
    /// The run that takes these steps, and those from one on again and again, violates a temporal
    /// property. If none repeats, it stops.
    Repeats {
        /// The steps, as in [`Violated`](Self::Violated).
        choices: Vec<u32>,
        /// The number of the first step that repeats.
        cycle: usize,
    },
}

impl ProgramCertificate {
    /// A certificate.
    pub fn new(subject: ProgramSubject, claim: ProgramClaim) -> Self {
        Self { format: PROGRAM_FORMAT.to_owned(), version: PROGRAM_VERSION, subject, claim }
    }

    /// The certificate as JSON text.
    pub fn to_json(&self) -> String {
        to_json(self)
    }
}

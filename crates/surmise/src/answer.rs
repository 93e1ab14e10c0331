//! What comes of a request.

use serde::ser::SerializeStruct;
use serde::{Serialize, Serializer};

use crate::questions::Finding;
use crate::request::VERSION;
use crate::{Named, Remark};

/// What comes of a request: what was found, and what there is to say about it.
#[derive(Debug)]
pub struct Answer {
    /// What there is to say about the input and about the finding, in the order in which it was
    /// said.
    pub remarks: Vec<Remark>,
    /// What was found.
    pub finding: Finding,
}

/// What an answer says, in a word.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Verdict {
    /// It holds, or it was done.
    Holds,
    /// It does not hold.
    Violated,
    /// It is not known: a limit was reached, or nobody can tell.
    Undecided,
}

impl Named for Verdict {
    const ALL: &'static [(Self, &'static str, &'static str)] = &[
        (Self::Holds, "holds", "It holds, or it was done"),
        (Self::Violated, "violated", "It does not hold"),
        (Self::Undecided, "undecided", "It is not known"),
    ];
}

impl Verdict {
    /// The verdict of several together: one violation is a fact, whatever else is not known.
    pub(crate) fn all(verdicts: impl IntoIterator<Item = Self>) -> Self {
        verdicts.into_iter().fold(Self::Holds, |all, one| match (all, one) {
            (Self::Violated, _) | (_, Self::Violated) => Self::Violated,
            (Self::Undecided, _) | (_, Self::Undecided) => Self::Undecided,
            (Self::Holds, Self::Holds) => Self::Holds,
        })
    }
}

impl Answer {
    /// What it says, in a word.
    pub fn verdict(&self) -> Verdict {
        self.finding.verdict()
    }
}

/// The answer for programs; `docs/messages.schema.json` describes it.
impl Serialize for Answer {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let remarks: std::io::Result<Vec<_>> = self.remarks.iter().map(Remark::json).collect();
        let mut answer = serializer.serialize_struct("Answer", 5)?;
        answer.serialize_field("version", &VERSION)?;
        answer.serialize_field("kind", self.finding.kind())?;
        answer.serialize_field("verdict", self.verdict().name())?;
        answer.serialize_field("diagnostics", &remarks.map_err(serde::ser::Error::custom)?)?;
        answer.serialize_field("result", &self.finding)?;
        answer.end()
    }
}

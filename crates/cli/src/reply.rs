//! What a command answers, once for people and once for programs.

use std::io::{self, Write};

use serde::Serialize;
use surmise::{Failure, Verdict};

use crate::annotations::Annotation;

/// How it ended. The numbers are the exit statuses.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Status {
    /// It holds; the command did what it was asked to do.
    Success = 0,
    /// It is violated.
    Violated = 1,
    /// Wrong usage or wrong input.
    Wrong = 2,
    /// A limit was reached, or somebody interrupted.
    Undecided = 3,
}

impl Status {
    /// How a command ended that has no answer.
    pub(crate) fn of(failure: &Failure) -> Self {
        match failure {
            Failure::Wrong(_) => Self::Wrong,
            Failure::Stopped(_) => Self::Undecided,
        }
    }
}

impl From<Verdict> for Status {
    fn from(verdict: Verdict) -> Self {
        match verdict {
            Verdict::Holds => Self::Success,
            Verdict::Violated => Self::Violated,
            Verdict::Undecided => Self::Undecided,
        }
    }
}

/// What can be used to show an answer to people.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Screen {
    /// How many columns there are.
    pub(crate) width: usize,
}

/// The result of a command. Its JSON says everything that its text says.
pub(crate) trait Reply: Serialize {
    /// How it ended.
    fn status(&self) -> Status {
        Status::Success
    }

    /// What is to be complained about, at places in files.
    fn annotations(&self) -> Vec<Annotation> {
        Vec::new()
    }

    /// Shows it to people.
    fn show(&self, out: &mut dyn Write, screen: Screen) -> io::Result<()>;
}

/// An answer of any command.
pub(crate) trait AnyReply {
    /// How it ended.
    fn status(&self) -> Status;
    /// Shows it to people.
    fn show(&self, out: &mut dyn Write, screen: Screen) -> io::Result<()>;
    /// What is to be complained about, at places in files.
    fn annotations(&self) -> Vec<Annotation>;
    /// Shows it to programs.
    fn json(&self) -> serde_json::Result<serde_json::Value>;
}

impl<R: Reply> AnyReply for R {
    fn status(&self) -> Status {
        Reply::status(self)
    }

    fn show(&self, out: &mut dyn Write, screen: Screen) -> io::Result<()> {
        Reply::show(self, out, screen)
    }

    fn annotations(&self) -> Vec<Annotation> {
        Reply::annotations(self)
    }

    fn json(&self) -> serde_json::Result<serde_json::Value> {
        serde_json::to_value(self)
    }
}

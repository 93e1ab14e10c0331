//! Why a command has no answer.

use std::io;

use surmise_model::{Diagnostic, Reason, Severity, Span, Stop};

use crate::answer::Status;
use crate::render::diagnostics::Remark;

/// What a command gives: an answer, or a failure.
pub(crate) type Outcome<T> = Result<T, Failure>;

/// Why a command has no answer.
#[derive(Debug)]
pub(crate) enum Failure {
    /// The input or the usage is wrong.
    Wrong(Vec<Remark>),
    /// A limit was reached, or somebody interrupted.
    Stopped(Reason),
}

impl Failure {
    /// Something is wrong that has no place in a text.
    pub(crate) fn usage(message: impl Into<String>) -> Self {
        Self::Wrong(vec![Remark::bare(error(message.into()))])
    }

    /// The same, with the likely fix.
    pub(crate) fn usage_with_help(message: impl Into<String>, help: impl Into<String>) -> Self {
        Self::Wrong(vec![Remark::bare(error(message.into()).help(help))])
    }

    /// A file cannot be read or written.
    pub(crate) fn file(verb: &str, name: &str, error: &io::Error) -> Self {
        let help = match error.kind() {
            io::ErrorKind::NotFound => Some("is the name right, and the directory?"),
            io::ErrorKind::PermissionDenied => Some("are you allowed to?"),
            _ => None,
        };
        // The system's text ends with its error number, which helps nobody.
        let whole = error.to_string();
        let cause = whole.split(" (os error").next().unwrap_or(&whole);
        let message = format!("cannot {verb} {name}: {cause}");
        match help {
            Some(help) => Self::usage_with_help(message, help),
            None => Self::usage(message),
        }
    }

    /// The exit status that tells it.
    pub(crate) fn status(&self) -> Status {
        match self {
            Self::Wrong(_) => Status::Wrong,
            Self::Stopped(_) => Status::Undecided,
        }
    }
}

impl From<Stop> for Failure {
    fn from(Stop(reason): Stop) -> Self {
        Self::Stopped(reason)
    }
}

fn error(message: String) -> Diagnostic {
    Diagnostic { span: None, ..Diagnostic::error(Span::default(), message) }
}

/// A warning that has no place in a text.
pub(crate) fn warning(message: impl Into<String>) -> Diagnostic {
    Diagnostic { severity: Severity::Warning, ..Diagnostic::note(message) }
}

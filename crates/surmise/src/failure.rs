//! Why there is no answer.

use std::fmt;
use std::io;
use std::sync::Arc;

use surmise_lang::CompileError;
use surmise_model::{Diagnostic, ReadError, Reason, Span, Stop};

use crate::report::limit_name;
use crate::{OptionName, Remark, Source};

/// What asking for something gives: an answer, or a failure.
pub type Attempt<T> = Result<T, Failure>;

/// Why there is no answer.
#[derive(Debug)]
pub enum Failure {
    /// The input or the usage is wrong.
    Wrong(Vec<Remark>),
    /// A limit was reached, or somebody interrupted.
    Stopped(Stopped),
}

/// Why the work had to stop, and how far it had got.
#[derive(Debug)]
pub struct Stopped {
    /// Why.
    pub reason: Reason,
    /// Where the work was, and what grows, if that is known.
    pub remarks: Vec<Remark>,
}

impl Failure {
    /// Something is wrong that has no place in a text.
    pub fn usage(message: impl Into<String>) -> Self {
        Self::Wrong(vec![Remark::bare(error(message.into()))])
    }

    /// The same, with the likely fix.
    pub fn usage_with_help(message: impl Into<String>, help: impl Into<String>) -> Self {
        Self::Wrong(vec![Remark::bare(error(message.into()).help(help))])
    }

    /// The same, with the option that it concerns.
    #[must_use]
    pub fn concerning(self, option: OptionName) -> Self {
        let of = |remark: Remark| Remark { option: Some(option), ..remark };
        self.each(of)
    }

    /// The same, with the likely fix.
    #[must_use]
    pub fn help(self, help: impl Into<String>) -> Self {
        let help = help.into();
        self.each(|remark| Remark { diagnostic: remark.diagnostic.help(help.clone()), ..remark })
    }

    /// The same, with the option that helps.
    #[must_use]
    pub fn remedied_by(self, option: OptionName) -> Self {
        self.each(|remark| Remark { remedy: Some(option), ..remark })
    }

    fn each(self, change: impl Fn(Remark) -> Remark) -> Self {
        match self {
            Self::Wrong(remarks) => Self::Wrong(remarks.into_iter().map(change).collect()),
            stopped @ Self::Stopped(_) => stopped,
        }
    }

    /// A file cannot be read or written.
    pub fn file(verb: &str, name: &str, error: &io::Error) -> Self {
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

    /// Something is wrong with a text.
    pub(crate) fn about(source: &Arc<Source>, diagnostics: Vec<Diagnostic>) -> Self {
        let remark = |diagnostic| Remark::about(source, diagnostic);
        Self::Wrong(diagnostics.into_iter().map(remark).collect())
    }

    /// A text cannot be compiled.
    pub(crate) fn compiling(source: &Arc<Source>, error: CompileError) -> Self {
        match error {
            CompileError::Wrong(diagnostics) => Self::about(source, diagnostics),
            CompileError::Stopped { stop: Stop(reason), progress } => {
                let remarks = progress.into_iter().map(|note| Remark::about(source, *note));
                Self::Stopped(Stopped { reason, remarks: remarks.collect() })
            }
        }
    }

    /// A text cannot be had.
    pub(crate) fn reading(name: &str, error: ReadError) -> Self {
        match error {
            ReadError::Malformed(diagnostics) => {
                Self::Wrong(diagnostics.into_iter().map(Remark::bare).collect())
            }
            ReadError::Io(error) => Self::file("read", name, &error),
            ReadError::Stopped(stop) => stop.into(),
        }
    }
}

/// What is wrong, each in a line, without the places.
impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Wrong(remarks) => {
                let lines = remarks.iter().map(|remark| remark.diagnostic.message.as_str());
                f.write_str(&lines.collect::<Vec<_>>().join("\n"))
            }
            Self::Stopped(stopped) => stopped.reason.fmt(f),
        }
    }
}

impl std::error::Error for Failure {}

impl From<Stop> for Failure {
    fn from(Stop(reason): Stop) -> Self {
        Self::Stopped(reason.into())
    }
}

impl Stopped {
    /// The limit that was reached, in one word for programs.
    pub fn limit(&self) -> &'static str {
        limit_name(&self.reason)
    }
}

impl From<Reason> for Stopped {
    fn from(reason: Reason) -> Self {
        Self { reason, remarks: Vec::new() }
    }
}

fn error(message: String) -> Diagnostic {
    Diagnostic { span: None, ..Diagnostic::error(Span::default(), message) }
}

//! Why a text of any language was not compiled.

use std::fmt;

use surmise_model::{Diagnostic, Stop};

/// Why a text was not compiled.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum CompileError {
    /// What is wrong with it, and the warnings.
    Wrong(Vec<Diagnostic>),
    /// The compiler had to stop.
    Stopped {
        /// Why.
        stop: Stop,
        /// Where it was, how far it had got, and what grows, if that is known.
        progress: Option<Box<Diagnostic>>,
    },
}

impl fmt::Display for CompileError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Wrong(diagnostics) => {
                let first = diagnostics.iter().find(|diagnostic| diagnostic.is_error());
                f.write_str(first.map_or("malformed", |diagnostic| &diagnostic.message))
            }
            Self::Stopped { stop: Stop(reason), .. } => reason.fmt(f),
        }
    }
}

impl std::error::Error for CompileError {}

impl From<Stop> for CompileError {
    fn from(stop: Stop) -> Self {
        Self::Stopped { stop, progress: None }
    }
}

//! A Promela program with one of its processes replaced.

use std::path::Path;
use std::sync::Arc;

pub use surmise_lang::promela::Replacement;
use surmise_lang::promela::{CompileOptions, replace};
use surmise_model::Context;

use super::options::{InputOptions, LanguageName};
use super::promela::Beside;
use crate::{Attempt, Failure, Files, Source};

/// The text of a program with one of its processes replaced by an LTS, the rest left as it is. The
/// actions of the LTS are those of the loaded program.
///
/// # Errors
/// All mistakes in the text; why the process cannot be replaced; that it takes too long.
pub fn replaced(
    path: &Path,
    replacement: &Replacement<'_>,
    options: &InputOptions,
    files: &dyn Files,
    context: &Context<'_>,
) -> Attempt<String> {
    let source = Arc::new(Source::open(path, files, context)?);
    if options.language(&source)?.name() != LanguageName::Promela {
        return Err(Failure::usage(format!("{} is not in Promela", source.name)));
    }
    let bytes = source.bytes(context)?;
    let text = String::from_utf8_lossy(&bytes);
    let includes = Beside { program: path, files, context };
    let compiling = CompileOptions { includes: &includes, ..CompileOptions::default() };
    replace(&text, &compiling, replacement, context)
        .map_err(|error| Failure::compiling(&source, error))
}

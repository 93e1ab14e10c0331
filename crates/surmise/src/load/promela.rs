//! Promela: a whole program a file.

use std::path::Path;
use std::sync::Arc;

use surmise_lang::KeptDefinition;
pub use surmise_lang::promela::Replacement;
use surmise_lang::promela::{CompileOptions, Includes, compile, replace};
use surmise_model::{Context, Diagnostic, Span, System};

use super::content::{Content, Unchecked};
use super::language::{Input, InputOptions, Language, LanguageName};
use super::merge;
use crate::{Attempt, Failure, Files, OptionName, Source};

/// SPIN's language.
pub(super) struct Promela;

impl Language for Promela {
    fn name(&self) -> LanguageName {
        LanguageName::Promela
    }

    fn extensions(&self) -> &'static [&'static str] {
        &["pml", "promela", "spin"]
    }

    fn recognises(&self, beginning: &[u8]) -> bool {
        let text = String::from_utf8_lossy(beginning);
        text.contains("proctype") || text.contains("init {") || text.contains("mtype")
    }

    fn options(&self) -> &'static [OptionName] {
        &[OptionName::Never]
    }

    fn load(&self, input: &Input<'_>, system: &mut System) -> Attempt<(Content, Vec<Diagnostic>)> {
        let Input { source, context, .. } = *input;
        let bytes = source.bytes(context)?;
        let text = String::from_utf8_lossy(&bytes);
        let never = &input.options.never;
        let options =
            CompileOptions { includes: &Beside(*input), never, ..CompileOptions::default() };
        let compiled =
            compile(&text, &options, context).map_err(|error| Failure::compiling(source, error))?;
        let content = Content {
            unchecked: compiled.kept.into_iter().map(unchecked).collect(),
            asserts: compiled.asserts,
            ..Content::new(self.name())
        };
        merge::into(system, compiled.system).map_err(|error| {
            Failure::about(source, vec![Diagnostic::error(Span::default(), error.to_string())])
        })?;
        Ok((content, compiled.diagnostics))
    }
}

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
    let input = Input { source: &source, path, options, files, depth: 0, context };
    let compiling = CompileOptions { includes: &Beside(input), ..CompileOptions::default() };
    replace(&text, &compiling, replacement, context)
        .map_err(|error| Failure::compiling(&source, error))
}

fn unchecked(kept: KeptDefinition) -> Unchecked {
    Unchecked { kind: kept.kind, name: kept.name.into(), is_claim: true }
}

/// Files that a program includes stand beside it.
struct Beside<'a>(Input<'a>);

impl Includes for Beside<'_> {
    fn read(&self, path: &str) -> Result<String, String> {
        let Input { path: program, files, context, .. } = self.0;
        let path = program.parent().unwrap_or(Path::new("")).join(path);
        let unreadable = |error| match error {
            Failure::Wrong(remarks) => {
                remarks.first().map_or_else(String::new, |remark| remark.diagnostic.message.clone())
            }
            Failure::Stopped(stopped) => stopped.reason.to_string(),
        };
        let source = Source::open(&path, files, context).map_err(unreadable)?;
        let bytes = source.bytes(context).map_err(unreadable)?;
        Ok(String::from_utf8_lossy(&bytes).into_owned())
    }
}

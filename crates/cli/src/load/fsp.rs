//! FSP: a whole model a file, or one process of it.

use std::io::{self, Read};

use indexmap::IndexMap;
use surmise_lang::fsp::{CompileError, CompileOptions, Granularity, KeptDefinition, compile};
use surmise_model::{Diagnostic, ReadError, Span};

use super::whole::Whole;
use super::{Language, Loading, Parts, Reader, Stopped, merge};
use crate::render::few;

/// LTSA's language.
pub(super) struct Fsp;

impl Language for Fsp {
    fn extensions(&self) -> &'static [&'static str] {
        &["lts", "fsp"]
    }

    fn recognises(&self, _: &[u8]) -> bool {
        // Nothing tells it from any other text.
        false
    }

    fn load(&self, mut text: Reader<'_>, loading: &mut Loading<'_>) -> Result<(), ReadError> {
        let mut bytes = Vec::new();
        text.read_to_end(&mut bytes)?;
        // Old models have accents in comments, in whatever encoding; a zero byte, which no text has,
        // is the compiler's business to report.
        let source = String::from_utf8_lossy(&bytes);
        let granularity = match loading.options.granularity {
            Some(Parts::Operands) => Granularity::Operands,
            Some(Parts::Leaves) | None => Granularity::Leaves,
        };
        let options = CompileOptions {
            process: loading.options.process.clone(),
            parameters: loading.options.set.clone(),
            granularity,
            ..CompileOptions::default()
        };
        let compiled =
            compile(&source, &options, loading.context).map_err(|error| match error {
                CompileError::Wrong(diagnostics) => ReadError::Malformed(diagnostics),
                CompileError::Stopped(stop) => ReadError::Io(io::Error::other(Stopped(stop))),
            })?;
        loading.diagnostics.extend(compiled.diagnostics);
        loading.diagnostics.extend(unchecked(&compiled.kept));
        loading.kept.extend(compiled.kept.into_iter().map(|kept| (kept.kind, kept.name)));
        loading.whole = Some(Whole { name: compiled.process, reduce: compiled.reduction });
        merge::into(loading.system, compiled.system).map_err(|error| {
            let message = error.to_string();
            ReadError::Malformed(vec![Diagnostic::error(Span::default(), message)])
        })
    }
}

/// Notes on what a model also says and nobody looks at: one for each kind, with all its places.
fn unchecked(kept: &[KeptDefinition]) -> Vec<Diagnostic> {
    let mut kinds: IndexMap<&str, Vec<&KeptDefinition>> = IndexMap::new();
    for kept in kept {
        kinds.entry(kept.kind).or_default().push(kept);
    }
    let note = |(kind, all): (&str, Vec<&KeptDefinition>)| {
        let names: Vec<&str> = all.iter().map(|kept| kept.name.as_str()).collect();
        let (is, what) = match (all.len(), kind) {
            (1, "menu" | "animation" | "import") => ("is", "used"),
            (_, "menu" | "animation" | "import") => ("are", "used"),
            (1, _) => ("is", "checked"),
            _ => ("are", "checked"),
        };
        let message = format!("{kind} {} {is} read, but not {what} yet", few(&names, 8));
        let label = format!("not {what}");
        let mut note = Diagnostic::note(message).label(label.clone());
        note.span = all.first().map(|first| first.span);
        for other in all.iter().skip(1).take(7) {
            note = note.related(other.span, label.clone());
        }
        note
    };
    kinds.into_iter().map(note).collect()
}

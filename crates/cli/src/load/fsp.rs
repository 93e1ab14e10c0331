//! FSP: a whole model a file, or one process of it.

use std::io::Read;

use surmise_lang::fsp::{CompileOptions, Granularity, compile};
use surmise_model::{Diagnostic, ReadError, Span};

use super::{Language, Loading, Parts, Reader, merge};

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
        let compiled = compile(&source, &options).map_err(ReadError::Malformed)?;
        loading.diagnostics.extend(compiled.diagnostics);
        for kept in compiled.kept.iter().filter(|kept| matches!(kept.kind, "progress" | "assert")) {
            let message = format!("{} {} is not checked: only safety is", kept.kind, kept.name);
            loading
                .diagnostics
                .push(Diagnostic { span: Some(kept.span), ..Diagnostic::note(message) });
        }
        loading.whole = Some(compiled.process);
        merge::into(loading.system, compiled.system).map_err(|error| {
            let message = error.to_string();
            ReadError::Malformed(vec![Diagnostic::error(Span::default(), message)])
        })
    }
}

//! FSP: a whole model a file, or one process of it.

use std::io::Read;

use surmise_lang::fsp::{CompileOptions, compile};
use surmise_model::{Diagnostic, ReadError, Span};

use super::{Language, Loading, Reader, merge};

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
        let source = String::from_utf8(bytes).map_err(|error| {
            let place = error.utf8_error().valid_up_to();
            let diagnostic = Diagnostic::error(Span::new(place, place + 1), "this is not FSP text")
                .label("not UTF-8")
                .help(
                    "mCRL2's binary .lts files: convert them with `ltsconvert model.lts model.aut`",
                );
            ReadError::Malformed(vec![diagnostic])
        })?;
        let options = CompileOptions {
            process: loading.options.process.clone(),
            parameters: loading.options.set.clone(),
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

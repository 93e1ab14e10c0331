//! Any text: the PRISM compiler comes back, with a model or with diagnostics that point into it.
//!
//! `cargo +nightly fuzz run prism fuzz/corpus/prism corpus/prism corpus/bad/prism`

#![no_main]

use libfuzzer_sys::fuzz_target;
use surmise_lang::prism::{CompileOptions, compile};
use surmise_model::{Context, Halt, Limits};

fuzz_target!(|source: &str| {
    let diagnostics = match compile(source, &CompileOptions::default()) {
        Err(diagnostics) => diagnostics,
        Ok(model) => {
            let limits = Limits { states: Some(500), ..Limits::default() };
            let context = Context { limits, ..Context::unlimited() };
            match model.components(&[], &context) {
                Err(Halt::Fault(fault)) => vec![*fault],
                _ => model.diagnostics.clone(),
            }
        }
    };
    for diagnostic in diagnostics {
        if let Some(span) = diagnostic.span {
            assert!(source.get(span.start..span.end).is_some(), "{diagnostic:?}");
        }
    }
});

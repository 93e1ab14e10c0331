//! Any text: the Promela compiler comes back, with a system or with diagnostics that point into it,
//! and what is written of the system is read again.
//!
//! `cargo +nightly fuzz run promela fuzz/corpus/promela corpus/promela corpus/bad/promela`

#![no_main]

use libfuzzer_sys::fuzz_target;
use surmise_lang::CompileError;
use surmise_lang::promela::{CompileOptions, check, compile, write_system};
use surmise_model::{Context, Limits};

fuzz_target!(|source: &str| {
    let limits = Limits { states: Some(500), ..Limits::default() };
    let context = Context { limits, ..Context::unlimited() };
    let diagnostics = match compile(source, &CompileOptions::default(), &context) {
        Ok(compiled) => {
            let text = write_system("System", &compiled.system);
            let again = check(&text, &(), &Context::unlimited()).expect("unlimited");
            assert!(!again.iter().any(|found| found.is_error()), "{again:?}\n{text}");
            compiled.diagnostics
        }
        Err(CompileError::Wrong(diagnostics)) => diagnostics,
        Err(CompileError::Stopped(_)) => return,
    };
    for diagnostic in diagnostics {
        if let Some(span) = diagnostic.span {
            assert!(source.get(span.start..span.end).is_some(), "{diagnostic:?}");
        }
    }
});

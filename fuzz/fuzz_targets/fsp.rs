//! Any text: the FSP compiler comes back, with a system or with diagnostics that point into it.
//!
//! `cargo +nightly fuzz run fsp fuzz/corpus/fsp corpus/fsp corpus/bad/fsp`

#![no_main]

use libfuzzer_sys::fuzz_target;
use surmise_lang::fsp::{CompileOptions, SizeLimits, compile, write_system};

fuzz_target!(|source: &str| {
    let limits = SizeLimits { states: 2_000, leaves: 50, labels: 20_000 };
    let options = CompileOptions { limits, ..CompileOptions::default() };
    let diagnostics = match compile(source, &options) {
        Ok(compiled) => {
            let text = write_system("System", &compiled.system);
            let again = compile(&text, &CompileOptions::default());
            assert!(again.is_ok(), "{again:?}\n{text}");
            compiled.diagnostics
        }
        Err(diagnostics) => diagnostics,
    };
    for diagnostic in diagnostics {
        if let Some(span) = diagnostic.span {
            assert!(source.get(span.start..span.end).is_some(), "{diagnostic:?}");
        }
    }
});

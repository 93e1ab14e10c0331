//! For tests only: what a fuzzer does with a text, one function for each language.
//!
//! The targets in `fuzz/` need a nightly compiler and a C++ compiler, so nobody compiles them every
//! day. All they do is call one of these, which every build compiles and the tests run over the
//! corpus.
//!
//! Any text will do: a compiler comes back with a system, or with diagnostics at least one of which
//! is an error. All that it says points into the text, and what is written of a system can be read
//! again.

mod fsp;
mod prism;
mod promela;

pub use fsp::fsp;
pub use prism::prism;
pub use promela::promela;

use surmise_lang::outline::Outline;
use surmise_model::{Context, Diagnostic, Limits};

/// As many states as a fuzzer has the time for.
fn few_states() -> Context<'static> {
    let limits = Limits { states: Some(500), ..Limits::default() };
    Context { limits, ..Context::unlimited() }
}

/// Whoever refuses a text says why.
fn assert_refused(diagnostics: &[Diagnostic]) {
    assert!(diagnostics.iter().any(Diagnostic::is_error), "refused for no reason: {diagnostics:?}");
}

/// All that an outline says points into the text, and names stand where it says.
fn assert_outlined(source: &str, outline: &Outline) {
    assert_inside(source, &outline.diagnostics);
    for symbol in &outline.symbols {
        for span in symbol.uses.iter().chain([&symbol.definition]) {
            assert_eq!(source.get(span.start..span.end), Some(&*symbol.name), "{symbol:?}");
        }
    }
}

/// All that is said points into the text.
fn assert_inside(source: &str, diagnostics: &[Diagnostic]) {
    for diagnostic in diagnostics {
        let related = diagnostic.related.iter().map(|(span, _)| span);
        for span in diagnostic.span.iter().chain(related) {
            assert!(source.get(span.start..span.end).is_some(), "{diagnostic:?}");
        }
    }
}

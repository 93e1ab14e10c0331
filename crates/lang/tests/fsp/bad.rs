//! Malformed models and the diagnostics they get.
//!
//! Beside every `NAME.lts` stands `NAME.diagnostics`; `SURMISE_BLESS=1` rewrites them.

use surmise_lang::fsp::{CompileOptions, SizeLimits};
use surmise_testing::assert_diagnostics;

use super::compiled;

#[test]
fn malformed_models_get_their_diagnostics() {
    let limits = SizeLimits { states: 10_000, leaves: 1_000, labels: 100_000 };
    let options = CompileOptions { limits, ..CompileOptions::default() };
    assert_diagnostics("bad/fsp", "lts", |source| match compiled(source, &options) {
        Ok(compiled) => compiled.diagnostics,
        Err(diagnostics) => diagnostics,
    });
}

#[test]
fn several_errors_are_reported_at_once() {
    let source = "P = (a -> Q).\nconst = 3\nR = (b > R).\n||S = (P || T).\nset U = {a,}\n";
    let diagnostics = compiled(source, &CompileOptions::default()).expect_err("four errors");
    let errors = diagnostics.iter().filter(|diagnostic| diagnostic.is_error()).count();
    assert!(errors >= 3, "{diagnostics:#?}");
}

#[test]
fn binary_files_are_recognised() {
    let diagnostics = compiled("\u{1}\0lts", &CompileOptions::default()).expect_err("binary");
    assert!(diagnostics[0].help.as_ref().is_some_and(|help| help.contains("mCRL2")));
}

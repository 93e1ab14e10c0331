//! Malformed models and the diagnostics they get.
//!
//! Beside every `NAME.lts` stands `NAME.diagnostics`; `SURMISE_BLESS=1` rewrites them.

use std::fmt::Write as _;

use surmise_lang::fsp::{CompileOptions, Limits};
use surmise_model::{Diagnostic, Span};

use super::{bless, compiled, models, read};

fn place(source: &str, span: Span) -> String {
    let before = &source[..span.start];
    let line = before.matches('\n').count() + 1;
    let column = before.rsplit('\n').next().map_or(0, |line| line.chars().count()) + 1;
    format!("{line}:{column} `{}`", source[span.start..span.end].escape_debug())
}

fn shown(source: &str, diagnostics: &[Diagnostic]) -> String {
    let mut text = String::new();
    for diagnostic in diagnostics {
        let at = diagnostic.span.map(|span| place(source, span)).unwrap_or_default();
        let severity = format!("{:?}", diagnostic.severity).to_lowercase();
        let _ = writeln!(text, "{severity} {at}: {}", diagnostic.message);
        if !diagnostic.label.is_empty() {
            let _ = writeln!(text, "    label: {}", diagnostic.label);
        }
        for (span, words) in &diagnostic.related {
            let _ = writeln!(text, "    {}: {words}", place(source, *span));
        }
        if let Some(help) = &diagnostic.help {
            let _ = writeln!(text, "    help: {help}");
        }
    }
    text
}

#[test]
fn malformed_models_get_their_diagnostics() {
    let mut wrong = Vec::new();
    for (path, source) in models("bad/fsp") {
        let limits = Limits { states: 10_000, leaves: 1_000, labels: 100_000 };
        let options = CompileOptions { limits, ..CompileOptions::default() };
        let diagnostics = match compiled(&source, &options) {
            Ok(compiled) => compiled.diagnostics,
            Err(diagnostics) => diagnostics,
        };
        assert!(!diagnostics.is_empty(), "{} has nothing wrong", path.display());
        let found = shown(&source, &diagnostics);
        let expected = path.with_extension("diagnostics");
        if bless() {
            std::fs::write(&expected, found).expect("the corpus can be written");
        } else if found != read(&expected) {
            wrong.push(format!("{}:\n{found}", path.display()));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
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

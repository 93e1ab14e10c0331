//! Malformed models and the diagnostics they get.
//!
//! Beside every `NAME.prism` stands `NAME.diagnostics`; `SURMISE_BLESS=1` rewrites them.

use std::fmt::Write as _;

use surmise_model::{Diagnostic, Span};

use super::{diagnostics, models};

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
    for (path, source) in models("bad/prism") {
        let diagnostics = diagnostics(&source, 10_000);
        assert!(!diagnostics.is_empty(), "{} has nothing wrong", path.display());
        let found = shown(&source, &diagnostics);
        let expected = path.with_extension("diagnostics");
        if std::env::var_os("SURMISE_BLESS").is_some() {
            std::fs::write(&expected, found).expect("the corpus can be written");
        } else if std::fs::read_to_string(&expected).unwrap_or_default() != found {
            wrong.push(format!("{}:\n{found}", path.display()));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

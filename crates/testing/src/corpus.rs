//! The models of `corpus/`, and what stands beside them.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};

use surmise_model::{Diagnostic, Span};

/// A folder of the corpus.
pub fn corpus_folder(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../corpus").join(name)
}

/// The files of a folder of the corpus with this extension and their texts, in order.
///
/// # Panics
/// If there are none, or they cannot be read.
pub fn corpus_models(folder: &str, extension: &str) -> Vec<(PathBuf, String)> {
    let entries = std::fs::read_dir(corpus_folder(folder)).expect("the corpus");
    let mut paths: Vec<PathBuf> = entries.map(|entry| entry.expect("a file").path()).collect();
    paths.retain(|path| path.extension().is_some_and(|found| found == extension));
    paths.sort();
    assert!(!paths.is_empty(), "no .{extension} in {folder}");
    paths.into_iter().map(|path| (path.clone(), read(&path))).collect()
}

/// Compares what is said about malformed models with what stands beside them: `NAME.diagnostics`
/// beside every `NAME` with the extension. If `SURMISE_BLESS` is set, rewrites that instead.
///
/// # Panics
/// If anything differs, or nothing is wrong with a model.
pub fn assert_diagnostics(
    folder: &str,
    extension: &str,
    diagnose: impl Fn(&str) -> Vec<Diagnostic>,
) {
    let bless = std::env::var_os("SURMISE_BLESS").is_some();
    let mut wrong = Vec::new();
    for (path, source) in corpus_models(folder, extension) {
        let diagnostics = diagnose(&source);
        assert!(!diagnostics.is_empty(), "{} has nothing wrong", path.display());
        let found = written(&source, &diagnostics);
        let expected = path.with_extension("diagnostics");
        if bless {
            std::fs::write(&expected, found).expect("the corpus can be written");
        } else if found != read(&expected) {
            wrong.push(format!("{}:\n{found}", path.display()));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

fn read(path: &Path) -> String {
    std::fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// Everything that diagnostics say, with the places they are about.
fn written(source: &str, diagnostics: &[Diagnostic]) -> String {
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

fn place(source: &str, span: Span) -> String {
    let before = &source[..span.start];
    let line = before.matches('\n').count() + 1;
    let column = before.rsplit('\n').next().map_or(0, |line| line.chars().count()) + 1;
    format!("{line}:{column} `{}`", source[span.start..span.end].escape_debug())
}

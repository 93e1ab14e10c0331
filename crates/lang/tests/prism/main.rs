//! PRISM from the outside: the corpus, malformed texts, and texts that nobody would write.

mod bad;
mod corpus;
mod fuzz;
mod write;

use std::path::{Path, PathBuf};

use surmise_lang::prism::{CompileOptions, compile};
use surmise_model::{Context, Diagnostic, Halt, Limits};
use surmise_verify::probabilistic::measure;

/// The `.prism` files of a folder of the corpus with their texts, in order.
fn models(folder: &str) -> Vec<(PathBuf, String)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../corpus").join(folder);
    let entries = std::fs::read_dir(folder).expect("the corpus");
    let mut paths: Vec<PathBuf> = entries.map(|entry| entry.expect("a file").path()).collect();
    paths.retain(|path| path.extension().is_some_and(|extension| extension == "prism"));
    paths.sort();
    assert!(!paths.is_empty());
    let read = |path: &PathBuf| std::fs::read_to_string(path).expect("a text");
    paths.iter().map(|path| (path.clone(), read(path))).collect()
}

/// Everything there is to say about a text, running it included.
fn diagnostics(source: &str, states: u64) -> Vec<Diagnostic> {
    let model = match compile(source, &CompileOptions::default()) {
        Ok(model) => model,
        Err(diagnostics) => return diagnostics,
    };
    let limits = Limits { states: Some(states), ..Limits::default() };
    let context = Context { limits, ..Context::unlimited() };
    let mut all = model.diagnostics.clone();
    let mut add = |halt: Halt| match halt {
        Halt::Fault(fault) if !all.contains(&fault) => all.push(*fault),
        Halt::Fault(_) | Halt::Stop(_) => {}
    };
    match model.space() {
        Ok(mut space) => drop(measure(&mut space, &context).map_err(&mut add)),
        Err(halt) => add(halt),
    }
    drop(model.components(&[], &context).map_err(add));
    all
}

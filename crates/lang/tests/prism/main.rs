//! PRISM from the outside: the corpus, random systems, malformed texts, and texts that nobody would
//! write.

mod bad;
mod corpus;
mod forms;
mod fuzz;
mod random;
mod write;

use std::path::PathBuf;

use surmise_lang::prism::{CompileOptions, compile};
use surmise_model::{Context, Diagnostic, Halt, Limits};
use surmise_testing::corpus_models;
use surmise_verify::probabilistic::measure;

/// The `.prism` files of a folder of the corpus with their texts, in order.
fn models(folder: &str) -> Vec<(PathBuf, String)> {
    corpus_models(folder, "prism")
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

//! FSP from the outside: the corpus, malformed texts, twins, and texts that nobody would write.

mod bad;
mod corpus;
mod ending;
mod fuzz;
mod language;
mod random;
mod stopping;
mod twins;
mod write;

use std::path::PathBuf;

use surmise_lang::CompileError;
use surmise_lang::fsp::{CompileOptions, Compiled, Granularity, SizeLimits, compile, composition};
use surmise_model::{Context, Diagnostic, Limits, Lts};
use surmise_testing::corpus_models;

/// The largest composition in these tests.
const LIMIT: usize = 200_000;

/// The `.lts` files of a folder with their texts, in order.
fn models(folder: &str) -> Vec<(PathBuf, String)> {
    corpus_models(folder, "lts")
}

/// Whether snapshots are to be rewritten: only if `SURMISE_BLESS` is set.
fn bless() -> bool {
    std::env::var_os("SURMISE_BLESS").is_some()
}

fn compile_process(
    source: &str,
    process: &str,
    granularity: Granularity,
) -> Result<Compiled, Vec<Diagnostic>> {
    let limits = SizeLimits { states: LIMIT, ..SizeLimits::default() };
    let process = Some(process.to_owned());
    compiled(source, &CompileOptions { process, granularity, limits, ..CompileOptions::default() })
}

/// Compiles without limits of the run.
fn compiled(source: &str, options: &CompileOptions) -> Result<Compiled, Vec<Diagnostic>> {
    compile(source, options, &Context::unlimited()).map_err(|error| match error {
        CompileError::Wrong(diagnostics) => diagnostics,
        CompileError::Stopped { stop, .. } => panic!("{stop:?} without limits"),
    })
}

/// The composition, which is not larger than [`LIMIT`].
fn composed(compiled: &Compiled) -> Lts {
    let limits = Limits { states: Some(LIMIT as u64), memory: None };
    let context = Context { limits, ..Context::unlimited() };
    composition(compiled, &context).expect("small")
}

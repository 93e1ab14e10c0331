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

use std::path::{Path, PathBuf};

use surmise_lang::fsp::{
    CompileError, CompileOptions, Compiled, Granularity, Limits, compile, composition,
};
use surmise_model::{Context, Diagnostic, Lts};

/// The largest composition in these tests.
const LIMIT: usize = 200_000;

/// A folder of the corpus.
fn folder(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../corpus").join(name)
}

/// The `.lts` files of a folder with their texts, in order.
fn models(name: &str) -> Vec<(PathBuf, String)> {
    let entries = std::fs::read_dir(folder(name)).expect("the corpus");
    let mut paths: Vec<PathBuf> = entries.map(|entry| entry.expect("a file").path()).collect();
    paths.retain(|path| path.extension().is_some_and(|extension| extension == "lts"));
    paths.sort();
    assert!(!paths.is_empty());
    paths.into_iter().map(|path| (path.clone(), read(&path))).collect()
}

fn read(path: &Path) -> String {
    std::fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
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
    let limits = Limits { states: LIMIT, ..Limits::default() };
    let process = Some(process.to_owned());
    compiled(source, &CompileOptions { process, granularity, limits, ..CompileOptions::default() })
}

/// Compiles without limits of the run.
fn compiled(source: &str, options: &CompileOptions) -> Result<Compiled, Vec<Diagnostic>> {
    compile(source, options, &Context::unlimited()).map_err(|error| match error {
        CompileError::Wrong(diagnostics) => diagnostics,
        CompileError::Stopped(stop) => panic!("{stop:?} without limits"),
    })
}

/// The composition, which is not larger than [`LIMIT`].
fn composed(compiled: &Compiled) -> Lts {
    let limits = surmise_model::Limits { states: Some(LIMIT as u64), memory: None };
    let context = Context { limits, ..Context::unlimited() };
    composition(compiled, &context).expect("small")
}

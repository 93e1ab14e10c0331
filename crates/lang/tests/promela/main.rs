//! Promela from the outside: the corpus with SPIN's own results, malformed texts, twins, and texts
//! that nobody would write.

mod bad;
mod corpus;
mod fuzz;
mod hostile;
mod twins;
mod write;

use std::path::{Path, PathBuf};

use surmise_lang::promela::Includes;

/// A folder of the corpus.
fn folder(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../corpus").join(name)
}

/// The `.pml` files of a folder with their texts, in order.
fn models(name: &str) -> Vec<(PathBuf, String)> {
    let entries = std::fs::read_dir(folder(name)).expect("the corpus");
    let mut paths: Vec<PathBuf> = entries.map(|entry| entry.expect("a file").path()).collect();
    paths.retain(|path| path.extension().is_some_and(|extension| extension == "pml"));
    paths.sort();
    assert!(!paths.is_empty());
    paths.into_iter().map(|path| (path.clone(), read(&path))).collect()
}

fn read(path: &Path) -> String {
    std::fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// Files beside the models.
struct Beside(PathBuf);

impl Includes for Beside {
    fn read(&self, path: &str) -> Result<String, String> {
        std::fs::read_to_string(self.0.join(path)).map_err(|_| "it does not exist".to_owned())
    }
}

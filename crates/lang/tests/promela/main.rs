//! Promela from the outside: the corpus with SPIN's own results, malformed texts, twins, and texts
//! that nobody would write.

mod bad;
mod corners;
mod corpus;
mod fuzz;
mod hostile;
mod never;
mod ranges;
mod recorded;
mod replace;
mod searched;
mod told;
mod twins;
mod write;

use std::path::PathBuf;

use surmise_lang::promela::Includes;
use surmise_testing::corpus_models;

/// The `.pml` files of a folder with their texts, in order.
fn models(folder: &str) -> Vec<(PathBuf, String)> {
    corpus_models(folder, "pml")
}

/// Files beside the models.
struct Beside(PathBuf);

impl Includes for Beside {
    fn read(&self, path: &str) -> Result<String, String> {
        std::fs::read_to_string(self.0.join(path)).map_err(|_| "it does not exist".to_owned())
    }
}

//! What a file is about, apart from its components and properties.

use std::path::PathBuf;

use serde::Serialize;
use surmise_model::{Context, Lts, Stop};

use super::options::LanguageName;
use crate::Name;

/// Makes an LTS as small as a file asks for.
pub type Reduction = Box<dyn Fn(&Lts, &Context<'_>) -> Result<Lts, Stop> + Send + Sync>;

/// What a file is about.
pub struct Content {
    /// The file.
    pub path: PathBuf,
    /// Its language.
    pub language: LanguageName,
    /// The process that was read, where a file has several.
    pub process: Option<String>,
    /// Other values than the file's own for constants and parameters.
    pub parameters: Vec<(String, i32)>,
    /// Other processes that could have been read instead: composite ones.
    pub other_processes: Vec<String>,
    /// Properties that the file defines and the process does not contain.
    pub not_part: Vec<String>,
    /// What the file declares and nobody can check yet.
    pub unchecked: Vec<Unchecked>,
    /// Whether the file claims that no component reaches its error state, be it that none has one.
    pub asserts: bool,
    /// Why its components have only what the whole does in the end, if so. Then nothing can be
    /// learned from them about what another component could do in the place of one.
    pub explored: Option<String>,
    /// Makes the composition as small as the file asks for.
    pub reduce: Option<Reduction>,
}

impl Content {
    /// A file in a language, about whose inside there is nothing to say.
    pub(crate) fn new(language: LanguageName) -> Self {
        Self {
            path: PathBuf::new(),
            language,
            process: None,
            parameters: Vec::new(),
            other_processes: Vec::new(),
            not_part: Vec::new(),
            unchecked: Vec::new(),
            asserts: false,
            explored: None,
            reduce: None,
        }
    }
}

impl std::fmt::Debug for Content {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Self { path, language, process, parameters, .. } = self;
        write!(f, "{} ({language:?}): {process:?} {parameters:?}", path.display())
    }
}

/// A declaration that nobody checks yet.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Unchecked {
    /// What it is, as in `progress`.
    pub kind: &'static str,
    /// What it is called.
    pub name: Name,
    /// Whether it claims something of the system, which is then not known to be true.
    #[serde(skip)]
    pub is_claim: bool,
}

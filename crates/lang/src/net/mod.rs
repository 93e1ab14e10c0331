//! Networks: files that stand side by side, under other names and with other labels.
//!
//! For those who have LTSs and no language to put them together in. A line is a part, and a line
//! that begins with a blank goes on with the part before it:
//!
//! ```text
//! # Two clients of one server.
//! component client.aut as c1 rename request -> request.1, grant -> grant.1
//! component client.aut as c2 prefix c2
//!     hide c2.think
//! component "the server.aut"
//! property mutex.aut
//! ```
//!
//! `rename` gives labels other names (as in CADP's EXP and in mCRL2), `hide` makes labels silent;
//! both speak of the labels that the file has. `prefix` comes last and puts its word before every
//! label that is left, with a dot, as `c2:CLIENT` does in FSP.

mod outline;
mod parse;

pub use outline::outline;
pub use parse::parse;

use surmise_model::Span;

/// The words that begin a part and its clauses.
pub const KEYWORDS: [&str; 6] = ["component", "property", "as", "prefix", "rename", "hide"];

/// A word of the text and where it stands.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Word {
    /// Without quotes.
    pub text: String,
    /// With them.
    pub span: Span,
}

/// A file that takes part.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Member {
    /// Whether it is a property, and not a component.
    pub is_property: bool,
    /// The file.
    pub file: Word,
    /// What it is called here.
    pub name: Option<Word>,
    /// The word before all its labels.
    pub prefix: Option<Word>,
    /// Labels with other names: the old one, the new one.
    pub renamed: Vec<(Word, Word)>,
    /// Labels that nobody else sees.
    pub hidden: Vec<Word>,
}

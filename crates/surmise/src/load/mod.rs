//! From file names to a system.
//!
//! An input language is a file in this directory and one line in [`LANGUAGES`]. Which one a file is
//! in is told by the user, or by its extension, or else by its first bytes. Files here build on
//! each other in this order: `options`, `content`, `loaded`, `merge` and `lift`; `language`; the
//! languages; `languages`; `read` and what is read for a question.

mod aut;
mod content;
mod formula;
mod fsp;
mod json;
mod language;
mod languages;
mod lift;
mod loaded;
mod merge;
mod net;
mod options;
mod prism;
mod probabilistic;
mod promela;
mod read;
mod replaced;
mod specification;
mod told;
mod whole;

pub use self::content::{Content, Reduction, Unchecked};
pub use self::formula::{Formulated, formulated};
pub use self::language::{Draft, Input, Language};
pub use self::languages::{LANGUAGES, language_of};
pub use self::lift::silenced;
pub use self::loaded::Loaded;
pub use self::options::{FspOptions, Granularity, InputOptions, LanguageName, PrismOptions};
pub use self::prism::PrismText;
pub use self::probabilistic::{Either, Probabilistic, either, prism};
pub use self::promela::Program;
pub use self::read::{program_or_system, system};
pub use self::replaced::{Replacement, replaced};
pub use self::specification::{Specified, side_by_side, specified};
pub(crate) use self::told::{component_told, either_component_told, either_told};
pub use self::whole::{EitherComponent, component, composed, either_component};

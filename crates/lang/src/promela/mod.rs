//! Promela, the language of Holzmann's SPIN.
//!
//! [`compile()`] makes a [`System`](surmise_model::System) of a text. In reading order:
//! `preprocess` and `lexer` (macros, included files, words), `parse` (words to a tree), `flow`
//! (names, and processes as graphs of steps), `run` (SPIN's meaning, exactly), `lower` (components
//! of a system), `write`.

mod ast;
mod compile;
mod compiled;
mod flow;
mod lexer;
mod lower;
mod never;
mod outline;
mod parse;
mod preprocess;
mod program;
mod replace;
mod run;
mod searched;
mod token;
mod visit;
mod write;

use crate::KeptDefinition;
pub use compile::{
    CompileOptions, Compiled, Exploration, check, compile, explore, predicate_property,
};
pub use lower::{Ending, Made};
pub use outline::outline;
pub use preprocess::Includes;
pub use replace::{Replacement, replace};
pub use searched::{Asked, Read, States, Told, read};
pub use write::{write_lts, write_system};

/// The words of the language that cannot name anything.
pub fn keywords() -> impl Iterator<Item = &'static str> {
    token::reserved()
}

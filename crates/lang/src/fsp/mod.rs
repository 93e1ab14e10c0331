//! FSP, the language of Magee and Kramer's LTSA.
//!
//! [`parse()`] makes a syntax tree of a text, [`compile()`] a [`System`](surmise_model::System) of
//! the process one chooses, and `write_…` go the other way. In reading order: `lexer` and `parse`
//! (text to tree), `check` (names), `evaluate` (expressions and labels), `lower` (processes to LTSs
//! and composites to a system), `explicit` (operators that need a composition), `write`.

mod ast;
mod check;
mod compile;
mod constants;
mod evaluate;
mod format;
mod lexer;
mod lower;
mod names;
mod parse;
mod token;
mod write;

pub use ast::Ast;
pub use check::outline;
pub use compile::{
    CompileOptions, Compiled, Granularity, ProcessInfo, Reduction, SizeLimits, compile,
    compile_ast, composition, kept, processes,
};
pub use constants::constants;
pub use format::format;
pub use parse::parse;
pub use write::{
    losses, name_when_read_again, write_lts, write_property, write_system, write_trace,
};

/// The words of the language that cannot name anything, and the processes that every text has.
pub fn keywords() -> impl Iterator<Item = &'static str> {
    token::KEYWORDS.iter().map(|&(text, _)| text).chain(token::BUILT_IN)
}

//! FSP, the language of Magee and Kramer's LTSA.
//!
//! [`parse`] makes a syntax tree of a text, [`compile`] a [`System`](surmise_model::System) of the
//! process one chooses.

mod ast;
mod compile;
mod evaluate;
mod explicit;
mod lexer;
mod lower;
mod parse;
mod suggest;
mod token;

pub use ast::Ast;
pub use compile::{
    CompileOptions, Compiled, Granularity, KeptDefinition, Limits, ProcessInfo, compile,
    compile_ast, composition, kept, processes,
};
pub use parse::parse;

//! The PRISM language, for Markov chains (`dtmc`) and Markov decision processes (`mdp`).
//!
//! [`compile()`] makes a [`Model`] of a text: its states can be explored ([`Space`]), its modules
//! are components ([`Model::components`]), and properties ([`Model::properties`]) and formulas
//! ([`Model::formula`]) are read against it. In reading order: `lexer` and `parse` (text to tree),
//! `resolve` and `lower` (names, types, formulas, renaming, synchronisation), `code` and `evaluate`
//! (expressions), `space` (states and successors), `components`.

mod ast;
mod candidates;
mod code;
mod compile;
mod components;
mod evaluate;
mod formula;
mod initial;
mod layout;
mod lexer;
mod lower;
mod outline;
mod parse;
mod path;
mod program;
mod property;
mod query;
mod resolve;
mod space;
mod token;
mod write;

pub use ast::{Ast, ModelKind};
pub use compile::{CompileOptions, Model, compile};
pub use components::{LoneComponent, Parts};
pub use formula::Formula;
pub use outline::outline;
pub use parse::parse;
pub use property::{Properties, Property, declared_constants};
pub use space::Space;
pub use write::write_lpts;

/// The words of the language that cannot name anything.
pub fn keywords() -> impl Iterator<Item = &'static str> {
    token::KEYWORDS.iter().copied()
}

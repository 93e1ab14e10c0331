//! The input languages of Surmise, each lowered to a [`surmise_model::System`].
//!
//! The rule on the door: a language knows its syntax and its semantics and no verification
//! algorithm; nothing in here may depend on `surmise-verify`. Libraries do not print: everything a
//! person should read is a [`surmise_model::Diagnostic`].

mod compile_error;
mod composition;
mod explicit;
pub mod formula;
pub mod fsp;
mod in_order;
mod kept;
pub mod net;
pub mod outline;
pub mod prism;
pub mod promela;
mod suggest;

pub use compile_error::CompileError;
pub use composition::compose;
pub use kept::KeptDefinition;
pub use suggest::closest;

//! Surmise in editors: a server of the [language server protocol].
//!
//! [`serve`] speaks with one editor until that says good-bye. What a text defines and what is wrong
//! with it comes from the library's outlines, which evaluate nothing: they are made anew after
//! every change. What takes longer, compiling a model or checking a claim, is a
//! [`Job`](surmise::Job) beside the conversation, started when a file is opened or saved or when
//! somebody asks, and its result arrives as one more message.
//!
//! A file here is a part of the conversation: `server` is the loop that keeps the order of
//! messages, `workspace` what it knows; then what can be asked (`hover`, `completion`, `names`,
//! `fixes`, `lenses`, `links`), and what runs beside (`work`).
//!
//! [language server protocol]: https://microsoft.github.io/language-server-protocol/

mod capabilities;
mod completion;
mod diagnostics;
mod document;
mod fixes;
mod hover;
mod lenses;
mod links;
mod names;
mod overlay;
mod place;
mod positions;
mod server;
mod work;
mod workspace;

pub use lsp_server::Connection;
pub use server::{Broken, serve};
pub use workspace::{Finder, Surroundings};

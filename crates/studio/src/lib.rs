//! Surmise in a browser.
//!
//! One page, and two engines behind it that speak the same messages, the library's requests, events
//! and answers: a server on the loopback address (`server`, a feature), or the library as
//! WebAssembly in the page itself. What the two share is here: the [`Envelope`] that a request
//! comes in, the [`Desk`] that lends it texts instead of files, and the [`page`].
//!
//! [`report()`] makes one file of the page's parts, which needs no engine any more.

mod desk;
mod exchange;
mod export;
pub mod page;
mod report;
#[cfg(feature = "server")]
mod server;

pub use desk::Desk;
pub use exchange::{Envelope, event_line, last_line};
pub use export::exported;
pub use report::report;
#[cfg(feature = "server")]
pub use server::{Opened, Studio};

//! Surmise in a browser.
//!
//! One page, and two engines behind it that speak the same messages, the library's requests, events
//! and answers: a server on the loopback address (`server`, a feature), or the library as
//! WebAssembly in the page itself. What the two share is here: the [`Envelope`] that a request
//! comes in, the [`Desk`] that lends it texts instead of files, and the [`page`].
//!

mod desk;
mod exchange;
mod export;
pub mod page;
#[cfg(feature = "server")]
mod server;

pub use desk::Desk;
pub use exchange::{Envelope, event_line, last_line};
pub use export::exported;
#[cfg(feature = "server")]
pub use server::{Opened, Studio};

//! Surmise as WebAssembly: the engine of a studio without a server.
//!
//! The page writes an envelope into the [`room`] that it asked for, says [`ask`](fn@ask), and gets
//! lines, the same that a server sends: events as they come, and the answer last. Two functions in
//! and two out are all that crosses the border, so that nothing but cargo is needed to build it:
//!
//! ```text
//! rustup target add wasm32-unknown-unknown
//! cargo build -p surmise-wasm --profile dist --target wasm32-unknown-unknown
//! ```
//!
//! There are no threads here, and so nobody who could cancel: the page ends the whole worker.
//! Everywhere else this crate is empty.

#![cfg(target_family = "wasm")]

mod host;

use std::sync::{Arc, Mutex, PoisonError};

use surmise::model::Interrupt;
use surmise::{Event, Failure, Host, Listener};
use surmise_studio::{Desk, Envelope, event_line, last_line};

use self::host::Page;

/// What the page lends.
#[expect(unsafe_code, reason = "the border to the page")]
mod page {
    #[link(wasm_import_module = "page")]
    unsafe extern "C" {
        /// Takes a line, which is valid during the call.
        pub(super) safe fn line(start: *const u8, length: usize);
        /// The time in milliseconds since some moment in the past.
        pub(super) safe fn now() -> f64;
    }
}

/// Where the page writes its envelope.
static ROOM: Mutex<Vec<u8>> = Mutex::new(Vec::new());

fn envelope() -> std::sync::MutexGuard<'static, Vec<u8>> {
    ROOM.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Room for so many bytes, which belongs to the page until it asks.
#[expect(unsafe_code, reason = "the page finds it by its name")]
#[unsafe(no_mangle)]
pub extern "C" fn room(length: usize) -> *mut u8 {
    let mut room = envelope();
    *room = vec![0; length];
    room.as_mut_ptr()
}

/// Answers what is in the room.
#[expect(unsafe_code, reason = "the page finds it by its name")]
#[unsafe(no_mangle)]
pub extern "C" fn ask() {
    let bytes = std::mem::take(&mut *envelope());
    let host: Arc<dyn Host> = Arc::new(Page);
    match serde_json::from_slice::<Envelope>(&bytes) {
        Ok(Envelope { request, texts }) => {
            drop(bytes);
            let desk = Desk::new(texts, host);
            let result = request.answer_with(
                &desk,
                &Lines { follows: request.follow, sees: request.conjectures },
                &Interrupt::new(),
            );
            tell(&last_line(result, &desk));
        }
        Err(error) => {
            let desk = Desk::new(Default::default(), host);
            tell(&last_line(Err(Failure::usage(error.to_string())), &desk));
        }
    }
}

fn tell(line: &str) {
    page::line(line.as_ptr(), line.len());
}

/// Tells the page what happens.
struct Lines {
    follows: bool,
    sees: bool,
}

impl Listener for Lines {
    fn hear(&self, event: Event) {
        tell(&event_line(&event));
    }

    fn follows(&self) -> bool {
        self.follows
    }

    fn sees_conjectures(&self) -> bool {
        self.sees
    }
}

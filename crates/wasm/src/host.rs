//! What a page lends: a clock and a look at the memory, and no files but the texts it sends.

use std::io;
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use surmise::model::{Clock, Context, ReadError};
use surmise::{Document, Files, Host};

/// The page that the engine is in.
#[derive(Debug)]
pub(crate) struct Page;

impl Clock for Page {
    fn now(&self) -> Duration {
        Duration::from_secs_f64(crate::page::now() / 1000.0)
    }
}

impl Files for Page {
    fn open(&self, _: &Path, _: &Context<'_>) -> Result<Arc<dyn Document>, ReadError> {
        Err(io::Error::from(io::ErrorKind::NotFound).into())
    }

    fn exists(&self, _: &Path) -> bool {
        false
    }
}

/// The size of a page of WebAssembly's memory.
const PAGE: u64 = 64 << 10;

impl Host for Page {
    fn clock(&self) -> Option<&dyn Clock> {
        Some(self)
    }

    fn memory_in_use(&self) -> u64 {
        core::arch::wasm32::memory_size(0) as u64 * PAGE
    }
}

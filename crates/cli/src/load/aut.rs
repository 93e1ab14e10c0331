//! `.aut`: one component a file.

use surmise_model::{AutReadOptions, ReadError, read_aut};

use super::{Language, Loading, Reader};

/// The Aldebaran format.
pub(super) struct Aut;

impl Language for Aut {
    fn extensions(&self) -> &'static [&'static str] {
        &["aut"]
    }

    fn recognises(&self, beginning: &[u8]) -> bool {
        beginning.trim_ascii_start().starts_with(b"des")
    }

    fn load(&self, text: Reader<'_>, loading: &mut Loading<'_>) -> Result<(), ReadError> {
        let options = AutReadOptions { tau: loading.options.tau.as_deref() };
        let reading = read_aut(text, &options, &mut loading.system.actions)?;
        loading.add(reading);
        Ok(())
    }
}

//! JSON: one component a file.

use std::io::Read;

use surmise_model::{ReadError, read_json};

use super::{Language, Loading, Reader};

/// Surmise's own JSON.
pub(super) struct Json;

impl Language for Json {
    fn extensions(&self) -> &'static [&'static str] {
        &["json"]
    }

    fn recognises(&self, beginning: &[u8]) -> bool {
        beginning.trim_ascii_start().starts_with(b"{")
    }

    fn load(&self, mut text: Reader<'_>, loading: &mut Loading<'_>) -> Result<(), ReadError> {
        let mut bytes = Vec::new();
        text.read_to_end(&mut bytes)?;
        let reading = read_json(&bytes, &mut loading.system.actions)?;
        loading.add(reading);
        Ok(())
    }
}

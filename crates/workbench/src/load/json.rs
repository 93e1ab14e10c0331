//! JSON: one component a file.

use surmise_model::{Diagnostic, System, read_json};

use super::content::Content;
use super::language::{Input, Language, LanguageName, add_component, unread};
use crate::Attempt;

/// Surmise's own JSON.
pub(super) struct Json;

impl Language for Json {
    fn name(&self) -> LanguageName {
        LanguageName::Json
    }

    fn extensions(&self) -> &'static [&'static str] {
        &["json"]
    }

    fn recognises(&self, beginning: &[u8]) -> bool {
        beginning.trim_ascii_start().starts_with(b"{")
    }

    fn options(&self) -> &'static [&'static str] {
        &[]
    }

    fn load(&self, input: &Input<'_>, system: &mut System) -> Attempt<(Content, Vec<Diagnostic>)> {
        let Input { source, context, .. } = *input;
        let bytes = source.bytes(context)?;
        let reading = read_json(&bytes, &mut system.actions, context)
            .map_err(|error| unread(source, error))?;
        Ok((Content::new(self.name()), add_component(system, reading, source)))
    }
}

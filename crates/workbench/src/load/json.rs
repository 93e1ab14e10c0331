//! JSON: one component a file.

use std::sync::Arc;

use surmise_model::{Context, Diagnostic, System, read_json};

use super::content::Content;
use super::language::{InputOptions, Language, LanguageName, add_component, unread};
use crate::{Outcome, Source};

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

    fn load(
        &self,
        source: &Arc<Source>,
        _: &InputOptions,
        system: &mut System,
        context: &Context<'_>,
    ) -> Outcome<(Content, Vec<Diagnostic>)> {
        let bytes = source.bytes(context)?;
        let reading = read_json(&bytes, &mut system.actions, context)
            .map_err(|error| unread(source, error))?;
        Ok((Content::new(self.name()), add_component(system, reading, source)))
    }
}

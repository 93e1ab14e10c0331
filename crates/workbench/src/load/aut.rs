//! `.aut`: one component a file.

use std::io::BufReader;
use surmise_model::{AutReadOptions, Diagnostic, System, read_aut};

use super::content::Content;
use super::language::{Input, Language, LanguageName, add_component, unread};
use crate::{Attempt, Failure};

/// The Aldebaran format.
pub(super) struct Aut;

impl Language for Aut {
    fn name(&self) -> LanguageName {
        LanguageName::Aut
    }

    fn extensions(&self) -> &'static [&'static str] {
        &["aut"]
    }

    fn recognises(&self, beginning: &[u8]) -> bool {
        beginning.trim_ascii_start().starts_with(b"des")
    }

    fn options(&self) -> &'static [&'static str] {
        &["--tau"]
    }

    fn load(&self, input: &Input<'_>, system: &mut System) -> Attempt<(Content, Vec<Diagnostic>)> {
        let Input { source, options, context, .. } = *input;
        let options = AutReadOptions { tau: options.tau.as_deref() };
        let text = source.text().map_err(|error| Failure::file("read", &source.name, &error))?;
        let text = BufReader::with_capacity(1 << 16, text);
        let reading = read_aut(text, &options, &mut system.actions, context)
            .map_err(|error| unread(source, error))?;
        Ok((Content::new(self.name()), add_component(system, reading, source)))
    }
}

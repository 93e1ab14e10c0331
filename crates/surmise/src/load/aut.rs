//! `.aut`: one component a file.

use std::io::BufReader;
use surmise_model::{
    AutReadOptions, Context, Diagnostic, ProbabilisticSystem, System, is_probabilistic_aut,
    read_aut, read_probabilistic_aut,
};

use super::content::Content;
use super::language::{Input, Language, unread};
use super::lift;
use super::merge::add_component;
use super::options::LanguageName;
use crate::{Attempt, Failure, OptionName, Source};

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

    fn options(&self) -> &'static [OptionName] {
        &[OptionName::Tau]
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

    fn is_probabilistic(&self, source: &Source, context: &Context<'_>) -> Attempt<bool> {
        let text = source.text().map_err(|error| Failure::file("read", &source.name, &error))?;
        is_probabilistic_aut(BufReader::with_capacity(1 << 16, text), context)
            .map_err(|error| Failure::reading(&source.name, error))
    }

    fn load_probabilistic(
        &self,
        input: &Input<'_>,
        system: &mut ProbabilisticSystem,
    ) -> Attempt<(Content, Vec<Diagnostic>)> {
        let Input { source, options, context, .. } = *input;
        let options = AutReadOptions { tau: options.tau.as_deref() };
        let text = source.text().map_err(|error| Failure::file("read", &source.name, &error))?;
        let text = BufReader::with_capacity(1 << 16, text);
        let reading = read_probabilistic_aut(text, &options, &mut system.actions, context)
            .map_err(|error| unread(source, error))?;
        Ok((Content::new(self.name()), lift::add(system, reading, source)))
    }
}

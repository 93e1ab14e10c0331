//! JSON: one component a file.

use surmise_model::{
    Context, Diagnostic, LPTS_FORMAT, ProbabilisticSystem, System, read_json, read_lpts_json,
};

use super::content::Content;
use super::language::{Input, Language, refusal, unread};
use super::lift;
use super::merge::add_component;
use super::options::LanguageName;
use crate::{Attempt, OptionName, Source};

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

    fn options(&self) -> &'static [OptionName] {
        &[]
    }

    fn load(&self, input: &Input<'_>, system: &mut System) -> Attempt<(Content, Vec<Diagnostic>)> {
        let Input { source, context, .. } = *input;
        if self.is_probabilistic(source, context)? {
            return Err(refusal(source));
        }
        let bytes = source.bytes(context)?;
        let reading = read_json(&bytes, &mut system.actions, context)
            .map_err(|error| unread(source, error))?;
        Ok((Content::new(self.name()), add_component(system, reading, source)))
    }

    fn is_probabilistic(&self, source: &Source, context: &Context<'_>) -> Attempt<bool> {
        let bytes = source.bytes(context)?;
        Ok(memchr::memmem::find(&bytes, LPTS_FORMAT.as_bytes()).is_some())
    }

    fn load_probabilistic(
        &self,
        input: &Input<'_>,
        system: &mut ProbabilisticSystem,
    ) -> Attempt<(Content, Vec<Diagnostic>)> {
        let Input { source, context, .. } = *input;
        if !self.is_probabilistic(source, context)? {
            let mut plain = System::default();
            let (content, diagnostics) = self.load(input, &mut plain)?;
            lift::lift(system, plain, &source.name)?;
            return Ok((content, diagnostics));
        }
        let bytes = source.bytes(context)?;
        let reading = read_lpts_json(&bytes, &mut system.actions, context)
            .map_err(|error| unread(source, error))?;
        Ok((Content::new(self.name()), lift::add(system, reading, source)))
    }
}

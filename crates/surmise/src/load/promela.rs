//! Promela: a whole program a file.

use std::path::Path;

use std::sync::Arc;

use surmise_lang::KeptDefinition;
use surmise_lang::outline::Outline;
use surmise_lang::promela::{self, CompileOptions, Compiled, Includes, Made, Read, compile, read};
use surmise_model::{
    Context, Diagnostic, Lts, Property, Span, Stop, System, TemporalProperty, ValueRange,
};

use super::content::{Content, Unchecked};
use super::language::{Draft, Input, Language};
use super::merge;
use super::options::LanguageName;
use crate::{Attempt, Failure, Files, OptionName, Remark, Source};

/// SPIN's language.
pub(super) struct Promela;

impl Language for Promela {
    fn name(&self) -> LanguageName {
        LanguageName::Promela
    }

    fn extensions(&self) -> &'static [&'static str] {
        &["pml", "promela", "spin"]
    }

    fn recognises(&self, beginning: &[u8]) -> bool {
        let text = String::from_utf8_lossy(beginning);
        text.contains("proctype") || text.contains("init {") || text.contains("mtype")
    }

    fn options(&self) -> &'static [OptionName] {
        &[OptionName::Never]
    }

    fn keywords(&self) -> Vec<&'static str> {
        promela::keywords().collect()
    }

    fn outline(&self, draft: &Draft<'_>) -> Result<Option<Outline>, Stop> {
        let Draft { text, path, files, context } = *draft;
        promela::outline(text, &Beside { program: path, files, context }, context).map(Some)
    }

    fn load(&self, input: &Input<'_>, system: &mut System) -> Attempt<(Content, Vec<Diagnostic>)> {
        let Input { source, context, .. } = *input;
        let bytes = source.bytes(context)?;
        let text = String::from_utf8_lossy(&bytes);
        let never = &input.options.never;
        let options = CompileOptions {
            includes: &Beside { program: input.path, files: input.files, context },
            never,
            ranges: input.options.ranges.as_deref(),
            ..CompileOptions::default()
        };
        let compiled =
            compile(&text, &options, context).map_err(|error| Failure::compiling(source, error))?;
        let content = Content {
            unchecked: compiled.kept.into_iter().map(unchecked).collect(),
            asserts: compiled.asserts,
            explored: match compiled.made {
                Made::Alone => None,
                Made::Explored { why, .. } => Some(why.unwrap_or_default()),
            },
            ..Content::new(self.name())
        };
        merge::into(system, compiled.system).map_err(|error| {
            Failure::about(source, vec![Diagnostic::error(Span::default(), error.to_string())])
        })?;
        Ok((content, compiled.diagnostics))
    }
}

/// A program that can be searched as it is, or be made components of.
#[derive(Debug)]
pub struct Program {
    pub(crate) text: Read,
    /// What it claims of its runs, as it is to be judged.
    pub(crate) temporal: Vec<TemporalProperty>,
    source: Arc<Source>,
}

impl Program {
    /// Reads a program. The system gets properties in its place, so that they have names.
    pub(super) fn load(
        input: &Input<'_>,
        system: &mut System,
    ) -> Attempt<(Self, Content, Vec<Diagnostic>)> {
        let Input { source, context, .. } = *input;
        let bytes = source.bytes(context)?;
        let options = CompileOptions {
            includes: &Beside { program: input.path, files: input.files, context },
            never: &input.options.never,
            formulas: &input.options.formulas,
            ..CompileOptions::default()
        };
        let text = read(&String::from_utf8_lossy(&bytes), &options, context)
            .map_err(|error| Failure::compiling(source, error))?;
        for name in text.properties() {
            let lts = Lts::builder().ensure_states(1).build().map_err(Stop::from)?;
            system.properties.push(Property { name, lts });
        }
        let temporal: Vec<TemporalProperty> = text.claims().collect();
        system.temporal.clone_from(&temporal);
        let content = Content {
            unchecked: text.unchecked().into_iter().map(unchecked).collect(),
            asserts: text.asserts(),
            ..Content::new(LanguageName::Promela)
        };
        let diagnostics = text.diagnostics.clone();
        Ok((Self { text, temporal, source: Arc::clone(source) }, content, diagnostics))
    }

    /// Makes components of it, cut to ranges if there are some, and says what is to be said of
    /// that.
    pub(crate) fn components(
        &self,
        states: u64,
        ranges: Option<&[ValueRange]>,
        context: &Context<'_>,
    ) -> Attempt<(System, Vec<Remark>)> {
        let options = CompileOptions { states, ranges, ..CompileOptions::default() };
        let compiled = self.text.components(&options, context);
        let Compiled { system, diagnostics, .. } =
            compiled.map_err(|error| Failure::compiling(&self.source, error))?;
        // What there is to say of the text was said when it was read.
        let new = diagnostics.into_iter().filter(|one| !self.text.diagnostics.contains(one));
        Ok((system, new.map(|one| Remark::about(&self.source, one)).collect()))
    }
}

fn unchecked(kept: KeptDefinition) -> Unchecked {
    Unchecked { kind: kept.kind, name: kept.name.into(), is_claim: true }
}

/// Files that a program includes stand beside it.
pub(super) struct Beside<'a> {
    /// Where the program is.
    pub(super) program: &'a Path,
    pub(super) files: &'a dyn Files,
    pub(super) context: &'a Context<'a>,
}

impl Includes for Beside<'_> {
    fn read(&self, path: &str) -> Result<String, String> {
        let Self { program, files, context } = *self;
        let path = program.parent().unwrap_or(Path::new("")).join(path);
        let unreadable = |error| match error {
            Failure::Wrong(remarks) => {
                remarks.first().map_or_else(String::new, |remark| remark.diagnostic.message.clone())
            }
            Failure::Stopped(stopped) => stopped.reason.to_string(),
        };
        let source = Source::open(&path, files, context).map_err(unreadable)?;
        let bytes = source.bytes(context).map_err(unreadable)?;
        Ok(String::from_utf8_lossy(&bytes).into_owned())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Texts;

    /// Whoever makes components of a program on the way hears what that took, and nothing that was
    /// said of the text before.
    #[test]
    fn what_components_took_is_told_once() {
        const COUNTS: &str = "byte x; \
            active proctype P() { do :: x < 2 -> x++ :: timeout -> break od } \
            active proctype Q() { x == 2 -> skip }";
        let files = Texts::new([("p.pml", COUNTS)]);
        let context = Context::unlimited();
        let source = Source::open(Path::new("p.pml"), &files, &context).expect("it is there");
        let text = read(COUNTS, &CompileOptions::default(), &context).expect("it is well formed");
        let program = Program { text, temporal: Vec::new(), source: Arc::new(source) };
        let (_, remarks) = program.components(1_000, None, &context).expect("it is small");
        let told: Vec<&str> =
            remarks.iter().map(|remark| remark.diagnostic.message.as_str()).collect();
        assert!(
            matches!(told[..], [one] if one.contains("the whole program was explored")),
            "{told:?}"
        );
    }
}

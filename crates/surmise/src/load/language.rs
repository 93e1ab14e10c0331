//! What all input languages have in common.

use std::path::Path;
use std::sync::Arc;

use surmise_lang::outline::Outline;
use surmise_model::{Context, Diagnostic, ProbabilisticSystem, ReadError, Span, Stop, System};

use super::content::Content;
use super::lift;
use super::loaded::Loaded;
use super::options::{InputOptions, LanguageName};
use crate::{Attempt, Failure, Files, OptionName, Remark, Source};

/// An input language.
pub trait Language: Sync {
    /// Which one it is.
    fn name(&self) -> LanguageName;

    /// Extensions of its files, in lower case.
    fn extensions(&self) -> &'static [&'static str];

    /// Whether a text that begins so is in it.
    fn recognises(&self, beginning: &[u8]) -> bool;

    /// The options of [`InputOptions`] that mean something to it.
    fn options(&self) -> &'static [OptionName];

    /// Reads a text and adds what is in it to the system. Beside what it is about come remarks.
    ///
    /// # Errors
    /// All mistakes in the text; that it cannot be had; that it takes too long.
    fn load(&self, input: &Input<'_>, system: &mut System) -> Attempt<(Content, Vec<Diagnostic>)>;

    /// The words that cannot name anything in it.
    fn keywords(&self) -> Vec<&'static str> {
        Vec::new()
    }

    /// What a text defines and uses, and what can be said about it without evaluating it. A
    /// language without names has none.
    ///
    /// # Errors
    /// Why it had to stop.
    fn outline(&self, _: &Draft<'_>) -> Result<Option<Outline>, Stop> {
        Ok(None)
    }

    /// Where constants are defined, and what they come to in words.
    ///
    /// # Errors
    /// Why it had to stop.
    fn constants(&self, _: &Draft<'_>) -> Result<Vec<(Span, String)>, Stop> {
        Ok(Vec::new())
    }

    /// The text laid out anew, if the language knows how.
    fn format(&self, _: &str) -> Option<String> {
        None
    }

    /// Whether a text has probabilities in it: then only
    /// [`load_probabilistic`](Self::load_probabilistic) reads it.
    ///
    /// # Errors
    /// That the text cannot be had; that it takes too long.
    fn is_probabilistic(&self, _: &Source, _: &Context<'_>) -> Attempt<bool> {
        Ok(false)
    }

    /// As [`load`](Self::load), for a system of probabilistic components. A component without
    /// probabilities does everything with probability 1.
    ///
    /// # Errors
    /// As those of [`load`](Self::load); that a component has no place in such a system.
    fn load_probabilistic(
        &self,
        input: &Input<'_>,
        system: &mut ProbabilisticSystem,
    ) -> Attempt<(Content, Vec<Diagnostic>)> {
        let mut plain = System::default();
        let (content, diagnostics) = self.load(input, &mut plain)?;
        lift::lift(system, plain, &input.source.name)?;
        Ok((content, diagnostics))
    }
}

/// A text to read, and what is needed for that.
#[derive(Clone, Copy)]
pub struct Input<'a> {
    /// The text.
    pub source: &'a Arc<Source>,
    /// Where it is, which is where files stand that it mentions.
    pub path: &'a Path,
    /// How to read it.
    pub options: &'a InputOptions,
    /// Who has the files that it mentions.
    pub files: &'a dyn Files,
    /// How many files have mentioned each other on the way here.
    pub depth: usize,
    /// Reads a file that this one mentions.
    pub mentioned: &'a dyn Fn(&Path, &InputOptions) -> Attempt<Loaded>,
    /// What surrounds the work.
    pub context: &'a Context<'a>,
}

/// A text that somebody is writing.
#[derive(Clone, Copy)]
pub struct Draft<'a> {
    /// The text.
    pub text: &'a str,
    /// Where it is, which is where files stand that it mentions.
    pub path: &'a Path,
    /// Who has the files that it mentions.
    pub files: &'a dyn Files,
    /// What surrounds the work.
    pub context: &'a Context<'a>,
}

/// Why a text of one LTS was not read.
pub(super) fn unread(source: &Arc<Source>, error: ReadError) -> Failure {
    match error {
        ReadError::Malformed(diagnostics) => {
            let about = |diagnostic| Remark::about(source, diagnostic);
            Failure::Wrong(diagnostics.into_iter().map(about).collect())
        }
        other => Failure::reading(&source.name, other),
    }
}

/// What a command says that knows nothing of probabilities.
pub(super) fn refusal(source: &Arc<Source>) -> Failure {
    let message = "this is a probabilistic model, which this command does not understand";
    let error = Diagnostic { span: None, ..Diagnostic::error(Default::default(), message) };
    let help = "`compose`, `convert`, `draw` and `info` understand it; or ask for a probability, \
                `Pmax=? [ F \"label\" ]`";
    Failure::Wrong(vec![Remark::about(source, error.help(help))])
        .remedied_by(OptionName::Probability)
}

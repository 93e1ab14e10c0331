//! All input languages, and how the one of a text is chosen.

use std::path::Path;
use std::sync::Arc;

use surmise_model::Diagnostic;

use super::language::Language;
use super::options::{InputOptions, LanguageName};
use super::{aut, fsp, json, net, prism, promela};
use crate::{Attempt, Failure, Named, OptionName, Remark, Source};

/// All of them, in the order in which they are tried on a text. FSP is last: nothing tells it from
/// any other text.
pub const LANGUAGES: &[&dyn Language] =
    &[&aut::Aut, &json::Json, &net::Net, &prism::Prism, &promela::Promela, &fsp::Fsp];

impl InputOptions {
    /// Says so if an option is given that means nothing to any of the languages.
    pub(super) fn refuse_unknown(&self, used: &[LanguageName]) -> Attempt<()> {
        let has = |language: &&dyn Language, option| language.options().contains(&option);
        let known = |option| LANGUAGES.iter().any(|l| used.contains(&l.name()) && has(l, option));
        match self.given().find(|&option| !known(option)) {
            None => Ok(()),
            Some(option) => {
                let whose = LANGUAGES.iter().filter(|language| has(language, option));
                let whose: Vec<&str> = whose.map(|language| language.name().name()).collect();
                Err(Failure::usage("this means nothing to these files")
                    .concerning(option)
                    .help(format!("it is an option of {}", whose.join(", "))))
            }
        }
    }

    /// The language of a text: the one that was told, that of its name, or that of its beginning.
    pub(super) fn language(&self, source: &Source) -> Attempt<&'static dyn Language> {
        let by = |fits: &dyn Fn(&dyn Language) -> bool| {
            LANGUAGES.iter().copied().find(|language| fits(*language))
        };
        if let Some(name) = self.from
            && let Some(language) = by(&|language| language.name() == name)
        {
            return Ok(language);
        }
        let extension = source.extension();
        let beginning =
            source.beginning().map_err(|error| Failure::file("read", &source.name, &error))?;
        if let Some(language) = by(&|language| language.extensions().contains(&&*extension)) {
            // An extension may belong to several languages: `.pm` is PRISM's, or Promela's.
            let is_other = |other: &&&dyn Language| {
                other.name() != LanguageName::Fsp && other.recognises(&beginning)
            };
            let other =
                LANGUAGES.iter().find(is_other).filter(|_| !language.recognises(&beginning));
            return Ok(other.copied().unwrap_or(language));
        }
        by(&|language| language.recognises(&beginning)).ok_or_else(|| {
            let known: Vec<&str> = LANGUAGES.iter().flat_map(|l| l.extensions()).copied().collect();
            Failure::usage_with_help(
                format!("{} is in no language that I know", source.name),
                format!("known are .{}; or say which it is", known.join(", .")),
            )
            .remedied_by(OptionName::Language)
        })
    }
}

/// The language of a text with a name, if it is in one that is known.
pub fn language_of(path: &Path, text: &str) -> Option<&'static dyn Language> {
    let source = Source::inline(&path.display().to_string(), text);
    InputOptions::default().language(&source).ok()
}

/// What is wrong with a text; and, if nobody said which language it is in, in which others it could
/// be.
pub(super) fn otherwise(
    failure: Failure,
    source: &Arc<Source>,
    language: &dyn Language,
    options: &InputOptions,
) -> Failure {
    let Failure::Wrong(mut remarks) = failure else { return failure };
    let beginning = source.beginning().unwrap_or_default();
    // Nothing tells FSP from any other text.
    let could_be = |other: &&&dyn Language| {
        let name = other.name();
        name != language.name() && name != LanguageName::Fsp && other.recognises(&beginning)
    };
    if options.from.is_none()
        && let Some(other) = LANGUAGES.iter().find(could_be)
    {
        let (read, other) = (language.name().name(), other.name().name());
        let note = Diagnostic::note(format!("this was read as {read}; it could be {other}"));
        let note = Remark::about(source, note.help(format!("say so if it is: {other}")));
        remarks.push(Remark { remedy: Some(OptionName::Language), ..note });
    }
    Failure::Wrong(remarks)
}

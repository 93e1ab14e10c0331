//! What all input languages have in common, and how one of them is chosen.

use std::path::Path;
use std::sync::Arc;

use serde::{Deserialize, Serialize};
use surmise_lang::promela::predicate_property;
use surmise_model::{
    Component, Context, Diagnostic, ProbabilisticSystem, ReadError, Reading, System, Termination,
};

use super::content::Content;
use super::fsp::FspOptions;
use super::prism::PrismOptions;
use super::{aut, fsp, json, merge, net, prism, probabilistic, promela};
use crate::{Attempt, Failure, Files, Named, OptionName, Remark, Source};

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
        probabilistic::lift(system, plain, &input.source.name)?;
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
    /// What surrounds the work.
    pub context: &'a Context<'a>,
}

/// The name of an input language.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum LanguageName {
    /// Aldebaran's transitions.
    Aut,
    /// LTSA's processes.
    Fsp,
    /// Surmise's own JSON.
    Json,
    /// Files side by side, under other names and with other labels.
    Net,
    /// PRISM's modules.
    Prism,
    /// SPIN's programs.
    Promela,
}

impl Named for LanguageName {
    const ALL: &'static [(Self, &'static str, &'static str)] = &[
        (Self::Aut, "aut", "Aldebaran: one LTS, as CADP and mCRL2 write it"),
        (Self::Fsp, "fsp", "The processes of LTSA"),
        (Self::Json, "json", "One LTS in Surmise's JSON"),
        (Self::Net, "net", "Files side by side, under other names and with other labels"),
        (Self::Prism, "prism", "The modules of PRISM: Markov chains and decision processes"),
        (Self::Promela, "promela", "The programs of SPIN"),
    ];
}

/// All of them, in the order in which they are tried on a text. FSP is last: nothing tells it from
/// any other text.
pub const LANGUAGES: &[&dyn Language] =
    &[&aut::Aut, &json::Json, &net::Net, &prism::Prism, &promela::Promela, &fsp::Fsp];

/// How to read files. Every option belongs to the languages that name it.
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct InputOptions {
    /// The language of all files, instead of what their names or contents tell.
    #[serde(with = "crate::named::optional")]
    pub from: Option<LanguageName>,
    /// `.aut`: the label that is silent, beside `tau`.
    pub tau: Option<String>,
    /// FSP: what to read of a file.
    pub fsp: FspOptions,
    /// PRISM: what to read of a file.
    pub prism: PrismOptions,
    /// Promela: predicates that no state may satisfy.
    pub never: Vec<String>,
}

impl InputOptions {
    /// The same for another process of the files.
    #[must_use]
    pub fn for_process(&self, name: &str) -> Self {
        let fsp = FspOptions { process: Some(name.to_owned()), ..self.fsp.clone() };
        Self { fsp, ..self.clone() }
    }

    /// The same for the file of a property, whose process is not that of the models.
    #[must_use]
    pub fn for_property(&self) -> Self {
        let fsp = FspOptions { process: None, ..self.fsp.clone() };
        Self { fsp, never: Vec::new(), ..self.clone() }
    }

    /// The properties that the options make.
    pub fn properties(&self) -> impl Iterator<Item = String> {
        self.never.iter().map(|predicate| predicate_property(predicate))
    }

    /// The options that are given.
    fn given(&self) -> impl Iterator<Item = OptionName> {
        let tau = self.tau.is_some().then_some(OptionName::Tau);
        let never = (!self.never.is_empty()).then_some(OptionName::Never);
        tau.into_iter().chain(self.fsp.given()).chain(self.prism.given()).chain(never)
    }

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

    /// The language of a text.
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

/// Adds a component under a name that no other has.
pub(super) fn add_component(
    system: &mut System,
    reading: Reading,
    source: &Source,
) -> Vec<Diagnostic> {
    let stem = reading.name.unwrap_or_else(|| source.stem());
    let name = free_name(stem, |name| system.components.iter().any(|other| other.name == name));
    let before = system.components.len();
    system.components.push(Component::new(name, reading.lts));
    merge::end_together(system, before, Termination::ByAlphabets);
    reading.diagnostics
}

/// A name like the given one that is not taken.
pub(super) fn free_name(stem: String, taken: impl Fn(&str) -> bool) -> String {
    let numbered = (2..).map(|number| format!("{stem}.{number}"));
    let name = std::iter::once(stem.clone()).chain(numbered).find(|name| !taken(name));
    name.unwrap_or(stem)
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

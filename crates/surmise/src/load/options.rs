//! How to read files: the names of the languages, and the options of each.

use serde::{Deserialize, Serialize};
use surmise_lang::promela::predicate_property;
use surmise_model::ValueRange;

use crate::{Named, OptionName};

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
    /// Promela: what values are cut to where they are too many; nothing is if there are no ranges.
    /// Whoever asks for it has to show that no range is left.
    #[serde(skip)]
    pub ranges: Option<Vec<ValueRange>>,
    /// Promela: formulas about the runs of a program, which a question brings along.
    #[serde(skip)]
    pub formulas: Vec<String>,
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
        Self { fsp, never: Vec::new(), ranges: None, formulas: Vec::new(), ..self.clone() }
    }

    /// The properties that the options make.
    pub fn properties(&self) -> impl Iterator<Item = String> {
        self.never.iter().map(|predicate| predicate_property(predicate))
    }

    /// The options that are given.
    pub(super) fn given(&self) -> impl Iterator<Item = OptionName> {
        let tau = self.tau.is_some().then_some(OptionName::Tau);
        let never = (!self.never.is_empty()).then_some(OptionName::Never);
        tau.into_iter().chain(self.fsp.given()).chain(self.prism.given()).chain(never)
    }
}

/// What to read of an FSP model.
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct FspOptions {
    /// The process; otherwise the last composite one.
    pub process: Option<String>,
    /// What becomes a component.
    #[serde(with = "crate::named::optional")]
    pub granularity: Option<Granularity>,
    /// Other values for constants and parameters.
    pub parameters: Vec<(String, i32)>,
}

/// What becomes a component of a model whose processes are nested.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Granularity {
    /// Every primitive process.
    Leaves,
    /// Every operand of the process, composed if it is a composite one.
    Operands,
}

impl Named for Granularity {
    const ALL: &'static [(Self, &'static str, &'static str)] = &[
        (Self::Leaves, "leaves", "Every primitive process"),
        (Self::Operands, "operands", "Every operand of the process, composed if it is composite"),
    ];
}

impl FspOptions {
    /// The options that are given.
    fn given(&self) -> impl Iterator<Item = OptionName> {
        let given = [
            (self.process.is_some(), OptionName::Process),
            (self.granularity.is_some(), OptionName::Granularity),
            (!self.parameters.is_empty(), OptionName::Parameters),
        ];
        given.into_iter().filter_map(|(given, option)| given.then_some(option))
    }
}

/// What to read of a PRISM model.
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct PrismOptions {
    /// Values for constants that have none in the text.
    pub constants: Vec<(String, String)>,
    /// The modules whose components are meant; all if there are none.
    pub modules: Vec<String>,
}

impl PrismOptions {
    /// The options that are given.
    fn given(&self) -> impl Iterator<Item = OptionName> {
        let given = [
            (!self.constants.is_empty(), OptionName::Constants),
            (!self.modules.is_empty(), OptionName::Modules),
        ];
        given.into_iter().filter_map(|(given, option)| given.then_some(option))
    }
}

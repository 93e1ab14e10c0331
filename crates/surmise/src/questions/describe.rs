//! How large is it, and who shares what with whom?

use std::path::PathBuf;

use indexmap::IndexMap;
use serde::{Deserialize, Serialize};
use surmise_model::{ActionTable, Alphabet, Lts, System};

use super::{Kind, Report};
use crate::desk::Desk;
use crate::load::{self, Either, InputOptions, PrismText};
use crate::probability::Survey;
use crate::{Attempt, Name, Verdict};

/// How large is it, and who shares what with whom?
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Describe {
    /// Files with the components.
    pub models: Vec<PathBuf>,
    /// How to read them.
    pub input: InputOptions,
}

/// What there is to know, with or without probabilities.
#[derive(Debug, Serialize)]
#[serde(untagged)]
pub enum Described {
    /// Of a system without probabilities.
    Plain(Info),
    /// Of a probabilistic one.
    Probabilistic {
        /// How large it is.
        #[serde(flatten)]
        survey: Box<Survey>,
        /// Who shares what with whom.
        shared: Vec<Shared>,
    },
}

/// What there is to know about a system.
#[derive(Debug, Serialize)]
pub struct Info {
    /// The components.
    pub components: Vec<ComponentInfo>,
    /// The properties.
    pub properties: Vec<ComponentInfo>,
    /// Who shares what with whom.
    pub shared: Vec<Shared>,
}

/// What there is to know about a component or a property.
#[derive(Debug, Serialize)]
pub struct ComponentInfo {
    /// What it is called.
    pub name: Name,
    /// How many states it has.
    pub states: usize,
    /// How many transitions.
    pub transitions: usize,
    /// Whether no state has two ways on one action, or a silent one.
    pub deterministic: bool,
    /// How many transitions are silent.
    pub silent: usize,
    /// Whether it has an error state.
    pub error: bool,
    /// Its actions.
    pub alphabet: Vec<Name>,
    /// Actions that it blocks wherever it is.
    pub never_offered: Vec<Name>,
}

/// Actions that the same components share, and nobody else.
#[derive(Debug, Serialize)]
pub struct Shared {
    /// The components.
    pub components: Vec<Name>,
    /// The actions.
    pub actions: Vec<Name>,
}

/// What is described.
pub(crate) enum Subject {
    Prism(PrismText),
    Either(Box<Either>),
}

impl Kind for Describe {
    type Subject = Subject;
    type Found = Described;
    type Report = Described;

    const UNCERTIFIED: Option<&'static str> = Some("there is no verdict");

    fn load(&self, desk: Desk<'_>) -> Attempt<Subject> {
        match load::prism(&self.models, &self.input, desk.files(), desk.context)? {
            Some(text) => Ok(Subject::Prism(text)),
            None => {
                let either = load::either_told(&self.models, &self.input, desk)?;
                Ok(Subject::Either(Box::new(either)))
            }
        }
    }

    fn answer(&self, subject: &mut Subject, desk: Desk<'_>) -> Attempt<Described> {
        match subject {
            Subject::Prism(text) => {
                let modules = &self.input.prism.modules;
                let (survey, remarks) = Survey::of_prism(text, modules, desk.context)?;
                desk.remark_all(remarks);
                Ok(Described::surveyed(survey))
            }
            Subject::Either(either) => match &**either {
                Either::Probabilistic(loaded) => {
                    Survey::of_components(loaded, desk.context).map(Described::surveyed)
                }
                Either::Plain(loaded) => Ok(Described::Plain(Info::new(&loaded.system))),
            },
        }
    }

    fn report(&self, _: Subject, found: Described, _: Desk<'_>) -> Attempt<Described> {
        Ok(found)
    }
}

impl Report for Described {
    /// What could not be counted within the limits is not known.
    fn verdict(&self) -> Verdict {
        match self {
            Self::Probabilistic { survey, .. } if survey.stopped.is_some() => Verdict::Undecided,
            Self::Plain(_) | Self::Probabilistic { .. } => Verdict::Holds,
        }
    }
}

impl Described {
    fn surveyed(survey: Survey) -> Self {
        let names = survey.components.iter().map(|part| part.name.raw());
        let shared = Shared::all(names, survey.alphabets.iter(), &survey.actions);
        Self::Probabilistic { survey: Box::new(survey), shared }
    }
}

impl Info {
    fn new(system: &System) -> Self {
        let components =
            system.components.iter().map(|c| ComponentInfo::new(system, &c.name, &c.lts));
        let properties =
            system.properties.iter().map(|p| ComponentInfo::new(system, &p.name, &p.lts));
        let names = system.components.iter().map(|component| component.name.as_str());
        let alphabets = system.components.iter().map(|component| component.lts.alphabet());
        Self {
            components: components.collect(),
            properties: properties.collect(),
            shared: Shared::all(names, alphabets, &system.actions),
        }
    }
}

impl ComponentInfo {
    fn new(system: &System, name: &str, lts: &Lts) -> Self {
        let owned = |alphabet: &Alphabet| -> Vec<Name> {
            system.actions.names(alphabet).into_iter().map(Name::from).collect()
        };
        let used: Alphabet = lts.transitions().map(|(_, edge)| edge.action).collect();
        Self {
            name: name.into(),
            states: lts.num_states(),
            transitions: lts.num_transitions(),
            deterministic: lts.is_deterministic(),
            silent: lts.transitions().filter(|(_, edge)| edge.action.is_tau()).count(),
            error: lts.has_error(),
            alphabet: owned(lts.alphabet()),
            never_offered: owned(&lts.alphabet().difference(&used)),
        }
    }
}

impl Shared {
    /// Groups the actions by the set of components that have them; those of one alone are not
    /// shared.
    fn all<'n, 'a>(
        names: impl Iterator<Item = &'n str>,
        alphabets: impl Iterator<Item = &'a Alphabet>,
        actions: &ActionTable,
    ) -> Vec<Self> {
        let parts: Vec<(&str, &Alphabet)> = names.zip(alphabets).collect();
        let mut groups: IndexMap<Vec<usize>, Alphabet> = IndexMap::new();
        for (action, _) in actions.iter() {
            let owners: Vec<usize> =
                (0..parts.len()).filter(|&index| parts[index].1.contains(action)).collect();
            if owners.len() > 1 {
                groups.entry(owners).or_default().insert(action);
            }
        }
        groups.sort_keys();
        groups
            .into_iter()
            .map(|(owners, shared)| Self {
                components: owners.iter().map(|&index| parts[index].0.into()).collect(),
                actions: actions.names(&shared).into_iter().map(Name::from).collect(),
            })
            .collect()
    }
}

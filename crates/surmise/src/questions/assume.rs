//! What do components need to know about their environment, or have to be like for it?

use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};
use surmise_model::{Claim, ComponentId, Diagnostic, PropertyId, System};
use surmise_verify::assume::OpenSystem;
use surmise_verify::learn::{Needed, needed_assumption};
use surmise_verify::quotient::synthesise;

use super::{Kind, Output, Report, Written};
use crate::check::{Wanted, choose};
use crate::desk::Desk;
use crate::load::{self, Content, InputOptions, LanguageName, Loaded, Replacement};
use crate::methods::{MethodOptions, quotient_options};
use crate::resolve::{actions_named, component_names, components_named};
use crate::write::{FileFormat, Writable, WritableProgram};
use crate::{
    Attempt, Explanation, Failure, Name, Named, OptionName, Remark, Verdict, count, explain, few,
    join, warning,
};

/// What do components need to know about their environment, or have to be like for it?
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Assume {
    /// Files with the components.
    pub models: Vec<PathBuf>,
    /// How to read them.
    pub input: InputOptions,
    /// The components that need the assumption, or that a quotient is about.
    pub components: Vec<String>,
    /// The property; if the user does not say, the only one in the models, or else that no
    /// component reaches its error state.
    pub property: Option<String>,
    /// Which assumption to find.
    #[serde(with = "crate::named::by_name")]
    pub assumption: AssumptionKind,
    /// The actions through which the environment can be seen; if there are none, the interface.
    pub over: Vec<String>,
    /// Whether the weakest assumption is wanted, however large.
    pub weakest: bool,
    /// Who relies on a quotient; all others if nobody is named.
    pub for_whom: Vec<String>,
    /// How quotients are refined.
    pub options: MethodOptions,
    /// Where to write it, and how.
    pub output: Output,
    /// Whether it is to be put into sentences.
    pub explain: bool,
}

/// Which assumption to find.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum AssumptionKind {
    /// What components need to know about their environment.
    #[default]
    Weakest,
    /// What they have to be like for the others.
    Quotient,
}

impl Named for AssumptionKind {
    const ALL: &'static [(Self, &'static str, &'static str)] = &[
        (Self::Weakest, "weakest", "What the components need to know about their environment"),
        (Self::Quotient, "quotient", "What the components have to be like for the others"),
    ];
}

/// The assumption, if there is one.
#[derive(Debug, Serialize)]
pub struct Assumed {
    /// The components that it is for, or about.
    pub components: Vec<Name>,
    /// The property.
    pub property: Option<Name>,
    /// The actions that it speaks about.
    pub alphabet: Vec<Name>,
    /// Whether no assumption that is enough allows more.
    pub weakest: bool,
    /// Nothing if no environment helps.
    pub assumption: Option<Written>,
    /// What it allows, in sentences, if somebody wants them.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub explanation: Option<Explanation>,
    /// How a quotient came about.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub quotient: Option<AssumedQuotient>,
}

/// How a quotient came about.
#[derive(Debug, Serialize)]
pub struct AssumedQuotient {
    /// Who relies on it.
    #[serde(rename = "for")]
    pub for_whom: Vec<Name>,
    /// States of the components themselves.
    pub states: usize,
    /// How many times abstractions were refined.
    pub steps: u64,
    /// Whether that was left before its end.
    pub interrupted: bool,
    /// Whether the property holds with it, and so with the components, if that was found out.
    pub holds: Option<bool>,
}

/// Components and what is claimed of them.
pub(crate) struct Subject {
    loaded: Loaded,
    group: Vec<ComponentId>,
    property: Option<PropertyId>,
}

impl Kind for Assume {
    type Subject = Subject;
    type Found = Assumed;
    type Report = Assumed;

    const UNCERTIFIED: Option<&'static str> =
        Some("an assumption is a conjecture until something is shown with it");

    fn load(&self, desk: Desk<'_>) -> Attempt<Subject> {
        self.refuse_mixed()?;
        let wanted = match &self.property {
            Some(property) => Wanted::only([property.clone()]),
            None => Wanted { deadlock: Some(false), ..Wanted::default() },
        };
        let models = wanted.models(&self.models, desk.files());
        let mut loaded = load::system(&models, &self.input, desk.files(), desk.context)?;
        let chosen = choose(&wanted, &mut loaded, &self.input, desk.files(), desk.context)?.claims;
        desk.remark_all(std::mem::take(&mut loaded.remarks));
        refuse_explored(&loaded)?;
        let system = &loaded.system;
        let group = components_named(system, &self.components, OptionName::Component)?;
        let property = |claim| match claim {
            Claim::Property(id) => Some(id),
            Claim::NoError | Claim::NoDeadlock | Claim::Temporal(_) => None,
        };
        let chosen: Vec<PropertyId> = chosen.into_iter().filter_map(property).collect();
        if chosen.len() > 1 {
            let names: Vec<&str> = system.properties.iter().map(|p| p.name.as_str()).collect();
            return Err(Failure::usage("the models have more than one property")
                .concerning(OptionName::Property)
                .help(format!("choose one of {}", few(&names, 8)))
                .remedied_by(OptionName::Property));
        }
        Ok(Subject { property: chosen.first().copied(), group, loaded })
    }

    fn answer(&self, subject: &mut Subject, desk: Desk<'_>) -> Attempt<Assumed> {
        match self.assumption {
            AssumptionKind::Weakest => self.needed(subject, desk),
            AssumptionKind::Quotient => self.quotient(subject, desk),
        }
    }

    fn report(&self, _: Subject, found: Assumed, _: Desk<'_>) -> Attempt<Assumed> {
        Ok(found)
    }
}

impl Report for Assumed {
    /// That no environment helps is a violation: the components have one on their own.
    fn verdict(&self) -> Verdict {
        let violated = self.quotient.as_ref().is_some_and(|quotient| quotient.holds == Some(false));
        match self.assumption {
            Some(_) if !violated => Verdict::Holds,
            _ => Verdict::Violated,
        }
    }
}

impl Subject {
    fn claim(&self) -> Claim {
        self.property.map_or(Claim::NoError, Claim::Property)
    }

    fn property_name(&self) -> Option<Name> {
        self.property.map(|id| self.loaded.system.property(id).name.as_str().into())
    }
}

impl Assume {
    /// Says so if options of one kind of assumption are given for the other.
    fn refuse_mixed(&self) -> Attempt<()> {
        let is_quotient = self.assumption == AssumptionKind::Quotient;
        let wrong = match is_quotient {
            true if self.weakest => OptionName::Weakest,
            true if !self.over.is_empty() => OptionName::Over,
            false if !self.for_whom.is_empty() => OptionName::ForWhom,
            false => match self.options.other_than(&[]) {
                Some(option) => option,
                None => return Ok(()),
            },
            true => return Ok(()),
        };
        let other = if is_quotient { AssumptionKind::Weakest } else { AssumptionKind::Quotient };
        let message = format!("not with the method {}", self.assumption.name());
        let help = format!("leave it out, or use the method {}", other.name());
        Err(Failure::usage_with_help(message, help)
            .concerning(wrong)
            .remedied_by(OptionName::Method))
    }

    /// What the components need to know about their environment.
    fn needed(&self, subject: &Subject, desk: Desk<'_>) -> Attempt<Assumed> {
        let Subject { loaded: Loaded { system, .. }, group, property } = subject;
        let alphabet = match self.over.is_empty() {
            true => OpenSystem::new(system, group, *property).interface(),
            false => actions_named(&self.over, &system.actions, &known(system))
                .map_err(|failure| failure.concerning(OptionName::Over))?,
        };
        let patience = if self.weakest { usize::MAX } else { Needed::PATIENCE };
        let found = needed_assumption(system, group, *property, &alphabet, patience, desk.context)?;
        if let Needed::Environment(_) = found {
            let what = "the weakest assumption is large: this is what the rest of the model does";
            let note = Diagnostic::note(what).help(
                "whoever does no more than this is safe company, others may be as well; the weakest \
                 one is found if you insist",
            );
            let remedy = Some(OptionName::Weakest);
            desk.remark(Remark { remedy, ..Remark::bare(note) });
        }
        let assumption = match &found {
            Needed::Hopeless => None,
            Needed::Weakest(lts) | Needed::Environment(lts) => {
                let writable = Writable::new("ASSUMPTION", lts, &system.actions);
                Some(self.output.write(&writable, FileFormat::Aut, desk)?)
            }
        };
        let explanation = match &found {
            Needed::Weakest(lts) | Needed::Environment(lts) if self.explain => {
                Some(explain(lts, &system.actions, desk.context)?)
            }
            _ => None,
        };
        let names = system.actions.names(&alphabet).into_iter();
        Ok(Assumed {
            components: component_names(system, group),
            property: subject.property_name(),
            alphabet: names.map(Name::from).collect(),
            weakest: !matches!(found, Needed::Environment(_)),
            assumption,
            explanation,
            quotient: None,
        })
    }

    /// The Promela program that is written again, and the process in it that is replaced, if that
    /// is what is asked for.
    fn program(&self, loaded: &Loaded) -> Attempt<Option<(&Path, &str)>> {
        let is_promela = |content: &Content| content.language == LanguageName::Promela;
        let wanted = self.output.format(FileFormat::Aut)? == FileFormat::Promela;
        if !wanted || !loaded.contents.iter().any(is_promela) {
            return Ok(None);
        }
        match (&self.models[..], &self.components[..]) {
            ([program], [process]) => Ok(Some((program, process))),
            _ => Err(Failure::usage_with_help(
                "one process of one Promela program can be replaced at a time",
                "name one component, and write the next one from the program with the first",
            )
            .remedied_by(OptionName::Component)),
        }
    }

    /// A quotient of components, for others; or a program in which it stands.
    fn quotient(&self, subject: &Subject, desk: Desk<'_>) -> Attempt<Assumed> {
        let Subject { loaded, group: about, .. } = subject;
        let system = &loaded.system;
        let program = self.program(loaded)?;
        let for_whom: Vec<ComponentId> = match self.for_whom.is_empty() {
            true => system.component_ids().filter(|id| !about.contains(id)).collect(),
            false => components_named(system, &self.for_whom, OptionName::ForWhom)?,
        };
        if let Some(&both) = for_whom.iter().find(|id| about.contains(id)) {
            let name = &system.component(both).name;
            let message = format!("the assumption is about {name} itself");
            return Err(Failure::usage(message).concerning(OptionName::ForWhom));
        }
        let options = quotient_options(&self.options, system)?;
        let found = synthesise(system, about, &for_whom, subject.claim(), &options, desk.context)?;
        let written = match program {
            Some((program, process)) => {
                let (lts, actions) = (&found.lts, &found.actions);
                let replacement = Replacement { component: process, lts, actions };
                let text =
                    load::replaced(program, &replacement, &self.input, desk.files(), desk.context)?;
                let writable = WritableProgram::with(process, lts, text);
                self.output.write(&writable, FileFormat::Promela, desk)?
            }
            None => {
                let writable = Writable::new("ASSUMPTION", &found.lts, &found.actions);
                self.output.write(&writable, FileFormat::Aut, desk)?
            }
        };
        let components = component_names(system, about);
        if found.interrupted || found.stopped.is_some() {
            let (steps, size) = (count(found.steps, "step"), found.lts.num_states());
            let why = found.stopped.as_ref().map_or(String::new(), |reason| format!(", {reason}"));
            desk.note(Diagnostic::note(format!(
                "interrupted after {steps}: |A| = {size}{why}; it is sound, if not the smallest"
            )));
        }
        desk.note(meaning(&components, program.map(|(_, process)| process), found.holds));
        let names = found.actions.names(found.lts.alphabet()).into_iter();
        Ok(Assumed {
            components,
            property: subject.property_name(),
            alphabet: names.map(Name::from).collect(),
            weakest: false,
            assumption: Some(written),
            explanation: match self.explain {
                true => Some(explain(&found.lts, &found.actions, desk.context)?),
                false => None,
            },
            quotient: Some(AssumedQuotient {
                for_whom: component_names(system, &for_whom),
                states: found.states,
                steps: found.steps,
                interrupted: found.interrupted,
                holds: found.holds,
            }),
        })
    }
}

/// Components that have only what the whole does cannot tell what they would do beside another: an
/// assertion that never fails is not even in them.
fn refuse_explored(loaded: &Loaded) -> Attempt<()> {
    let why = loaded.contents.iter().find_map(|content| content.explored.as_ref());
    why.map_or(Ok(()), |why| {
        Err(Failure::usage_with_help(
            "an assumption needs components that are made of the text alone",
            format!("here the whole program had to be explored: {why}"),
        ))
    })
}

/// What a quotient is good for.
fn meaning(components: &[Name], process: Option<&str>, holds: Option<bool>) -> Diagnostic {
    let safe = format!("any change of {} is safe while it refines this", join(components, ", "));
    match (process, holds) {
        (Some(process), _) => Diagnostic::note(format!(
            "assertions fail with it if and only if they fail with {process}; invalid end states \
             may differ (`pan -E` leaves them out)"
        )),
        (None, Some(true)) => Diagnostic::note(safe),
        (None, Some(false)) => warning(
            "the property is violated, with the components and with whatever stands for them",
        ),
        (None, None) => {
            Diagnostic::note(format!("if the property holds with it, which is not known, {safe}"))
        }
    }
}

/// All actions that components and properties have.
fn known(system: &System) -> surmise_model::Alphabet {
    let mut known = system.alphabet();
    for property in &system.properties {
        known.extend(property.lts.alphabet().iter());
    }
    known
}

//! `surmise assume`: what a component needs to know about everybody else.

use std::io::{self, Write};
use std::path::{Path, PathBuf};

use clap::Args;
use serde::Serialize;
use surmise_model::{Alphabet, Claim, ComponentId, Context, Diagnostic, PropertyId, System};
use surmise_verify::assume::OpenSystem;
use surmise_verify::learn::{Needed, needed_assumption};
use surmise_verify::quotient::synthesise;

use surmise::check::{Wanted, choose};
use surmise::load::{self, Content, LanguageName, Loaded, Replacement};
use surmise::methods::{MethodOptions, quotient_options};
use surmise::write::{FileFormat, Writable, WritableProgram};
use surmise::{Attempt, Failure, Name, Named, Remark, count, few, join, warning};

use super::components_named;
use crate::answer::{Answer, Screen, Status};
use crate::arguments::{InputArgs, OutputArgs, QuotientArgs, Written};
use crate::choice::choice;
use crate::limits::LimitArgs;
use crate::session::Session;

const EXAMPLES: &str = "\
Examples:
  surmise assume system.lts --component Input --property Order
  surmise assume a.aut b.aut c.aut --component a --component b -p p.aut -o assumption.svg
  surmise assume system.lts --component Input -p Order --over send,ack
  What the others rely on, as documentation: any change of Output is safe while it refines this:
    surmise assume system.lts --method quotient --component Output --for Input -p Order -o output.lts
    surmise check changed.lts --given Output=output.lts
  A Promela program with a process replaced by its quotient, for SPIN:
    surmise assume model.pml --method quotient --component Receiver -o replaced.pml";

/// Find what components need to know about their environment, or have to be like for it
///
/// The weakest assumption (the default) is about the environment of the components. It allows exactly
/// the behaviour of an environment in whose company the components have the property. What is known about the environment is its interface: the actions that the components,
/// or the property, share with the rest of the model. If there is no rest, these are all actions. Where
/// it takes long to find, what the rest of the model does is given instead, if that is enough. An
/// error state of the components counts as a violation, too; one of the rest is its own concern.
///
/// A quotient (--method quotient) is about the components themselves: they, with all states merged that make no
/// difference to the others (--for) and the property. Whatever else refines it is as good for them: the
/// property holds with it if and only if it holds with the components.
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Arguments {
    /// Files with the components; `-` is standard input
    #[arg(required = true, value_name = "MODEL")]
    models: Vec<PathBuf>,
    /// A component that needs the assumption, or that a quotient is about; can be repeated
    #[arg(short, long = "component", required = true, value_name = "NAME")]
    components: Vec<String>,
    /// The property: the name of one in the models, or a file [default: the only one in the models,
    /// or else that no component reaches its error state]
    #[arg(short, long, value_name = "NAME|FILE")]
    property: Option<String>,
    /// The actions through which the environment can be seen [default: the interface]
    #[arg(long, visible_alias = "alphabet", value_delimiter = ',', value_name = "ACTION,…")]
    over: Vec<String>,
    /// Insist on the weakest assumption, however large [default: what the rest of the model does, if
    /// that is enough and the weakest one takes long to find]
    #[arg(long)]
    weakest: bool,
    /// Which assumption to find
    #[arg(long, value_parser = choice::<AssumeMethod>(), default_value = AssumeMethod::Weakest.name())]
    #[arg(value_name = "METHOD")]
    method: AssumeMethod,
    /// A component that relies on a quotient; can be repeated [default: all others]
    #[arg(long = "for", value_name = "NAME")]
    for_whom: Vec<String>,
    #[command(flatten)]
    quotient: QuotientArgs,
    #[command(flatten)]
    output: OutputArgs,
    #[command(flatten)]
    input: InputArgs,
    #[command(flatten)]
    limits: LimitArgs,
}

/// Which assumption to find.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum AssumeMethod {
    Weakest,
    Quotient,
}

impl Named for AssumeMethod {
    const ALL: &'static [(Self, &'static str, &'static str)] = &[
        (Self::Weakest, "weakest", "What the components need to know about their environment"),
        (Self::Quotient, "quotient", "What the components have to be like for the others"),
    ];
}

/// The assumption, if there is one.
#[derive(Debug, Serialize)]
pub(crate) struct Assumed {
    components: Vec<Name>,
    property: Option<Name>,
    alphabet: Vec<Name>,
    /// Whether no assumption that is enough allows more.
    weakest: bool,
    /// Nothing if no environment helps.
    assumption: Option<Written>,
    /// How a quotient came about.
    #[serde(skip_serializing_if = "Option::is_none")]
    quotient: Option<Quotient>,
}

/// How a quotient came about.
#[derive(Debug, Serialize)]
struct Quotient {
    /// Who relies on it.
    #[serde(rename = "for")]
    for_whom: Vec<Name>,
    /// States of the components themselves.
    states: usize,
    /// How many times abstractions were refined.
    steps: u64,
    /// Whether that was left before its end.
    interrupted: bool,
    /// Whether the property holds with it, and so with the components, if that was found out.
    holds: Option<bool>,
}

/// Does it.
pub(crate) fn run(arguments: &Arguments, session: &Session) -> Attempt<Assumed> {
    arguments.limits.within(session, |context, _| assume(arguments, session, context))
}

fn assume(arguments: &Arguments, session: &Session, context: &Context<'_>) -> Attempt<Assumed> {
    arguments.refuse_mixed()?;
    let input = arguments.input.options();
    let properties = arguments.property.iter().cloned().collect();
    let wanted = Wanted { properties, deadlock: Some(false) };
    let models = wanted.models(&arguments.models, &session.disk);
    let mut loaded = load::system(&models, &input, &session.disk, context)?;
    let chosen = choose(&wanted, &mut loaded, &input, &session.disk, context)?.claims;
    session.remark_all(std::mem::take(&mut loaded.remarks));
    let system = &loaded.system;
    let group = components_named(&arguments.components, system)?;
    let chosen: Vec<PropertyId> = chosen
        .into_iter()
        .filter_map(|claim| match claim {
            Claim::Property(id) => Some(id),
            Claim::NoError | Claim::NoDeadlock => None,
        })
        .collect();
    if chosen.len() > 1 {
        let names: Vec<&str> = system.properties.iter().map(|p| p.name.as_str()).collect();
        return Err(Failure::usage_with_help(
            "the models have more than one property",
            format!("choose one with --property: {}", few(&names, 8)),
        ));
    }
    let property = chosen.first().copied();
    if arguments.method == AssumeMethod::Quotient {
        return describe(arguments, &loaded, (&group, property), session, context);
    }
    let alphabet = match arguments.over.is_empty() {
        true => OpenSystem::new(system, &group, property).interface(),
        false => over(&arguments.over, system)?,
    };
    let patience = if arguments.weakest { usize::MAX } else { Needed::PATIENCE };
    let found = needed_assumption(system, &group, property, &alphabet, patience, context)?;
    if let Needed::Environment(_) = found {
        let what = "the weakest assumption is large: this is what the rest of the model does";
        let note = Diagnostic::note(what).help(
            "whoever does no more than this is safe company, others may be as well; `--weakest` insists",
        );
        session.remark(Remark::bare(note));
    }
    let assumption = match &found {
        Needed::Hopeless => None,
        Needed::Weakest(lts) | Needed::Environment(lts) => {
            let writable = Writable::new("ASSUMPTION", lts, &system.actions);
            Some(arguments.output.write(&writable, FileFormat::Aut, session, context)?)
        }
    };
    let names = system.actions.names(&alphabet).into_iter();
    Ok(Assumed {
        components: arguments.components.iter().map(|name| name.as_str().into()).collect(),
        property: property.map(|id| system.property(id).name.as_str().into()),
        alphabet: names.map(Name::from).collect(),
        weakest: !matches!(found, Needed::Environment(_)),
        assumption,
        quotient: None,
    })
}

impl Arguments {
    /// Says so if options of one kind of assumption are given for the other.
    fn refuse_mixed(&self) -> Attempt<()> {
        let is_quotient = self.method == AssumeMethod::Quotient;
        let wrong = match is_quotient {
            true if self.weakest => "--weakest",
            true if !self.over.is_empty() => "--over",
            false if !self.for_whom.is_empty() => "--for",
            false if !self.quotient.is_empty() => "--labels, --steps, --alternate, --stop-when",
            _ => return Ok(()),
        };
        let other = if is_quotient { AssumeMethod::Weakest } else { AssumeMethod::Quotient };
        Err(Failure::usage_with_help(
            format!("{wrong}: not with --method {}", self.method.name()),
            format!("leave it out, or use --method {}", other.name()),
        ))
    }
}

impl Arguments {
    /// The Promela program that is written again, and the process in it that is replaced, if that is
    /// what is asked for.
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
                "choose it with --component, and write the next one from the program with the first",
            )),
        }
    }
}

/// A quotient of components, for others; or a program in which it stands.
fn describe(
    arguments: &Arguments,
    loaded: &Loaded,
    (about, property): (&[ComponentId], Option<PropertyId>),
    session: &Session,
    context: &Context<'_>,
) -> Attempt<Assumed> {
    let system = &loaded.system;
    let program = arguments.program(loaded)?;
    let for_whom: Vec<ComponentId> = match arguments.for_whom.is_empty() {
        true => system.component_ids().filter(|id| !about.contains(id)).collect(),
        false => components_named(&arguments.for_whom, system)?,
    };
    if let Some(&both) = for_whom.iter().find(|id| about.contains(id)) {
        let name = &system.component(both).name;
        return Err(Failure::usage(format!("--for {name}: the assumption is about {name} itself")));
    }
    let mut options = MethodOptions::default();
    arguments.quotient.choose(&mut options);
    let options = quotient_options(&options, system)?;
    let claim = property.map_or(Claim::NoError, Claim::Property);
    let found = synthesise(system, about, &for_whom, claim, &options, context)?;
    let written = match program {
        Some((program, process)) => {
            let (lts, actions) = (&found.lts, &found.actions);
            let replacement = Replacement { component: process, lts, actions };
            let input = arguments.input.options();
            let text = load::replaced(program, &replacement, &input, &session.disk, context)?;
            let writable = WritableProgram::with(process, lts, text);
            arguments.output.write(&writable, FileFormat::Promela, session, context)?
        }
        None => {
            let writable = Writable::new("ASSUMPTION", &found.lts, &found.actions);
            arguments.output.write(&writable, FileFormat::Aut, session, context)?
        }
    };
    let names = |ids: &[ComponentId]| -> Vec<Name> {
        ids.iter().map(|&id| system.component(id).name.as_str().into()).collect()
    };
    let components = names(about);
    let note = |text: String| session.remark(Remark::bare(Diagnostic::note(text)));
    if found.interrupted || found.stopped.is_some() {
        let (steps, size) = (count(found.steps, "step"), found.lts.num_states());
        let why = found.stopped.map_or(String::new(), |reason| format!(", {reason}"));
        note(format!(
            "interrupted after {steps}: |A| = {size}{why}; it is sound, if not the smallest"
        ));
    }
    let safe = format!("any change of {} is safe while it refines this", join(&components, ", "));
    match (program, found.holds) {
        (Some((_, process)), _) => note(format!(
            "assertions fail with it if and only if they fail with {process}; invalid end states may \
             differ (`pan -E` leaves them out)"
        )),
        (None, Some(true)) => note(safe),
        (None, Some(false)) => {
            let what =
                "the property is violated, with the components and with whatever stands for them";
            session.remark(Remark::bare(warning(what)));
        }
        (None, None) => note(format!("if the property holds with it, which is not known, {safe}")),
    }
    Ok(Assumed {
        components,
        property: property.map(|id| system.property(id).name.as_str().into()),
        alphabet: found.actions.names(found.lts.alphabet()).into_iter().map(Name::from).collect(),
        weakest: false,
        assumption: Some(written),
        quotient: Some(Quotient {
            for_whom: names(&for_whom),
            states: found.states,
            steps: found.steps,
            interrupted: found.interrupted,
            holds: found.holds,
        }),
    })
}

fn over(names: &[String], system: &System) -> Attempt<Alphabet> {
    let action = |name: &String| {
        system.actions.get(name.trim()).ok_or_else(|| {
            Failure::usage_with_help(
                format!("--over: no action is named `{name}`"),
                "`surmise info` lists the actions",
            )
        })
    };
    names.iter().map(action).collect()
}

impl Answer for Assumed {
    /// That no environment helps is a violation: the components have one on their own.
    fn status(&self) -> Status {
        let violated = self.quotient.as_ref().is_some_and(|quotient| quotient.holds == Some(false));
        match self.assumption {
            Some(_) if !violated => Status::Success,
            _ => Status::Violated,
        }
    }

    fn show(&self, out: &mut dyn Write, screen: Screen) -> io::Result<()> {
        match &self.assumption {
            Some(written) => written.show(out, screen),
            None => writeln!(
                out,
                "no environment helps: {} can violate {} without it",
                join(&self.components, ", "),
                self.property.as_ref().map_or("the absence of errors".into(), Name::to_string),
            ),
        }
    }
}

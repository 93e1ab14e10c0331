//! `surmise assume`: what a component needs to know about everybody else.

use std::io::{self, Write};
use std::path::PathBuf;

use clap::Args;
use serde::Serialize;
use surmise_model::{Alphabet, Claim, ComponentId, Context, Diagnostic, PropertyId, System};
use surmise_verify::assume::OpenSystem;
use surmise_verify::learn::{Needed, needed_assumption};

use surmise_workbench::check::{Wanted, choose};
use surmise_workbench::write::{FileFormat, Writable};
use surmise_workbench::{Attempt, Failure, Name, Remark, few, join, load};

use crate::answer::{Answer, Screen, Status};
use crate::arguments::{InputArgs, OutputArgs, Written};
use crate::limits::LimitArgs;
use crate::session::Session;

const EXAMPLES: &str = "\
Examples:
  surmise assume system.lts --component Input --property Order
  surmise assume a.aut b.aut c.aut --component a --component b -p p.aut -o assumption.svg
  surmise assume system.lts --component Input -p Order --over send,ack";

/// Find the weakest assumption of components about their environment
///
/// It allows exactly the behaviour of an environment in whose company the components have the
/// property. What is known about the environment is its interface: the actions that the components,
/// or the property, share with the rest of the model. If there is no rest, these are all actions. Where
/// it takes long to find, what the rest of the model does is given instead, if that is enough. An
/// error state of the components counts as a violation, too; one of the rest is its own concern.
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Arguments {
    /// Files with the components; `-` is standard input
    #[arg(required = true, value_name = "MODEL")]
    models: Vec<PathBuf>,
    /// A component that needs the assumption; can be repeated
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
    #[command(flatten)]
    output: OutputArgs,
    #[command(flatten)]
    input: InputArgs,
    #[command(flatten)]
    limits: LimitArgs,
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
}

/// Does it.
pub(crate) fn run(arguments: &Arguments, session: &Session) -> Attempt<Assumed> {
    arguments.limits.within(session, |context, _| assume(arguments, session, context))
}

fn assume(arguments: &Arguments, session: &Session, context: &Context<'_>) -> Attempt<Assumed> {
    let input = arguments.input.options();
    let properties = arguments.property.iter().cloned().collect();
    let wanted = Wanted { properties, deadlock: Some(false) };
    let models = wanted.models(&arguments.models, &session.disk);
    let mut loaded = load::system(&models, &input, &session.disk, context)?;
    let chosen = choose(&wanted, &mut loaded, &input, &session.disk, context)?.claims;
    session.remark_all(std::mem::take(&mut loaded.remarks));
    let system = &loaded.system;
    let group = group(&arguments.components, system)?;
    let chosen: Vec<PropertyId> = chosen.into_iter().filter_map(Claim::property).collect();
    if chosen.len() > 1 {
        let names: Vec<&str> = system.properties.iter().map(|p| p.name.as_str()).collect();
        return Err(Failure::usage_with_help(
            "the models have more than one property",
            format!("choose one with --property: {}", few(&names, 8)),
        ));
    }
    let property = chosen.first().copied();
    let claim = property.map_or(Claim::NoError, Claim::Property);
    let alphabet = match arguments.over.is_empty() {
        true => OpenSystem::new(system, &group, claim).interface(),
        false => over(&arguments.over, system)?,
    };
    let patience = if arguments.weakest { usize::MAX } else { Needed::PATIENCE };
    let found = needed_assumption(system, &group, claim, &alphabet, patience, context)?;
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
    })
}

fn group(names: &[String], system: &System) -> Attempt<Vec<ComponentId>> {
    let mut group = Vec::new();
    for name in names {
        let named = system.component_ids().find(|&id| system.component(id).name == *name);
        let Some(id) = named else {
            let known: Vec<&str> = system.components.iter().map(|c| c.name.as_str()).collect();
            return Err(Failure::usage_with_help(
                format!("no component is named `{name}`"),
                format!("there are {}", few(&known, 8)),
            ));
        };
        if !group.contains(&id) {
            group.push(id);
        }
    }
    Ok(group)
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
        match self.assumption {
            Some(_) => Status::Success,
            None => Status::Violated,
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

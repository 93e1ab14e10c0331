//! `surmise assume`: what a component needs to know about everybody else.

use std::path::PathBuf;

use clap::Args;
use surmise::methods::MethodOptions;
use surmise::{Assume, AssumptionKind, Attempt};

use crate::arguments::{InputArgs, OutputArgs, QuotientArgs};
use crate::choice::choice;
use crate::limits::LimitArgs;
use crate::render::Told;
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

/// Find what components assume about their environment, or what it assumes about them
///
/// The weakest assumption (the default) is about the environment of the components. It allows
/// exactly the behaviour of environments with which the components have the property. All that is
/// known about the environment is its interface: the actions that the components or the property
/// share with the rest of the model, or all actions if there is no rest. If the weakest assumption
/// takes long to find, the behaviour of the rest of the model is given instead, if that is enough.
/// An error state of the components counts as a violation; an error state of the rest does not.
///
/// A quotient (--method quotient) is about the components themselves: states that make no
/// difference to the other components (--for) and the property are merged. Anything else that
/// refines the quotient can take their place: the property holds with it if and only if it holds
/// with the components.
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Arguments {
    /// Files with the components; `-` is standard input
    #[arg(required = true, value_name = "MODEL")]
    models: Vec<PathBuf>,
    /// A component that makes the assumption, or that a quotient is about; can be repeated
    #[arg(short, long = "component", required = true, value_name = "NAME")]
    components: Vec<String>,
    /// The property: its name in the models, or a file [default: the only one in the models, or
    /// that no component reaches its error state]
    #[arg(short, long, value_name = "NAME|FILE")]
    property: Option<String>,
    /// The actions that the assumption is about [default: the interface]
    #[arg(long, visible_alias = "alphabet", value_delimiter = ',', value_name = "ACTION,…")]
    over: Vec<String>,
    /// Insist on the weakest assumption, however large
    /// [default: what the rest of the model does, if that is enough and the weakest one takes long
    /// to find]
    #[arg(long)]
    weakest: bool,
    /// Which assumption to find
    #[arg(long, value_parser = choice::<AssumptionKind>(), default_value = "weakest")]
    #[arg(value_name = "METHOD")]
    method: AssumptionKind,
    /// A component that relies on a quotient; can be repeated [default: all others]
    #[arg(long = "for", value_name = "NAME")]
    for_whom: Vec<String>,
    /// Also say it in sentences
    #[arg(long)]
    explain: bool,
    #[command(flatten)]
    quotient: QuotientArgs,
    #[command(flatten)]
    output: OutputArgs,
    #[command(flatten)]
    input: InputArgs,
    #[command(flatten)]
    limits: LimitArgs,
}

/// Does it.
pub(crate) fn run(arguments: &Arguments, session: &Session) -> Attempt<Told> {
    let mut options = MethodOptions::default();
    arguments.quotient.choose(&mut options);
    let question = Assume {
        models: arguments.models.clone(),
        input: arguments.input.options(),
        components: arguments.components.clone(),
        property: arguments.property.clone(),
        assumption: arguments.method,
        over: arguments.over.clone(),
        weakest: arguments.weakest,
        for_whom: arguments.for_whom.clone(),
        options,
        output: arguments.output.output(),
        explain: arguments.explain,
    };
    Told::ask(question, &arguments.limits, session)
}

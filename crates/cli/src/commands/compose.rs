//! `surmise compose`: several components as one LTS.

use std::path::PathBuf;

use clap::Args;
use surmise::{Attempt, Compose};

use crate::arguments::{InputArgs, OutputArgs};
use crate::limits::LimitArgs;
use crate::render::Told;
use crate::session::Session;

const EXAMPLES: &str = "\
Examples:
  surmise compose client.aut server.aut -o system.aut
  surmise compose client.aut server.aut --hide request,grant | surmise info -";

/// Compose components into one LTS
///
/// The composition consists of the reachable states. An action that several components share
/// happens in all of them at once; it stays visible unless it is hidden. Properties of the models
/// take part: what they forbid leads to the error state. A process of an FSP model that is declared
/// `minimal` is minimised. When components move together, their probabilities are multiplied.
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Arguments {
    /// Files with the components; `-` is standard input
    #[arg(required = true, value_name = "MODEL")]
    models: Vec<PathBuf>,
    /// Make these actions silent
    #[arg(long, value_delimiter = ',', value_name = "ACTION", conflicts_with = "keep")]
    hide: Vec<String>,
    /// Make all actions silent except these
    #[arg(long, value_delimiter = ',', value_name = "ACTION")]
    keep: Option<Vec<String>>,
    #[command(flatten)]
    output: OutputArgs,
    #[command(flatten)]
    input: InputArgs,
    #[command(flatten)]
    limits: LimitArgs,
}

/// Does it.
pub(crate) fn run(arguments: &Arguments, session: &Session) -> Attempt<Told> {
    let question = Compose {
        models: arguments.models.clone(),
        input: arguments.input.options(),
        hide: arguments.hide.clone(),
        keep: arguments.keep.clone(),
        output: arguments.output.output(),
    };
    Told::ask(question, &arguments.limits, session)
}

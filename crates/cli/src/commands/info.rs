//! `surmise info`: sizes, alphabets, and who shares what with whom.

use std::path::PathBuf;

use clap::Args;
use surmise::{Attempt, Describe};

use crate::arguments::InputArgs;
use crate::limits::LimitArgs;
use crate::render::Told;
use crate::session::Session;

const EXAMPLES: &str = "\
Examples:
  surmise info client.aut server.aut
  surmise info *.aut --format json
  surmise info protocol.prism --const N=3";

/// Show sizes, alphabets, and which components share which actions
///
/// For a PRISM model, show the components that its modules form, and the states, choices and
/// transitions of the whole model, found by exploring it.
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Arguments {
    /// Files with the components; `-` is standard input
    #[arg(required = true, value_name = "MODEL")]
    models: Vec<PathBuf>,
    #[command(flatten)]
    input: InputArgs,
    #[command(flatten)]
    limits: LimitArgs,
}

/// Does it.
pub(crate) fn run(arguments: &Arguments, session: &Session) -> Attempt<Told> {
    let Arguments { models, input, limits } = arguments;
    Told::ask(Describe { models: models.clone(), input: input.options() }, limits, session)
}

//! `surmise minimise`: the smallest LTS that is the same.

use clap::Args;
use surmise::{Attempt, Equivalence, Minimise};

use crate::arguments::ModelArgs;
use crate::choice::choice;
use crate::render::Told;
use crate::session::Session;

const EXAMPLES: &str = "\
Examples:
  surmise minimise system.aut -o small.aut
  surmise compose client.aut server.aut --keep use | surmise minimise - --by traces";

/// Find the smallest LTS that is equivalent
///
/// Only reachable states are kept. The alphabet does not change.
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Arguments {
    /// When two LTSs count as equivalent
    #[arg(long, value_parser = choice::<Equivalence>(), default_value = "branching")]
    #[arg(value_name = "EQUIVALENCE")]
    by: Equivalence,
    #[command(flatten)]
    model: ModelArgs,
}

/// Does it.
pub(crate) fn run(arguments: &Arguments, session: &Session) -> Attempt<Told> {
    let ModelArgs { model, input, output, limits } = &arguments.model;
    let question = Minimise {
        model: model.clone(),
        input: input.options(),
        by: arguments.by,
        output: output.output(),
    };
    Told::ask(question, limits, session)
}

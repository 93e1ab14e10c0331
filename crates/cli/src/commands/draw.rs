//! `surmise draw`: a picture of an LTS.

use std::path::PathBuf;

use clap::Args;
use surmise::{Attempt, Draw};

use crate::arguments::ModelArgs;
use crate::render::Told;
use crate::session::Session;

const EXAMPLES: &str = "\
Examples:
  surmise draw server.aut -o server.svg
  surmise draw server.aut -o server.dot
  surmise compose client.aut server.aut | surmise draw - -o system.svg
  surmise check model.lts --counterexample run.json
  surmise draw model.lts --trace run.json -o run.svg";

/// Draw an LTS
///
/// A small arrow marks the initial state, a double border the end state, a dashed border a
/// deadlock, and π the error state. Transitions between the same two states share an arrow. In a
/// probabilistic LTS a transition leads to a small dot, and from there to each state with its
/// probability. An LTS that is too large for a readable picture is refused: `minimise` it first, or
/// let Graphviz draw it (-o x.dot).
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Arguments {
    #[command(flatten)]
    model: ModelArgs,
    /// Highlight a counterexample that `surmise check --counterexample` wrote, in a component or in
    /// the whole model
    #[arg(long, value_name = "FILE")]
    trace: Option<PathBuf>,
    /// Draw it even if it is too large to be readable
    #[arg(long)]
    force: bool,
}

/// Does it.
pub(crate) fn run(arguments: &Arguments, session: &Session) -> Attempt<Told> {
    let ModelArgs { model, input, output, limits } = &arguments.model;
    let question = Draw {
        model: model.clone(),
        input: input.options(),
        trace: arguments.trace.clone(),
        force: arguments.force,
        output: output.output(),
    };
    Told::ask(question, limits, session)
}

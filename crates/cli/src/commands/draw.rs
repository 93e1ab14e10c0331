//! `surmise draw`: a picture of an LTS.

use std::path::PathBuf;

use clap::Args;
use surmise::load::EitherComponent;
use surmise::write::{FileFormat, Writable, WritableLpts, run_in};
use surmise::{Attempt, Failure};
use surmise_model::ProbabilisticComponent;

use super::input;
use super::rewrite::RewriteArgs;
use crate::arguments::Written;
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
/// A small arrow shows the initial state. A double border is the end state, a dashed one a deadlock,
/// π the error state. Transitions between the same two states share an arrow. In a probabilistic LTS a
/// transition leads to a small point, and from there to each state with its probability. What is too large for a
/// readable picture is refused: `minimise` it first, or let Graphviz draw it (-o x.dot).
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Arguments {
    #[command(flatten)]
    rewrite: RewriteArgs,
    /// Highlight a counterexample that `surmise check --counterexample` wrote, in a component or in
    /// the whole model
    #[arg(long, value_name = "FILE")]
    trace: Option<PathBuf>,
    /// Draw it even if it is too large to be readable
    #[arg(long)]
    force: bool,
}

/// Does it.
pub(crate) fn run(arguments: &Arguments, session: &Session) -> Attempt<Written> {
    let rewrite = &arguments.rewrite;
    let force = arguments.force;
    rewrite.read_either(session, |component, context| {
        let (component, actions) = match component {
            EitherComponent::Plain(component, actions) => (component, actions),
            EitherComponent::Probabilistic(component, actions) => {
                if arguments.trace.is_some() {
                    return Err(Failure::usage(
                        "--trace: a probabilistic LTS has no trace to show",
                    ));
                }
                let ProbabilisticComponent { name, lpts } = component;
                let writable = WritableLpts { name, lpts, actions, force };
                return rewrite.output.write(&writable, FileFormat::Svg, session, context);
            }
        };
        let run = match &arguments.trace {
            None => Vec::new(),
            Some(file) => {
                let certificate = input::certificate(file, session, context)?;
                run_in(&certificate, &component.name, &component.lts, actions)
                    .map_err(|reason| Failure::usage(format!("{}: {reason}", file.display())))?
            }
        };
        let writable = Writable { run: &run, force, ..Writable::of(component, actions) };
        rewrite.output.write(&writable, FileFormat::Svg, session, context)
    })
}

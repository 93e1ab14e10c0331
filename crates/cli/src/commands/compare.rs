//! `surmise compare`: are two LTSs the same, and if not, what shows it?

use std::path::PathBuf;

use clap::Args;
use surmise::{Attempt, Compare, Relation, Side};

use crate::arguments::InputArgs;
use crate::choice::choice;
use crate::limits::LimitArgs;
use crate::render::Told;
use crate::session::Session;

const EXAMPLES: &str = "\
Examples:
  Do both have the same traces?
    surmise compare server.aut simplified.aut
  Is every trace of the first one of the second?
    surmise compare implementation.aut specification.aut --by inclusion
  Do they also make the same choices? If not, which one can one of them make?
    surmise compare server.aut simplified.aut --by branching
  Can the second do whatever the first does, step by step, with the same probabilities?
    surmise compare implementation.prism specification.prism --by simulation
  Two processes of one model:
    surmise compare model.lts --left-process BUFFER --right-process TWOBUF";

/// Compare two LTSs, and show what tells them apart
///
/// Traces are compared without silent steps. If they differ, a shortest trace is shown that only
/// one of the two has, or that leads only one of them into the error state. What is not bisimilar
/// is also told apart by a formula of Hennessy–Milner logic, in words and written: `<a>X` says that
/// `a` can lead to where X is true, `[a]X` that it leads only there, `<tau*>` is any number of
/// silent steps, `<tau?>` at most one. For `strong`, no other formula looks less far ahead. The
/// exit status is 1 if they differ.
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Arguments {
    /// The first file; `-` is standard input
    #[arg(value_name = "LEFT")]
    left: PathBuf,
    /// The second file [default: the first, for another process of it]
    #[arg(value_name = "RIGHT", required_unless_present = "right_process")]
    right: Option<PathBuf>,
    /// The process of the first file, if it is an FSP model, instead of --process
    #[arg(long, value_name = "NAME")]
    left_process: Option<String>,
    /// The process of the second file, if it is an FSP model, instead of --process
    #[arg(long, value_name = "NAME")]
    right_process: Option<String>,
    /// When the two count as the same
    #[arg(long, visible_alias = "relation", value_parser = choice::<Relation>())]
    #[arg(default_value = "traces")]
    #[arg(value_name = "RELATION")]
    by: Relation,
    #[command(flatten)]
    input: InputArgs,
    #[command(flatten)]
    limits: LimitArgs,
}

/// Does it.
pub(crate) fn run(arguments: &Arguments, session: &Session) -> Attempt<Told> {
    let Arguments { left, right, left_process, right_process, .. } = arguments;
    let side = |file: &PathBuf, process: &Option<String>| Side {
        file: file.clone(),
        process: process.clone(),
    };
    let question = Compare {
        left: side(left, left_process),
        right: side(right.as_ref().unwrap_or(left), right_process),
        input: arguments.input.options(),
        by: arguments.by,
    };
    Told::ask(question, &arguments.limits, session)
}

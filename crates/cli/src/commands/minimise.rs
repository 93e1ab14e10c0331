//! `surmise minimise`: the smallest LTS that is the same.

use clap::{Args, ValueEnum};
use surmise_verify::automata::{Bisimulation, minimise, minimise_dfa};

use super::rewrite::RewriteArgs;
use crate::failure::Outcome;
use crate::output::{FileFormat, Written};
use crate::session::Session;

const EXAMPLES: &str = "\
Examples:
  surmise minimise system.aut -o small.aut
  surmise compose client.aut server.aut --keep use | surmise minimise - --by traces";

/// Find the smallest LTS that is equivalent
///
/// Only the reachable states count. The alphabet stays as it is.
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Arguments {
    /// What it means to be equivalent
    #[arg(long, value_enum, default_value_t = Equivalence::Branching, value_name = "EQUIVALENCE")]
    by: Equivalence,
    #[command(flatten)]
    rewrite: RewriteArgs,
}

/// What it means to be equivalent.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Equivalence {
    /// Strong bisimulation: silent steps count like others
    Strong,
    /// Branching bisimulation: silent steps that decide nothing disappear
    Branching,
    /// The same traces; the result is deterministic
    Traces,
}

/// Does it.
pub(crate) fn run(arguments: &Arguments, session: &Session) -> Outcome<Written> {
    arguments.rewrite.run(session, FileFormat::Aut, |lts, context| {
        Ok(match arguments.by {
            Equivalence::Strong => minimise(&lts, Bisimulation::Strong, context)?,
            Equivalence::Branching => minimise(&lts, Bisimulation::Branching, context)?,
            Equivalence::Traces => minimise_dfa(&lts, context)?,
        })
    })
}

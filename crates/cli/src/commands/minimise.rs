//! `surmise minimise`: the smallest LTS that is the same.

use std::path::PathBuf;

use clap::{Args, ValueEnum};
use surmise_model::System;
use surmise_verify::automata::{Bisimulation, minimise, minimise_dfa};

use crate::failure::Outcome;
use crate::limits::LimitArgs;
use crate::load::{self, LoadArgs};
use crate::output::{FileFormat, OutputArgs, Writable, Written};
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
    /// The file to read; `-` is standard input
    #[arg(value_name = "MODEL")]
    model: PathBuf,
    /// What it means to be equivalent
    #[arg(long, value_enum, default_value_t = Equivalence::Branching, value_name = "EQUIVALENCE")]
    by: Equivalence,
    #[command(flatten)]
    output: OutputArgs,
    #[command(flatten)]
    load: LoadArgs,
    #[command(flatten)]
    limits: LimitArgs,
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
    arguments.limits.within(session, |context| {
        let mut system = System::default();
        let component =
            load::component(&arguments.model, &arguments.load, session, context, &mut system)?;
        let lts = match arguments.by {
            Equivalence::Strong => minimise(&component.lts, Bisimulation::Strong, context)?,
            Equivalence::Branching => minimise(&component.lts, Bisimulation::Branching, context)?,
            Equivalence::Traces => minimise_dfa(&component.lts, context)?,
        };
        let writable = Writable { name: &component.name, lts: &lts, actions: &system.actions };
        arguments.output.write(&writable, FileFormat::Aut, session, context)
    })
}

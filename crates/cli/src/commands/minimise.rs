//! `surmise minimise`: the smallest LTS that is the same.

use clap::Args;
use surmise::write::FileFormat;
use surmise::{Attempt, Named};
use surmise_model::Component;
use surmise_verify::automata::{Bisimulation, minimise, minimise_dfa};

use super::rewrite::RewriteArgs;
use crate::arguments::Written;
use crate::choice::choice;
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
    #[arg(long, value_parser = choice::<Equivalence>(), default_value = "branching")]
    #[arg(value_name = "EQUIVALENCE")]
    by: Equivalence,
    #[command(flatten)]
    rewrite: RewriteArgs,
}

/// What it means to be equivalent.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Equivalence {
    /// Strong bisimulation.
    Strong,
    /// Branching bisimulation.
    Branching,
    /// The same traces.
    Traces,
}

impl Named for Equivalence {
    const ALL: &'static [(Self, &'static str, &'static str)] = &[
        (Self::Strong, "strong", "Strong bisimulation: silent steps count like others"),
        (
            Self::Branching,
            "branching",
            "Branching bisimulation: silent steps that decide nothing disappear",
        ),
        (Self::Traces, "traces", "The same traces; the result is deterministic"),
    ];
}

/// Does it.
pub(crate) fn run(arguments: &Arguments, session: &Session) -> Attempt<Written> {
    arguments.rewrite.run(session, FileFormat::Aut, |component, context| {
        let Component { name, lts, .. } = component;
        let small = match arguments.by {
            Equivalence::Strong => minimise(&lts, Bisimulation::Strong, context)?,
            Equivalence::Branching => minimise(&lts, Bisimulation::Branching, context)?,
            Equivalence::Traces => minimise_dfa(&lts, context)?,
        };
        Ok(Component::new(name, small))
    })
}

//! `surmise draw`: a picture of an LTS.

use std::path::PathBuf;

use clap::Args;
use surmise_model::System;

use crate::failure::Outcome;
use crate::limits::LimitArgs;
use crate::load::{self, LoadArgs};
use crate::output::{FileFormat, OutputArgs, Writable, Written};
use crate::session::Session;

const EXAMPLES: &str = "\
Examples:
  surmise draw server.aut -o server.svg
  surmise draw server.aut -o server.dot
  surmise compose client.aut server.aut | surmise draw - -o system.svg";

/// Draw an LTS
///
/// States are circles, π is the error state, a double circle is the end state; transitions between
/// the same two states share an arrow. What is too large for a readable picture is written as
/// Graphviz text instead.
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Arguments {
    /// The file to read; `-` is standard input
    #[arg(value_name = "MODEL")]
    model: PathBuf,
    #[command(flatten)]
    output: OutputArgs,
    #[command(flatten)]
    load: LoadArgs,
    #[command(flatten)]
    limits: LimitArgs,
}

/// Does it.
pub(crate) fn run(arguments: &Arguments, session: &Session) -> Outcome<Written> {
    arguments.limits.within(session, |context| {
        let mut system = System::default();
        let component =
            load::component(&arguments.model, &arguments.load, session, context, &mut system)?;
        let writable =
            Writable { name: &component.name, lts: &component.lts, actions: &system.actions };
        arguments.output.write(&writable, FileFormat::Svg, session, context)
    })
}

//! `surmise convert`: the same LTS in another format.

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
  surmise convert server.aut -o server.json
  surmise convert server.aut --to dot | dot -Tpdf > server.pdf
  surmise convert server.json -o server.aut --write-tau i";

/// Convert an LTS to another format
///
/// JSON keeps everything. The format .aut has no place for actions without transitions and for the
/// end state; what is lost is reported.
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
        arguments.output.write(&writable, FileFormat::Json, session, context)
    })
}

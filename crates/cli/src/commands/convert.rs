//! `surmise convert`: the same LTS in another format.

use clap::Args;
use surmise_workbench::Attempt;
use surmise_workbench::write::FileFormat;

use super::rewrite::RewriteArgs;
use crate::arguments::Written;
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
    #[command(flatten)]
    rewrite: RewriteArgs,
}

/// Does it.
pub(crate) fn run(arguments: &Arguments, session: &Session) -> Attempt<Written> {
    arguments.rewrite.run(session, FileFormat::Json, |component, _| Ok(component))
}

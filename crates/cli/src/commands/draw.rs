//! `surmise draw`: a picture of an LTS.

use clap::Args;
use surmise_workbench::Attempt;
use surmise_workbench::write::FileFormat;

use super::rewrite::RewriteArgs;
use crate::arguments::Written;
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
    #[command(flatten)]
    rewrite: RewriteArgs,
}

/// Does it.
pub(crate) fn run(arguments: &Arguments, session: &Session) -> Attempt<Written> {
    arguments.rewrite.run(session, FileFormat::Svg, |lts, _| Ok(lts))
}

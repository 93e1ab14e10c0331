//! `surmise convert`: the same LTS in another format.

use clap::Args;
use surmise_model::ProbabilisticComponent;
use surmise_workbench::Attempt;
use surmise_workbench::load::EitherComponent;
use surmise_workbench::write::{FileFormat, Writable, WritableLpts};

use super::rewrite::RewriteArgs;
use crate::arguments::Written;
use crate::session::Session;

const EXAMPLES: &str = "\
Examples:
  surmise convert server.aut -o server.json
  surmise convert server.aut --to dot | dot -Tpdf > server.pdf
  surmise convert server.json -o server.aut --write-tau i
  surmise convert protocol.prism --const N=3 --module sender -o sender.json";

/// Convert an LTS to another format
///
/// JSON keeps everything. The format .aut has no place for actions without transitions and for the
/// end state; what is lost is reported. Probabilities are exact in every format that has them: JSON,
/// the .aut of mCRL2, and PRISM, where an LTS or LPTS becomes one module.
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Arguments {
    #[command(flatten)]
    rewrite: RewriteArgs,
}

/// Does it.
pub(crate) fn run(arguments: &Arguments, session: &Session) -> Attempt<Written> {
    let rewrite = &arguments.rewrite;
    rewrite.read_either(session, |component, context| match component {
        EitherComponent::Plain(component, actions) => {
            let writable = Writable::of(component, actions);
            rewrite.output.write(&writable, FileFormat::Json, session, context)
        }
        EitherComponent::Probabilistic(ProbabilisticComponent { name, lpts }, actions) => {
            let writable = WritableLpts { name, lpts, actions, force: false };
            rewrite.output.write(&writable, FileFormat::Json, session, context)
        }
    })
}

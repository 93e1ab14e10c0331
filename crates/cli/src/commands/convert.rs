//! `surmise convert`: the same LTS in another format.

use std::path::PathBuf;

use clap::Args;
use surmise::{Attempt, Convert};

use crate::arguments::ModelArgs;
use crate::render::Told;
use crate::session::Session;

const EXAMPLES: &str = "\
Examples:
  surmise convert server.aut -o server.json
  surmise convert server.aut --to dot | dot -Tpdf > server.pdf
  surmise convert server.json -o server.aut --write-tau i
  surmise convert protocol.prism --const N=3 --module sender -o sender.json
  surmise convert model.lts -o model.pml && spin -search model.pml
  surmise convert model.pml --replace Receiver=small.aut -o replaced.pml";

/// Convert an LTS to another format
///
/// JSON keeps everything. The format .aut cannot express actions without transitions and the end
/// state; what is lost is reported. Probabilities are exact in every format that has them: JSON,
/// the .aut of mCRL2, and PRISM, where an LTS or LPTS becomes one module. Promela (.pml) keeps the
/// components of a model separate, each as a variable that holds its state; properties become
/// assertions.
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Arguments {
    /// Write a Promela program with one process replaced by the LTS in a file
    #[arg(long, value_name = "PROCESS=FILE", value_parser = replacement)]
    replace: Option<(String, PathBuf)>,
    #[command(flatten)]
    model: ModelArgs,
}

/// `Receiver=small.aut`.
fn replacement(text: &str) -> Result<(String, PathBuf), String> {
    let (process, file) = text.split_once('=').ok_or("write for example Receiver=small.aut")?;
    Ok((process.to_owned(), file.into()))
}

/// Does it.
pub(crate) fn run(arguments: &Arguments, session: &Session) -> Attempt<Told> {
    let ModelArgs { model, input, output, limits } = &arguments.model;
    let question = Convert {
        model: model.clone(),
        input: input.options(),
        replace: arguments.replace.clone(),
        output: output.output(),
    };
    Told::ask(question, limits, session)
}

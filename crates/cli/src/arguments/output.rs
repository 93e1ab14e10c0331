//! Writing an LTS: to a file or to standard output, in one of several formats.

use std::path::PathBuf;

use clap::Args;
use surmise::Output;
use surmise::write::FileFormat;

use super::InputArgs;
use crate::choice::choice;
use crate::limits::LimitArgs;

/// One LTS in, one LTS out: what `convert`, `draw` and `minimise` have in common.
#[derive(Debug, Args)]
pub(crate) struct ModelArgs {
    /// The file to read; `-` is standard input
    #[arg(value_name = "MODEL")]
    pub(crate) model: PathBuf,
    #[command(flatten)]
    pub(crate) output: OutputArgs,
    #[command(flatten)]
    pub(crate) input: InputArgs,
    #[command(flatten)]
    pub(crate) limits: LimitArgs,
}

/// Where to write an LTS, and how.
#[derive(Debug, Args)]
#[command(next_help_heading = "Output options")]
pub(crate) struct OutputArgs {
    /// The file to write; its extension determines the format [default: standard output]
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
    /// The format to write
    #[arg(long, value_parser = choice::<FileFormat>(), value_name = "FORMAT")]
    to: Option<FileFormat>,
    /// The label of silent transitions in .aut files; CADP expects `i`
    #[arg(long, default_value = "tau", value_name = "LABEL")]
    write_tau: String,
}

impl OutputArgs {
    /// What was chosen.
    pub(crate) fn output(&self) -> Output {
        Output {
            file: self.output.clone().filter(|path| path.as_os_str() != "-"),
            format: self.to,
            tau: self.write_tau.clone(),
        }
    }
}

//! What can be said on the command line: here what every command has; beside it what several share.

mod evidence;
mod flag;
mod input;
mod method;
mod output;
mod quotient;
mod topic;

pub(crate) use self::evidence::EvidenceArgs;
pub(crate) use self::flag::flag;
pub(crate) use self::input::InputArgs;
pub(crate) use self::method::MethodArgs;
pub(crate) use self::output::{ModelArgs, OutputArgs};
pub(crate) use self::quotient::QuotientArgs;
pub(crate) use self::topic::method_help;

use clap::{Args, ColorChoice, Parser, ValueEnum};

use crate::commands::Command;

/// A compositional model checker that finds its own assumptions
///
/// Components are labelled transition systems. They run side by side and synchronise on the actions
/// that their alphabets share. A property is a labelled transition system, too, which allows the
/// traces that it has.
#[derive(Debug, Parser)]
#[command(name = "surmise", version, after_help = EXAMPLES)]
pub(crate) struct Arguments {
    #[command(flatten)]
    pub(crate) globals: Globals,
    #[command(subcommand)]
    pub(crate) command: Command,
}

const EXAMPLES: &str = "\
Examples:
  surmise check model.lts
  surmise check client.aut server.aut --property mutex.aut --timeout 60s --memory 4GiB
  surmise info client.aut server.aut
  surmise draw server.aut -o server.svg

Exit status:
  0  it holds, or the command did what it was asked to do
  1  it is violated, or the two LTSs differ
  2  wrong usage or wrong input
  3  undecided: a limit was reached, or it was interrupted

Results go to standard output, everything else to standard error.
`surmise help COMMAND` and `surmise help METHOD` explain a command or a method of `check`.";

/// Options of every command.
#[derive(Debug, Args)]
#[command(next_help_heading = "Output options")]
pub(crate) struct Globals {
    /// For people, as JSON with the same content, or as remarks beside lines for code review
    #[arg(long, global = true, value_enum, default_value_t = Format::Human, value_name = "FORMAT")]
    pub(crate) format: Format,
    /// Whether to use colours; `auto` does in a terminal unless NO_COLOR is set
    #[arg(long, global = true, value_enum, default_value_t = ColorChoice::Auto, value_name = "WHEN")]
    #[arg(hide_short_help = true)]
    pub(crate) color: ColorChoice,
    /// Show no progress bar and no notes
    #[arg(short, long, global = true)]
    pub(crate) quiet: bool,
    /// Explain each step; report time and memory
    #[arg(short, long, global = true, conflicts_with = "quiet")]
    pub(crate) verbose: bool,
    /// Exit with 0 instead of 1 (violated) and 3 (undecided)
    #[arg(long, global = true, hide_short_help = true)]
    pub(crate) exit_zero: bool,
}

/// Who reads the answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Format {
    /// For people
    Human,
    /// For programs: see docs/report.schema.json
    Json,
    /// What there is to complain about, as SARIF 2.1.0 for code scanning
    Sarif,
    /// The same as annotations of a GitHub workflow, after what people read
    Github,
}

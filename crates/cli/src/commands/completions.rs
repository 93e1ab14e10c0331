//! `surmise completions`: scripts that let a shell complete commands and options.

use std::io::{self, Write};

use clap::{Args, CommandFactory};
use clap_complete::Shell;
use serde::Serialize;
use surmise::Attempt;

use crate::arguments;
use crate::reply::{Reply, Screen};
use crate::session::Session;

const EXAMPLES: &str = "\
Examples:
  surmise completions bash > ~/.local/share/bash-completion/completions/surmise
  surmise completions fish > ~/.config/fish/completions/surmise.fish
  surmise completions zsh > \"${fpath[1]}/_surmise\"";

/// Print a completion script for a shell
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Arguments {
    /// The shell
    #[arg(value_enum)]
    shell: Shell,
}

/// The script.
#[derive(Debug, Serialize)]
pub(crate) struct Script {
    shell: String,
    text: String,
}

/// Does it.
#[expect(clippy::unnecessary_wraps, reason = "all commands have this shape")]
pub(crate) fn run(arguments: &Arguments, _: &Session) -> Attempt<Script> {
    let mut text = Vec::new();
    let mut command = arguments::Arguments::command();
    clap_complete::generate(arguments.shell, &mut command, "surmise", &mut text);
    let text = String::from_utf8_lossy(&text).into_owned();
    Ok(Script { shell: arguments.shell.to_string(), text })
}

impl Reply for Script {
    fn show(&self, out: &mut dyn Write, _: Screen) -> io::Result<()> {
        out.write_all(self.text.as_bytes())
    }
}

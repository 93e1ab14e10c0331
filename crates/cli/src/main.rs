//! The `surmise` command.
//!
//! A command is a file in `commands/`: its arguments, and the question that they ask of the
//! library. How its [`Reply`](reply::Reply) looks is in [`render`]. What is common to all of
//! them, limits, interruption, diagnostics, output formats and exit statuses, is in [`session`] and
//! [`limits`].

mod allocator;
mod annotations;
mod arguments;
mod choice;
mod commands;
mod files;
mod limits;
mod progress;
mod render;
mod reply;
mod session;
mod solver;
mod units;

use std::process::ExitCode;

use clap::Parser;

use crate::arguments::Arguments;
use crate::commands::Command;
use crate::session::Session;

fn main() -> ExitCode {
    let words: Vec<String> =
        std::env::args_os().skip(1).map(|word| word.to_string_lossy().into_owned()).collect();
    if let Some(help) = arguments::method_help(&words) {
        return session::show_help(&help);
    }
    let arguments = match Arguments::try_parse() {
        Ok(arguments) => arguments,
        Err(error) => return session::wrong_usage(&error),
    };
    // A server, a walk and a report have nothing to say when somebody stops them.
    if !matches!(
        arguments.command,
        Command::Lsp(_) | Command::Report(_) | Command::Step(_) | Command::Studio(_)
    ) {
        limits::listen_for_interrupts();
    }
    let session = Session::new(&arguments.globals, arguments.command.name());
    let result = arguments.command.run(&session);
    session.finish(result)
}

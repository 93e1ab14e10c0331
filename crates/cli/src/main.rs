//! The `surmise` command.
//!
//! A command is a file in `commands/`: its arguments, what it does, and its [`Answer`](answer::Answer),
//! which knows how to show itself to people and to programs. What is common to all of them — limits,
//! interruption, diagnostics, output formats, exit statuses — is in [`session`] and [`limits`].

mod answer;
mod args;
mod commands;
mod failure;
mod limits;
mod load;
mod methods;
mod output;
mod progress;
mod render;
mod session;
mod source;
mod units;

use std::process::ExitCode;

use clap::Parser;

use crate::args::Arguments;
use crate::session::Session;

fn main() -> ExitCode {
    let arguments = Arguments::parse();
    limits::listen_for_interrupts();
    let session = Session::new(&arguments.globals, arguments.command.name());
    let result = arguments.command.run(&session);
    session.finish(result)
}

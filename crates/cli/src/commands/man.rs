//! `surmise man`: manual pages.

use std::fs;
use std::io::{self, Write};
use std::path::PathBuf;

use clap::{Args, CommandFactory};
use serde::Serialize;
use surmise::{Attempt, Failure};

use crate::arguments;
use crate::reply::{Reply, Screen};
use crate::session::Session;

const EXAMPLES: &str = "\
Examples:
  surmise man ~/.local/share/man/man1
  man surmise-check";

/// Write manual pages
///
/// One for the program and one for each command, in a directory that is created if necessary.
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Arguments {
    /// The directory
    directory: PathBuf,
}

/// What was written.
#[derive(Debug, Serialize)]
pub(crate) struct Pages {
    directory: String,
    pages: Vec<String>,
}

/// Does it.
pub(crate) fn run(arguments: &Arguments, _: &Session) -> Attempt<Pages> {
    let name = arguments.directory.display().to_string();
    let write = || -> io::Result<Vec<String>> {
        fs::create_dir_all(&arguments.directory)?;
        clap_mangen::generate_to(arguments::Arguments::command(), &arguments.directory)?;
        let mut pages: Vec<String> = fs::read_dir(&arguments.directory)?
            .filter_map(|entry| Some(entry.ok()?.file_name().to_string_lossy().into_owned()))
            .filter(|file| file.starts_with("surmise") && file.ends_with(".1"))
            .collect();
        pages.sort_unstable();
        Ok(pages)
    };
    let pages = write().map_err(|error| Failure::file("write", &name, &error))?;
    Ok(Pages { directory: name, pages })
}

impl Reply for Pages {
    fn show(&self, out: &mut dyn Write, _: Screen) -> io::Result<()> {
        writeln!(out, "{} pages → {}", self.pages.len(), self.directory)
    }
}

//! SPIN: a text is translated, its verifier compiled, and run.

use std::io;
use std::path::Path;
use std::process::Command;
use std::time::{Duration, Instant};

use crate::measure::{self, Run};

/// What SPIN's verifier says.
#[derive(Debug)]
pub(crate) struct Said {
    /// States stored.
    pub(crate) states: u64,
    /// Errors found.
    pub(crate) errors: u64,
    pub(crate) run: Run,
}

/// How long `spin -a` takes to translate a file of a folder.
pub(crate) fn translate(folder: &Path, file: &str, options: &[&str]) -> io::Result<Duration> {
    let _ = std::fs::remove_file(folder.join("pan.c"));
    let started = Instant::now();
    let result = Command::new("spin").args(options).args(["-a", file]).current_dir(folder).output();
    let output = result.map_err(|error| {
        io::Error::new(error.kind(), "there is no `spin`: install the Debian package `spin`")
    })?;
    let elapsed = started.elapsed();
    let refused = !output.status.success() || !folder.join("pan.c").exists();
    match refused {
        true => {
            let said = String::from_utf8_lossy(&output.stdout).into_owned();
            Err(io::Error::other(format!("SPIN refuses {file}: {said}")))
        }
        false => Ok(elapsed),
    }
}

/// Compiles what was translated.
pub(crate) fn compile(folder: &Path, options: &[&str]) -> io::Result<()> {
    let mut command = Command::new("gcc");
    command.args(options).args(["-o", "pan", "pan.c"]).current_dir(folder);
    let compiled = command.output().map_err(|error| {
        io::Error::new(error.kind(), "there is no `gcc`: install the Debian package `gcc`")
    })?;
    match compiled.status.success() {
        true => Ok(()),
        false => {
            let said = String::from_utf8_lossy(&compiled.stderr).into_owned();
            Err(io::Error::other(format!("gcc refuses what SPIN made: {said}")))
        }
    }
}

/// Runs what was compiled for so many seconds, and reads what it says.
pub(crate) fn verify(folder: &Path, options: &[&str], seconds: f64) -> io::Result<Said> {
    let mut command = measure::within(seconds, "./pan");
    understand(measure::run(command.args(options).current_dir(folder))?)
}

/// Reads what a verifier has said.
pub(crate) fn understand(run: Run) -> io::Result<Said> {
    let number = |text: &str| text.trim().parse::<u64>().ok();
    let lines = || run.output.lines();
    let stored = lines().find_map(|line| number(line.trim().strip_suffix("states, stored")?));
    let errors = lines().find_map(|line| number(line.split_once("errors: ")?.1));
    match (stored, errors) {
        (Some(states), Some(errors)) => Ok(Said { states, errors, run }),
        _ => Err(io::Error::other(format!(
            "SPIN's verifier says neither states nor errors: {}",
            run.output
        ))),
    }
}

//! SPIN, asked about one text: every state, all errors, no reduction.

use std::fmt;
use std::io;
use std::path::Path;
use std::process::Command;
use std::time::{Duration, Instant};

use surmise_lang::promela::Exploration;

/// What is said of a text, by SPIN or by us.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Said {
    /// States stored.
    pub(super) states: u64,
    /// Invalid end states.
    pub(super) end_states: u64,
    /// Whether assertions fail, or something else goes wrong.
    pub(super) errors: bool,
}

impl Said {
    /// What we say.
    pub(super) fn ours(explored: &Exploration) -> Self {
        let Exploration { states, end_states, assertion, other, .. } = explored;
        Self { states: *states, end_states: *end_states, errors: *assertion || other.is_some() }
    }

    /// Whether the verdicts are the same. Behind an error a program goes on and a system does not, so
    /// end states count only where there is none.
    pub(super) fn agrees(self, other: Self) -> bool {
        let stuck = |said: Self| said.end_states > 0;
        self.errors == other.errors && (self.errors || stuck(self) == stuck(other))
    }
}

impl fmt::Display for Said {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match (self.errors, self.end_states > 0) {
            (true, true) => "error, end state",
            (true, false) => "error",
            (false, true) => "end state",
            (false, false) => "none",
        })
    }
}

/// How long `spin -a` takes to translate a file of a folder.
pub(super) fn translate(folder: &Path, file: &str) -> io::Result<Duration> {
    let started = Instant::now();
    let result =
        Command::new("spin").args(["-o1", "-o2", "-o3", "-a", file]).current_dir(folder).output();
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

/// Asks SPIN about a file of a folder.
pub(super) fn ask(folder: &Path, file: &str) -> io::Result<Said> {
    let _ = std::fs::remove_file(folder.join("pan.c"));
    translate(folder, file)?;
    let options = ["-O0", "-w", "-pipe", "-DSAFETY", "-DNOREDUCE", "-DNOCLAIM", "-DMEMLIM=3000"];
    let compiled = Command::new("gcc")
        .args(options)
        .args(["-DVECTORSZ=8192", "-o", "pan", "pan.c"])
        .current_dir(folder)
        .output()
        .map_err(|error| {
            io::Error::new(error.kind(), "there is no `gcc`: install the Debian package `gcc`")
        })?;
    if !compiled.status.success() {
        let said = String::from_utf8_lossy(&compiled.stderr).into_owned();
        return Err(io::Error::other(format!("gcc refuses what SPIN makes of {file}: {said}")));
    }
    let (states, errors) = verify(folder, &[])?;
    // `-E` leaves invalid end states out.
    let (_, others) = verify(folder, &["-E"])?;
    Ok(Said { states, end_states: errors - others.min(errors), errors: others > 0 })
}

/// States stored, and errors.
fn verify(folder: &Path, more: &[&str]) -> io::Result<(u64, u64)> {
    let output = Command::new("./pan")
        .args(["-n", "-c0", "-m1000000"])
        .args(more)
        .current_dir(folder)
        .output()?;
    let said = String::from_utf8_lossy(&output.stdout).into_owned();
    let number = |text: &str| text.trim().parse::<u64>().ok();
    let stored = said.lines().find_map(|line| number(line.trim().strip_suffix("states, stored")?));
    let errors = said.lines().find_map(|line| number(line.split_once("errors: ")?.1));
    match (stored, errors) {
        (Some(stored), Some(errors)) => Ok((stored, errors)),
        _ => {
            Err(io::Error::other(format!("SPIN's verifier says neither states nor errors: {said}")))
        }
    }
}

//! SPIN, asked about one text: every state, all errors, no reduction.

use std::fmt;
use std::io;
use std::path::Path;
use std::time::Duration;

use surmise_lang::promela::Exploration;

use crate::pan;

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

    /// Whether the verdicts are the same. Behind an error a program goes on and a system does not,
    /// so end states count only where there is none.
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
    pan::translate(folder, file, &["-o1", "-o2", "-o3"])
}

/// How long SPIN's verifier may take. A random program whose `atomic` has 2^50 ways round would
/// take it years.
const SECONDS: f64 = 120.0;

/// Asks SPIN about a file of a folder.
pub(super) fn ask(folder: &Path, file: &str) -> io::Result<Said> {
    translate(folder, file)?;
    let options = ["-O0", "-w", "-pipe", "-DSAFETY", "-DNOREDUCE", "-DNOCLAIM", "-DMEMLIM=3000"];
    pan::compile(folder, &[&options[..], &["-DVECTORSZ=8192"]].concat())?;
    let always = ["-n", "-c0", "-m1000000"];
    let verify = |more: &[&str]| pan::verify(folder, &[&always[..], more].concat(), SECONDS);
    let all = verify(&[])?;
    // `-E` leaves invalid end states out.
    let others = verify(&["-E"])?.errors;
    Ok(Said {
        states: all.states,
        end_states: all.errors - others.min(all.errors),
        errors: others > 0,
    })
}

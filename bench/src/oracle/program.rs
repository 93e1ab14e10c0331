//! Runs of `surmise` on the process of a row.

use std::io;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use serde::Deserialize;
use serde::de::IgnoredAny;
use serde_json::Value;
use tempfile::TempDir;

use super::row::{Composed, Found, Kind, Row, Violation};

/// The program, where the files are, and its limits.
pub(super) struct Program {
    surmise: PathBuf,
    files: PathBuf,
    seconds: u32,
    /// Where compositions are written.
    scratch: TempDir,
}

/// What a check says, and its time.
pub(super) struct Checked {
    pub(super) found: Found,
    pub(super) time: Duration,
}

impl Program {
    pub(super) fn new(surmise: PathBuf, files: PathBuf, seconds: u32) -> io::Result<Self> {
        Ok(Self { surmise, files, seconds, scratch: tempfile::tempdir()? })
    }

    /// The file of a row.
    pub(super) fn file(&self, row: &Row) -> PathBuf {
        self.files.join(&row.file)
    }

    fn command(&self, name: &str, row: &Row) -> Command {
        let mut command = Command::new(&self.surmise);
        command.arg(name).arg(self.file(row)).args(["--process", &row.process]);
        command.args(["--from", "fsp", "--format", "json", "--exit-zero", "--quiet"]);
        command.args(["--memory", "4GiB", "--timeout"]).arg(format!("{}s", self.seconds));
        command
    }

    /// Runs it and reads its answer, whatever the status.
    fn run(command: &mut Command) -> io::Result<Value> {
        let output = command.stdin(Stdio::null()).output().map_err(|error| {
            io::Error::new(error.kind(), format!("{}: {error}", command.get_program().display()))
        })?;
        serde_json::from_slice(&output.stdout).map_err(|error| {
            let said = String::from_utf8_lossy(&output.stderr);
            io::Error::other(format!("{command:?}, {}: {error}\n{said}", output.status))
        })
    }

    /// `surmise check`.
    pub(super) fn check(&self, row: &Row) -> io::Result<Checked> {
        let start = Instant::now();
        let answer = Self::run(self.command("check", row).args(["--method", "mono"]))?;
        let time = start.elapsed();
        Ok(Checked { found: found(&answer), time })
    }

    /// `surmise compose`, if there is a composition.
    pub(super) fn compose(&self, row: &Row) -> io::Result<Option<Composed>> {
        let file = self.scratch.path().join("composition.json");
        let answer = Self::run(self.command("compose", row).arg("--output").arg(&file))?;
        let size = |name: &str| answer["result"][name].as_u64().map(|size| size as usize);
        let (Some(states), Some(transitions)) = (size("states"), size("transitions")) else {
            return Ok(None);
        };
        Ok(Some(Composed { states, transitions, alphabet: alphabet(&file)? }))
    }

    /// `surmise info`, which does little more than to compile.
    pub(super) fn info(&self, row: &Row) -> Command {
        self.command("info", row)
    }
}

/// How many actions the LTS in a file has.
fn alphabet(file: &Path) -> io::Result<usize> {
    #[derive(Deserialize)]
    struct Labels {
        alphabet: Vec<IgnoredAny>,
    }
    let labels: Labels = serde_json::from_slice(&std::fs::read(file)?)?;
    Ok(labels.alphabet.len())
}

/// What an answer of `surmise check` says.
fn found(answer: &Value) -> Found {
    let Some(verdicts) = answer["result"]["verdicts"].as_array() else {
        let diagnostics = answer["diagnostics"].as_array().into_iter().flatten();
        let mut errors = diagnostics.filter(|diagnostic| diagnostic["severity"] == "error");
        let message = errors.next().and_then(|error| error["message"].as_str());
        return Found::Refused(message.unwrap_or("nothing").to_owned());
    };
    let mut violations = Vec::new();
    // LTSA's safety check has nothing to do with temporal properties.
    for verdict in verdicts.iter().filter(|verdict| verdict["claim"]["kind"] != "temporal") {
        match verdict["verdict"].as_str() {
            Some("holds") => {}
            Some("violated") => violations.push(Violation {
                kind: match verdict["claim"]["kind"] == "no-deadlock" {
                    true => Kind::Deadlock,
                    false => Kind::Error,
                },
                length: verdict["counterexample"]["steps"].as_array().map_or(0, Vec::len),
            }),
            _ => return Found::Undecided,
        }
    }
    Found::Verdict(violations)
}

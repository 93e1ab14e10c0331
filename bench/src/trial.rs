//! One run of `surmise check` within limits: its verdict, largest assumption, memory and time.

use std::io;
use std::path::PathBuf;
use std::process::Command;
use std::time::Duration;

use serde_json::Value;

use crate::family::Family;
use crate::measure;

/// The program, its models and its limits.
#[derive(Debug, Clone, clap::Args)]
pub(crate) struct Limited {
    /// The `surmise` to measure; by default the release build beside this program
    #[arg(long)]
    surmise: Option<PathBuf>,
    /// Where the models are
    #[arg(long, default_value = "corpus/cases")]
    cases: PathBuf,
    /// The time that one check may take, in seconds
    #[arg(long, default_value_t = 60)]
    pub(crate) seconds: u32,
    /// The memory that one check may use
    #[arg(long, default_value = "4GiB")]
    pub(crate) memory: String,
}

/// What came of it.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Trial {
    /// `holds`, `violated` or `unknown`.
    pub(crate) verdict: String,
    pub(crate) assumption: Option<u64>,
    pub(crate) states: Option<u64>,
    pub(crate) megabytes: f64,
    pub(crate) time: Duration,
}

impl Trial {
    /// Whether there was an answer within the limits.
    pub(crate) fn decided(&self) -> bool {
        self.verdict != "unknown"
    }

    /// Its time in seconds, or a dash if it was stopped.
    pub(crate) fn seconds(&self) -> String {
        match self.decided() {
            true => format!("{:.2}", self.time.as_secs_f64()),
            false => "–".to_owned(),
        }
    }
}

impl Limited {
    /// Checks the system of a family with a method and its options.
    pub(crate) fn check(&self, family: &Family, k: u32, method: &[String]) -> io::Result<Trial> {
        let surmise = match &self.surmise {
            Some(path) => path.clone(),
            None => std::env::current_exe()?.with_file_name("surmise"),
        };
        let mut command = Command::new(&surmise);
        command.arg("check").arg(self.model(family)).args(family.system(k));
        command.args(method).args(["--format", "json", "--exit-zero", "--quiet"]);
        command.arg("--timeout").arg(format!("{}s", self.seconds));
        command.arg("--memory").arg(&self.memory);
        let run = measure::run(&mut command)?;
        let document: Value = serde_json::from_str(&run.output)?;
        let verdict = &document["result"]["verdicts"][0];
        let statistics = &verdict["statistics"];
        Ok(Trial {
            verdict: verdict["verdict"].as_str().unwrap_or("unknown").to_owned(),
            assumption: statistics["largest assumption"].as_u64(),
            states: statistics["states"].as_u64(),
            megabytes: run.memory as f64 / f64::from(1 << 20),
            time: run.wall,
        })
    }

    /// The model of a family.
    pub(crate) fn model(&self, family: &Family) -> PathBuf {
        self.cases.join(family.file)
    }
}

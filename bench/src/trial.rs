//! Runs of `surmise check` within limits: verdict, largest assumption, memory and time.

use std::collections::BTreeMap;
use std::fmt::{self, Display};
use std::io;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

use serde_json::Value;

use crate::family::Family;
use crate::measure::{self, Run};

/// The program, its models and its limits.
#[derive(Debug, Clone, clap::Args)]
pub(crate) struct Limited {
    /// The `surmise` to measure; by default the one beside this program
    #[arg(long)]
    surmise: Option<PathBuf>,
    /// Where the models are
    #[arg(long, default_value = "corpus/cases")]
    cases: PathBuf,
    /// The time that one check may take, in seconds
    #[arg(long, default_value_t = 60.0)]
    seconds: f64,
    /// The memory that one check may use
    #[arg(long, default_value = "4GiB")]
    memory: String,
    /// Report the time of processors instead of the clock's, on a machine that others use, too
    #[arg(long)]
    processor_time: bool,
}

/// The limits in words.
impl Display for Limited {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let of = if self.processor_time { "; times are those of the processors" } else { "" };
        write!(f, "{} s and {} for each check{of}", self.seconds, self.memory)
    }
}

/// What came of a run.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Trial {
    /// `holds`, `violated`, or anything else if it was not decided.
    verdict: String,
    pub(crate) assumption: Option<u64>,
    /// The smallest assumption, where there are several.
    pub(crate) smallest: Option<u64>,
    /// States that were visited, all in all.
    pub(crate) states: Option<u64>,
    pub(crate) megabytes: f64,
    pub(crate) time: Duration,
}

impl Trial {
    /// Whether there was an answer within the limits.
    pub(crate) fn decided(&self) -> bool {
        matches!(&*self.verdict, "holds" | "violated")
    }

    /// Its time in seconds, or a dash if it was stopped.
    pub(crate) fn seconds(&self) -> String {
        match self.decided() {
            true => format!("{:.3}", self.time.as_secs_f64()),
            false => "–".to_owned(),
        }
    }
}

impl Limited {
    /// The same with less time.
    pub(crate) fn at_most(&self, seconds: f64) -> Self {
        Self { seconds: self.seconds.min(seconds), ..self.clone() }
    }

    /// The model of a family.
    pub(crate) fn model(&self, family: &Family) -> PathBuf {
        self.case(family.file)
    }

    /// A model by the name of its file.
    pub(crate) fn case(&self, file: &str) -> PathBuf {
        self.cases.join(file)
    }

    /// Another program, to be stopped after the same time.
    pub(crate) fn within_seconds(&self, program: &str) -> Command {
        measure::within(self.seconds, program)
    }

    /// The time of a run that counts.
    pub(crate) fn time(&self, run: &Run) -> Duration {
        if self.processor_time { run.processors } else { run.wall }
    }

    /// Checks a model with any arguments: the report, and the time it took.
    pub(crate) fn run(&self, model: &str, arguments: &[&str]) -> io::Result<(Value, Duration)> {
        let mut command = self.surmise()?;
        command.arg("check").arg(self.cases.join(model)).args(arguments);
        command.args(["--format", "json", "--exit-zero", "--quiet"]);
        let run = measure::run(&mut command)?;
        Ok((serde_json::from_str(&run.output)?, run.wall))
    }

    /// Whether the models of a folder do what they say: the report.
    pub(crate) fn test(&self, folder: &Path) -> io::Result<Value> {
        let mut command = self.surmise()?;
        command.arg("test").arg(folder).args(["--format", "json", "--exit-zero", "--quiet"]);
        Ok(serde_json::from_str(&measure::run(&mut command)?.output)?)
    }

    /// Checks any model with any arguments within the limits: the report, the seconds and the
    /// megabytes it took.
    pub(crate) fn measure(
        &self,
        model: &Path,
        arguments: &[&str],
    ) -> io::Result<(Value, (f64, f64))> {
        let mut command = self.surmise()?;
        command.arg("check").arg(model).args(arguments);
        command.args(["--format", "json", "--exit-zero", "--quiet"]);
        command
            .arg("--timeout")
            .arg(format!("{:.3}s", self.seconds))
            .arg("--memory")
            .arg(&self.memory);
        let run = measure::run(&mut command)?;
        let time = self.time(&run);
        Ok((
            serde_json::from_str(&run.output)?,
            (time.as_secs_f64(), run.memory as f64 / f64::from(1 << 20)),
        ))
    }

    /// A folder of the corpus beside the one with the case studies.
    pub(crate) fn beside_cases(&self, folder: &str) -> PathBuf {
        self.cases.parent().unwrap_or(&self.cases).join(folder)
    }

    fn surmise(&self) -> io::Result<Command> {
        Ok(Command::new(match &self.surmise {
            Some(path) => path.clone(),
            None => std::env::current_exe()?.with_file_name("surmise"),
        }))
    }

    fn check(&self, family: &Family, k: u32, options: &[String]) -> io::Result<Trial> {
        let mut command = self.surmise()?;
        command.arg("check").arg(self.model(family)).args(family.system(k));
        command.args(options).args(["--format", "json", "--exit-zero", "--quiet"]);
        command.arg("--timeout").arg(format!("{:.3}s", self.seconds));
        command.arg("--memory").arg(&self.memory);
        let run = measure::run(&mut command)?;
        let document: Value = serde_json::from_str(&run.output)?;
        let verdicts = document["result"]["verdicts"].as_array().into_iter().flatten();
        let none = Value::Null;
        let mut properties = verdicts.filter(|verdict| verdict["claim"]["kind"] == "property");
        let verdict = properties.next().unwrap_or(&none);
        Ok(Trial {
            verdict: verdict["verdict"].as_str().unwrap_or("undecided").to_owned(),
            assumption: verdict["statistics"]["largest assumption"].as_u64(),
            smallest: verdict["statistics"]["smallest assumption"].as_u64(),
            states: verdict["statistics"]["states"].as_u64(),
            megabytes: run.memory as f64 / f64::from(1 << 20),
            time: self.time(&run),
        })
    }
}

/// Runs, each made once.
pub(crate) struct Trials<'a> {
    limited: &'a Limited,
    made: BTreeMap<(&'static str, u32, Vec<String>), Trial>,
}

impl<'a> Trials<'a> {
    pub(crate) fn new(limited: &'a Limited) -> Self {
        Self { limited, made: BTreeMap::new() }
    }

    pub(crate) fn limited(&self) -> &'a Limited {
        self.limited
    }

    /// Checks the system of a family with a method and its options. All verdicts on a system agree.
    pub(crate) fn check(
        &mut self,
        family: &'static Family,
        k: u32,
        options: &[String],
    ) -> io::Result<Trial> {
        let key = (family.case, k, options.to_vec());
        if let Some(trial) = self.made.get(&key) {
            return Ok(trial.clone());
        }
        let trial = self.limited.check(family, k, options)?;
        let others =
            self.made.range((family.case, k, Vec::new())..(family.case, k + 1, Vec::new()));
        for ((.., other_options), other) in others {
            if trial.decided() && other.decided() && trial.verdict != other.verdict {
                return Err(io::Error::other(format!(
                    "{} {k}: {} with {options:?}, but {} with {other_options:?}",
                    family.case, trial.verdict, other.verdict
                )));
            }
        }
        self.made.insert(key, trial.clone());
        Ok(trial)
    }
}

//! `surmise test`: are the models as they say they are?

use std::io::{self, Write};
use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::thread;

use clap::Args;
use clap::builder::FalseyValueParser;
use serde::Serialize;

use surmise::methods::{METHODS, Method, by_name};
use surmise::{Attempt, count};

use crate::annotations::{Annotation, Level};
use crate::limits::LimitArgs;
use crate::render::{BAD, GOOD, OPEN};
use crate::reply::{Reply, Screen, Status};
use crate::session::Session;

use self::run::{Judgement, Reused, TestResult};

mod case;
mod expectation;
mod junit;
mod run;

const HELP: &str = "\
What a model expects of itself stands in comments of its FSP, Promela or PRISM text, or for .aut
models in a file NAME.expect beside them:

  // expect SYSTEM(N=3): holds SAFE, violated FAST, no deadlock, states 128 with SAFE
  expect client.aut server.aut with mutex.aut: holds mutex by mono|learn
  // expect: no error, no deadlock
  // expect (N=3): holds P<=0.01 [ F \"lost\" ], conforms spec.prism, violates stricter.prism by agar

Examples:
  surmise test corpus
  surmise test corpus --method all --timeout 60s --junit report.xml

Exit status: 0 all is as expected, 1 something is not, 2 a model is wrong, 3 a limit was reached.";

/// Check models against the verdicts that they declare
///
/// Checks every system for which a model declares expectations, several at a time. Limits apply to
/// each check separately; memory is that of the whole program.
#[derive(Debug, Args)]
#[command(after_help = HELP)]
pub(crate) struct Arguments {
    /// Models, or directories with models
    #[arg(required = true, value_name = "DIR")]
    paths: Vec<PathBuf>,
    /// How to check; `all` is every method there is
    #[arg(short, long, default_value = "mono", value_name = "METHOD", value_parser = methods)]
    method: Methods,
    /// How many checks to run at a time [default: the number of cores]
    #[arg(short, long, value_name = "COUNT")]
    jobs: Option<NonZeroUsize>,
    /// Try what the last run found first, and keep what this one finds
    ///
    /// As `check --reuse`, for each check: after an edit only what changed is checked again.
    #[arg(long, value_name = "DIR")]
    baseline: Option<PathBuf>,
    /// Also write the results as JUnit XML
    #[arg(long, value_name = "FILE")]
    junit: Option<PathBuf>,
    /// Have the independent checker confirm every verdict
    #[arg(long, env = "SURMISE_SELF_CHECK", hide_env_values = true)]
    #[arg(value_parser = FalseyValueParser::new())]
    self_check: bool,
    #[command(flatten)]
    limits: LimitArgs,
}

/// One method or all.
#[derive(Debug, Clone)]
struct Methods(Vec<&'static dyn Method>);

fn methods(text: &str) -> Result<Methods, String> {
    match (text, by_name(text)) {
        ("all", _) => Ok(Methods(METHODS.to_vec())),
        (_, Some(method)) => Ok(Methods(vec![method])),
        (_, None) => {
            let known: Vec<&str> = METHODS.iter().map(|method| method.name()).collect();
            Err(format!("methods are {}, all", known.join(", ")))
        }
    }
}

/// The results.
#[derive(Debug, Serialize)]
pub(crate) struct Tested {
    passed: usize,
    failed: usize,
    undecided: usize,
    wrong: usize,
    /// What was reused of the last run, if that was wanted.
    #[serde(skip_serializing_if = "Option::is_none")]
    baseline: Option<Baseline>,
    tests: Vec<TestResult>,
}

/// How many verdicts were reused.
#[derive(Debug, Serialize)]
struct Baseline {
    /// Nothing had to be checked again.
    reused: usize,
    /// Something had to be.
    in_part: usize,
    /// Everything had to be.
    anew: usize,
}

/// Does it.
pub(crate) fn run(arguments: &Arguments, session: &Session) -> Attempt<Tested> {
    let cases = case::find(&arguments.paths, session)?;
    let jobs = arguments.jobs.or_else(|| thread::available_parallelism().ok());
    let jobs = jobs.map_or(1, NonZeroUsize::get);
    let Arguments { method, limits, self_check, baseline, .. } = arguments;
    let how = (*self_check, baseline.as_deref());
    let tests = run::run(&cases, &method.0, jobs, how, limits, session)?;
    if let Some(path) = &arguments.junit {
        junit::write(path, &tests, session)?;
    }
    let number = |of: fn(&Judgement) -> bool| tests.iter().filter(|test| of(&test.result)).count();
    let of = |reused: Option<Reused>| tests.iter().filter(|test| test.reused == reused).count();
    let baseline = baseline.as_ref().map(|_| Baseline {
        reused: of(Some(Reused::Whole)),
        in_part: of(Some(Reused::Part)),
        anew: of(None),
    });
    Ok(Tested {
        baseline,
        passed: number(|judgement| matches!(judgement, Judgement::Passed)),
        failed: number(|judgement| matches!(judgement, Judgement::Failed { .. })),
        undecided: number(|judgement| matches!(judgement, Judgement::Undecided { .. })),
        wrong: number(|judgement| matches!(judgement, Judgement::Wrong { .. })),
        tests,
    })
}

impl Reply for Tested {
    fn status(&self) -> Status {
        match self {
            Self { failed: 1.., .. } => Status::Violated,
            Self { wrong: 1.., .. } => Status::Wrong,
            Self { undecided: 1.., .. } => Status::Undecided,
            _ => Status::Success,
        }
    }

    fn annotations(&self) -> Vec<Annotation> {
        let annotation = |test: &TestResult| {
            let TestResult { file, line, system, expected, method, .. } = test;
            let (rule, level, what) = match &test.result {
                Judgement::Passed => return None,
                Judgement::Failed { found } => ("unexpected", Level::Error, found),
                Judgement::Undecided { reason } => ("undecided", Level::Warning, reason),
                Judgement::Wrong { message } => ("input", Level::Error, message),
            };
            let message = format!("{system}: {expected} [{method}]: {what}");
            Some(Annotation { rule, level, message, place: Some((file.clone(), *line, 1)) })
        };
        self.tests.iter().filter_map(annotation).collect()
    }

    fn show(&self, out: &mut dyn Write, _: Screen) -> io::Result<()> {
        for test in &self.tests {
            let TestResult { file, line, system, expected, method, .. } = test;
            let place = format!("{file}:{line}: {system}: {expected} [{method}]");
            match &test.result {
                Judgement::Passed => continue,
                Judgement::Failed { found } => {
                    writeln!(out, "{BAD}FAILED{BAD:#} {place}\n  {found}")?;
                }
                Judgement::Undecided { reason } => {
                    writeln!(out, "{OPEN}UNDECIDED{OPEN:#} {place}\n  {reason}")?;
                }
                Judgement::Wrong { message } => {
                    writeln!(out, "{BAD}WRONG{BAD:#} {place}\n  {message}")?;
                }
            }
        }
        let passed = format!("{} as expected", count(self.passed as u64, "verdict"));
        let others = [(self.failed, "not"), (self.undecided, "undecided"), (self.wrong, "wrong")];
        let others: Vec<String> = others
            .iter()
            .filter(|(number, _)| *number > 0)
            .map(|(number, word)| format!(", {number} {word}"))
            .collect();
        match others.is_empty() {
            true => writeln!(out, "{GOOD}{passed}{GOOD:#}")?,
            false => writeln!(out, "{passed}{BAD}{}{BAD:#}", others.concat())?,
        }
        match &self.baseline {
            None => Ok(()),
            Some(Baseline { reused, in_part, anew }) => writeln!(
                out,
                "{reused} reused, {in_part} reused and checked again in part, {anew} checked anew"
            ),
        }
    }
}

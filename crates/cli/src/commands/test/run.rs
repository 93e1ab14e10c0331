//! Runs cases side by side, and compares what comes out with what is expected.

use std::path::Path;
use std::time::{Duration, Instant};

use rayon::iter::{IntoParallelRefIterator, ParallelIterator};
use serde::Serialize;
use surmise::check::{Wanted, in_the_text};
use surmise::conformance::ConformanceKind;
use surmise::load::{FspOptions, InputOptions, PrismOptions};
use surmise::methods::Method;
use surmise::report::{
    ClaimReport, OutcomeReport, StatisticsReport, UndecidedReport, VerdictReport,
};
use surmise::{
    Attempt, Check, Confirm, Conform, EvidenceOptions, Failure, Finding, Named, Question, Satisfy,
};

use super::case::Case;
use super::expectation::{Expectation, Expected};
use crate::files::Disk;
use crate::limits::{LimitArgs, interrupt};
use crate::session::Session;

/// What came of one expectation with one method.
#[derive(Debug, Clone, Serialize)]
pub(super) struct TestResult {
    pub(super) file: String,
    pub(super) line: usize,
    pub(super) system: String,
    pub(super) expected: String,
    pub(super) method: &'static str,
    #[serde(flatten)]
    pub(super) result: Judgement,
    /// What of the baseline served, if anything did.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) reused: Option<Reused>,
    /// Not for the answer, which is the same every time.
    #[serde(skip)]
    pub(super) time: Duration,
}

/// Whether it is as expected.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(tag = "result", rename_all = "lowercase")]
pub(super) enum Judgement {
    /// It is.
    Passed,
    /// It is not.
    Failed { found: String },
    /// A limit was reached.
    Undecided { reason: String },
    /// The system cannot be built, or has no such property.
    Wrong { message: String },
}

/// One expectation with one method.
struct Trial<'a> {
    case: &'a Case,
    expectation: &'a Expectation,
    method: &'static dyn Method,
    self_check: bool,
    baseline: Option<&'a Path>,
}

/// What of an earlier run served.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub(super) enum Reused {
    /// The verdict, and nothing had to be checked again.
    Whole,
    /// The verdict, though something was checked again.
    Part,
}

/// Runs all cases with all methods, so many at a time. The results are in the order of the cases,
/// the methods and the expectations.
pub(super) fn run(
    cases: &[Case],
    methods: &[&'static dyn Method],
    jobs: usize,
    (self_check, baseline): (bool, Option<&Path>),
    limits: &LimitArgs,
    session: &Session,
) -> Attempt<Vec<TestResult>> {
    let mut trials = Vec::new();
    for case in cases {
        for &method in methods {
            let wanted = case.expectations.iter().filter(|expected| expected.is_for(method));
            trials.extend(wanted.map(|expectation| Trial {
                case,
                expectation,
                method,
                self_check,
                baseline,
            }));
        }
    }
    let pool = rayon::ThreadPoolBuilder::new().num_threads(jobs).build();
    let pool = pool.map_err(|error| Failure::usage(error.to_string()))?;
    let disk = &*session.disk;
    Ok(pool.install(|| trials.par_iter().map(|trial| trial.run(limits, disk)).collect()))
}

impl Trial<'_> {
    fn run(&self, limits: &LimitArgs, disk: &Disk) -> TestResult {
        let start = Instant::now();
        let Self { case, expectation, method, .. } = self;
        let (result, reused) =
            self.judge(limits, disk).unwrap_or_else(|failure| (wrong(&failure), None));
        TestResult {
            file: case.file.clone(),
            line: case.line,
            system: case.subject.clone(),
            expected: expectation.text.clone(),
            method: method.name(),
            result,
            reused,
            time: start.elapsed(),
        }
    }

    /// Asks what is expected, and compares.
    fn judge(&self, limits: &LimitArgs, disk: &Disk) -> Attempt<(Judgement, Option<Reused>)> {
        let request = limits.request(self.question()?);
        let answer = request.answer_with(disk, &(), interrupt())?;
        let mut reused = None;
        let judgement = match &answer.finding {
            Finding::Checked(report) => {
                match report.verdicts.iter().find(|verdict| self.is_about(&verdict.claim)) {
                    Some(verdict) => {
                        let of = verdict.reused.as_ref().filter(|reused| reused.succeeded());
                        reused = of.map(|reused| match reused.checked {
                            0 => Reused::Whole,
                            _ => Reused::Part,
                        });
                        self.compare_claim(verdict)
                    }
                    None => Judgement::Wrong { message: "there is no such property".to_owned() },
                }
            }
            Finding::Conformed(report) => self.compare(&report.verdict, by_a_tree),
            Finding::Satisfied(report) => match &report.formulas[..] {
                [formula] => self.compare(&formula.verdict, by_a_tree),
                _ => Judgement::Wrong { message: "there is no answer".to_owned() },
            },
            _ => Judgement::Wrong { message: "this is not about a system".to_owned() },
        };
        Ok((judgement, reused))
    }

    /// What has to be asked.
    fn question(&self) -> Attempt<Question> {
        let Case { models, process, parameters, properties, .. } = self.case;
        let evidence = EvidenceOptions {
            // The checker visits all states of the whole system if that is what was done.
            confirm: self.self_check.then_some(Confirm { states: Some(200_000) }),
            ..EvidenceOptions::default()
        };
        let prism = PrismOptions { constants: parameters.clone(), modules: Vec::new() };
        let probabilistic = InputOptions { prism, ..InputOptions::default() };
        let conformance = || {
            ConformanceKind::by_name(self.method.name())
                .ok_or_else(|| Failure::usage("the method is not one for probabilistic systems"))
        };
        Ok(match &self.expectation.verdict {
            Expected::Formula(formula, _) => Question::Satisfy(Satisfy {
                models: models.clone(),
                input: probabilistic,
                formulas: vec![formula.clone()],
                method: conformance()?,
                evidence,
                ..Satisfy::default()
            }),
            Expected::Conforms(file, _) => {
                let beside = models.first().and_then(|model| model.parent());
                Question::Conform(Conform {
                    models: models.clone(),
                    input: probabilistic,
                    specification: beside.unwrap_or(Path::new("")).join(file),
                    method: conformance()?,
                    evidence,
                    ..Conform::default()
                })
            }
            expected => {
                let number = |(name, value): &(String, String)| match value.parse() {
                    Ok(value) => Ok((name.clone(), value)),
                    Err(_) => Err(Failure::usage(format!("`{value}` is not a number"))),
                };
                let fsp = FspOptions {
                    process: process.clone(),
                    parameters: parameters.iter().map(number).collect::<Attempt<_>>()?,
                    ..FspOptions::default()
                };
                Question::Check(Check {
                    models: models.clone(),
                    input: InputOptions { fsp, ..InputOptions::default() },
                    // How many states there are is counted again.
                    reuse: match expected {
                        Expected::States(..) => None,
                        _ => self.baseline.map(Path::to_owned),
                    },
                    wanted: wanted(expected, properties),
                    method: Some(self.method.name().to_owned()),
                    evidence,
                    ..Check::default()
                })
            }
        })
    }

    /// Whether a claim is the one that is expected to be true or not.
    fn is_about(&self, claim: &ClaimReport) -> bool {
        match (claim, self.expectation.verdict.property()) {
            (ClaimReport::Property { name }, Some(property)) => {
                name.raw() == property || in_the_text(name.raw()) == property
            }
            (ClaimReport::Temporal(temporal), Some(property)) => temporal.name.raw() == property,
            (ClaimReport::NoError | ClaimReport::NoDeadlock, property) => property.is_none(),
            (ClaimReport::Property { .. } | ClaimReport::Temporal(_), None) => false,
        }
    }

    fn compare_claim(&self, verdict: &VerdictReport) -> Judgement {
        let judgement = self.compare(&verdict.outcome, || match &verdict.outcome {
            OutcomeReport::Violated(found) => {
                let steps = found.counterexample.steps.iter();
                let word: Vec<String> = steps.map(|step| step.action.to_string()).collect();
                format!("it is violated: {}", word.join(" "))
            }
            _ => String::new(),
        });
        match judgement {
            Judgement::Passed => self.compare_size(&verdict.statistics),
            other => other,
        }
    }

    fn compare<P, C>(
        &self,
        outcome: &OutcomeReport<P, C>,
        violation: impl FnOnce() -> String,
    ) -> Judgement {
        let wants_violation = match self.expectation.verdict {
            Expected::Holds(_) | Expected::States(..) => false,
            Expected::Formula(_, holds) | Expected::Conforms(_, holds) => !holds,
            Expected::Violated(_) => true,
            Expected::Deadlock(there) | Expected::Error(there) => there,
        };
        match (outcome, wants_violation) {
            // A proof that the checker refuses is a mistake, whatever was expected.
            (OutcomeReport::Undecided(open), _) if open.limit == "internal" => {
                Judgement::Failed { found: open.reason.clone() }
            }
            (OutcomeReport::Undecided(UndecidedReport { reason, known, .. }), _) => {
                Judgement::Undecided { reason: format!("{reason}: {known}") }
            }
            (OutcomeReport::Holds(_), true) => Judgement::Failed { found: "it holds".to_owned() },
            (OutcomeReport::Violated(_), false) => Judgement::Failed { found: violation() },
            (OutcomeReport::Holds(_), false) | (OutcomeReport::Violated(_), true) => {
                Judgement::Passed
            }
        }
    }

    /// What holds may still have another size.
    fn compare_size(&self, statistics: &StatisticsReport) -> Judgement {
        let Expected::States(wanted, _) = self.expectation.verdict else {
            return Judgement::Passed;
        };
        match statistics.get("states").and_then(serde_json::Value::as_u64) {
            Some(states) if states != wanted => {
                Judgement::Failed { found: format!("{states} states") }
            }
            _ => Judgement::Passed,
        }
    }
}

/// The claim that an expectation is about. Properties may be in files of their own.
fn wanted(expected: &Expected, files: &[String]) -> Wanted {
    match expected.property() {
        Some(name) => {
            // A file is mostly called as the property in it; if not, it is one of them.
            let is_named = |file: &&String| {
                Path::new(file).file_stem().is_some_and(|stem| stem.to_string_lossy() == name)
            };
            match files.iter().find(is_named) {
                Some(file) => Wanted::only([file.clone()]),
                None if files.is_empty() => Wanted::only([name.to_owned()]),
                None => Wanted::only(files.iter().cloned()),
            }
        }
        None => Wanted {
            properties: Some(Vec::new()),
            errors: Some(!matches!(expected, Expected::Deadlock(_))),
            deadlock: Some(matches!(expected, Expected::Deadlock(_))),
            ..Wanted::default()
        },
    }
}

fn by_a_tree() -> String {
    "it is violated, by a tree".to_owned()
}

fn wrong(failure: &Failure) -> Judgement {
    match failure {
        Failure::Stopped(stopped) => Judgement::Undecided { reason: stopped.reason.to_string() },
        Failure::Wrong(remarks) => {
            let messages: Vec<&str> =
                remarks.iter().map(|remark| remark.diagnostic.message.as_str()).collect();
            Judgement::Wrong { message: messages.join("; ") }
        }
    }
}

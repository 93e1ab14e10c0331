//! Runs cases side by side, and compares what comes out with what is expected.

use std::time::{Duration, Instant};

use rayon::iter::{IntoParallelRefIterator, ParallelIterator};
use serde::Serialize;
use surmise::check::{Evidence, Wanted, choose, questions};
use surmise::load::{FspOptions, InputOptions, Loaded};
use surmise::methods::{Method, MethodOptions};
use surmise::{Attempt, Failure, Name, load};
use surmise_model::{Claim, Context, Count, Outcome, PropertyId, Report, System};

use super::case::Case;
use super::expectation::{Expectation, Expected};
use super::probabilistic;
use crate::files::Disk;
use crate::limits::LimitArgs;
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

/// One case with one method.
pub(super) struct Job<'a> {
    pub(super) case: &'a Case,
    pub(super) method: &'static dyn Method,
    pub(super) self_check: bool,
}

/// Runs all cases with all methods, so many at a time. The results are in the order of the cases,
/// the methods and the expectations.
pub(super) fn run(
    cases: &[Case],
    methods: &[&'static dyn Method],
    jobs: usize,
    self_check: bool,
    limits: &LimitArgs,
    session: &Session,
) -> Attempt<Vec<TestResult>> {
    let wanted = |case: &Case, method| case.expectations.iter().any(|e| e.is_for(method));
    let work: Vec<Job<'_>> = cases
        .iter()
        .flat_map(|case| methods.iter().map(move |&method| Job { case, method, self_check }))
        .filter(|job| wanted(job.case, job.method))
        .collect();
    let pool = rayon::ThreadPoolBuilder::new().num_threads(jobs).build();
    let pool = pool.map_err(|error| Failure::usage(error.to_string()))?;
    let disk = &session.disk;
    let results: Vec<Vec<TestResult>> =
        pool.install(|| work.par_iter().map(|job| job.run(limits, disk)).collect());
    Ok(results.into_iter().flatten().collect())
}

impl Job<'_> {
    fn run(&self, limits: &LimitArgs, disk: &Disk) -> Vec<TestResult> {
        let Self { case, method, .. } = self;
        let loaded =
            std::cell::LazyCell::new(|| limits.beside_others(|context| self.load(disk, context)));
        let expectations = case.expectations.iter().filter(|expected| expected.is_for(*method));
        let result = |expected: &Expectation| {
            let start = Instant::now();
            let judge = |context: &Context<'_>| match expected.verdict.is_probabilistic() {
                true => probabilistic::judge(self, &expected.verdict, disk, context),
                false => match &*loaded {
                    Ok(loaded) => self.judge(expected, &loaded.system, context),
                    Err(failure) => Ok(wrong(failure)),
                },
            };
            let judgement = limits.beside_others(judge).unwrap_or_else(|failure| wrong(&failure));
            TestResult {
                file: case.file.clone(),
                line: case.line,
                system: case.subject.clone(),
                expected: expected.text.clone(),
                method: method.name(),
                result: judgement,
                time: start.elapsed(),
            }
        };
        expectations.map(result).collect()
    }

    fn load(&self, disk: &Disk, context: &Context<'_>) -> Attempt<Loaded> {
        let Case { process, parameters, .. } = self.case;
        let number = |(name, value): &(String, String)| match value.parse() {
            Ok(value) => Ok((name.clone(), value)),
            Err(_) => Err(Failure::usage(format!("`{value}` is not a number"))),
        };
        let fsp = FspOptions {
            process: process.clone(),
            parameters: parameters.iter().map(number).collect::<Attempt<_>>()?,
            ..FspOptions::default()
        };
        let options = InputOptions { fsp, ..InputOptions::default() };
        let mut loaded = load::system(&self.case.models, &options, disk, context)?;
        // Properties that are expected to hold or not may be defined beside the process.
        let named = self.case.expectations.iter().filter_map(|e| e.verdict.property());
        let defined =
            |name: &&str| loaded.contents.iter().any(|c| c.not_part.iter().any(|p| p == name));
        let mut properties: Vec<String> = self.case.properties.clone();
        properties.extend(named.filter(defined).map(str::to_owned));
        if !properties.is_empty() {
            let wanted = Wanted { properties, deadlock: Some(false) };
            choose(&wanted, &mut loaded, &options, disk, context)?;
        }
        Ok(loaded)
    }

    /// Checks one expectation.
    fn judge(
        &self,
        expected: &Expectation,
        system: &System,
        context: &Context<'_>,
    ) -> Attempt<Judgement> {
        let claim = claim(&expected.verdict, system)?;
        let mut answers = Vec::new();
        for question in questions(system, &[claim], self.method) {
            answers.extend(question.answer(system, &MethodOptions::default(), context)?);
        }
        let Some(answer) = answers.pop() else {
            return Err(Failure::usage("there is no answer"));
        };
        let report = answer.report;
        if self.self_check
            && let Some(found) = objection(system, &report, context)?
        {
            return Ok(Judgement::Failed { found });
        }
        let wants_violation = match expected.verdict {
            Expected::Holds(_) | Expected::States(..) => false,
            Expected::Formula(_, holds) | Expected::Conforms(_, holds) => !holds,
            Expected::Violated(_) => true,
            Expected::Deadlock(there) | Expected::Error(there) => there,
        };
        Ok(match (&report.outcome, wants_violation) {
            (Outcome::Unknown(unknown), _) => {
                Judgement::Undecided { reason: format!("{}: {}", unknown.reason, unknown.known) }
            }
            (Outcome::Holds(_), true) => Judgement::Failed { found: "it holds".to_owned() },
            (Outcome::Violated(counterexample), false) => {
                let actions = counterexample.trace.actions();
                let word: Vec<String> = actions
                    .map(|action| Name::from(system.actions.name(action)).to_string())
                    .collect();
                Judgement::Failed { found: format!("it is violated: {}", word.join(" ")) }
            }
            (Outcome::Violated(_), true) => Judgement::Passed,
            (Outcome::Holds(_), false) => sizes(&expected.verdict, &report),
        })
    }
}

/// What is claimed by an expectation.
fn claim(expected: &Expected, system: &System) -> Attempt<Claim> {
    if let Some(name) = expected.property() {
        let found = system.properties.iter().position(|property| property.name == name);
        let id = found.ok_or_else(|| Failure::usage(format!("there is no property {name}")))?;
        return Ok(Claim::Property(PropertyId::of(id)));
    }
    Ok(match expected {
        Expected::Deadlock(_) => Claim::NoDeadlock,
        Expected::Holds(_)
        | Expected::Violated(_)
        | Expected::Error(_)
        | Expected::States(..)
        | Expected::Formula(..)
        | Expected::Conforms(..) => Claim::NoError,
    })
}

fn wrong(failure: &Failure) -> Judgement {
    match failure {
        Failure::Stopped(reason) => Judgement::Undecided { reason: reason.to_string() },
        Failure::Wrong(remarks) => {
            let messages: Vec<&str> =
                remarks.iter().map(|remark| remark.diagnostic.message.as_str()).collect();
            Judgement::Wrong { message: messages.join("; ") }
        }
    }
}

/// What the independent checker has against a verdict. It is not asked for more than so many states.
fn objection(system: &System, report: &Report, context: &Context<'_>) -> Attempt<Option<String>> {
    const STATES: u64 = 200_000;
    let Some(evidence) = Evidence::of(system, None, report)? else { return Ok(None) };
    let result = surmise_certify::check(system, &evidence.certificate, &context.at_most(STATES));
    let refusal = result.err().filter(|refusal| !refusal.is_undecided());
    Ok(refusal.map(|refusal| format!("a verdict that the checker refuses: {refusal}")))
}

/// What holds may still have another size.
fn sizes(expected: &Expected, report: &Report) -> Judgement {
    match (expected, report.statistics.get(Count::States)) {
        (Expected::States(wanted, _), Some(states)) if states != *wanted => {
            Judgement::Failed { found: format!("{states} states") }
        }
        _ => Judgement::Passed,
    }
}

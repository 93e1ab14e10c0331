//! Runs cases side by side, and compares what comes out with what is expected.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use serde::Serialize;
use surmise_model::{
    Certificate, Context, Count, Limits, Outcome as Found, PropertyId, Report, System,
};

use super::case::Case;
use super::expectation::{Expectation, Verdict};
use crate::commands::check::properties;
use crate::failure::{Failure, Outcome};
use crate::limits::LimitArgs;
use crate::load::{self, LoadArgs};
use crate::methods::{Claim, MethodName};
use crate::session::Session;

/// What came of one expectation with one method.
#[derive(Debug, Clone, Serialize)]
pub(super) struct TestResult {
    pub(super) file: String,
    pub(super) line: usize,
    pub(super) system: String,
    pub(super) expected: String,
    pub(super) method: String,
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
struct Job<'a> {
    case: &'a Case,
    method: MethodName,
    self_check: bool,
}

/// Runs all cases with all methods, so many at a time. The results are in the order of the cases,
/// the methods and the expectations.
pub(super) fn run(
    cases: &[Case],
    methods: &[MethodName],
    jobs: usize,
    self_check: bool,
    limits: &LimitArgs,
    session: &Session,
) -> Vec<TestResult> {
    let wanted = |case: &Case, method| case.expectations.iter().any(|e| e.is_for(method));
    let work: Vec<Job<'_>> = cases
        .iter()
        .flat_map(|case| methods.iter().map(move |&method| Job { case, method, self_check }))
        .filter(|job| wanted(job.case, job.method))
        .collect();
    let next = AtomicUsize::new(0);
    let done: Mutex<Vec<(usize, Vec<TestResult>)>> = Mutex::default();
    thread::scope(|scope| {
        for _ in 0..jobs.min(work.len()) {
            let aside = session.aside();
            let (work, next, done) = (&work, &next, &done);
            scope.spawn(move || {
                while let Some((index, job)) = {
                    let index = next.fetch_add(1, Ordering::Relaxed);
                    work.get(index).map(|job| (index, job))
                } {
                    let results = job.run(limits, &aside);
                    done.lock().unwrap_or_else(PoisonError::into_inner).push((index, results));
                }
            });
        }
    });
    let mut done = done.into_inner().unwrap_or_else(PoisonError::into_inner);
    done.sort_by_key(|(index, _)| *index);
    done.into_iter().flat_map(|(_, results)| results).collect()
}

impl Job<'_> {
    fn run(&self, limits: &LimitArgs, session: &Session) -> Vec<TestResult> {
        let Self { case, method, self_check } = self;
        let load = LoadArgs::of(case.process.as_deref(), &case.parameters);
        let system = limits.beside_others(|context| {
            let mut system = load::system(&case.models, &load, session, context)?;
            if !case.properties.is_empty() {
                properties::choose(&case.properties, &mut system, &load, session, context)?;
            }
            Ok(system)
        });
        let expectations = case.expectations.iter().filter(|expected| expected.is_for(*method));
        let result = |expected: &Expectation| {
            let start = Instant::now();
            let judgement = match &system {
                Ok(system) => limits
                    .beside_others(|context| judge(expected, system, *method, *self_check, context))
                    .unwrap_or_else(|failure| wrong(&failure)),
                Err(failure) => wrong(failure),
            };
            TestResult {
                file: case.file.clone(),
                line: case.line,
                system: case.subject.clone(),
                expected: expected.text.clone(),
                method: method.word(),
                result: judgement,
                time: start.elapsed(),
            }
        };
        expectations.map(result).collect()
    }
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

/// Checks one expectation.
fn judge(
    expected: &Expectation,
    system: &System,
    method: MethodName,
    self_check: bool,
    context: &Context<'_>,
) -> Outcome<Judgement> {
    let property = |name: &str| {
        let found = system.properties.iter().position(|property| property.name == name);
        found
            .map(PropertyId::of)
            .ok_or_else(|| Failure::usage(format!("there is no property {name}")))
    };
    let claim = match &expected.verdict {
        Verdict::Holds(name) | Verdict::Violated(name) | Verdict::States(_, Some(name)) => {
            Claim::Property(property(name)?)
        }
        Verdict::Deadlock(_) => Claim::NoDeadlock,
        Verdict::Error(_) | Verdict::States(_, None) => Claim::NoError,
    };
    let report = method.check_by_default(system, claim, context)?;
    if self_check && let Some(found) = objection(system, &report, context)? {
        return Ok(Judgement::Failed { found });
    }
    let wants_violation = match expected.verdict {
        Verdict::Holds(_) | Verdict::States(..) => false,
        Verdict::Violated(_) => true,
        Verdict::Deadlock(there) | Verdict::Error(there) => there,
    };
    Ok(match (&report.outcome, wants_violation) {
        (Found::Unknown(unknown), _) => {
            Judgement::Undecided { reason: format!("{}: {}", unknown.reason, unknown.known) }
        }
        (Found::Holds(_), true) => Judgement::Failed { found: "it holds".to_owned() },
        (Found::Violated(counterexample), false) => {
            let word: Vec<&str> = counterexample
                .trace
                .steps
                .iter()
                .map(|step| system.actions.name(step.action))
                .collect();
            Judgement::Failed { found: format!("it is violated: {}", word.join(" ")) }
        }
        (Found::Violated(_), true) => Judgement::Passed,
        (Found::Holds(_), false) => sizes(&expected.verdict, &report),
    })
}

/// What the independent checker has against a verdict. It is not asked for more than so many states.
fn objection(system: &System, report: &Report, context: &Context<'_>) -> Outcome<Option<String>> {
    const STATES: u64 = 200_000;
    let certificate = match &report.outcome {
        Found::Holds(proof) => Certificate::of_proof(system, proof)
            .map_err(|error| Failure::usage(error.to_string()))?,
        Found::Violated(counterexample) => Certificate::of_counterexample(system, counterexample),
        Found::Unknown(_) => return Ok(None),
    };
    let states = context.limits.states.map_or(STATES, |limit| limit.min(STATES));
    let limits = Limits { states: Some(states), ..context.limits };
    let result = surmise_certify::check(system, &certificate, &Context { limits, ..*context });
    let refusal = result.err().filter(|refusal| !refusal.is_undecided());
    Ok(refusal.map(|refusal| format!("a verdict that the checker refuses: {refusal}")))
}

/// What holds may still have another size.
fn sizes(expected: &Verdict, report: &Report) -> Judgement {
    match (expected, report.statistics.get(Count::States)) {
        (Verdict::States(wanted, _), Some(states)) if states != *wanted => {
            Judgement::Failed { found: format!("{states} states") }
        }
        _ => Judgement::Passed,
    }
}

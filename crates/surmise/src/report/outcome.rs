//! A verdict by name, whatever it is about; what was done with its evidence, and what was counted.

use serde::Serialize;
use surmise_model::{Outcome, Reason, Statistics, Unknown};

use super::SubstituteReport;
use crate::{Attempt, Verdict};

/// A verdict by name, over what proofs and counterexamples are to the question.
#[derive(Debug, Serialize)]
#[serde(tag = "verdict", rename_all = "lowercase")]
pub enum OutcomeReport<P, C> {
    /// It holds.
    Holds(P),
    /// It does not.
    Violated(C),
    /// Not known.
    Undecided(UndecidedReport),
}

/// Why there is no verdict, and what is known nevertheless.
#[derive(Debug, Serialize)]
pub struct UndecidedReport {
    /// What kind of limit it was, in a word.
    pub limit: &'static str,
    /// What it was.
    pub reason: String,
    /// What is known nevertheless.
    pub known: String,
    /// What can stand for components: the claim is true with all of these if and only if it is
    /// true.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub assumptions: Vec<SubstituteReport>,
}

impl<P, C> OutcomeReport<P, C> {
    /// A verdict by name, by who can name proofs and who can name counterexamples.
    pub(crate) fn new<Proof, Run>(
        outcome: &Outcome<Proof, Run>,
        holds: impl FnOnce(&Proof) -> Attempt<P>,
        violated: impl FnOnce(&Run) -> C,
    ) -> Attempt<Self> {
        Ok(match outcome {
            Outcome::Holds(proof) => Self::Holds(holds(proof)?),
            Outcome::Violated(run) => Self::Violated(violated(run)),
            Outcome::Unknown(Unknown { reason, known, .. }) => Self::Undecided(UndecidedReport {
                limit: limit_name(reason),
                reason: reason.to_string(),
                known: known.clone(),
                assumptions: Vec::new(),
            }),
        })
    }

    /// The verdict in a word.
    pub fn verdict(&self) -> Verdict {
        match self {
            Self::Holds(_) => Verdict::Holds,
            Self::Violated(_) => Verdict::Violated,
            Self::Undecided(_) => Verdict::Undecided,
        }
    }
}

/// What was counted; what does not fit into 64 bits as a text of digits.
pub type StatisticsReport = serde_json::Map<String, serde_json::Value>;

/// What was counted, by name. What depends on the number of threads is not for a report: it must
/// not.
pub(crate) fn statistics_report(statistics: &Statistics) -> StatisticsReport {
    let value = |count, small: u64| match statistics.large(count) {
        Some(large) => large.to_string().into(),
        None => small.into(),
    };
    let counts = statistics.iter().filter(|(count, _)| count.is_repeatable());
    counts.map(|(count, small)| (count.to_string(), value(count, small))).collect()
}

/// What was done with the evidence for a verdict.
#[derive(Debug, Default, Serialize)]
pub struct EvidenceReport {
    /// Where the certificate is.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub certificate: Option<String>,
    /// Where the counterexample is.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub counterexample: Option<String>,
    /// Where the assumptions are.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub assumptions: Vec<String>,
    /// Whether the independent checker confirmed the verdict; absent if it was not asked, or did
    /// not come to an end.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub confirmed: Option<bool>,
}

impl EvidenceReport {
    /// Whether there is nothing to report.
    pub fn is_empty(&self) -> bool {
        self.lines().next().is_none() && self.confirmed.is_none()
    }

    /// What to tell people about it, a line each.
    pub fn lines(&self) -> impl Iterator<Item = String> {
        let confirmed = (self.confirmed == Some(true))
            .then(|| "confirmed by the independent checker".to_owned());
        let certificate = self.certificate.as_ref().map(|path| format!("certificate in {path}"));
        let trace = self.counterexample.as_ref().map(|path| format!("counterexample in {path}"));
        let assumptions = self.assumptions.iter().map(|path| format!("assumption in {path}"));
        [confirmed, certificate, trace].into_iter().flatten().chain(assumptions)
    }
}

/// One word for programs.
pub(crate) fn limit_name(reason: &Reason) -> &'static str {
    match reason {
        Reason::Cancelled => "interrupt",
        Reason::TimeLimit => "time",
        Reason::MemoryLimit(_) => "memory",
        Reason::StateLimit(_) => "states",
        Reason::WorkLimit => "work",
        Reason::Internal(_) => "internal",
        Reason::Unsupported(_) => "unsupported",
    }
}

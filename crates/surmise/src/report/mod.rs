//! Verdicts by name, for people and for programs: the JSON says everything that a screen shows.

mod proof;
mod trace;

use serde::Serialize;
use surmise_model::{Claim, Outcome, Reason, System};

pub use self::proof::{AssumptionReport, ProofReport, RuleReport, SubstituteReport, action_names};
pub use self::trace::{Lane, Move, StepReport, TraceReport, ViolationReport, Waiting, state_name};
use crate::check::{Answer, Chosen};
use crate::load::{Loaded, Unchecked};
use crate::{Attempt, Name};

/// What was checked, and what came of it.
#[derive(Debug, Serialize)]
pub struct CheckReport {
    /// The files, and what was chosen of them.
    pub models: Vec<ModelReport>,
    /// The components.
    pub components: Vec<Name>,
    /// The method that was chosen.
    pub method: &'static str,
    /// The verdicts: violations first, the shortest before the others; then what is undecided.
    pub verdicts: Vec<VerdictReport>,
    /// Properties that the models define, and that were neither part of what was checked nor chosen.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub not_part: Vec<Name>,
    /// What the models declare and nobody can check yet.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub unchecked: Vec<Unchecked>,
}

/// A file, and what was chosen of it.
#[derive(Debug, Serialize)]
pub struct ModelReport {
    /// Its name.
    pub file: String,
    /// The process that was read, where a file has several.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub process: Option<Name>,
    /// Other values than the file's own for constants and parameters.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub parameters: Vec<(Name, i32)>,
    /// Other processes that could have been chosen.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub other_processes: Vec<Name>,
}

/// One claim and what came of it.
#[derive(Debug, Serialize)]
pub struct VerdictReport {
    /// What is claimed.
    pub claim: ClaimReport,
    /// Who judged it.
    pub by: &'static str,
    /// How, if several raced to judge it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub race: Option<RaceReport>,
    /// The verdict.
    #[serde(flatten)]
    pub outcome: OutcomeReport,
    /// What was done with the evidence.
    #[serde(skip_serializing_if = "EvidenceReport::is_empty")]
    pub evidence: EvidenceReport,
    /// What was counted; what does not fit into 64 bits as a text of digits.
    pub statistics: serde_json::Map<String, serde_json::Value>,
}

/// Who won a race, and against whom.
#[derive(Debug, PartialEq, Eq, Serialize)]
pub struct RaceReport {
    /// The winner, with its rule if the method has several.
    pub winner: String,
    /// The round in which it won.
    pub round: u32,
    /// Who had tried before, in vain.
    pub tried: Vec<String>,
}

/// A claim by name.
#[derive(Debug, Serialize)]
#[serde(tag = "kind", rename_all = "kebab-case")]
pub enum ClaimReport {
    /// A property holds.
    Property {
        /// Its name.
        name: Name,
    },
    /// No component reaches its error state.
    NoError,
    /// There is no deadlock.
    NoDeadlock,
}

/// A verdict by name.
#[derive(Debug, Serialize)]
#[serde(tag = "verdict", rename_all = "lowercase")]
pub enum OutcomeReport {
    /// It holds.
    Holds {
        /// Why.
        proof: ProofReport,
    },
    /// It does not.
    Violated {
        /// What shows it.
        counterexample: Box<TraceReport>,
    },
    /// Not known.
    Undecided {
        /// What kind of limit it was, in a word.
        limit: &'static str,
        /// What it was.
        reason: String,
        /// What is known nevertheless.
        known: String,
        /// What can stand for components: the claim is true with all of these if and only if it is true.
        #[serde(skip_serializing_if = "Vec::is_empty")]
        assumptions: Vec<SubstituteReport>,
    },
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

impl CheckReport {
    /// A report without verdicts yet.
    pub fn new(loaded: &Loaded, chosen: &Chosen, method: &'static str) -> Self {
        let names = |names: &[String]| names.iter().map(|name| Name::from(name.as_str())).collect();
        let models = loaded.contents.iter().map(|content| ModelReport {
            file: content.path.display().to_string(),
            process: content.process.as_deref().map(Name::from),
            parameters: content
                .parameters
                .iter()
                .map(|(name, value)| (Name::from(name.as_str()), *value))
                .collect(),
            other_processes: names(&content.other_processes),
        });
        let components = loaded.system.components.iter();
        Self {
            models: models.collect(),
            components: components.map(|component| component.name.as_str().into()).collect(),
            method,
            verdicts: Vec::new(),
            not_part: chosen.not_part.clone(),
            unchecked: loaded.contents.iter().flat_map(|c| c.unchecked.iter().cloned()).collect(),
        }
    }
}

impl VerdictReport {
    /// An answer by name.
    ///
    /// # Errors
    /// There are too many components for the assumptions to be written down.
    pub fn new(system: &System, answer: &Answer, evidence: EvidenceReport) -> Attempt<Self> {
        let outcome = match &answer.report.outcome {
            Outcome::Holds(proof) => {
                OutcomeReport::Holds { proof: ProofReport::new(system, proof)? }
            }
            Outcome::Violated(counterexample) => OutcomeReport::Violated {
                counterexample: Box::new(TraceReport::new(system, counterexample)),
            },
            Outcome::Unknown(unknown) => OutcomeReport::Undecided {
                limit: limit_name(&unknown.reason),
                reason: unknown.reason.to_string(),
                known: unknown.known.clone(),
                assumptions: SubstituteReport::all(system, answer.claim, unknown)?,
            },
        };
        // What depends on the number of threads is not for the report: it must not.
        let statistics = answer.report.statistics.iter().filter(|(count, _)| count.is_repeatable());
        let value = |count, value: u64| match answer.report.statistics.large(count) {
            Some(large) => large.to_string().into(),
            None => value.into(),
        };
        let statistics =
            statistics.map(|(count, small)| (count.to_string(), value(count, small))).collect();
        let claim = ClaimReport::new(system, answer.claim);
        let race = answer.raced.as_ref().map(|raced| RaceReport {
            winner: raced.name.clone(),
            round: raced.round,
            tried: raced.tried.clone(),
        });
        Ok(Self { claim, by: answer.by.name(), race, outcome, evidence, statistics })
    }
}

impl ClaimReport {
    /// A claim by name.
    pub fn new(system: &System, claim: Claim) -> Self {
        match claim {
            Claim::Property(id) => {
                Self::Property { name: system.property(id).name.as_str().into() }
            }
            Claim::NoError => Self::NoError,
            Claim::NoDeadlock => Self::NoDeadlock,
        }
    }

    /// A word for it that can stand in the name of a file.
    pub fn label(&self) -> &str {
        match self {
            Self::Property { name } => name.raw(),
            Self::NoError => "no-error",
            Self::NoDeadlock => "no-deadlock",
        }
    }
}

/// As people call it.
impl std::fmt::Display for ClaimReport {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Property { name } => write!(f, "property {name}"),
            Self::NoError => f.write_str("no error"),
            Self::NoDeadlock => f.write_str("no deadlock"),
        }
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

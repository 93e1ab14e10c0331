//! What is said if a certificate is not accepted.

use std::fmt;

use surmise_model::Reason;

/// Why a certificate is not accepted.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Refusal {
    /// It is about another system, or mentions what does not exist.
    Mismatch(String),
    /// Its rule cannot have these groups and assumptions.
    Structure(String),
    /// A premise is false.
    Premise {
        /// Which, from 1.
        number: usize,
        /// The premise, as in `⟨A1⟩ Input ⟨Order⟩`.
        statement: String,
        /// A trace that the left-hand side allows.
        trace: Vec<String>,
        /// What the right-hand side has against it.
        objection: String,
    },
    /// A condition on an invariant is not met.
    Invariant {
        /// The condition.
        statement: String,
        /// What is against it.
        why: String,
    },
    /// What shows that a system conforms, or does not, does not show it.
    Conformance {
        /// What was to be shown.
        statement: String,
        /// What is wrong.
        why: String,
    },
    /// A run is not one of the system, or does not end as it should.
    Run {
        /// The step that is wrong, from 1; 0 if it is the beginning.
        step: usize,
        /// What is wrong.
        why: String,
    },
    /// A premise is neither confirmed nor refuted within the limits.
    Limit {
        /// Which, from 1.
        number: usize,
        /// The premise.
        statement: String,
        /// What stopped the checker.
        reason: Reason,
    },
}

impl Refusal {
    /// Whether the certificate may nevertheless be right: only a limit stood in the way.
    pub fn is_undecided(&self) -> bool {
        matches!(self, Self::Limit { .. })
    }
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Mismatch(why) | Self::Structure(why) => f.write_str(why),
            Self::Premise { number, statement, trace, objection } => {
                write!(f, "premise {number}, {statement}, is false: ")?;
                match &**trace {
                    [] => write!(f, "already the empty trace is possible, and {objection}"),
                    trace => {
                        write!(f, "the trace {} is possible, and {objection}", trace.join(", "))
                    }
                }
            }
            Self::Invariant { statement, why } => write!(f, "{statement}: false, {why}"),
            Self::Conformance { statement, why } => write!(f, "{statement} is not shown: {why}"),
            Self::Run { step: 0, why } => write!(f, "the run is wrong at its beginning: {why}"),
            Self::Run { step, why } => write!(f, "the run is wrong at step {step}: {why}"),
            Self::Limit { number, statement, reason } => {
                write!(f, "premise {number}, {statement}, was not checked to its end: {reason}")
            }
        }
    }
}

impl std::error::Error for Refusal {}

/// Refuses a rule that cannot have these groups and assumptions.
pub(crate) fn structure<T>(why: String) -> Result<T, Refusal> {
    Err(Refusal::Structure(why))
}

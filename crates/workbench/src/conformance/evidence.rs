//! The evidence for or against conformance as a certificate, and what the independent checker says of it.

use surmise_certify::check_conformance;
use surmise_model::{
    ConformanceCertificate, ConformanceOutcome, ConformanceReport, Context, Reason, Unknown,
};

use crate::load::Specified;

/// The evidence for a verdict.
#[derive(Debug)]
pub struct ConformanceEvidence {
    /// As a file.
    pub certificate: ConformanceCertificate,
}

impl ConformanceEvidence {
    /// The evidence in a report; none if it is undecided.
    pub fn of(asked: &Specified, report: &ConformanceReport) -> Option<Self> {
        let Specified { loaded, name, specification } = asked;
        let certificate =
            ConformanceCertificate::of(&loaded.system, name, specification, &report.outcome)?;
        Some(Self { certificate })
    }
}

/// Lets the independent checker confirm a report: whether it did, or why it came to no end. A verdict that it refuses is a
/// mistake of ours: the report becomes undecided.
///
/// # Errors
/// A limit was reached before it came to an end.
pub fn self_check(
    asked: &Specified,
    evidence: &ConformanceEvidence,
    report: &mut ConformanceReport,
    context: &Context<'_>,
) -> Result<bool, String> {
    let Specified { loaded, specification, .. } = asked;
    match check_conformance(&loaded.system, specification, &evidence.certificate, context) {
        Ok(_) => Ok(true),
        Err(refusal) if refusal.is_undecided() => Err(refusal.to_string()),
        Err(refusal) => {
            let reason = Reason::Internal(format!("the checker refuses the verdict: {refusal}"));
            let known = "please report this, with the model";
            report.outcome = ConformanceOutcome::Unknown(Unknown::new(reason, known));
            Ok(false)
        }
    }
}

//! The evidence for or against conformance as a certificate, and what the independent checker says of it.

use surmise_certify::check_conformance;
use surmise_model::{ConformanceCertificate, ConformanceOutcome, ConformanceReport, Context};

use crate::confirm::refused;
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
    let refused =
        refused(check_conformance(&loaded.system, specification, &evidence.certificate, context))?;
    let is_confirmed = refused.is_none();
    if let Some(unknown) = refused {
        report.outcome = ConformanceOutcome::Unknown(unknown);
    }
    Ok(is_confirmed)
}

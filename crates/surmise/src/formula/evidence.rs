//! The evidence for or against a formula as a certificate, and what the independent checker says of it.

use surmise_certify::check_formula;
use surmise_model::{Context, FormulaCertificate, FormulaOutcome, FormulaReport};

use crate::confirm::refused;
use crate::load::Formulated;

/// The evidence for a verdict.
#[derive(Debug)]
pub struct FormulaEvidence {
    /// As a file.
    pub certificate: FormulaCertificate,
}

impl FormulaEvidence {
    /// The evidence in a report; none if it is undecided.
    pub fn of(asked: &Formulated, report: &FormulaReport) -> Option<Self> {
        let Formulated { system, formula, .. } = asked;
        let certificate = FormulaCertificate::of(system, &formula.text, &report.outcome)?;
        Some(Self { certificate })
    }
}

/// Lets the independent checker confirm a report: whether it did, or why it came to no end. A verdict that it refuses is a
/// mistake of ours: the report becomes undecided.
///
/// # Errors
/// A limit was reached before it came to an end.
pub fn self_check(
    asked: &Formulated,
    evidence: &FormulaEvidence,
    report: &mut FormulaReport,
    context: &Context<'_>,
) -> Result<bool, String> {
    let Formulated { system, atoms, formula, .. } = asked;
    let refused =
        refused(check_formula(system, atoms, &formula.negation, &evidence.certificate, context))?;
    let is_confirmed = refused.is_none();
    if let Some(unknown) = refused {
        report.outcome = FormulaOutcome::Unknown(unknown);
    }
    Ok(is_confirmed)
}

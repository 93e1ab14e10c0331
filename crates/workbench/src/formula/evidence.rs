//! The evidence for or against a formula as a certificate, and what the independent checker says of it.

use surmise_certify::check_formula;
use surmise_model::{Context, FormulaCertificate, FormulaOutcome, FormulaReport, Reason, Unknown};

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
    match check_formula(system, atoms, &formula.negation, &evidence.certificate, context) {
        Ok(_) => Ok(true),
        Err(refusal) if refusal.is_undecided() => Err(refusal.to_string()),
        Err(refusal) => {
            let reason = Reason::Internal(format!("the checker refuses the verdict: {refusal}"));
            let known = "please report this, with the model";
            report.outcome = FormulaOutcome::Unknown(Unknown::new(reason, known));
            Ok(false)
        }
    }
}

//! The evidence for a verdict as a certificate, and what the independent checker says of it.

use surmise_model::certificate::Subject as WrittenSubject;
use surmise_model::{Certificate, Context, Outcome, Report, System};

use crate::confirm::refused;
use crate::load::Loaded;
use crate::{Attempt, Failure};

/// What a verdict is about, where the files alone do not tell.
pub type Subject = Option<WrittenSubject>;

/// The evidence for a verdict.
#[derive(Debug)]
pub struct Evidence {
    /// As a file.
    pub certificate: Certificate,
}

impl Loaded {
    /// The process and the values that were chosen of the files, so that whoever checks a certificate
    /// need not repeat them.
    pub fn subject(&self) -> Subject {
        let chosen = self.contents.iter().find(|content| content.process.is_some())?;
        Some(WrittenSubject {
            process: chosen.process.clone(),
            parameters: chosen.parameters.clone(),
        })
    }
}

impl Evidence {
    /// The evidence in a report; none if it is undecided.
    ///
    /// # Errors
    /// There are too many components to write it down.
    pub fn of(system: &System, subject: Subject, report: &Report) -> Attempt<Option<Self>> {
        let mut certificate = match &report.outcome {
            Outcome::Holds(proof) => Certificate::of_proof(system, proof)
                .map_err(|error| Failure::usage(error.to_string()))?,
            Outcome::Violated(run) => Certificate::of_counterexample(system, run),
            Outcome::Unknown(_) => return Ok(None),
        };
        certificate.subject = subject;
        Ok(Some(Self { certificate }))
    }
}

/// Lets the independent checker confirm a report: whether it did, or why it came to no end. A verdict
/// that it refuses is a mistake of ours: the report becomes undecided.
pub fn self_check(
    system: &System,
    evidence: &Evidence,
    report: &mut Report,
    context: &Context<'_>,
) -> Result<bool, String> {
    let refused = refused(surmise_certify::check(system, &evidence.certificate, context))?;
    let is_confirmed = refused.is_none();
    if let Some(unknown) = refused {
        report.outcome = Outcome::Unknown(unknown);
    }
    Ok(is_confirmed)
}

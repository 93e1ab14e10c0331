//! The evidence for a verdict about a claim: as a certificate, and the assumptions in it.

use surmise_model::certificate::Subject;
use surmise_model::certificate::program::{ProgramCertificate, ProgramClaim, ProgramSubject};
use surmise_model::{Certificate, Claim, Counterexample, Lts, Outcome, Proof, System};

use crate::load::Loaded;
use crate::methods::Searched;
use crate::{Attempt, Failure};

impl Loaded {
    /// The process and the values that were chosen of the files, so that whoever checks a
    /// certificate need not repeat them.
    fn subject(&self) -> Option<Subject> {
        let chosen = self.contents.iter().find(|content| content.process.is_some())?;
        Some(Subject { process: chosen.process.clone(), parameters: chosen.parameters.clone() })
    }
}

/// The certificate of a verdict, with the proofs that no range is left; none if there is no
/// verdict.
///
/// # Errors
/// There are too many components to write it down.
pub fn certificate(
    loaded: &Loaded,
    outcome: &Outcome,
    ranges: &[Proof],
) -> Attempt<Option<Certificate>> {
    match outcome {
        Outcome::Holds(proof) => {
            let certificate = Certificate::of_proof(&loaded.system, proof)
                .and_then(|certificate| certificate.with_ranges(&loaded.system, ranges))
                .map_err(|error| Failure::usage(error.to_string()))?;
            Ok(Some(Certificate { subject: loaded.subject(), ..certificate }))
        }
        Outcome::Violated(run) => Ok(Some(of_counterexample(loaded, run))),
        Outcome::Unknown(_) => Ok(None),
    }
}

/// The certificate of a counterexample.
pub(crate) fn of_counterexample(loaded: &Loaded, run: &Counterexample) -> Certificate {
    let certificate = Certificate::of_counterexample(&loaded.system, run);
    Certificate { subject: loaded.subject(), ..certificate }
}

/// The certificate of a verdict that a search of a program came to.
pub(crate) fn of_program(system: &System, claim: Claim, searched: &Searched) -> ProgramCertificate {
    let subject = match claim {
        Claim::Property(id) => ProgramSubject::Property(system.property(id).name.clone()),
        Claim::NoError => ProgramSubject::NoError,
        Claim::NoDeadlock => ProgramSubject::NoDeadlock,
        Claim::Temporal(id) => {
            let property = system.temporal_property(id);
            let fairness = property.fairness.into();
            ProgramSubject::Temporal { name: property.name.clone(), fairness }
        }
    };
    let verdict = match &searched.told {
        Some(told) if let Some(cycle) = searched.cycle => {
            ProgramClaim::Repeats { choices: told.choices.clone(), cycle }
        }
        Some(told) => ProgramClaim::Violated(told.choices.clone()),
        None => ProgramClaim::Holds,
    };
    ProgramCertificate::new(subject, verdict)
}

/// The assumptions of a proof, or those that can be used although there is no verdict.
pub(crate) fn assumptions(outcome: &Outcome) -> Vec<&Lts> {
    match outcome {
        Outcome::Holds(proof) => {
            proof.rule.assumptions().iter().map(|assumption| &assumption.lts).collect()
        }
        Outcome::Unknown(unknown) => {
            unknown.substitutes.iter().map(|substitute| &substitute.lts).collect()
        }
        Outcome::Violated(_) => Vec::new(),
    }
}

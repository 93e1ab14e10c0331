//! The independent checker of certificates.
//!
//! The rule on the door: nothing in here may depend on `surmise-verify` or `surmise-lang`. The
//! checker shares *types* and file reading with the rest of Surmise and no algorithm, so that a bug
//! in a fast engine cannot talk its own checker into agreeing. Slow and obvious is what it is for:
//! it is meant to be read in one sitting, in this order.
//!
//! 1. `machine`: what a component, a property or an assumption means;
//! 2. `explore`: visiting states one by one, within limits, and the composition of machines;
//! 3. `inclusion`: the four questions that premises come down to;
//! 4. `rules`: which premises each rule has, and why they suffice;
//! 5. `replay`: counterexamples, step by step;
//! 6. `refusal`: what is said if a certificate is not accepted.

mod explore;
mod inclusion;
mod machine;
mod refusal;
mod replay;
mod rules;

pub use explore::Limits;
pub use refusal::Refusal;

use surmise_model::certificate::Evidence;
use surmise_model::{Certificate, Counterexample, Proof, System};

/// What was checked, and found to be right.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Accepted {
    /// What the certificate was found to show.
    pub evidence: Evidence,
    /// The premises of a proof, in order; none for a counterexample.
    pub premises: Vec<CheckedPremise>,
}

/// A premise that is true.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CheckedPremise {
    /// The premise, as in `⟨A1⟩ Input ⟨Order⟩`.
    pub statement: String,
    /// How many states were visited to check it.
    pub states: u64,
}

/// Checks a certificate against the system it is said to be about.
///
/// Acceptance means: no run of the system violates the certificate's property or leads a component
/// into its own error state; or, for a counterexample, the run exists and ends as it says.
pub fn check(
    system: &System,
    certificate: &Certificate,
    limits: &Limits<'_>,
) -> Result<Accepted, Box<Refusal>> {
    let evidence =
        certificate.evidence(system).map_err(|mismatch| Refusal::Mismatch(mismatch.to_string()))?;
    let premises = match &evidence {
        Evidence::Proof(proof) => check_proof(system, proof, limits)?,
        Evidence::Counterexample(counterexample) => {
            check_counterexample(system, counterexample)?;
            Vec::new()
        }
    };
    Ok(Accepted { evidence, premises })
}

/// Checks every premise of a proof.
pub fn check_proof(
    system: &System,
    proof: &Proof,
    limits: &Limits<'_>,
) -> Result<Vec<CheckedPremise>, Box<Refusal>> {
    rules::check(system, proof, limits).map_err(Box::new)
}

/// Replays a counterexample on the system.
pub fn check_counterexample(
    system: &System,
    counterexample: &Counterexample,
) -> Result<(), Box<Refusal>> {
    replay::check(system, counterexample).map_err(Box::new)
}

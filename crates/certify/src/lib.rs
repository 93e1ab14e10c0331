//! The independent checker of certificates.
//!
//! The rule on the door: nothing in here may depend on `surmise-verify` or `surmise-lang`. The
//! checker shares *types* and file reading with the rest of Surmise and no algorithm, so that a bug
//! in a fast engine cannot talk its own checker into agreeing. Slow and obvious is what it is for:
//! it is meant to be read in one sitting, in this order.
//!
//! 1. `machine`: what a component, a property or an assumption means;
//! 2. `explore`: visiting states one by one, within limits, and the composition of machines;
//! 3. `inclusion`: the three questions that the premises of assume-guarantee rules come down to;
//! 4. `whole`: the system as it is written, with its priority and its end, and visiting all of it;
//! 5. `rules`: which premises each rule has, and why they suffice; `circular`: the same for
//!    circular rules; `checker`: what both begin with; `invariant`: sets of states that nothing
//!    leads out of;
//! 6. `replay`: counterexamples, step by step;
//! 7. `temporal`: temporal properties, by what they mean;
//! 8. `conformance`: certificates about probabilistic systems and their specifications;
//! 9. `formula`: certificates about formulas of probabilistic systems;
//! 10. `program`: certificates about programs, whose states a language tells;
//! 11. `fingerprint`: premises that were found to be true are known again;
//! 12. `number`: certificates about probabilities and rewards of whole models;
//! 13. `refusal`: what is said if a certificate is not accepted.

mod checker;
mod circular;
mod conformance;
mod explore;
mod fingerprint;
mod formula;
mod inclusion;
mod invariant;
mod machine;
mod number;
mod program;
mod refusal;
mod replay;
mod rules;
mod temporal;
mod whole;

pub use conformance::{AcceptedConformance, check_conformance};
pub use fingerprint::Fingerprint;
pub use formula::{AcceptedFormula, check_formula};
pub use number::{
    AcceptedNumber, NumberedChoice, NumberedState, NumberedStates, Visited, check_number,
};
pub use program::{AcceptedProgram, check_program, check_temporal_program};
pub use refusal::Refusal;

use fingerprint::Record;
use surmise_model::certificate::Evidence;
use surmise_model::{Certificate, Context, Counterexample, Proof, System, Violation};

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
/// Acceptance means: the claim of the certificate is true of the system; or, for a counterexample,
/// the run exists and ends as it says. Of a system that is cut to ranges, a claim is true only if
/// no range is left: the certificate has to show that, too, and a run must not leave one. The
/// checker stays within the limits of the context; where that has none, a premise may take a
/// hundred million states and four gigabytes.
pub fn check(
    system: &System,
    certificate: &Certificate,
    context: &Context<'_>,
) -> Result<Accepted, Box<Refusal>> {
    let evidence =
        certificate.evidence(system).map_err(|mismatch| Refusal::Mismatch(mismatch.to_string()))?;
    let premises = match &evidence {
        Evidence::Proof(proof) => {
            // Components that are cut are the system only if no range is left.
            let ranges = certificate.range_proofs(system);
            let ranges = ranges.map_err(|mismatch| Refusal::Mismatch(mismatch.to_string()))?;
            let mut premises = check_proof(system, proof, context)?;
            for proof in &ranges {
                premises.extend(check_proof(system, proof, context)?);
            }
            premises
        }
        Evidence::Counterexample(counterexample) => {
            let leaves = |step: &surmise_model::Step| system.leaves(step.action);
            let ranges = counterexample.trace.steps.iter().filter(|step| leaves(step));
            let own =
                matches!(counterexample.violation, Violation::Property(id) if system.is_range(id));
            if ranges.count() > usize::from(own) {
                return Err(Box::new(Refusal::Mismatch("the run leaves a range".to_owned())));
            }
            replay::check(system, counterexample, context).map_err(Box::new)?;
            Vec::new()
        }
    };
    Ok(Accepted { evidence, premises })
}

/// Checks every premise of a proof.
pub fn check_proof(
    system: &System,
    proof: &Proof,
    context: &Context<'_>,
) -> Result<Vec<CheckedPremise>, Box<Refusal>> {
    rules::check(system, proof, None, context).map_err(Box::new)
}

/// A proof that was checked again, as far as that was needed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Rechecked {
    /// The premises in order, and whether each was known to be true.
    pub premises: Vec<(Fingerprint, bool)>,
    /// How many states were visited to check the others.
    pub states: u64,
}

/// Checks those premises of a proof that are not known to be true. Whoever says that one is known
/// answers for it.
///
/// An argument about the whole system counts as one premise.
pub fn recheck(
    system: &System,
    proof: &Proof,
    known: &dyn Fn(&Fingerprint) -> bool,
    context: &Context<'_>,
) -> Result<Rechecked, Box<Refusal>> {
    let record = Record::new(known);
    let checked = rules::check(system, proof, Some(&record), context)?;
    let states = checked.iter().map(|premise| premise.states).sum();
    Ok(Rechecked { premises: record.premises(), states })
}

/// Replays a counterexample on the system.
pub fn check_counterexample(
    system: &System,
    counterexample: &Counterexample,
) -> Result<(), Box<Refusal>> {
    replay::check(system, counterexample, &Context::unlimited()).map_err(Box::new)
}

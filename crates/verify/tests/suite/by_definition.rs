//! Verdicts about all states of a system against the definitions.

use surmise_model::{Claim, Outcome, Proof, Report, System, Violation};
use surmise_testing::shortest_violation;
use surmise_verify::replay;

/// Everything that can be claimed, whether the system gives a reason to or not.
pub(crate) fn all_claims(system: &System) -> Vec<Claim> {
    let properties = system.property_ids().map(Claim::Property);
    properties.chain([Claim::NoError, Claim::NoDeadlock]).collect()
}

/// Makes sure that a verdict is what the definitions say, and that a counterexample is one, and a
/// shortest. Gives the proof if the claim holds.
pub(crate) fn assert_right<'r>(
    seed: u64,
    system: &System,
    claim: Claim,
    report: &'r Report,
) -> Option<&'r Proof> {
    let expected = shortest_violation(system, claim);
    match &report.outcome {
        Outcome::Holds(proof) => {
            assert_eq!(expected, None, "seed {seed}: {claim:?}");
            assert_eq!(proof.claim, claim, "seed {seed}");
            Some(proof)
        }
        Outcome::Violated(counterexample) => {
            let length = counterexample.trace.steps.len();
            assert_eq!(Some(length), expected, "seed {seed}: {claim:?}");
            assert_eq!(replay(system, counterexample), Ok(()), "seed {seed}: {claim:?}");
            let certified = surmise_certify::check_counterexample(system, counterexample);
            assert_eq!(certified, Ok(()), "seed {seed}: {claim:?}");
            let fits = match counterexample.violation {
                Violation::Property(id) => claim == Claim::Property(id),
                Violation::Error(_) => claim == Claim::NoError,
                Violation::Deadlock => claim == Claim::NoDeadlock,
                Violation::Temporal { property, .. } => claim == Claim::Temporal(property),
            };
            assert!(fits, "seed {seed}: {claim:?}");
            None
        }
        Outcome::Unknown(unknown) => panic!("seed {seed}: {claim:?}: {unknown:?}"),
    }
}

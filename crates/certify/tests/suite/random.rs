//! Thousands of invented proofs of random systems: the checker agrees with the second opinion, and
//! what it accepts is true.

use fastrand::Rng;
use surmise_certify::{Refusal, check};
use surmise_model::certificate::Evidence;
use surmise_model::{Certificate, Claim, Context, Proof, PropertyId, Rule, RuleKind, System};
use surmise_testing::{Shape, random_system, seeds};

use crate::invent::{Tally, invent};
use crate::judge::{holds, is_valid};

pub(crate) fn has_simulation(proof: &Proof) -> bool {
    proof.rule.assumptions().iter().any(|assumption| assumption.simulation.is_some())
}

pub(crate) fn rule_name(proof: &Proof) -> &'static str {
    match &proof.rule {
        Rule::Exhaustive if proof.claim == Claim::NoDeadlock => "deadlock free",
        Rule::Exhaustive => "exhaustive",
        Rule::Invariant(_) => "invariant",
        Rule::Monitored { .. } => "monitored",
        Rule::AssumeGuarantee { kind: RuleKind::Asym, .. } if has_simulation(proof) => {
            "asym with simulation"
        }
        Rule::AssumeGuarantee { kind: RuleKind::Asym, .. } => "asym",
        Rule::AssumeGuarantee { kind: RuleKind::Circ, .. } => "circ",
        Rule::AssumeGuarantee { kind: RuleKind::Sym, .. } => "sym",
        Rule::Circular { .. } => "circular",
    }
}

/// A random system and an invented proof about it. In half of the systems, most components have a
/// π.
pub(crate) fn random_proof(seed: u64) -> (System, Proof) {
    let mut rng = Rng::with_seed(seed);
    let errors = if rng.bool() { 5 } else { 60 };
    let shape = Shape { errors, ends: 30, priorities: 20, ..Shape::default() };
    let system = random_system(seed, &shape);
    let property = (rng.u8(0..8) != 0).then_some(PropertyId::of(0));
    let proof = invent(&mut rng, &system, property);
    (system, proof)
}

#[test]
fn the_checker_agrees_with_the_second_opinion() {
    let mut accepted = Tally::new();
    let mut refused = Tally::new();
    for seed in seeds(4_000, 100_000) {
        let (system, proof) = random_proof(seed);
        let text = Certificate::of_proof(&system, &proof).unwrap().to_json();
        let certificate = Certificate::from_json(text.as_bytes()).unwrap();
        assert_eq!(certificate.evidence(&system), Ok(Evidence::Proof(proof.clone())));
        let result = check(&system, &certificate, &Context::unlimited());
        let valid = is_valid(&system, &proof);
        match result {
            Ok(_) => {
                *accepted.entry(rule_name(&proof)).or_default() += 1;
                assert!(valid, "seed {seed}: accepted, but a premise is false\n{text}");
                assert!(holds(&system, &proof), "seed {seed}: the rule is unsound\n{text}");
            }
            Err(refusal) => {
                *refused.entry(rule_name(&proof)).or_default() += 1;
                assert!(matches!(*refusal, Refusal::Premise { .. }), "seed {seed}: {refusal}");
                // A simulation that is none may stand beside an inclusion that holds.
                assert!(!valid || has_simulation(&proof), "seed {seed}: {refusal}\n{text}");
            }
        }
    }
    println!("accepted {accepted:?}\nrefused {refused:?}");
    for rule in ["exhaustive", "deadlock free", "asym", "asym with simulation", "circ", "sym"] {
        assert!(accepted[rule] > 20 && refused[rule] > 20, "both verdicts are to be common");
    }
}

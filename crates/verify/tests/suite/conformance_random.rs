//! Conformance of random systems: all methods against the definition.

use fastrand::Rng;
use surmise_certify::check_conformance;
use surmise_model::certificate::conformance::ConformanceClaim;
use surmise_model::{
    ComponentId, ConformanceCertificate, ConformanceOutcome, Context, Count, Lpts,
};
use surmise_testing::{naively_simulated, random_conformance, seeds, spoiled, with_another_digit};
use surmise_verify::probabilistic::refinement::{ConformanceMethod, conformance, orders};
use surmise_verify::probabilistic::tree::replay_tree;

/// Ways to divide components.
fn divisions(components: usize) -> Vec<Vec<Vec<ComponentId>>> {
    let ids: Vec<ComponentId> = (0..components).map(ComponentId::of).collect();
    let singletons: Vec<Vec<ComponentId>> = ids.iter().map(|&id| vec![id]).collect();
    let backwards: Vec<Vec<ComponentId>> = singletons.iter().rev().cloned().collect();
    let mut all = vec![singletons, backwards];
    if components == 3 {
        all.push(vec![vec![ids[0]], vec![ids[1], ids[2]]]);
        all.push(vec![vec![ids[2], ids[0]], vec![ids[1]]]);
    }
    all
}

#[test]
fn all_methods_agree_with_the_definition() {
    let mut refinements = 0;
    for seed in seeds(400, 10_000) {
        let (system, specification) = random_conformance(seed, 2..=3);
        let context = Context::unlimited();
        let completed = specification.completed_for(&system.alphabet(), &system.hidden);
        let whole = system.compose(&context).unwrap().lpts;
        let expected = naively_simulated(&whole, &completed);
        let parts: Vec<&Lpts> = system.components.iter().map(|component| &component.lpts).collect();
        let mut methods = vec![ConformanceMethod::Mono, ConformanceMethod::Cegar];
        methods.extend(divisions(parts.len()).into_iter().map(ConformanceMethod::Agar));
        let listed = system.component_ids().map(|id| vec![id]).collect();
        methods.push(ConformanceMethod::SomeOrder(orders(&system, listed)));
        for method in methods {
            let report = conformance(&system, &specification, &method, &context);
            let certificate =
                ConformanceCertificate::of(&system, "P", &specification, &report.outcome).unwrap();
            let text = certificate.to_json();
            let certificate = ConformanceCertificate::read(text.as_bytes(), &context).unwrap();
            let accepted = check_conformance(&system, &specification, &certificate, &context);
            match accepted {
                Ok(accepted) => assert_eq!(accepted.conforms, expected, "seed {seed} {method:?}"),
                Err(refusal) => panic!("seed {seed} {method:?}: {refusal}"),
            }
            refinements += report.statistics.of(Count::Refinements);
            match report.outcome {
                ConformanceOutcome::Holds(proof) => {
                    assert!(expected, "seed {seed} {method:?}");
                    for assumption in &proof.assumptions {
                        assert!(assumption.lpts.num_states() <= assumption.classes.len());
                    }
                }
                ConformanceOutcome::Violated(tree) => {
                    assert!(!expected, "seed {seed} {method:?}");
                    replay_tree(&tree, &parts, &completed)
                        .unwrap_or_else(|error| panic!("seed {seed} {method:?}: {error}"));
                    let lpts = tree.to_lpts(&system.alphabet()).unwrap();
                    assert!(naively_simulated(&lpts, &whole), "seed {seed} {method:?}");
                    assert!(!naively_simulated(&lpts, &completed), "seed {seed} {method:?}");
                }
                ConformanceOutcome::Unknown(unknown) => {
                    panic!("seed {seed} {method:?}: {unknown:?}")
                }
            }
        }
    }
    assert!(refinements > 100, "{refinements} refinements");
}

/// A certificate whose text is changed in one number or word is refused, or shows something that is
/// true nevertheless.
#[test]
fn tampered_certificates_are_judged_rightly() {
    let (mut refused, mut still_right) = (0, 0);
    for seed in seeds(400, 1_000) {
        let (system, specification) = random_conformance(seed, 2..=3);
        let context = Context::unlimited();
        let completed = specification.completed_for(&system.alphabet(), &system.hidden);
        let expected = naively_simulated(&system.compose(&context).unwrap().lpts, &completed);
        let division = divisions(system.components.len()).swap_remove(seed as usize % 2);
        let method = match seed % 3 {
            0 => ConformanceMethod::Mono,
            _ => ConformanceMethod::Agar(division),
        };
        let report = conformance(&system, &specification, &method, &context);
        let certificate =
            ConformanceCertificate::of(&system, "P", &specification, &report.outcome).unwrap();
        let mut rng = Rng::with_seed(seed);
        let text = with_another_digit(&mut rng, &certificate.to_json());
        let Ok(changed) = ConformanceCertificate::read(text.as_bytes(), &context) else {
            refused += 1;
            continue;
        };
        match check_conformance(&system, &specification, &changed, &context) {
            Ok(accepted) => {
                assert_eq!(accepted.conforms, expected, "seed {seed}:\n{text}");
                still_right += 1;
            }
            Err(_) => refused += 1,
        }
    }
    assert!(refused > still_right, "{refused} refused, {still_right} still right");
}

/// Evidence about one specification is presented for another one, as it is or adapted to look
/// better: a simulation without some of its pairs, a tree whose witness sets are as large as can
/// be. What is accepted is true.
#[test]
fn forged_certificates_are_judged_rightly() {
    let (mut refused, mut accepted) = (0, 0);
    for seed in seeds(400, 10_000) {
        let (system, one) = random_conformance(seed, 2..=3);
        let mut rng = Rng::with_seed(seed);
        let other = spoiled(&mut rng, &one);
        let context = Context::unlimited();
        let method = match seed % 3 {
            0 => ConformanceMethod::Mono,
            _ => ConformanceMethod::Agar(divisions(system.components.len()).swap_remove(0)),
        };
        let certificate = |specification: &Lpts| {
            let outcome = conformance(&system, specification, &method, &context).outcome;
            ConformanceCertificate::of(&system, "P", specification, &outcome).unwrap()
        };
        let certificates = [certificate(&one), certificate(&other)];
        let whole = system.compose(&context).unwrap().lpts;
        for (place, specification) in [&one, &other].into_iter().enumerate() {
            let completed = specification.completed_for(&system.alphabet(), &system.hidden);
            let expected = naively_simulated(&whole, &completed);
            let mut forged = certificates[place].clone();
            forged.claim = certificates[1 - place].claim.clone();
            for _ in 0..2 {
                match check_conformance(&system, specification, &forged, &context) {
                    Ok(found) => {
                        assert_eq!(found.conforms, expected, "seed {seed}: {forged:?}");
                        accepted += 1;
                    }
                    Err(_) => refused += 1,
                }
                adapt(&mut rng, &mut forged.claim);
            }
        }
    }
    assert!(refused > 0 && accepted > 0, "{refused} refused, {accepted} accepted");
}

/// Makes evidence look better.
fn adapt(rng: &mut Rng, claim: &mut ConformanceClaim) {
    match claim {
        ConformanceClaim::Conforms(proof) => {
            let mut is_first = true;
            proof.simulation.retain(|_| std::mem::take(&mut is_first) || rng.u8(0..3) != 0);
        }
        ConformanceClaim::Violates(nodes) => {
            for node in nodes {
                for refutation in &mut node.refuted {
                    let step = &node.transitions[refutation.transition as usize];
                    let all: Vec<u32> = (0..step.children.len() as u32).collect();
                    refutation.witnesses.fill(all);
                }
            }
        }
    }
}

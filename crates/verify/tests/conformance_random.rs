//! Conformance of random systems: all methods against the definition.

use surmise_model::{ComponentId, ConformanceOutcome, Context, Count, Lpts};
use surmise_testing::{naively_simulated, random_conformance, seeds};
use surmise_verify::probabilistic::refinement::{ConformanceMethod, conformance};
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
        for method in methods {
            let report = conformance(&system, &specification, &method, &context);
            refinements += report.statistics.of(Count::Refinements);
            match report.outcome {
                ConformanceOutcome::Conforms(proof) => {
                    assert!(expected, "seed {seed} {method:?}");
                    for assumption in &proof.assumptions {
                        assert!(assumption.lpts.num_states() <= assumption.classes.len());
                    }
                }
                ConformanceOutcome::Violates(tree) => {
                    assert!(!expected, "seed {seed} {method:?}");
                    replay_tree(&tree, &parts, &completed)
                        .unwrap_or_else(|error| panic!("seed {seed} {method:?}: {error}"));
                    let lpts = tree.to_lpts(&system.alphabet()).unwrap();
                    assert!(naively_simulated(&lpts, &whole), "seed {seed} {method:?}");
                    assert!(!naively_simulated(&lpts, &completed), "seed {seed} {method:?}");
                }
                ConformanceOutcome::Unknown(unknown) => panic!("seed {seed} {method:?}: {unknown:?}"),
            }
        }
    }
    assert!(refinements > 100, "{refinements} refinements");
}

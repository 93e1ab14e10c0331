//! Temporal properties of random systems: the engine against the definition, the checker of
//! certificates, and itself with the formula negated.

use fastrand::Rng;
use surmise_certify::{check_counterexample, check_proof};
use surmise_model::{
    Context, Fairness, Outcome, Stopping, System, TemporalId, TemporalProperty, Violation,
};
use surmise_testing::{
    Shape, naive_letters, naively_holds, naively_runs, naively_true, random_system,
    random_temporal_property, seeds,
};
use surmise_verify::liveness;

/// Few states, so that the definition is quick, with everything that makes a difference.
fn shape(rng: &mut Rng) -> Shape {
    Shape {
        components: 1..=3,
        properties: 0..=1,
        states: 1..=4,
        actions: 1..=4,
        tau: 15,
        errors: 10,
        cycles: rng.bool(),
        ends: 10,
        priorities: 10,
        ..Shape::default()
    }
}

/// The verdict, after all evidence for it was looked at.
fn verdict(system: &System, property: &TemporalProperty, seed: u64) -> bool {
    let context = Context::unlimited();
    let id = TemporalId::of(0);
    match liveness::check(system, id, &context).outcome {
        Outcome::Holds(proof) => {
            let checked = check_proof(system, &proof, &context);
            assert!(checked.is_ok(), "seed {seed}: {checked:?} {property:?}");
            true
        }
        Outcome::Violated(run) => {
            let checked = check_counterexample(system, &run);
            assert!(checked.is_ok(), "seed {seed}: {checked:?} {property:?} {run:?}");
            let Violation::Temporal { cycle, .. } = run.violation else {
                panic!("seed {seed}: {run:?}");
            };
            let (letters, again) = naive_letters(property, &run, cycle);
            assert!(!naively_true(&property.formula, &letters, again), "seed {seed}: {run:?}");
            false
        }
        Outcome::Unknown(unknown) => panic!("seed {seed}: {unknown:?} {property:?}"),
    }
}

#[test]
fn temporal_properties_of_random_systems_are_judged_by_definition() {
    let (mut held, mut violated, mut differ) = (0, 0, 0);
    for seed in seeds(400, 10_000) {
        let mut rng = Rng::with_seed(seed);
        let mut system = random_system(seed, &shape(&mut rng));
        let most = if rng.u8(0..8) == 0 { 12 } else { 6 };
        let operators = rng.usize(1..=most);
        let mut verdicts = Vec::new();
        let first = random_temporal_property(&mut rng, &mut system, operators, Fairness::None);
        for fairness in [Fairness::None, Fairness::Weak, Fairness::Choice] {
            let mut property = TemporalProperty { fairness, ..first.clone() };
            if fairness == Fairness::Choice {
                property.stopping = Stopping::Stays;
            }
            let negated =
                TemporalProperty { formula: property.formula.negated(), ..property.clone() };
            system.temporal = vec![property.clone()];
            let holds = verdict(&system, &property, seed);
            let expected = naively_holds(&system, &property);
            assert_eq!(holds, expected, "seed {seed}: {property:?}");
            system.temporal = vec![negated.clone()];
            if holds && verdict(&system, &negated, seed) {
                assert!(!naively_runs(&system, &property), "seed {seed}: both hold {property:?}");
            }
            verdicts.push(holds);
            *if holds { &mut held } else { &mut violated } += 1;
        }
        differ += usize::from(verdicts.iter().any(|&holds| holds != verdicts[0]));
    }
    // A comparison that sees one kind of verdict compares nothing.
    assert!(held > 50 && violated > 50 && differ > 5, "{held} {violated} {differ}");
}

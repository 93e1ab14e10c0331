//! Temporal properties of random systems: the engine against the definition, the checker of
//! certificates, and itself with the formula negated.

use fastrand::Rng;
use surmise_certify::{check_counterexample, check_proof};
use surmise_model::{
    Context, Counterexample, Fairness, Outcome, Stopping, System, TemporalId, TemporalProperty,
    Violation,
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

/// Whether the formula is false of random ways to go on from here, whatever is true there.
fn is_bad_prefix(property: &TemporalProperty, run: &Counterexample, seed: u64) -> bool {
    let mut rng = Rng::with_seed(seed);
    let (mut letters, _) = naive_letters(property, run, run.trace.steps.len());
    letters.truncate(letters.len() - 2);
    (0..20).all(|_| {
        let (before, round) = (rng.usize(0..3), rng.usize(1..4));
        let mut letter = || property.propositions.iter().map(|_| rng.bool()).collect();
        let mut all = letters.clone();
        all.extend((0..before + round).map(|_| -> Vec<bool> { letter() }));
        let again = all.len() - round;
        !naively_true(&property.formula, &all, again)
    })
}

/// The verdict, after all evidence for it was looked at.
fn verdict(system: &System, property: &TemporalProperty, seed: u64, prefixes: &mut usize) -> bool {
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
            match cycle {
                Some(cycle) => {
                    let (letters, again) = naive_letters(property, &run, cycle);
                    let is_true = naively_true(&property.formula, &letters, again);
                    assert!(!is_true, "seed {seed}: {run:?}");
                }
                None => {
                    assert!(is_bad_prefix(property, &run, seed), "seed {seed}: {run:?}");
                    *prefixes += 1;
                }
            }
            false
        }
        Outcome::Unknown(unknown) => panic!("seed {seed}: {unknown:?} {property:?}"),
    }
}

#[test]
fn temporal_properties_of_random_systems_are_judged_by_definition() {
    let (mut held, mut violated, mut differ, mut prefixes) = (0, 0, 0, 0);
    for seed in seeds(700, 10_000) {
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
            let holds = verdict(&system, &property, seed, &mut prefixes);
            let expected = naively_holds(&system, &property);
            assert_eq!(holds, expected, "seed {seed}: {property:?}");
            system.temporal = vec![negated.clone()];
            if holds && verdict(&system, &negated, seed, &mut prefixes) {
                assert!(!naively_runs(&system, &property), "seed {seed}: both hold {property:?}");
            }
            verdicts.push(holds);
            *if holds { &mut held } else { &mut violated } += 1;
        }
        differ += usize::from(verdicts.iter().any(|&holds| holds != verdicts[0]));
    }
    // A comparison that sees one kind of verdict compares nothing.
    assert!(held > 50 && violated > 50 && differ > 5, "{held} {violated} {differ}");
    assert!(prefixes > 50, "{prefixes}");
}

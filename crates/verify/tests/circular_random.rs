//! Circular reasoning against monolithic search: on random systems every alphabet, rule and generator
//! agrees with it; the certificate checker accepts every proof and replays every violation.

mod common;

use fastrand::Rng;
use surmise_certify::{check_counterexample, check_proof};
use surmise_model::{Claim, ComponentId, Context, Count, Outcome, PropertyId, Report, System};
use surmise_testing::{Shape, random_system, seeds};
use surmise_verify::assume::AlphabetRefinement;
use surmise_verify::assume::decompose::Decomposition;
use surmise_verify::circular::{CircularOptions, Generate, Uses, check};
use surmise_verify::replay;

use common::violated;

/// Whether a report tells the truth.
fn judge(system: &System, report: &Report, violated: bool) -> Result<(), String> {
    match &report.outcome {
        Outcome::Holds(_) if violated => Err("a violation is missed".to_owned()),
        Outcome::Violated(_) if !violated => Err("there is no violation".to_owned()),
        Outcome::Holds(proof) => check_proof(system, proof, &Context::unlimited())
            .map(drop)
            .map_err(|refusal| format!("the proof is refused: {refusal}")),
        Outcome::Violated(counterexample) => {
            replay(system, counterexample).map_err(|error| error.to_string())?;
            check_counterexample(system, counterexample)
                .map_err(|refusal| format!("the run is refused: {refusal}"))
        }
        Outcome::Unknown(unknown) => Err(format!("undecided: {}", unknown.reason)),
    }
}

/// How to divide the system of a seed: mostly every component alone; else two groups, or groups at
/// random, and seldom all together.
fn decomposition(system: &System, seed: u64) -> Decomposition {
    let mut ids: Vec<ComponentId> = system.component_ids().collect();
    match seed % 16 {
        0 => Decomposition::Given(vec![ids]),
        1..=8 => Decomposition::Listed,
        9 => Decomposition::Ordered,
        10..=11 => Decomposition::TwoWay,
        _ => {
            let mut rng = Rng::with_seed(seed);
            rng.shuffle(&mut ids);
            let mut groups = vec![Vec::new(); rng.usize(2..=ids.len())];
            for (index, id) in ids.into_iter().enumerate() {
                let group = if index < groups.len() { index } else { rng.usize(0..groups.len()) };
                groups[group].push(id);
            }
            Decomposition::Given(groups)
        }
    }
}

/// The rule family: all others, those that share actions, and for some seeds anything.
fn uses(seed: u64, components: usize) -> Vec<Uses> {
    let mut all = vec![Uses::Others, Uses::Sharing];
    if seed.is_multiple_of(3) {
        let mut rng = Rng::with_seed(seed);
        let mut any = || (0..components).filter(|_| rng.bool()).collect();
        all.push(Uses::Given((0..components).map(|_| any()).collect()));
    }
    all
}

#[test]
fn every_alphabet_rule_and_generator_agrees_with_monolithic_search() {
    let shapes = [
        Shape { errors: 20, tau: 15, ..Shape::default() },
        Shape { states: 2..=5, actions: 3..=6, errors: 4, cycles: true, ..Shape::default() },
    ];
    let (mut holds, mut runs, mut grown, mut refined) = (0, 0, 0, 0);
    for seed in seeds(120, 10_000) {
        let system = random_system(seed, &shapes[seed as usize / 16 % 2]);
        let property = (seed % 10 != 0).then(|| PropertyId::of(0));
        let claim = property.map_or(Claim::NoError, Claim::Property);
        let violated = violated(&system, claim);
        let decomposition = decomposition(&system, seed);
        for uses in uses(seed, system.components.len()) {
            for alphabet in AlphabetRefinement::ALL {
                for generate in Generate::ALL {
                    let options = CircularOptions {
                        alphabet,
                        decomposition: decomposition.clone(),
                        uses: uses.clone(),
                        generate,
                        threads: 1,
                    };
                    let report = check(&system, claim, &options, &Context::unlimited());
                    let judged = judge(&system, &report, violated);
                    assert_eq!(judged, Ok(()), "seed {seed}, {options:?}");
                    if seed.is_multiple_of(4) {
                        let options = CircularOptions { threads: 2, ..options };
                        let again = check(&system, claim, &options, &Context::unlimited());
                        assert_eq!(again, report, "seed {seed}, {options:?}");
                    }
                    holds += u32::from(!violated);
                    runs += 1;
                    let count = |count| report.statistics.of(count);
                    grown += u32::from(count(Count::AlphabetRefinements) > 0);
                    refined += u32::from(count(Count::LargestAssumption) > 1);
                }
            }
        }
    }
    assert!(holds * 10 > runs && holds * 10 < runs * 9, "both verdicts are common: {holds}/{runs}");
    assert!(
        grown * 20 > runs && refined * 100 > runs,
        "of {runs}: {grown} grown, {refined} refined"
    );
}

/// Components that run on and talk more: longer counterexamples and larger assumptions.
#[test]
fn larger_systems_agree_with_monolithic_search() {
    let shape = Shape {
        components: 2..=3,
        states: 3..=6,
        actions: 4..=7,
        cycles: true,
        tau: 5,
        ..Shape::default()
    };
    let (mut large, mut iterations) = (0, 0);
    for seed in seeds(200, 5_000) {
        let system = random_system(seed, &shape);
        let claim = Claim::Property(PropertyId::of(0));
        let violated = violated(&system, claim);
        for alphabet in AlphabetRefinement::ALL {
            let uses = [Uses::Others, Uses::Sharing][seed as usize % 2].clone();
            let options = CircularOptions { alphabet, uses, ..CircularOptions::default() };
            let report = check(&system, claim, &options, &Context::unlimited());
            assert_eq!(judge(&system, &report, violated), Ok(()), "seed {seed}, {options:?}");
            large += u64::from(report.statistics.of(Count::LargestAssumption) > 1);
            iterations += report.statistics.of(Count::Conjectures);
        }
    }
    assert!(large > 5 && iterations > 300, "{large} {iterations}");
}

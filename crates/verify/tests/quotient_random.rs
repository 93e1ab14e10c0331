//! Quotients against monolithic search: on random systems every order and division agrees with it; the
//! certificate checker accepts every proof, simulations included, and replays every violation.

use surmise_certify::{check_counterexample, check_proof};
use surmise_model::{Claim, ComponentId, Context, Outcome, PropertyId, Report, Rule, System};
use surmise_testing::{Shape, random_system, seeds};
use surmise_verify::assume::decompose::Decomposition;
use surmise_verify::quotient::{Labels, QuotientOptions, Replace, check};
use surmise_verify::replay;
use surmise_verify::search::{self, SearchOptions};

fn violated(system: &System, claim: Claim) -> bool {
    // An assume-guarantee engine answers for errors, too.
    let claims = [claim, Claim::NoError];
    let reports = search::check(system, &claims, &SearchOptions::default(), &Context::unlimited());
    reports.iter().any(|report| matches!(report.outcome, Outcome::Violated(_)))
}

/// Whether a report tells the truth.
fn judge(system: &System, report: &Report, violated: bool) -> Result<(), String> {
    match &report.outcome {
        Outcome::Holds(_) if violated => Err("a violation is missed".to_owned()),
        Outcome::Violated(_) if !violated => Err("there is no violation".to_owned()),
        Outcome::Holds(proof) => {
            let Rule::AssumeGuarantee { assumptions, groups, .. } = &proof.rule else {
                return Err("another rule".to_owned());
            };
            if assumptions.len() + 1 != groups.len()
                || assumptions.iter().any(|assumption| assumption.simulation.is_none())
            {
                return Err("an abstraction is missing".to_owned());
            }
            check_proof(system, proof, &Context::unlimited())
                .map(drop)
                .map_err(|refusal| format!("the proof is refused: {refusal}"))
        }
        Outcome::Violated(counterexample) => {
            replay(system, counterexample).map_err(|error| error.to_string())?;
            check_counterexample(system, counterexample)
                .map_err(|refusal| format!("the run is refused: {refusal}"))
        }
        Outcome::Unknown(unknown) => Err(format!("undecided: {}", unknown.reason)),
    }
}

/// The ways to divide a system, among them two groups in another order than the system's.
fn decompositions(system: &System, seed: u64) -> [Decomposition; 4] {
    let mut ids: Vec<ComponentId> = system.component_ids().collect();
    let count = ids.len();
    ids.rotate_left(seed as usize % count);
    let behind = ids.split_off(1 + seed as usize / 7 % (count - 1));
    [
        Decomposition::Given(vec![system.component_ids().collect()]),
        Decomposition::Ordered,
        Decomposition::TwoWay,
        Decomposition::Given(vec![ids, behind]),
    ]
}

#[test]
fn every_order_and_decomposition_agrees_with_monolithic_search() {
    let shapes = [
        Shape { errors: 20, tau: 15, ..Shape::default() },
        Shape { states: 2..=6, actions: 4..=8, errors: 4, cycles: true, ..Shape::default() },
    ];
    let (mut holds, mut runs) = (0, 0);
    for seed in seeds(500, 10_000) {
        let system = random_system(seed, &shapes[seed as usize % 2]);
        let property = (seed % 10 != 0).then(|| PropertyId::of(0));
        let claim = property.map_or(Claim::NoError, Claim::Property);
        let violated = violated(&system, claim);
        let replace = Replace::ALL[seed as usize % 3];
        for decomposition in decompositions(&system, seed) {
            let steps = [None, None, Some(0), Some(3)][seed as usize / 3 % 4];
            let labels = [Labels::Exact, Labels::Modal][seed as usize / 2 % 2];
            let options = QuotientOptions {
                decomposition,
                replace,
                labels,
                steps,
                alternate: 1 + seed as usize % 10,
                ..QuotientOptions::default()
            };
            let report = check(&system, claim, &options, &Context::unlimited());
            assert_eq!(judge(&system, &report, violated), Ok(()), "seed {seed}, {options:?}");
            holds += u32::from(!violated);
            runs += 1;
        }
    }
    assert!(holds * 10 > runs && holds * 10 < runs * 9, "both verdicts are common: {holds}/{runs}");
}

//! What engines are compared with whose assumptions come with a simulation: abstraction refinement
//! and quotients.

use surmise_certify::{check_counterexample, check_proof};
use surmise_model::{ComponentId, Context, Outcome, Report, Rule, System};
use surmise_verify::assume::decompose::Decomposition;
use surmise_verify::replay;

/// Whether a report tells the truth.
pub(crate) fn judge(system: &System, report: &Report, violated: bool) -> Result<(), String> {
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
pub(crate) fn decompositions(system: &System, seed: u64) -> [Decomposition; 4] {
    let mut ids: Vec<ComponentId> = system.component_ids().collect();
    let count = ids.len();
    ids.rotate_left(seed as usize % count);
    let behind = ids.split_off(1 + seed as usize / 7 % (count - 1));
    [
        Decomposition::Groups(vec![system.component_ids().collect()]),
        Decomposition::Ordered,
        Decomposition::TwoWay,
        Decomposition::Groups(vec![ids, behind]),
    ]
}

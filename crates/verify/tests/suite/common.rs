//! What engines that find assumptions are compared with.

use surmise_certify::{check_counterexample, check_proof};
use surmise_model::{Claim, Context, Outcome, Report, System};
use surmise_verify::replay;
use surmise_verify::search::{self, SearchOptions};

/// Whether monolithic search finds a violation. An assume-guarantee engine answers for errors, too.
pub(crate) fn violated(system: &System, claim: Claim) -> bool {
    let claims = [claim, Claim::NoError];
    let reports = search::check(system, &claims, &SearchOptions::default(), &Context::unlimited());
    reports.iter().any(|report| matches!(report.outcome, Outcome::Violated(_)))
}

/// Whether a report tells the truth.
pub(crate) fn judge(system: &System, report: &Report, violated: bool) -> Result<(), String> {
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

//! What a PRISM model expects of itself: formulas, and specifications beside it.

use std::path::{Path, PathBuf};

use surmise::conformance::{self, ConformanceEvidence, ConformanceKind, self_check};
use surmise::load::{InputOptions, PrismOptions};
use surmise::methods::MethodOptions;
use surmise::{Attempt, Failure, Named, formula, load};
use surmise_model::{ConformanceOutcome, Context, FormulaOutcome, Unknown};
use surmise_verify::probabilistic::refinement::Engine;

use super::expectation::Expected;
use super::run::{Job, Judgement};
use crate::files::Disk;

/// Checks one expectation.
pub(super) fn judge(
    job: &Job<'_>,
    expected: &Expected,
    disk: &Disk,
    context: &Context<'_>,
) -> Attempt<Judgement> {
    let Job { case, method, self_check: confirm } = *job;
    let Some(kind) = ConformanceKind::by_name(method.name()) else {
        return Err(Failure::usage("the method is not one for probabilistic systems"));
    };
    let prism = PrismOptions { constants: case.parameters.clone(), modules: Vec::new() };
    let options = InputOptions { prism, ..InputOptions::default() };
    let default = MethodOptions::default();
    let undecided = |unknown: &Unknown| Judgement::Undecided {
        reason: format!("{}: {}", unknown.reason, unknown.known),
    };
    Ok(match expected {
        Expected::Formula(text, wanted) => {
            let asked = load::formulated(&case.models, text, &options, disk, context)?;
            match &formula::answer(&asked, kind, &default, context)?.outcome {
                FormulaOutcome::Holds(_) => compared(true, *wanted),
                FormulaOutcome::Violated(_) => compared(false, *wanted),
                FormulaOutcome::Unknown(unknown) => undecided(unknown),
            }
        }
        Expected::Conforms(file, wanted) => {
            let beside = case.models.first().and_then(|model| model.parent());
            let file: PathBuf = beside.unwrap_or(Path::new("")).join(file);
            let asked = load::specified(&case.models, &file, &options, disk, context)?;
            let mut report = conformance::answer(&asked, kind, Engine::Flow, &default, context)?;
            if confirm && let Some(evidence) = ConformanceEvidence::of(&asked, &report) {
                // A limit of the checker's is none of the verdict's.
                let _ = self_check(&asked, &evidence, &mut report, context);
            }
            match &report.outcome {
                ConformanceOutcome::Holds(_) => compared(true, *wanted),
                ConformanceOutcome::Violated(_) => compared(false, *wanted),
                ConformanceOutcome::Unknown(unknown) => undecided(unknown),
            }
        }
        _ => return Err(Failure::usage("this is not about a probabilistic system")),
    })
}

fn compared(holds: bool, wanted: bool) -> Judgement {
    match (holds == wanted, holds) {
        (true, _) => Judgement::Passed,
        (false, true) => Judgement::Failed { found: "it holds".to_owned() },
        (false, false) => Judgement::Failed { found: "it is violated, by a tree".to_owned() },
    }
}

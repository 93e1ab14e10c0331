//! Monolithic search.

use surmise_model::{Context, Outcome as Verdict, Report, System};
use surmise_verify::search::{self, SearchOptions};

use super::Claim;
use crate::failure::{Failure, Outcome};

/// Searches all states of the whole system.
pub(super) fn check(
    system: &System,
    claim: Claim,
    threads: usize,
    context: &Context<'_>,
) -> Outcome<Report> {
    use surmise_model::Claim::{NoDeadlock, NoError, Property};
    let errors = system.components.iter().any(|component| component.lts.has_error());
    let claims = match claim {
        Claim::Property(property) if errors => vec![Property(property), NoError],
        Claim::Property(property) => vec![Property(property)],
        Claim::NoError => vec![NoError],
        Claim::Safety if errors => vec![NoError, NoDeadlock],
        Claim::NoDeadlock | Claim::Safety => vec![NoDeadlock],
    };
    let reports = search::check(system, &claims, &SearchOptions { threads }, context);
    // One verdict for all: the shortest counterexample, or else what is not known, or else a proof.
    let report = reports.into_iter().min_by_key(|report| match &report.outcome {
        Verdict::Violated(counterexample) => (0, counterexample.trace.steps.len()),
        Verdict::Unknown(_) => (1, 0),
        Verdict::Holds(_) => (2, 0),
    });
    report.ok_or_else(|| Failure::usage("there is nothing to check"))
}

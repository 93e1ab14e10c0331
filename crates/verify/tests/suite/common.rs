//! What engines that find assumptions are compared with.

use surmise_model::{Claim, Context, Outcome, System};
use surmise_verify::search::{self, SearchOptions};

/// Whether monolithic search finds a violation. An assume-guarantee engine answers for errors, too.
pub(crate) fn violated(system: &System, claim: Claim) -> bool {
    let claims = [claim, Claim::NoError];
    let reports = search::check(system, &claims, &SearchOptions::default(), &Context::unlimited());
    reports.iter().any(|report| matches!(report.outcome, Outcome::Violated(_)))
}

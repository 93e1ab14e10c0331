//! Monolithic search.

use surmise_model::{Context, Report, System};
use surmise_verify::search::{self, SearchOptions};

use super::Claim;

/// Searches all states of the whole system.
pub(super) fn check(
    system: &System,
    claim: Claim,
    threads: usize,
    context: &Context<'_>,
) -> Report {
    let (property, errors, deadlocks) = match claim {
        Claim::Property(property) => (Some(property), true, false),
        Claim::NoError => (None, true, false),
        Claim::NoDeadlock => (None, false, true),
        Claim::Safety => (None, true, true),
    };
    let options = SearchOptions { errors, deadlocks, threads };
    search::check(system, property, &options, context)
}

//! Monolithic search.

use surmise_model::{Claim, Context, Report, System};
use surmise_verify::search::{self, SearchOptions};

use super::{Method, MethodOptions};
use crate::Attempt;

/// Searches all states of the whole system.
pub(super) struct Mono;

impl Method for Mono {
    fn name(&self) -> &'static str {
        "mono"
    }

    fn summary(&self) -> &'static str {
        "Search all states of the whole system, breadth-first"
    }

    fn judges_together(&self) -> bool {
        true
    }

    fn check(
        &self,
        system: &System,
        claims: &[Claim],
        options: &MethodOptions,
        context: &Context<'_>,
    ) -> Attempt<Vec<Report>> {
        let options = SearchOptions { threads: options.threads };
        Ok(search::check(system, claims, &options, context))
    }
}

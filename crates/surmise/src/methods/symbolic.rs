//! Sets of states as decision diagrams.

use surmise_model::{Claim, Context, Report, System};
use surmise_verify::symbolic::{self, SymbolicOptions};

use super::{Method, MethodOptions};
use crate::{Attempt, OptionName};

/// Computes the set of all reachable states.
pub(super) struct Symbolic;

impl Method for Symbolic {
    fn name(&self) -> &'static str {
        "symbolic"
    }

    fn summary(&self) -> &'static str {
        "Compute the set of all reachable states as a decision diagram, by saturation"
    }

    fn options(&self) -> &'static [OptionName] {
        &[OptionName::Shortest]
    }

    fn judges(&self, _: &System, claim: Claim) -> bool {
        !matches!(claim, Claim::Temporal(_))
    }

    fn counts_states(&self) -> bool {
        true
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
        let options = SymbolicOptions { shortest: options.shortest };
        Ok(symbolic::check(system, claims, &options, context))
    }
}

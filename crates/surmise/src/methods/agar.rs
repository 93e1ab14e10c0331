//! Assumptions by abstraction refinement.

use surmise_model::{Claim, Context, Report, System};
use surmise_verify::Departure;
use surmise_verify::agar::{self, AgarOptions};

use super::assumptions::{self, check_claim};
use super::{Method, MethodOptions};
use crate::{Attempt, OptionName};

/// Refines abstractions until they are good enough assumptions. Its rule follows from the number of
/// groups.
pub(super) struct Agar;

impl Method for Agar {
    fn name(&self) -> &'static str {
        "agar"
    }

    fn summary(&self) -> &'static str {
        "Find assumptions by abstraction refinement"
    }

    fn options(&self) -> &'static [OptionName] {
        use OptionName::{Alphabet, AsPublished, Assume, Order, Split, Without};
        &[Alphabet, Split, Order, Assume, AsPublished, Without]
    }

    fn departures(&self) -> &'static [Departure] {
        agar::DEPARTURES
    }

    fn finds_assumptions(&self) -> bool {
        true
    }

    fn check(
        &self,
        system: &System,
        claims: &[Claim],
        options: &MethodOptions,
        context: &Context<'_>,
    ) -> Attempt<Vec<Report>> {
        let own = AgarOptions {
            alphabet: options.alphabet.unwrap_or_default(),
            decomposition: assumptions::decomposition(options, system)?,
            given: options.given.clone(),
            departures: options.departures(agar::DEPARTURES)?,
            threads: options.threads,
            ..AgarOptions::default()
        };
        let check = |system: &System, claim: Claim, context: &Context<'_>| {
            agar::check(system, claim, &own, context)
        };
        Ok(claims.iter().map(|&claim| check_claim(system, claim, context, check)).collect())
    }
}

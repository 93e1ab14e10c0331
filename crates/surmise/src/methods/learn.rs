//! Assumptions by learning.

use surmise_model::{Claim, Context, Report, System};
use surmise_verify::Departure;
use surmise_verify::learn::{self, LearnOptions};

use super::assumptions::{self, check_claim};
use super::{Method, MethodOptions};
use crate::{Attempt, OptionName};

/// Learns the assumptions of a rule.
pub(super) struct Learn;

impl Method for Learn {
    fn name(&self) -> &'static str {
        "learn"
    }

    fn summary(&self) -> &'static str {
        "Learn assumptions (L* or L#), with rule ASYM, CIRC-N or SYM-N"
    }

    fn options(&self) -> &'static [OptionName] {
        use OptionName::{
            Alphabet, AsPublished, Assume, Learner, Order, Rule, Split, Start, Without,
        };
        &[Rule, Alphabet, Start, Split, Order, Learner, Assume, AsPublished, Without]
    }

    fn departures(&self) -> &'static [Departure] {
        learn::DEPARTURES
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
        let own = LearnOptions {
            rule: options.rule.unwrap_or_default(),
            alphabet: options.alphabet.unwrap_or_default(),
            decomposition: assumptions::decomposition(options, system)?,
            given: options.given.clone(),
            learner: options.learner.unwrap_or_default(),
            start: assumptions::start(options, system)?,
            departures: options.departures(learn::DEPARTURES)?,
            threads: options.threads,
            ..LearnOptions::default()
        };
        let check = |system: &System, claim: Claim, context: &Context<'_>| {
            learn::check(system, claim, &own, context)
        };
        Ok(claims.iter().map(|&claim| check_claim(system, claim, context, check)).collect())
    }
}

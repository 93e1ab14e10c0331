//! Assumptions as quotients.

use surmise_model::{Claim, Context, Report, System};
use surmise_verify::Departure;
use surmise_verify::quotient::{self, Labels, QuotientOptions, Replace};

use super::assumptions::{self, check_claim};
use super::{Method, MethodOptions};
use crate::{Attempt, Failure, Named, OptionName};

/// Merges states of a component that make no difference to the others and the property.
pub(super) struct Quotient;

impl Named for Replace {
    const ALL: &'static [(Self, &'static str, &'static str)] = &[
        (Self::Largest, "largest", "The largest one first"),
        (Self::FewestShared, "fewest-shared", "The one first that shares the fewest actions"),
        (Self::Listed, "listed", "As they stand in the rule"),
    ];
}

impl Named for Labels {
    const ALL: &'static [(Self, &'static str, &'static str)] = &[
        (Self::Exact, "exact", "On the states of the others and the property"),
        (Self::Modal, "modal", "On abstractions of the others, refined as far as you like"),
    ];
}

/// The share in percent by which an assumption has to become smaller within fifty steps for a
/// verdict to wait for more. Measured: the largest one with which the sliding window protocol still
/// gets to its smallest assumptions; more saves no time to speak of (`bench/runs`).
const STOP_WHEN: u8 = 5;

/// The method's own options. Who limits the refinement of abstractions wants abstractions.
pub fn quotient_options(options: &MethodOptions, system: &System) -> Attempt<QuotientOptions> {
    let limits = [
        (options.steps.is_some(), OptionName::Steps),
        (options.alternate.is_some(), OptionName::Alternate),
        (options.stop_when.is_some(), OptionName::StopWhen),
        (options.plot, OptionName::Plot),
    ];
    let limit = limits.iter().find(|(chosen, _)| *chosen).map(|&(_, option)| option);
    let labels = match (options.labels, limit) {
        (Some(Labels::Exact), Some(option)) => {
            let message = "without abstractions there is nothing to refine";
            return Err(Failure::usage_with_help(message, "leave it out, or use modal labels")
                .concerning(option)
                .remedied_by(OptionName::Labels));
        }
        (None, Some(_)) => Labels::Modal,
        (labels, _) => labels.unwrap_or_default(),
    };
    let defaults = QuotientOptions::default();
    Ok(QuotientOptions {
        decomposition: assumptions::decomposition(options, system)?,
        replace: options.replace.unwrap_or_default(),
        labels,
        steps: options.steps,
        alternate: options.alternate.map_or(defaults.alternate, std::num::NonZeroUsize::get),
        stop_when: options.stop_when,
        measure: options.plot,
        departures: options.departures(quotient::DEPARTURES)?,
        threads: options.threads,
        ..defaults
    })
}

impl Method for Quotient {
    fn name(&self) -> &'static str {
        "quotient"
    }

    fn summary(&self) -> &'static str {
        "Merge the states of components that make no difference to the others"
    }

    fn options(&self) -> &'static [OptionName] {
        use OptionName::{
            Alternate, AsPublished, Labels, Order, Plot, Replace, Split, Steps, StopWhen, Without,
        };
        &[Split, Order, Replace, Labels, Steps, Alternate, StopWhen, Plot, AsPublished, Without]
    }

    fn departures(&self) -> &'static [Departure] {
        quotient::DEPARTURES
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
        let mut own = quotient_options(options, system)?;
        // Who asks for a number of steps, or for a picture of them, gets them.
        if own.steps.is_none() && !own.measure && own.departures.has(Departure::EarlyVerdict) {
            own.stop_when = own.stop_when.or(Some(STOP_WHEN));
        }
        let check = |system: &System, claim: Claim, context: &Context<'_>| {
            quotient::check(system, claim, &own, context)
        };
        Ok(claims.iter().map(|&claim| check_claim(system, claim, context, check)).collect())
    }
}

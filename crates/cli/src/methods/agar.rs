//! Assumptions by abstraction refinement.

use surmise_model::{Claim, Context, Report, System};
use surmise_verify::agar::{self, AgarOptions};

use super::assumptions::AssumptionArgs;
use crate::failure::{Failure, Outcome};

/// Refines abstractions until they are good enough assumptions.
pub(super) fn check(
    system: &System,
    claim: Claim,
    arguments: &AssumptionArgs,
    threads: usize,
    context: &Context<'_>,
) -> Outcome<Report> {
    if arguments.rule.is_some() {
        return Err(Failure::usage_with_help(
            "--rule means nothing to the method agar",
            "its rule follows from the number of groups",
        ));
    }
    if arguments.learner.is_some() {
        return Err(Failure::usage_with_help(
            "--learner means nothing to the method agar",
            "leave it out, or use --method learn",
        ));
    }
    let options = AgarOptions {
        alphabet: arguments.alphabet(),
        decomposition: arguments.decomposition(system)?,
        threads,
        ..AgarOptions::default()
    };
    Ok(agar::check(system, claim, &options, context))
}

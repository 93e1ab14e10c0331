//! Assumptions by learning.

use surmise_model::{Claim, Context, Report, System};
use surmise_verify::learn::{self, LearnOptions};

use super::assumptions::AssumptionArgs;
use crate::failure::Outcome;

/// Learns the assumptions of a rule.
pub(super) fn check(
    system: &System,
    claim: Claim,
    arguments: &AssumptionArgs,
    threads: usize,
    context: &Context<'_>,
) -> Outcome<Report> {
    let options = LearnOptions {
        rule: arguments.rule(),
        alphabet: arguments.alphabet(),
        decomposition: arguments.decomposition(system)?,
        learner: arguments.learner(),
        threads,
        ..LearnOptions::default()
    };
    Ok(learn::check(system, claim, &options, context))
}

//! Checking a premise of a rule, and what that adds to the statistics.

use surmise_model::{Context, Count, Lts, Statistics, Stop, Trace};

use crate::search::{Finding, Search, SearchOptions, search};

/// Searches for π on behalf of a premise: a shortest run to it, if there is one.
pub(crate) fn check_premise(
    premise: usize,
    parts: &[&Lts],
    options: &SearchOptions,
    statistics: &mut Statistics,
    context: &Context<'_>,
) -> Result<Option<Trace>, Stop> {
    let Search { finding, statistics: counted } = search(parts, options, context);
    count_premise(premise, &counted, statistics);
    match finding {
        Finding::Error { trace, .. } => Ok(Some(trace)),
        Finding::Stopped(stop) => Err(stop),
        Finding::Exhausted => Ok(None),
    }
}

/// Adds what a search on behalf of a premise counted.
pub(crate) fn count_premise(premise: usize, counted: &Statistics, statistics: &mut Statistics) {
    let states = counted.of(Count::States);
    statistics.raise(Count::PremiseStates(premise), states);
    statistics.add(Count::States, states);
    statistics.raise(Count::Bytes, counted.of(Count::Bytes));
}

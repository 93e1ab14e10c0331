//! Checking a premise of a rule, and what that adds to the statistics.

use surmise_model::{Context, Lts, Statistics, Stop, Trace};

use crate::search::{Finding, Search, SearchOptions, search};

/// The name under which the states of a premise, counted from 1, are counted.
pub(crate) fn premise_states(premise: usize) -> String {
    format!("premise {premise} states")
}

/// Searches for π on behalf of a premise: a shortest run to it, if there is one.
pub(crate) fn check_premise(
    premise: usize,
    parts: &[&Lts],
    options: &SearchOptions,
    statistics: &mut Statistics,
    context: &Context<'_>,
) -> Result<Option<Trace>, Stop> {
    let Search { finding, statistics: counted } = search(parts, options, context);
    let states = counted.get("states").unwrap_or(0);
    statistics.raise(premise_states(premise), states);
    statistics.add("states", states);
    statistics.raise("bytes", counted.get("bytes").unwrap_or(0));
    match finding {
        Finding::Error { trace, .. } => Ok(Some(trace)),
        Finding::Stopped(stop) => Err(stop),
        Finding::Exhausted | Finding::Deadlock { .. } => Ok(None),
    }
}

//! Shortcuts: a violation that is near is looked for by plain search, before assumptions are looked
//! for and on the way.
//!
//! No paper does this. Assumptions are for what holds; where a property is violated it takes
//! hundreds of them to find a run that a search of a thousand states finds at once. How far to
//! look, and when, is decided here, for all engines. That nothing is found shows nothing, unless
//! that was all there is. A look ahead that decides is named by the statistics:
//! [`Count::LookAhead`].

use surmise_model::{
    ActionId, Claim, Context, Count, Counterexample, Lts, Outcome, Reason, Statistics, Stop, System,
};

use crate::departures::{Departure, Departures};
use crate::search::{self, Finding, SearchOptions, search};

/// How many states a look ahead searches; none, as in the papers, where it is 0.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct LookAhead {
    /// States of the system, before assumptions are looked for.
    pub first: u64,
    /// The same for a property that is not deterministic. To make it deterministic, or strict, can
    /// take more than all the rest.
    pub first_if_nondeterministic: u64,
    /// On the way. When learning has a proposal for a link of a chain, so many states of the later
    /// groups. (More finds more, but is spent on the right proposals as well: from 256 to 16384,
    /// the times for the case studies are within a factor of two of each other.) Circular reasoning
    /// searches so many of what an alphabet shows, and more the longer it takes.
    pub on_the_way: u64,
}

impl LookAhead {
    /// None at all, as in the papers.
    pub const NONE: Self = Self { first: 0, first_if_nondeterministic: 0, on_the_way: 0 };
    /// Only where a property is not deterministic. Abstractions are refined by runs of the system,
    /// so they need no more.
    pub const FOR_NONDETERMINISM: Self = Self { first_if_nondeterministic: 1 << 18, ..Self::NONE };
    /// What learning does. It begins with what a conjecture needs, which is small.
    pub const LEARNING: Self = Self { on_the_way: 512, ..Self::FOR_NONDETERMINISM };
    /// What circular reasoning does.
    pub const CIRCULAR: Self = Self { first: 1024, on_the_way: 1024, ..Self::FOR_NONDETERMINISM };

    /// The same, or none if that departure is not to be made.
    #[must_use]
    pub(crate) fn if_departing(self, departures: Departures) -> Self {
        if departures.has(Departure::LookAhead) { self } else { Self::NONE }
    }

    /// How many queries a look ahead is worth at least: it takes less time than the first thing
    /// that is tried in the place of a conjecture.
    const LEAST_QUERIES: usize = 1 << 13;
    /// A state of a group and one other component takes the time of so many queries, and more with
    /// more others.
    const QUERIES_PER_STATE: usize = 2;
    /// After so many iterations the first look at an alphabet is repeated.
    const SOON: u64 = 8;

    /// How far to look before assumptions are looked for.
    pub(crate) fn before(&self, is_deterministic: bool) -> u64 {
        if is_deterministic { self.first } else { self.first_if_nondeterministic }
    }

    /// How far to look at a group and so many other components, if it is worth so many queries.
    pub(crate) fn worth(&self, queries: usize, others: usize) -> u64 {
        match self.on_the_way {
            0 => 0,
            _ => (queries.max(Self::LEAST_QUERIES) / (Self::QUERIES_PER_STATE * others)) as u64,
        }
    }

    /// How far to look at what an alphabet shows after so many iterations: at first, if that is
    /// wanted, and again, farther, when their number has doubled.
    pub(crate) fn after(&self, iterations: u64, at_first: bool) -> u64 {
        let again = iterations >= Self::SOON && iterations.is_power_of_two();
        match iterations == 0 && at_first || again {
            true => self.on_the_way.saturating_mul(iterations + 1),
            false => 0,
        }
    }
}

/// What a look ahead shows.
pub(crate) enum Foreseen {
    /// The visible actions of a run that is a violation indeed.
    Violation(Vec<ActionId>),
    /// There is no violation: that was all.
    Safe,
    /// There is no violation as far as it went.
    Nothing,
}

/// Looks for π in a product, among so many states that are found first.
pub(crate) fn look_ahead(
    parts: &[&Lts],
    states: u64,
    options: &SearchOptions,
    statistics: &mut Statistics,
    context: &Context<'_>,
) -> Result<Foreseen, Stop> {
    if states == 0 {
        return Ok(Foreseen::Nothing);
    }
    let result = search(parts, options, &context.at_most(states));
    let searched = result.statistics.of(Count::States);
    statistics.add(Count::States, searched);
    match result.finding {
        Finding::Error { trace, .. } => {
            statistics.set(Count::LookAhead, searched);
            Ok(Foreseen::Violation(trace.visible()))
        }
        Finding::Stopped(Stop(Reason::StateLimit(_))) => Ok(Foreseen::Nothing),
        Finding::Stopped(stop) => Err(stop),
        Finding::Exhausted => Ok(Foreseen::Safe),
    }
}

/// A violation of a claim about a system, among so many states that are found first.
pub(crate) fn look_ahead_in_system(
    system: &System,
    claim: Claim,
    states: u64,
    statistics: &mut Statistics,
    context: &Context<'_>,
) -> Option<Counterexample> {
    if states == 0 {
        return None;
    }
    let within = context.at_most(states);
    let report = search::check(system, &[claim], &SearchOptions::default(), &within).pop()?;
    let Outcome::Violated(counterexample) = report.outcome else { return None };
    context.narrate(|| "a violation is found near the initial state".to_owned());
    let searched = report.statistics.of(Count::States);
    statistics.add(Count::States, searched);
    statistics.set(Count::LookAhead, searched);
    Some(counterexample)
}

//! What is told and counted while assumptions are learned.

use surmise_model::{ActionId, Alphabet, Context, Count, Interrupt, Lts, Statistics, Stop};

use super::LearnOptions;
use super::narration::Narration;
use crate::assume::premise::check_premise;
use crate::assume::shortcuts::{Foreseen, LookAhead, look_ahead};
use crate::search::SearchOptions;

/// The surroundings of a run, and its counts so far.
pub(super) struct Progress<'a> {
    pub(super) context: Context<'a>,
    pub(super) statistics: Statistics,
    pub(super) narration: Narration<'a>,
    pub(super) options: SearchOptions,
    pub(super) look_ahead: LookAhead,
    /// For each group a flag that stops what is done for it.
    pub(super) stops: &'a [Interrupt<'a>],
    /// About how much was done when something was done for all groups the last time.
    pub(super) last_effort: u64,
    /// How much that has to be for threads to be worth their start.
    pub(super) worth_threads: u64,
}

impl<'a> Progress<'a> {
    pub(super) fn new(
        narration: Narration<'a>,
        options: &LearnOptions,
        stops: &'a [Interrupt<'a>],
    ) -> Self {
        let LearnOptions { worth_threads, .. } = *options;
        let look_ahead = options.look_ahead.if_departing(options.departures);
        let options = SearchOptions { threads: options.threads, ..SearchOptions::default() };
        let mut statistics = Statistics::default();
        for count in [
            Count::MembershipQueries,
            Count::ReusedAnswers,
            Count::Conjectures,
            Count::Refinements,
            Count::AlphabetRefinements,
            Count::LargestAssumption,
            Count::LongestCounterexample,
            Count::States,
        ] {
            statistics.set(count, 0);
        }
        for premise in 1..=narration.num_premises() {
            statistics.set(Count::PremiseStates(premise), 0);
        }
        let (context, last_effort) = (narration.context, 0);
        Self {
            context,
            statistics,
            narration,
            options,
            look_ahead,
            stops,
            last_effort,
            worth_threads,
        }
    }

    /// Notes a conjecture for a premise.
    pub(super) fn conjecture(&mut self, premise: usize, assumption: &Lts) {
        self.statistics.add(Count::Conjectures, 1);
        // It goes on, so a look ahead has not decided.
        self.statistics.unset(Count::LookAhead);
        self.statistics.raise(Count::LargestAssumption, assumption.num_states() as u64);
        let number = self.statistics.of(Count::Conjectures);
        self.narration.conjecture(number, premise, assumption);
        self.context.progress(|| {
            let queries = self.statistics.of(Count::MembershipQueries);
            let states = assumption.num_states();
            format!("conjecture {number}, |A{premise}| = {states}, {queries} queries")
        });
    }

    /// Notes that the assumption of a premise gets more actions, because over its alphabet two
    /// traces look the same.
    pub(super) fn enriched(
        &mut self,
        premise: usize,
        traces: (&[ActionId], &[ActionId]),
        added: &Alphabet,
    ) {
        self.statistics.add(Count::AlphabetRefinements, 1);
        self.narration.enriched(premise, traces, added);
    }

    /// Searches for π on behalf of a premise: the visible actions of a shortest run to it.
    pub(super) fn find_violation(
        &mut self,
        premise: usize,
        parts: &[&Lts],
    ) -> Result<Option<Vec<ActionId>>, Stop> {
        let Self { options, statistics, context, .. } = self;
        let found = check_premise(premise, parts, options, statistics, context)?;
        Ok(found.map(|trace| trace.visible()))
    }

    /// Looks for a violation of a property, given completed with π, by components, among so many
    /// states that are found first.
    pub(super) fn foresee_violation(
        &mut self,
        components: &[&Lts],
        property: &Lts,
        states: u64,
    ) -> Result<Foreseen, Stop> {
        let parts = [components, &[property]].concat();
        look_ahead(&parts, states, &self.options, &mut self.statistics, &self.context)
    }

    /// What is known if the run ends now.
    pub(super) fn known(&self) -> String {
        let count = |count| self.statistics.of(count);
        let replaced = match count(Count::ReplacedConjectures) {
            0 => String::new(),
            replaced => format!(", {replaced} of them not learned"),
        };
        format!(
            "after {} conjectures for {} premises{replaced}, the largest of {} states, no assumption \
             makes all premises true and no violation is found",
            count(Count::Conjectures),
            self.narration.num_premises(),
            count(Count::LargestAssumption),
        )
    }
}

//! What is told and counted while assumptions are learned.

use surmise_model::{ActionId, Alphabet, Context, Lts, Reason, Statistics, Stop, Trace};

use super::LearnOptions;
use super::narration::Narration;
use crate::assume::premise::{check_premise, premise_states};
use crate::search::{Finding, SearchOptions, search};

/// The surroundings of a run, and its counts so far.
pub(super) struct Progress<'a> {
    pub(super) context: Context<'a>,
    pub(super) statistics: Statistics,
    pub(super) narration: Narration<'a>,
    options: SearchOptions,
    foresight: u64,
}

impl<'a> Progress<'a> {
    pub(super) fn new(narration: Narration<'a>, options: &LearnOptions) -> Self {
        let foresight = options.foresight;
        let options = SearchOptions { threads: options.threads, ..SearchOptions::default() };
        let mut statistics = Statistics::default();
        let counts = ["membership queries", "reused answers", "conjectures", "refinements"];
        let more = ["alphabet refinements", "largest assumption", "longest counterexample"];
        for name in counts.into_iter().chain(more) {
            statistics.set(name, 0);
        }
        statistics.set("states", 0);
        for premise in 1..=narration.num_premises() {
            statistics.set(premise_states(premise), 0);
        }
        Self { context: narration.context, statistics, narration, options, foresight }
    }

    /// Notes a conjecture for a premise.
    pub(super) fn conjecture(&mut self, premise: usize, assumption: &Lts) {
        self.statistics.add("conjectures", 1);
        self.statistics.raise("largest assumption", assumption.num_states() as u64);
        let number = self.statistics.get("conjectures").unwrap_or(0);
        self.narration.conjecture(number, premise, assumption);
    }

    /// Notes that the assumption of a premise gets more actions, because over its alphabet two traces
    /// look the same.
    pub(super) fn enriched(
        &mut self,
        premise: usize,
        alphabet: &Alphabet,
        traces: (&[ActionId], &[ActionId]),
        added: &Alphabet,
    ) {
        self.statistics.add("alphabet refinements", 1);
        self.narration.enriched(premise, alphabet, traces, added);
    }

    /// Searches for π on behalf of a premise: the visible actions of a shortest run to it.
    pub(super) fn find_violation(
        &mut self,
        premise: usize,
        parts: &[&Lts],
    ) -> Result<Option<Vec<ActionId>>, Stop> {
        let Self { options, statistics, context, .. } = self;
        let found = check_premise(premise, parts, options, statistics, context)?;
        Ok(found.map(|trace| visible(&trace)))
    }

    /// Looks for a violation of a property, given completed with π, by groups of components, among
    /// the states first found. It is one indeed; that there is none shows nothing.
    pub(super) fn foresee_violation(
        &mut self,
        groups: &[Vec<&Lts>],
        property: &Lts,
    ) -> Result<Option<Vec<ActionId>>, Stop> {
        let mut parts = groups.concat();
        parts.push(property);
        let mut context = self.context;
        let states = context.limits.states.unwrap_or(u64::MAX).min(self.foresight);
        if states == 0 {
            return Ok(None);
        }
        context.limits.states = Some(states);
        let result = search(&parts, &self.options, &context);
        self.statistics.add("states", result.statistics.get("states").unwrap_or(0));
        match result.finding {
            Finding::Error { trace, .. } => Ok(Some(visible(&trace))),
            Finding::Stopped(Stop(reason)) if !matches!(reason, Reason::StateLimit(_)) => {
                Err(Stop(reason))
            }
            _ => Ok(None),
        }
    }

    /// What is known if the run ends now.
    pub(super) fn known(&self) -> String {
        let count = |name: &str| self.statistics.get(name).unwrap_or(0);
        format!(
            "after {} conjectures for {} premises, the largest of {} states, no assumption makes \
             all premises true and no violation is found",
            count("conjectures"),
            self.narration.num_premises(),
            count("largest assumption"),
        )
    }
}

fn visible(trace: &Trace) -> Vec<ActionId> {
    trace.actions().filter(|action| !action.is_tau()).collect()
}

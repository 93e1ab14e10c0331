//! What is told and counted while assumptions are learned.

use surmise_model::{ActionId, ActionTable, Alphabet, Lts, Statistics};

use crate::premise::premise_states;
use crate::search::{Finding, Search, SearchOptions, search};
use crate::{Context, Event, Stop};

/// The surroundings of a run, and its counts so far.
pub(super) struct Progress<'a> {
    pub(super) context: Context<'a>,
    pub(super) statistics: Statistics,
    actions: &'a ActionTable,
    options: SearchOptions,
    premises: usize,
}

impl<'a> Progress<'a> {
    pub(super) fn new(
        context: &Context<'a>,
        actions: &'a ActionTable,
        premises: usize,
        threads: usize,
    ) -> Self {
        let options = SearchOptions { threads, ..SearchOptions::default() };
        let mut statistics = Statistics::default();
        let counts = ["membership queries", "reused answers", "conjectures", "refinements"];
        for name in counts.into_iter().chain(["alphabet refinements", "largest assumption"]) {
            statistics.set(name, 0);
        }
        Self { context: *context, statistics, actions, options, premises }
    }

    /// Tells a step of the reasoning.
    pub(super) fn narrate(&self, text: &str) {
        self.context.observer.event(&Event::Narration(text));
    }

    /// Notes a conjecture for a premise.
    pub(super) fn conjecture(&mut self, premise: usize, assumption: &Lts) {
        self.statistics.add("conjectures", 1);
        self.statistics.raise("largest assumption", assumption.num_states() as u64);
        let states = match assumption.num_states() {
            1 => "1 state".to_owned(),
            states => format!("{states} states"),
        };
        self.narrate(&format!(
            "conjecture {}: assumption {premise} with {states} over {{{}}}",
            self.statistics.get("conjectures").unwrap_or(0),
            self.actions.names(assumption.alphabet()).join(", "),
        ));
    }

    /// Notes that an assumption gets more actions, and which two traces it has to tell apart.
    pub(super) fn enriched(
        &mut self,
        premise: usize,
        spurious: &[ActionId],
        trace: &[ActionId],
        added: &Alphabet,
    ) {
        self.statistics.add("alphabet refinements", 1);
        self.narrate(&format!(
            "{} is no violation in the presence of {}: assumption {premise} gets {}",
            self.spell(spurious),
            self.spell(trace),
            self.actions.names(added).join(", "),
        ));
    }

    /// A trace as a reader knows it.
    pub(super) fn spell(&self, word: &[ActionId]) -> String {
        let names: Vec<&str> = word.iter().map(|&action| self.actions.name(action)).collect();
        format!("⟨{}⟩", names.join(", "))
    }

    /// Searches for π on behalf of a premise: the visible actions of a shortest run to it.
    pub(super) fn find_violation(
        &mut self,
        premise: usize,
        parts: &[&Lts],
    ) -> Result<Option<Vec<ActionId>>, Stop> {
        let Search { finding, statistics } = search(parts, &self.options, &self.context);
        let states = statistics.get("states").unwrap_or(0);
        self.statistics.raise(premise_states(premise), states);
        self.statistics.add("states", states);
        self.statistics.raise("bytes", statistics.get("bytes").unwrap_or(0));
        match finding {
            Finding::Error { trace, .. } => {
                Ok(Some(trace.actions().filter(|action| !action.is_tau()).collect()))
            }
            Finding::Stopped(stop) => Err(stop),
            Finding::Exhausted | Finding::Deadlock { .. } => Ok(None),
        }
    }

    /// What is known if the run ends now.
    pub(super) fn known(&self) -> String {
        let count = |name: &str| self.statistics.get(name).unwrap_or(0);
        format!(
            "after {} conjectures for {} premises, the largest of {} states, no assumption makes \
             all premises true and no violation is found",
            count("conjectures"),
            self.premises,
            count("largest assumption"),
        )
    }
}

//! What is told and counted while abstractions are refined.

use surmise_model::{ActionId, ActionTable, Alphabet, Lts, Statistics, Trace};

use super::nested::Nested;
use crate::premise::premise_states;
use crate::search::{Finding, Search, SearchOptions, search};
use crate::{Context, Event, Stop};

/// The surroundings of a run, and its counts so far. Names are those of learning where they mean the
/// same; a conjecture is a set of abstractions for which premise 1 is checked.
pub(super) struct Progress<'a> {
    pub(super) context: Context<'a>,
    pub(super) statistics: Statistics,
    actions: &'a ActionTable,
    options: SearchOptions,
}

impl<'a> Progress<'a> {
    pub(super) fn new(context: &Context<'a>, actions: &'a ActionTable, threads: usize) -> Self {
        let mut statistics = Statistics::default();
        let counts = ["conjectures", "refinements", "alphabet refinements", "largest assumption"];
        for name in counts {
            statistics.set(name, 0);
        }
        let options = SearchOptions { threads, ..SearchOptions::default() };
        Self { context: *context, statistics, actions, options }
    }

    /// Checks premise 1: a shortest run to π, if there is one.
    pub(super) fn check_premise(&mut self, parts: &[&Lts]) -> Result<Option<Trace>, Stop> {
        self.statistics.add("conjectures", 1);
        let Search { finding, statistics } = search(parts, &self.options, &self.context);
        let states = statistics.get("states").unwrap_or(0);
        self.statistics.raise(premise_states(1), states);
        self.statistics.add("states", states);
        self.statistics.raise("bytes", statistics.get("bytes").unwrap_or(0));
        match finding {
            Finding::Error { trace, .. } => Ok(Some(trace)),
            Finding::Stopped(stop) => Err(stop),
            Finding::Exhausted | Finding::Deadlock { .. } => Ok(None),
        }
    }

    /// Notes the sizes of the abstractions, and of what they abstract in the further premises.
    pub(super) fn sizes(&mut self, nested: &Nested<'_>) {
        for (index, level) in nested.levels.iter().enumerate() {
            self.statistics.raise("largest assumption", level.lts.num_states() as u64);
            let concrete = level.concrete.lts.num_states() as u64;
            self.statistics.raise(premise_states(index + 2), concrete);
        }
    }

    /// Notes that an abstraction was refined because of a spurious trace.
    pub(super) fn split(&mut self, level: usize, spurious: &[ActionId], states: usize) {
        self.statistics.add("refinements", 1);
        self.narrate(&format!(
            "{} is spurious: assumption {} is refined to {states} states",
            self.spell(spurious),
            level + 1,
        ));
    }

    /// Notes that an abstraction gets more actions, and which two traces it has to tell apart.
    pub(super) fn widened(
        &mut self,
        level: usize,
        (error, environment): (&[ActionId], &[ActionId]),
        added: &Alphabet,
    ) {
        self.statistics.add("alphabet refinements", 1);
        self.narrate(&format!(
            "{} is no violation in the presence of {}: assumption {} gets {}",
            self.spell(error),
            self.spell(environment),
            level + 1,
            self.actions.names(added).join(", "),
        ));
    }

    /// What is known if the run ends now.
    pub(super) fn known(&self) -> String {
        let count = |name: &str| self.statistics.get(name).unwrap_or(0);
        format!(
            "after {} refinements, the largest assumption having {} states, no assumption makes \
             premise 1 true and no violation is found",
            count("refinements"),
            count("largest assumption"),
        )
    }

    fn narrate(&self, text: &str) {
        self.context.observer.event(&Event::Narration(text));
    }

    /// A trace as a reader knows it.
    fn spell(&self, word: &[ActionId]) -> String {
        let names: Vec<&str> = word.iter().map(|&action| self.actions.name(action)).collect();
        format!("⟨{}⟩", names.join(", "))
    }
}

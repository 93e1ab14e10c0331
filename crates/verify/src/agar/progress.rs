//! What is told and counted while abstractions are refined.

use surmise_model::{
    ActionId, Alphabet, Context, Count, Lts, ProposedFor, RuleKind, Statistics, Stop, Trace,
};

use super::nested::Nested;
use crate::assume::Problem;
use crate::assume::decompose::Groups;
use crate::assume::premise::check_premise;
use crate::assume::words::{self, Told};
use crate::search::SearchOptions;

/// The surroundings of a run, and its counts so far. Names are those of learning where they mean
/// the same; a conjecture is a set of abstractions for which premise 1 is checked.
pub(super) struct Progress<'a> {
    pub(super) context: Context<'a>,
    pub(super) statistics: Statistics,
    problem: &'a Problem<'a>,
    groups: &'a Groups,
    told: Told,
    options: SearchOptions,
}

impl<'a> Progress<'a> {
    pub(super) fn new(
        context: &Context<'a>,
        (problem, groups): (&'a Problem<'a>, &'a Groups),
        threads: usize,
    ) -> Self {
        let mut statistics = Statistics::default();
        for count in [
            Count::Conjectures,
            Count::Refinements,
            Count::AlphabetRefinements,
            Count::LargestAssumption,
            Count::States,
        ] {
            statistics.set(count, 0);
        }
        statistics.set(Count::PremiseStates(1), 0);
        let options = SearchOptions { threads, ..SearchOptions::default() };
        Self { context: *context, statistics, problem, groups, told: Told::default(), options }
    }

    /// Notes a conjecture, and checks premise 1 for it: a shortest run to π, if there is one.
    pub(super) fn check_premise(
        &mut self,
        nested: &Nested<'_>,
        parts: &[&Lts],
    ) -> Result<Option<Trace>, Stop> {
        self.statistics.add(Count::Conjectures, 1);
        let Self { context, statistics, problem, groups, told, .. } = self;
        let number = statistics.of(Count::Conjectures);
        for (index, shell) in nested.shells.iter().enumerate() {
            let (place, purpose) = ((index + 1, number), ProposedFor::Rule(RuleKind::Asym));
            problem.propose(place, &groups[index], purpose, &shell.lts, context);
        }
        context.narrate(|| {
            let sizes = nested.shells.iter().enumerate().map(|(index, shell)| {
                let states = words::states(shell.lts.num_states());
                let over = told.over(&problem.actions, index, &shell.alphabet);
                format!("A{} with {states}{over}", index + 1)
            });
            let sizes: Vec<String> = sizes.collect();
            format!("conjecture {number}: {}", sizes.join("; "))
        });
        self.context.progress(|| {
            let sizes = nested.shells.iter().map(|shell| shell.lts.num_states().to_string());
            let sizes: Vec<String> = sizes.collect();
            let (number, sizes) = (self.statistics.of(Count::Conjectures), sizes.join(", "));
            format!("conjecture {number}, |A| = {sizes}")
        });
        let Self { options, statistics, context, .. } = self;
        let found = check_premise(1, parts, options, statistics, context)?;
        self.context.narrate(|| match &found {
            None => "  premise 1 holds; the others do by construction".to_owned(),
            Some(trace) => {
                let visible = words::trace(&self.problem.actions, &trace.visible());
                format!("  premise 1 fails with {visible}")
            }
        });
        Ok(found)
    }

    /// Notes the sizes of the abstractions, and of what they abstract in the further premises.
    pub(super) fn sizes(&mut self, nested: &Nested<'_>) {
        for (index, shell) in nested.shells.iter().enumerate() {
            self.statistics.raise(Count::LargestAssumption, shell.lts.num_states() as u64);
            let concrete = shell.concrete.lts.num_states() as u64;
            self.statistics.raise(Count::PremiseStates(index + 2), concrete);
        }
    }

    /// Notes that an abstraction was refined because of a spurious trace.
    pub(super) fn split(&mut self, shell: usize, spurious: &[ActionId], states: usize) {
        self.statistics.add(Count::Refinements, 1);
        self.context.narrate(|| {
            format!(
                "  spurious: what A{shell} abstracts cannot do {}; a class of it is split, which makes {}",
                words::trace(&self.problem.actions, spurious),
                words::states(states),
                shell = shell + 1,
            )
        });
    }

    /// Notes that an abstraction gets more actions, and which two traces it has to tell apart.
    pub(super) fn widened(
        &mut self,
        shell: usize,
        (error, environment): (&[ActionId], &[ActionId]),
        added: &Alphabet,
    ) {
        self.statistics.add(Count::AlphabetRefinements, 1);
        self.context.narrate(|| {
            format!(
                "  spurious: {} is the way to it, but what A{shell} abstracts does {}; A{shell} also gets \
                 {} and starts anew",
                words::trace(&self.problem.actions, error),
                words::trace(&self.problem.actions, environment),
                words::alphabet(&self.problem.actions, added),
                shell = shell + 1,
            )
        });
    }

    /// Notes that a counterexample to premise 1 is one of the whole system.
    pub(super) fn real(&self, word: &[ActionId]) {
        self.context.narrate(|| {
            format!("  real: all together can do {}", words::trace(&self.problem.actions, word))
        });
    }

    /// What is known if the run ends now.
    pub(super) fn known(&self) -> String {
        let count = |count| self.statistics.of(count);
        format!(
            "after {} refinements, the largest assumption having {} states, no assumption makes \
             premise 1 true and no violation is found",
            count(Count::Refinements),
            count(Count::LargestAssumption),
        )
    }
}

//! What is told and counted while assumptions are looked for.

use surmise_model::{ActionId, Alphabet, Context, Count, Lts, ProposedFor, Statistics};

use super::rule::Simplified;
use crate::assume::decompose::Groups;
use crate::assume::{Problem, words};

/// The surroundings of a run, and its counts so far. A conjecture is one for all assumptions; a
/// refinement is a counterexample to a premise.
pub(super) struct Progress<'a> {
    pub(super) context: Context<'a>,
    pub(super) statistics: Statistics,
    problem: &'a Problem<'a>,
    pub(super) groups: &'a Groups,
    /// How many premises failed the last time.
    pub(super) open: usize,
    /// States of the last assumptions in all: k.
    total: usize,
    alphabets: u64,
}

impl<'a> Progress<'a> {
    pub(super) fn new(context: &Context<'a>, problem: &'a Problem<'a>, groups: &'a Groups) -> Self {
        let mut statistics = Statistics::default();
        for count in [
            Count::Conjectures,
            Count::Refinements,
            Count::AlphabetRefinements,
            Count::LargestAssumption,
            Count::SmallestAssumption,
            Count::Constraints,
            Count::States,
        ] {
            statistics.set(count, 0);
        }
        for premise in 1..=groups.len() + 1 {
            statistics.set(Count::PremiseStates(premise), 0);
        }
        Self {
            context: *context,
            statistics,
            problem,
            groups,
            open: groups.len() + 1,
            total: 0,
            alphabets: 0,
        }
    }

    /// Notes the rule that an alphabet leaves.
    pub(super) fn rule(&mut self, rule: &Simplified, alphabet: &Alphabet) {
        self.statistics.set(Count::AlphabetRefinements, self.alphabets);
        self.alphabets += 1;
        self.context.narrate(|| {
            let alphabet = words::alphabet(&self.problem.actions, alphabet);
            format!(
                "over {alphabet}, {} of {} premises are left",
                rule.num_premises(),
                self.groups.len() + 1
            )
        });
        for premise in rule.relevant.iter().copied().map(Some).chain([None]) {
            self.context.narrate(|| format!("  {}", self.premise(premise, rule)));
        }
    }

    /// Notes assumptions.
    pub(super) fn proposed(&mut self, assumptions: &[Lts], rule: &Simplified, constraints: usize) {
        self.statistics.add(Count::Conjectures, 1);
        let sizes = || rule.relevant.iter().map(|&of| assumptions[of].num_states() as u64);
        self.statistics.set(Count::LargestAssumption, sizes().max().unwrap_or(0));
        self.statistics.set(Count::SmallestAssumption, sizes().min().unwrap_or(0));
        self.statistics.set(Count::Constraints, constraints as u64);
        self.total = assumptions.iter().map(Lts::num_states).sum();
        let number = self.statistics.of(Count::Conjectures);
        for &of in &rule.relevant {
            let (members, purpose) = (&self.groups[of], ProposedFor::Circular);
            let (place, lts) = ((of + 1, number), &assumptions[of]);
            self.problem.propose(place, members, purpose, lts, &self.context);
        }
        let text = || {
            format!(
                "iteration {number}: {} in all for {constraints} constraints, {} of {} premises open",
                words::states(self.total),
                self.open.min(rule.num_premises()),
                rule.num_premises()
            )
        };
        self.context.narrate(text);
        self.context.progress(text);
    }

    /// Adds what the check of a premise counted.
    pub(super) fn checked(&mut self, counted: &Statistics) {
        for (count, value) in counted.iter() {
            match count {
                Count::States => self.statistics.add(count, value),
                _ => self.statistics.raise(count, value),
            }
        }
    }

    /// Notes a counterexample to the premise of a group, or else to the last one.
    pub(super) fn fails(&mut self, premise: Option<usize>, rule: &Simplified, word: &[ActionId]) {
        self.statistics.add(Count::Refinements, 1);
        self.context.narrate(|| {
            let trace = words::trace(&self.problem.actions, word);
            format!("  {} fails with {trace}", self.premise(premise, rule))
        });
    }

    /// Notes that a group does not follow the others, and which actions it and they have to see.
    pub(super) fn differs(&self, together: &[ActionId], alone: &[ActionId], added: &Alphabet) {
        self.context.narrate(|| {
            let actions = &self.problem.actions;
            format!(
                "  spurious: where others do {}, one can do {} alone; {} join the alphabet",
                words::trace(actions, together),
                words::trace(actions, alone),
                words::alphabet(actions, added),
            )
        });
    }

    /// Notes a violation of the system as far as the alphabet shows it.
    pub(super) fn foreseen(&self, word: &[ActionId]) {
        self.context.narrate(|| {
            let trace = words::trace(&self.problem.actions, word);
            format!("  over this alphabet, all groups together can do {trace}")
        });
    }

    /// Notes that a violation is one of the whole system.
    pub(super) fn real(&self, word: &[ActionId]) {
        self.context.narrate(|| {
            format!("  real: all together can do {}", words::trace(&self.problem.actions, word))
        });
    }

    /// A premise of the simplified rule: `premise 3 of 13: ⟨A1, A4⟩ client.3 ⟨A3⟩`.
    fn premise(&self, premise: Option<usize>, rule: &Simplified) -> String {
        let (number, of) = (premise.unwrap_or(self.groups.len()) + 1, self.groups.len() + 1);
        let names = |set: &[usize], between: &str| -> String {
            let names: Vec<String> = set.iter().map(|used| format!("A{}", used + 1)).collect();
            names.join(between)
        };
        match premise {
            Some(group) => {
                let members = self.problem.group_names(&self.groups[group]);
                let used = match &rule.uses[group][..] {
                    [] => "true".to_owned(),
                    used => names(used, ", "),
                };
                format!("premise {number} of {of}: ⟨{used}⟩ {} ⟨A{number}⟩", members.join(" ‖ "))
            }
            None => {
                let property = self.problem.claim_name();
                format!("premise {number} of {of}: {} ⊨ {property}", names(&rule.last, " ‖ "))
            }
        }
    }

    /// What is known if the run ends now.
    pub(super) fn known(&self) -> String {
        let count = |count| self.statistics.of(count);
        format!(
            "after {} iterations over {} alphabets, the last assumptions having {} in all, not all \
             premises are true and no violation is found",
            count(Count::Conjectures),
            self.alphabets,
            words::states(self.total),
        )
    }
}

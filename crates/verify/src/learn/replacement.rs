//! What is proposed in the place of a conjecture that has become too large.
//!
//! An assumption never needs more states than what it stands for: the environment itself, made
//! deterministic as far as the assumption's alphabet shows it, satisfies premise 2 by construction,
//! and premise 1 whenever there is an assumption that does both. Yet learning converges on the
//! *weakest* assumption, which can be exponentially larger than both the group and its environment:
//! for components of eight states and a property of 40 it has more than twenty thousand.
//!
//! So whenever a conjecture has doubled, others are tried with about as much effort as it took:
//! learning an assumption of n states takes some n² queries.
//!
//! - M and its environment are searched for a violation that is not far away;
//! - the environment over Σ, or else over Σ_I, if that is no larger. If oracle 1 refuses it, the
//!   environment has a trace that M cannot live with as far as Σ shows it, which is real, or
//!   tells which actions are missing in Σ;
//! - under rule SYM-N, whose premises do not speak about the environment, what all groups do in each
//!   other's company (`company.rs`), if that is no larger;
//! - the weakest assumption over Σ itself, for which there is nothing left to learn.

use surmise_model::{ActionId, Alphabet, Count, Lts, StateId, Stop};

use super::inquiry::{Goal, Inquiry};
use super::progress::{Foreseen, Progress};
use crate::assume::view::smallest_with_traces;
use crate::assume::weave::restrict;

/// The weakest assumption may come in the place of a conjecture that has so many times more states
/// than one that is first looked at. Learning often ends before it gets there, with a smaller one.
const LARGE: usize = 4;

/// How many subsets may be looked at for something else: so many times the square of the conjecture's
/// states, which is about what learning it took.
const EFFORT: usize = 4;

/// A state of M and one other component takes the time of so many queries, and more with more others.
const QUERIES_PER_STATE: usize = 2;

/// How many queries a look ahead is worth at least: it takes less time than the first replacement.
const FIRST_LOOK: usize = 1 << 13;

/// Where a proposal comes from that was not learned.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Origin {
    /// It is the environment as far as Σ shows it.
    Environment,
    /// It is the weakest assumption over Σ.
    Weakest,
}

/// What comes in the place of a conjecture.
pub(super) enum Replacement {
    /// Another assumption.
    Assumption(Lts, Origin),
    /// A violation by M and its environment: all visible actions of both.
    Violation(Vec<ActionId>),
    /// Assumptions for all groups.
    Everybody(Vec<Lts>),
}

impl<'a> Inquiry<'a> {
    /// What to propose instead of a conjecture, if it is large.
    pub(super) fn replacement(
        &mut self,
        learned: &Lts,
        progress: &mut Progress<'a>,
    ) -> Result<Option<Replacement>, Stop> {
        let states = learned.num_states();
        if states < self.patience {
            return Ok(None);
        }
        self.patience = states.saturating_mul(2);
        let effort = states.saturating_mul(states).saturating_mul(EFFORT);
        let others = self.goal.environment.len().max(1);
        let searched = (effort.max(FIRST_LOOK) / (QUERIES_PER_STATE * others)) as u64;
        if progress.foresight > 0 && searched / 2 >= self.looked_ahead {
            let Goal { group, environment, property, .. } = &self.goal;
            // Under CIRC-N the first group is in its own environment, where nobody contradicts it.
            let is_own = |part: &Lts| group.iter().any(|own| std::ptr::eq(*own, part));
            let rest = environment.iter().copied().filter(|part| !is_own(part));
            let whole: Vec<&Lts> = group.iter().copied().chain(rest).collect();
            self.looked_ahead = match progress.foresee_violation(&whole, property, searched)? {
                Foreseen::Violation(trace) => {
                    progress.narration.foreseen(self.goal.premise, states, &trace);
                    return Ok(Some(Replacement::Violation(trace)));
                }
                Foreseen::Safe => u64::MAX,
                Foreseen::Nothing => searched,
            };
        }
        if let Some(company) = &self.goal.company
            && let Some(all) = company.assumptions(states, &progress.context)?
        {
            progress.statistics.add(Count::ReplacedConjectures, all.len() as u64);
            progress.narration.all_replaced(self.goal.premise, states);
            return Ok(Some(Replacement::Everybody(all)));
        }
        let mut found = self.environment(&self.alphabet, states, progress)?;
        if found.is_none() && self.alphabet != self.goal.interface {
            let interface = self.goal.interface.clone();
            found = self.environment(&interface, states, progress)?;
            if found.is_some() {
                let patience = self.patience;
                self.enrich(&interface, progress)?;
                self.patience = patience;
            }
        }
        let mut found = found.map(|lts| (lts, Origin::Environment));
        // Under SYM-N the complements of all assumptions are composed: the more there are, the more is
        // a smaller one worth, beside the queries it takes.
        let large = if self.goal.company.is_none() { LARGE } else { LARGE * others };
        if found.is_none() && states >= large * self.setup.patience {
            found = self.teacher.language(effort)?.map(|lts| (lts, Origin::Weakest));
        }
        Ok(found.map(|(lts, from)| {
            progress.statistics.add(Count::ReplacedConjectures, 1);
            progress.narration.replaced(self.goal.premise, states, from);
            Replacement::Assumption(lts, from)
        }))
    }

    /// The smallest deterministic LTS with the traces of the environment over an alphabet, if it has
    /// at most so many states and is found without much more.
    fn environment(
        &self,
        alphabet: &Alphabet,
        states: usize,
        progress: &Progress<'a>,
    ) -> Result<Option<Lts>, Stop> {
        if self.goal.company.is_some() {
            return Ok(None);
        }
        let smallest = smallest_with_traces(
            &self.goal.environment,
            alphabet,
            (16 * states, 4 * states),
            &progress.context,
        )?;
        Ok(smallest.filter(|lts| lts.num_states() <= states))
    }

    /// The visible actions of a run of the environment that is the same as a word over an alphabet.
    pub(super) fn environment_trace(
        &self,
        word: &[ActionId],
        alphabet: &Alphabet,
        progress: &mut Progress<'a>,
    ) -> Result<Vec<ActionId>, Stop> {
        let word = restrict(word, alphabet);
        if word.is_empty() {
            return Ok(word);
        }
        let watcher = ends_in_error(&word, alphabet)?;
        let mut parts = self.goal.environment.clone();
        parts.push(&watcher);
        let found = progress.find_violation(self.goal.premise + 1, &parts)?;
        found.ok_or_else(|| Stop::internal("the environment cannot do what it is known to do"))
    }
}

/// The LTS that performs a word, not empty, and is in π then.
fn ends_in_error(word: &[ActionId], alphabet: &Alphabet) -> Result<Lts, Stop> {
    let mut builder = Lts::builder();
    builder.ensure_states(word.len()).extend_alphabet(alphabet.iter());
    for (place, &action) in word.iter().enumerate() {
        let last = place + 1 == word.len();
        let target = if last { StateId::ERROR } else { StateId::of(place + 1) };
        builder.add(StateId::of(place), action, target);
    }
    Ok(builder.build()?)
}

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
//! - under rule SYM-N, whose premises do not speak about the environment, what all groups do in
//!   each other's company (`company.rs`), if that is no larger;
//! - the weakest assumption over Σ itself, for which there is nothing left to learn.

use surmise_model::{ActionId, Alphabet, Count, Lts, Stop};

use super::goal::{Goal, Setup};
use super::narration::Origin;
use super::progress::Progress;
use super::teacher::Teacher;
use crate::assume::shortcuts::Foreseen;
use crate::assume::view::smallest_with_traces;

/// The weakest assumption may come in the place of a conjecture that has so many times more states
/// than one that is first looked at. Learning often ends before it gets there, with a smaller one.
const LARGE: usize = 4;

/// How many subsets may be looked at for something else: so many times the square of the
/// conjecture's states, which is about what learning it took.
const EFFORT: usize = 4;

/// What comes in the place of a conjecture.
pub(super) enum Replacement {
    /// Another assumption, over Σ.
    Assumption(Lts, Origin),
    /// What the environment does over Σ_I, which is to be Σ from now on.
    OverInterface(Lts),
    /// A violation by M and its environment: all visible actions of both.
    Violation(Vec<ActionId>),
    /// Assumptions for all groups.
    Everybody(Vec<Lts>),
}

/// How long to wait for the conjectures of an inquiry.
pub(super) struct Patience {
    /// How large the next conjecture has to be for something else to be tried in its place.
    states: usize,
    /// How many states of M and its environment were searched for a violation: none is there.
    looked_ahead: u64,
}

impl Patience {
    pub(super) fn new(setup: &Setup<'_>) -> Self {
        Self { states: setup.patience, looked_ahead: 0 }
    }

    /// Waits as long as at first.
    pub(super) fn renew(&mut self, setup: &Setup<'_>) {
        self.states = setup.patience;
    }

    /// What to propose instead of a conjecture over Σ, if it is large.
    pub(super) fn replacement<'a>(
        &mut self,
        learned: &Lts,
        (goal, setup): (&Goal<'a>, &Setup<'a>),
        (alphabet, teacher): (&Alphabet, &mut Teacher<'a>),
        progress: &mut Progress<'a>,
    ) -> Result<Option<Replacement>, Stop> {
        let states = learned.num_states();
        if states < self.states {
            return Ok(None);
        }
        self.states = states.saturating_mul(2);
        let effort = states.saturating_mul(states).saturating_mul(EFFORT);
        let others = goal.environment.len().max(1);
        let searched = progress.look_ahead.worth(effort, others);
        if searched > 0 && searched / 2 >= self.looked_ahead {
            let Goal { group, environment, property, .. } = goal;
            // Under CIRC-N the first group is in its own environment, where nobody contradicts it.
            let is_own = |part: &Lts| group.iter().any(|own| std::ptr::eq(*own, part));
            let rest = environment.iter().copied().filter(|part| !is_own(part));
            let whole: Vec<&Lts> = group.iter().copied().chain(rest).collect();
            self.looked_ahead = match progress.foresee_violation(&whole, property, searched)? {
                Foreseen::Violation(trace) => {
                    progress.narration.foreseen(goal.premise, states, &trace);
                    return Ok(Some(Replacement::Violation(trace)));
                }
                Foreseen::Safe => u64::MAX,
                Foreseen::Nothing => searched,
            };
        }
        if let Some(company) = &goal.company
            && let Some(all) = company.assumptions(states, &progress.context)?
        {
            progress.statistics.add(Count::ReplacedConjectures, all.len() as u64);
            progress.narration.all_replaced(goal.premise, states);
            return Ok(Some(Replacement::Everybody(all)));
        }
        let mut found = environment(goal, alphabet, states, progress)?
            .map(|lts| Replacement::Assumption(lts, Origin::Environment));
        if found.is_none() && *alphabet != goal.interface {
            found = environment(goal, &goal.interface, states, progress)?
                .map(Replacement::OverInterface);
        }
        // Under SYM-N the complements of all assumptions are composed: the more there are, the more
        // is a smaller one worth, beside the queries it takes.
        let large = if goal.company.is_none() { LARGE } else { LARGE * others };
        let mut from = Origin::Environment;
        if found.is_none() && states >= large * setup.patience {
            from = Origin::Weakest;
            found = teacher.language(effort)?.map(|lts| Replacement::Assumption(lts, from));
        }
        if found.is_some() {
            progress.statistics.add(Count::ReplacedConjectures, 1);
            progress.narration.replaced(goal.premise, states, from);
        }
        Ok(found)
    }
}

/// The smallest deterministic LTS with the traces of the environment over an alphabet, if it has at
/// most so many states and is found without much more.
fn environment<'a>(
    goal: &Goal<'a>,
    alphabet: &Alphabet,
    states: usize,
    progress: &Progress<'a>,
) -> Result<Option<Lts>, Stop> {
    if goal.company.is_some() {
        return Ok(None);
    }
    let bounds = (16 * states, 4 * states);
    let smallest = smallest_with_traces(&goal.environment, alphabet, bounds, &progress.context)?;
    Ok(smallest.filter(|lts| lts.num_states() <= states))
}

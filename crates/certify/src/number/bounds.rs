//! Bounds of all states that one step confirms, and what they need beside that.
//!
//! - **The upper bound of a probability** needs nothing. The probability is the limit of the
//!   probabilities of reaching the goal within n steps, which begin with 0: what a step does not
//!   increase is above all of them.
//! - **The lower bound of a probability** needs ranks: from every state whose bound is positive, the
//!   choice that confirms the bound (every choice, where the least is meant) may lead to a smaller
//!   rank, and the goal has the smallest. So a run does not stay for ever among states with a rank:
//!   it reaches the goal or a state whose bound is 0. Bounds do not decrease on average, so what a
//!   run has in the beginning is at most the probability that it ends at the goal, where it has at
//!   most 1.
//! - **The lower bound of a reward** needs nothing where it is finite. A run that misses the goal
//!   with some probability is worth infinitely much, and that is above. Others reach the goal, where
//!   the bound is 0, and have collected on average what the bound was.
//!   Where it is infinite, ranks show that the goal is missed with some probability. If the most is
//!   meant: of rank 0, some choice stays among rank 0 for ever, and from any other rank some choice
//!   may lead to a smaller one. If the least is meant: every choice may lead to a smaller rank, or
//!   leads to ranks that are no larger alone. Whoever reached the goal surely from such a state could
//!   never go to a smaller rank, by induction, and then never leaves the states with ranks.
//! - **The upper bound of a reward** needs ranks that say that the goal is reached: no choice (the
//!   one that confirms the bound, where the least is meant) leads to a state without a finite bound,
//!   and each may lead to a smaller rank. What was collected on average, and what the bound is where
//!   one is, never exceed together what the bound was.

use surmise_model::certificate::number::WrittenNumber;
use surmise_model::{Context, Extreme, Rational, Stop};

use super::states::{NumberedChoice, NumberedStates};
use super::steps::worth;

/// What is bounded.
#[derive(Clone, Copy)]
pub(super) enum Kind<'a> {
    /// The probability of reaching the goal through these states.
    Probability(&'a [bool]),
    /// The reward until the goal is reached; infinite if it is missed with some probability.
    Reward,
}

/// What is bounded, and in which model.
pub(super) struct Bounded<'a> {
    pub(super) states: &'a NumberedStates,
    pub(super) kind: Kind<'a>,
    pub(super) goal: &'a [bool],
    pub(super) extreme: Extreme,
    pub(super) context: &'a Context<'a>,
}

/// A state that is wrong, and why; nothing if there is none.
type Found = Result<Option<(usize, &'static str)>, Stop>;

impl Bounded<'_> {
    /// Looks for a state whose lower bound is not shown.
    pub(super) fn below(&self, values: &[WrittenNumber], ranks: &[Option<u32>]) -> Found {
        for (state, value) in values.iter().enumerate() {
            self.context.check()?;
            let zero = WrittenNumber::Finite(Rational::ZERO);
            let why = match self.kind {
                Kind::Probability(_) if *value > WrittenNumber::Finite(Rational::ONE) => {
                    Some("a probability is more than 1")
                }
                _ if self.goal[state] && matches!(self.kind, Kind::Reward) => {
                    (*value != zero).then_some("something is collected at the goal")
                }
                _ if self.goal[state] => None,
                Kind::Probability(through) => match ranks[state] {
                    None => (*value > zero).then_some("there is no rank"),
                    Some(_) if !through[state] => Some("it is not on the way to the goal"),
                    Some(rank) => (!self.some_or_all(state, Extreme::Maximal, |choice| {
                        *value <= worth(choice, false, |to| &values[to])
                            && self.may_come_closer(choice, rank, ranks)
                    }))
                    .then_some("a step does not confirm the lower bound, or comes no closer"),
                },
                Kind::Reward if *value == WrittenNumber::Infinite => {
                    (!self.may_miss(state, values, ranks)).then_some("the goal may be reached")
                }
                Kind::Reward => (!self.some_or_all(state, Extreme::Maximal, |choice| {
                    *value <= worth(choice, true, |to| &values[to])
                }))
                .then_some("a step does not confirm the lower bound"),
            };
            if let Some(why) = why {
                return Ok(Some((state, why)));
            }
        }
        Ok(None)
    }

    /// Looks for a state whose upper bound is not shown.
    pub(super) fn above(&self, values: &[WrittenNumber], ranks: &[Option<u32>]) -> Found {
        for (state, value) in values.iter().enumerate() {
            self.context.check()?;
            let why = match self.kind {
                Kind::Probability(_) if self.goal[state] => (*value
                    < WrittenNumber::Finite(Rational::ONE))
                .then_some("the goal has a probability below 1"),
                Kind::Probability(through) if !through[state] => None,
                Kind::Probability(_) => (!self.some_or_all(state, Extreme::Minimal, |choice| {
                    *value >= worth(choice, false, |to| &values[to])
                }))
                .then_some("a step does not confirm the upper bound"),
                Kind::Reward if self.goal[state] || *value == WrittenNumber::Infinite => None,
                Kind::Reward => match ranks[state] {
                    None => Some("there is no rank"),
                    // A step to an infinite value is worth infinitely much: none is confirmed.
                    Some(rank) => (!self.some_or_all(state, Extreme::Minimal, |choice| {
                        *value >= worth(choice, true, |to| &values[to])
                            && self.may_come_closer(choice, rank, ranks)
                    }))
                    .then_some("a step does not confirm the upper bound, or comes no closer"),
                },
            };
            if let Some(why) = why {
                return Ok(Some((state, why)));
            }
        }
        Ok(None)
    }

    /// Whether something is true of some choice of a state, if the best choice is the one that is
    /// meant by `some`; else of all choices.
    fn some_or_all(
        &self,
        state: usize,
        some: Extreme,
        holds: impl Fn(&NumberedChoice) -> bool,
    ) -> bool {
        let mut choices = self.states.states[state].choices.iter();
        match self.extreme == some {
            true => choices.any(holds),
            false => choices.all(holds),
        }
    }

    /// Whether a choice may lead to the goal or to a smaller rank.
    fn may_come_closer(&self, choice: &NumberedChoice, rank: u32, ranks: &[Option<u32>]) -> bool {
        let closer = |target: usize| self.goal[target] || ranks[target].is_some_and(|r| r < rank);
        choice.branches.iter().any(|(target, _)| closer(*target))
    }

    /// Whether ranks show that the goal is missed with some probability.
    fn may_miss(&self, state: usize, values: &[WrittenNumber], ranks: &[Option<u32>]) -> bool {
        let rank_of = |target: usize| match (self.goal[target], &values[target]) {
            (false, WrittenNumber::Infinite) => ranks[target],
            _ => None,
        };
        let Some(rank) = rank_of(state) else { return false };
        self.some_or_all(state, Extreme::Maximal, |choice| {
            let targets = choice.branches.iter().map(|(target, _)| rank_of(*target));
            let smaller = |target: Option<u32>| target.is_some_and(|other| other < rank);
            let no_larger = |target: Option<u32>| target.is_some_and(|other| other <= rank);
            match self.extreme {
                Extreme::Maximal if rank == 0 => targets.clone().all(no_larger),
                Extreme::Maximal => targets.clone().any(smaller),
                Extreme::Minimal => targets.clone().any(smaller) || targets.clone().all(no_larger),
            }
        })
    }
}

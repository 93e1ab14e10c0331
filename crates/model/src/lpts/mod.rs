//! Labelled probabilistic transition systems (definition 1 of Komuravelli, Păsăreanu and Clarke,
//! CAV 2012; Segala's simple probabilistic automata), frozen into compressed rows.

mod builder;
mod classes;
mod complete;
mod compose;
mod distribution;
mod json;

use std::ops::Range;

pub use builder::{LptsBuilder, LptsError};
pub use compose::{Composition, compose};
pub use distribution::Distribution;
pub use json::{LPTS_FORMAT, LptsReading, read_lpts_json, write_lpts_json};

use crate::{ActionId, Alphabet, DistributionId, Lts, Probabilities, ProbabilityId, StateId};

/// One transition s –a→ μ, seen from its source state.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Choice {
    /// The action, τ included.
    pub action: ActionId,
    /// Where it leads, and how probably.
    pub distribution: DistributionId,
}

/// A finite labelled probabilistic transition system.
///
/// - States are `0..num_states()`. There is no error state.
/// - The [`alphabet`](Self::alphabet) is a *set*, as that of an [`Lts`]: it contains every action
///   of a transition but τ, and possibly actions without any, which the LPTS blocks in a
///   composition.
/// - Transitions form a set. A state may have several on one action: the choice among them is
///   non-deterministic. The row of a state is sorted by action, then by distribution.
/// - Equal distributions are one. They are numbered in the order in which the rows first mention
///   them, so that equal LPTSs are equal values.
/// - A state without transitions is a deadlock and stays one: no self-loop is added.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Lpts {
    alphabet: Alphabet,
    initial: StateId,
    /// `offsets[s]..offsets[s + 1]` is the row of `s` in `choices`.
    offsets: Vec<u32>,
    choices: Vec<Choice>,
    /// `bounds[d]..bounds[d + 1]` is the distribution `d` in `branches`.
    bounds: Vec<u32>,
    branches: Vec<(StateId, ProbabilityId)>,
    probabilities: Probabilities,
}

impl Lpts {
    /// A builder to make one from.
    pub fn builder() -> LptsBuilder {
        LptsBuilder::new()
    }

    /// The LPTS of an LTS: every transition leads to its target with probability 1. `None` if the
    /// LTS has an error state, which an LPTS has not. The end state becomes a deadlock.
    pub fn from_lts(lts: &Lts) -> Option<Self> {
        if lts.has_error() {
            return None;
        }
        let mut builder = Self::builder();
        builder.ensure_states(lts.num_states()).initial(lts.initial());
        builder.extend_alphabet(lts.alphabet().iter());
        for (source, edge) in lts.transitions() {
            builder.add_dirac(source, edge.action, edge.target);
        }
        builder.build().ok()
    }

    /// The number of states.
    #[inline]
    pub fn num_states(&self) -> usize {
        self.offsets.len() - 1
    }

    /// The number of transitions s –a→ μ.
    #[inline]
    pub fn num_transitions(&self) -> usize {
        self.choices.len()
    }

    /// The number of branches: of pairs of a transition and a state that it may lead to.
    pub fn num_branches(&self) -> usize {
        self.choices.iter().map(|choice| self.range(choice.distribution).len()).sum()
    }

    /// The number of different distributions.
    pub fn num_distributions(&self) -> usize {
        self.bounds.len() - 1
    }

    /// The actions that the LPTS takes part in, with or without transitions. Without τ.
    pub fn alphabet(&self) -> &Alphabet {
        &self.alphabet
    }

    /// The initial state.
    #[inline]
    pub fn initial(&self) -> StateId {
        self.initial
    }

    /// All states.
    pub fn states(&self) -> impl ExactSizeIterator<Item = StateId> + use<> {
        (0..self.num_states()).map(StateId::of)
    }

    /// The places of a state's transitions among all transitions.
    #[inline]
    pub fn row(&self, state: StateId) -> Range<usize> {
        self.offsets[state.index()] as usize..self.offsets[state.index() + 1] as usize
    }

    /// The outgoing transitions of a state, sorted by action and distribution.
    #[inline]
    pub fn choices(&self, state: StateId) -> &[Choice] {
        &self.choices[self.row(state)]
    }

    /// The transitions of a state on one action.
    pub fn choices_on(&self, state: StateId, action: ActionId) -> &[Choice] {
        let row = self.choices(state);
        let start = row.partition_point(|choice| choice.action < action);
        let len = row[start..].partition_point(|choice| choice.action == action);
        &row[start..start + len]
    }

    /// All transitions, by source.
    pub fn transitions(&self) -> impl Iterator<Item = (StateId, Choice)> {
        self.states()
            .flat_map(|state| self.choices(state).iter().map(move |&choice| (state, choice)))
    }

    /// A distribution of this LPTS.
    #[inline]
    pub fn distribution(&self, id: DistributionId) -> Distribution<'_> {
        Distribution {
            branches: &self.branches[self.range(id)],
            probabilities: &self.probabilities,
        }
    }

    fn range(&self, id: DistributionId) -> Range<usize> {
        self.bounds[id.index()] as usize..self.bounds[id.index() + 1] as usize
    }

    /// The distinct probabilities.
    pub fn probabilities(&self) -> &Probabilities {
        &self.probabilities
    }

    /// Whether no state has two transitions on the same action.
    pub fn is_reactive(&self) -> bool {
        self.states()
            .all(|s| self.choices(s).windows(2).all(|pair| pair[0].action != pair[1].action))
    }

    /// Whether no state has two transitions.
    pub fn is_fully_probabilistic(&self) -> bool {
        self.states().all(|state| self.choices(state).len() <= 1)
    }

    /// Whether every transition leads to one state with probability 1: whether it is an LTS.
    pub fn is_non_probabilistic(&self) -> bool {
        self.bounds.windows(2).all(|bounds| bounds[1] - bounds[0] == 1)
    }

    /// The same LPTS over a larger alphabet: it blocks the actions that are new (notation 1).
    #[must_use]
    pub fn with_alphabet(mut self, more: &Alphabet) -> Self {
        self.alphabet.union_with(more);
        self
    }

    /// The same LPTS over other actions, those of its alphabet without transitions included.
    ///
    /// # Errors
    /// If there is more of something than can be numbered.
    pub fn renamed(&self, name: impl Fn(ActionId) -> ActionId) -> Result<Self, LptsError> {
        let mut builder = Self::builder();
        builder.ensure_states(self.num_states()).initial(self.initial);
        builder.extend_alphabet(self.alphabet.iter().map(&name));
        for (source, choice) in self.transitions() {
            let distribution = self.distribution(choice.distribution);
            builder.add(source, name(choice.action), distribution.iter());
        }
        builder.build()
    }

    /// Heap memory taken, in bytes, probabilities not counted.
    pub fn heap_bytes(&self) -> usize {
        (self.offsets.capacity() + self.bounds.capacity()) * size_of::<u32>()
            + self.choices.capacity() * size_of::<Choice>()
            + self.branches.capacity() * size_of::<(StateId, ProbabilityId)>()
    }
}

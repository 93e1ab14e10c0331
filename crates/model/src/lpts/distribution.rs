//! A discrete probability distribution over the states of one LPTS.

use std::fmt;

use crate::{Probabilities, ProbabilityId, Rational, StateId};

/// A distribution, borrowed from its LPTS: the states of its support in order, with probabilities
/// that are positive and add up to 1.
#[derive(Clone, Copy)]
pub struct Distribution<'a> {
    pub(super) branches: &'a [(StateId, ProbabilityId)],
    pub(super) probabilities: &'a Probabilities,
}

impl<'a> Distribution<'a> {
    /// The support with its probabilities, sorted by state.
    pub fn iter(self) -> impl ExactSizeIterator<Item = (StateId, &'a Rational)> {
        self.branches.iter().map(move |&(state, id)| (state, self.probabilities.value(id)))
    }

    /// The states with a positive probability, sorted.
    pub fn support(self) -> impl ExactSizeIterator<Item = StateId> + use<'a> {
        self.branches.iter().map(|&(state, _)| state)
    }

    /// The number of states with a positive probability.
    #[allow(clippy::len_without_is_empty, reason = "no distribution is empty")]
    pub fn len(self) -> usize {
        self.branches.len()
    }

    /// The probability of a state.
    pub fn probability(self, state: StateId) -> &'a Rational {
        match self.branches.binary_search_by_key(&state, |&(state, _)| state) {
            Ok(at) => self.probabilities.value(self.branches[at].1),
            Err(_) => &Rational::ZERO,
        }
    }

    /// The state that has probability 1, if one has.
    pub fn dirac(self) -> Option<StateId> {
        match self.branches {
            &[(state, _)] => Some(state),
            _ => None,
        }
    }
}

impl fmt::Debug for Distribution<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_map().entries(self.iter().map(|(state, p)| (state.index(), p))).finish()
    }
}

//! Automata on infinite words: transition-based, generalised Büchi.
//!
//! A word is a sequence of letters; a letter says which propositions are true. A run of the
//! automaton accepts if it takes transitions of *each* acceptance set infinitely often; if there
//! are no sets, every infinite run does. There may be several transitions for a letter, or none.

use surmise_model::{PropositionId, Reason, Stop};

/// Which propositions are true: bit *i* for proposition *i*.
pub type Letter = u128;

/// A set of letters: those with some propositions true and some false.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Guard {
    /// What has to be true.
    pub positive: Letter,
    /// What has to be false.
    pub negative: Letter,
}

impl Guard {
    /// How many propositions a letter can tell.
    pub const PROPOSITIONS: usize = Letter::BITS as usize;

    /// All letters.
    pub const ALL: Self = Self { positive: 0, negative: 0 };

    /// The letters with a proposition of this value.
    ///
    /// # Errors
    /// If the number of the proposition is too large.
    pub fn literal(proposition: PropositionId, value: bool) -> Result<Self, Stop> {
        if proposition.index() >= Self::PROPOSITIONS {
            let limit = Self::PROPOSITIONS;
            let message = format!("a formula has more than {limit} different propositions");
            return Err(Stop(Reason::Unsupported(message)));
        }
        let bit = 1 << proposition.index();
        Ok(match value {
            true => Self { positive: bit, negative: 0 },
            false => Self { positive: 0, negative: bit },
        })
    }

    /// Whether a letter is one of these.
    #[inline]
    pub const fn admits(self, letter: Letter) -> bool {
        letter & self.positive == self.positive && letter & self.negative == 0
    }

    /// The letters of both, if there are any.
    #[inline]
    #[must_use]
    pub const fn and(self, other: Self) -> Option<Self> {
        let both = Self {
            positive: self.positive | other.positive,
            negative: self.negative | other.negative,
        };
        if both.positive & both.negative == 0 { Some(both) } else { None }
    }

    /// Whether all of these letters are letters of the other.
    #[inline]
    pub const fn implies(self, other: Self) -> bool {
        self.positive & other.positive == other.positive
            && self.negative & other.negative == other.negative
    }

    /// The propositions that make a difference.
    pub const fn propositions(self) -> Letter {
        self.positive | self.negative
    }

    /// The two as one, if they differ in one proposition that is true here and false there.
    pub(super) const fn merged(self, other: Self) -> Option<Self> {
        let differing = self.positive ^ other.positive;
        if self.propositions() == other.propositions() && differing.is_power_of_two() {
            let positive = self.positive & other.positive;
            return Some(Self { positive, negative: self.negative & other.negative });
        }
        None
    }
}

/// A transition.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Transition {
    /// For which letters.
    pub guard: Guard,
    /// The next state.
    pub target: u32,
    /// The acceptance sets that it belongs to: bit *i* for set *i*.
    pub sets: u64,
}

/// An automaton. State 0 is the initial one.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Automaton {
    rows: Vec<Vec<Transition>>,
    num_sets: u32,
}

impl Automaton {
    /// How many acceptance sets there can be.
    pub const SETS: usize = 63;

    /// An automaton with these transitions by state. There is at least one state.
    pub(super) fn new(rows: Vec<Vec<Transition>>, num_sets: u32) -> Self {
        debug_assert!(!rows.is_empty() && num_sets as usize <= Self::SETS);
        debug_assert!(rows.iter().flatten().all(|edge| (edge.target as usize) < rows.len()));
        Self { rows, num_sets }
    }

    /// The number of states.
    pub fn num_states(&self) -> usize {
        self.rows.len()
    }

    /// The number of transitions.
    pub fn num_transitions(&self) -> usize {
        self.rows.iter().map(Vec::len).sum()
    }

    /// The number of acceptance sets.
    pub fn num_sets(&self) -> u32 {
        self.num_sets
    }

    /// All acceptance sets.
    pub fn all_sets(&self) -> u64 {
        all_sets(self.num_sets)
    }

    /// The transitions of a state.
    pub fn row(&self, state: u32) -> &[Transition] {
        &self.rows[state as usize]
    }

    /// The transitions of all states, by state.
    pub fn rows(&self) -> impl ExactSizeIterator<Item = &[Transition]> {
        self.rows.iter().map(Vec::as_slice)
    }

    /// Whether there is at most one transition for each letter in a state.
    pub fn is_deterministic_in(&self, state: u32) -> bool {
        let row = self.row(state);
        row.iter().enumerate().all(|(place, edge)| {
            row[..place].iter().all(|other| edge.guard.and(other.guard).is_none())
        })
    }

    pub(super) fn into_rows(self) -> Vec<Vec<Transition>> {
        self.rows
    }
}

/// So many acceptance sets.
pub(super) const fn all_sets(count: u32) -> u64 {
    (1 << count) - 1
}

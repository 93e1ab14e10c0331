//! Making an [`Lpts`]: transitions in any order; branches to the same state are added up.

use std::fmt;

use indexmap::IndexSet;
use rustc_hash::FxBuildHasher;

use super::{Choice, Lpts};
use crate::{
    ActionId, Alphabet, DistributionId, IdOverflow, Probabilities, ProbabilityId, Rational, StateId,
};

/// Why transitions do not make an LPTS.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum LptsError {
    /// The initial state or a transition names a state that does not exist.
    NoSuchState {
        /// The state.
        state: StateId,
        /// How many there are.
        states: usize,
    },
    /// The probabilities of a transition do not sum to 1, or one of them is negative.
    NotADistribution {
        /// The source of the transition.
        source: StateId,
        /// What they sum to.
        sum: Rational,
    },
    /// More than 2^32 − 2 of something.
    Overflow(IdOverflow),
}

impl fmt::Display for LptsError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoSuchState { state, states } => {
                write!(f, "state {} does not exist: there are {states} states", state.index())
            }
            Self::NotADistribution { source, sum } if sum.is_one() => {
                write!(f, "a transition of state {} has a negative probability", source.index())
            }
            Self::NotADistribution { source, sum } => write!(
                f,
                "the probabilities of a transition of state {} sum to {sum}, not to 1",
                source.index()
            ),
            Self::Overflow(overflow) => overflow.fmt(f),
        }
    }
}

impl std::error::Error for LptsError {}

impl From<IdOverflow> for LptsError {
    fn from(overflow: IdOverflow) -> Self {
        Self::Overflow(overflow)
    }
}

/// The branches of a distribution, sorted by state, each state once.
type Branches = Box<[(StateId, ProbabilityId)]>;

/// Collects states, transitions and the alphabet of an [`Lpts`].
#[derive(Debug, Clone)]
pub struct LptsBuilder {
    states: usize,
    initial: StateId,
    alphabet: Alphabet,
    transitions: Vec<(StateId, Choice)>,
    distributions: IndexSet<Branches, FxBuildHasher>,
    probabilities: Probabilities,
    /// The first mistake.
    error: Option<LptsError>,
}

impl LptsBuilder {
    /// A builder without states, whose initial state will be state 0.
    pub fn new() -> Self {
        Self {
            states: 0,
            initial: StateId::of(0),
            alphabet: Alphabet::new(),
            transitions: Vec::new(),
            distributions: IndexSet::default(),
            probabilities: Probabilities::new(),
            error: None,
        }
    }

    /// Sees to it that states `0..count` exist.
    pub fn ensure_states(&mut self, count: usize) -> &mut Self {
        self.states = self.states.max(count);
        self
    }

    /// The number of states so far.
    pub fn num_states(&self) -> usize {
        self.states
    }

    /// The number of transitions so far, repetitions included.
    pub fn num_transitions(&self) -> usize {
        self.transitions.len()
    }

    /// Sets the initial state.
    pub fn initial(&mut self, state: StateId) -> &mut Self {
        self.initial = state;
        self
    }

    /// Adds actions to the alphabet.
    pub fn extend_alphabet(&mut self, actions: impl IntoIterator<Item = ActionId>) -> &mut Self {
        self.alphabet.extend(actions);
        self
    }

    /// Adds a transition to one state.
    pub fn add_dirac(&mut self, source: StateId, action: ActionId, target: StateId) -> &mut Self {
        self.add_sorted(source, action, Box::new([(target, ProbabilityId::ONE)]))
    }

    /// Adds a transition, and its action to the alphabet unless it is τ. Branches to the same state
    /// are added up; those of probability 0 are dropped.
    pub fn add<'p>(
        &mut self,
        source: StateId,
        action: ActionId,
        branches: impl IntoIterator<Item = (StateId, &'p Rational)>,
    ) -> &mut Self {
        let mut branches: Vec<(StateId, Rational)> =
            branches.into_iter().map(|(state, p)| (state, p.clone())).collect();
        let negative = branches.iter().any(|(_, probability)| probability.is_negative());
        branches.sort_by_key(|&(state, _)| state);
        branches.dedup_by(|from, into| {
            let same = from.0 == into.0;
            if same {
                into.1 += &from.1;
            }
            same
        });
        branches.retain(|(_, probability)| !probability.is_zero());
        let sum: Rational = branches.iter().map(|(_, probability)| probability).sum();
        if !sum.is_one() || negative {
            self.error.get_or_insert(LptsError::NotADistribution { source, sum });
            return self;
        }
        let interned: Result<Branches, IdOverflow> = branches
            .iter()
            .map(|(state, probability)| Ok((*state, self.probabilities.intern(probability)?)))
            .collect();
        match interned {
            Ok(branches) => self.add_sorted(source, action, branches),
            Err(overflow) => {
                self.error.get_or_insert(overflow.into());
                self
            }
        }
    }

    fn add_sorted(&mut self, source: StateId, action: ActionId, branches: Branches) -> &mut Self {
        let (index, _) = self.distributions.insert_full(branches);
        match DistributionId::new(index) {
            Ok(distribution) => {
                self.alphabet.insert(action);
                self.transitions.push((source, Choice { action, distribution }));
            }
            Err(overflow) => {
                self.error.get_or_insert(overflow.into());
            }
        }
        self
    }

    /// Freezes the LPTS.
    pub fn build(&mut self) -> Result<Lpts, LptsError> {
        self.build_tracked().map(|(lpts, _)| lpts)
    }

    /// Freezes the LPTS, and says for each of its transitions, in the order of the rows, as which
    /// one it was added.
    pub fn build_tracked(&mut self) -> Result<(Lpts, Vec<u32>), LptsError> {
        let Self { states, initial, alphabet, transitions, distributions, probabilities, error } =
            std::mem::take(self);
        if let Some(error) = error {
            return Err(error);
        }
        let check = |state: StateId| match state.index() < states {
            true => Ok(()),
            false => Err(LptsError::NoSuchState { state, states }),
        };
        check(initial)?;
        StateId::new(states)?;
        if u32::try_from(transitions.len()).is_err() {
            return Err(IdOverflow { kind: "transitions" }.into());
        }
        for &(source, _) in &transitions {
            check(source)?;
        }
        for &(state, _) in distributions.iter().flatten() {
            check(state)?;
        }

        // By source, action and the distribution itself, not its number: equal LPTSs get equal
        // rows.
        let content = |choice: &Choice| {
            let branches = &distributions[choice.distribution.index()];
            branches.iter().map(|&(state, id)| (state, probabilities.value(id)))
        };
        let mut order: Vec<u32> = (0..transitions.len() as u32).collect();
        order.sort_by(|&one, &other| {
            let (one, other) = (&transitions[one as usize], &transitions[other as usize]);
            (one.0, one.1.action).cmp(&(other.0, other.1.action)).then_with(|| {
                match one.1.distribution == other.1.distribution {
                    true => std::cmp::Ordering::Equal,
                    false => content(&one.1).cmp(content(&other.1)),
                }
            })
        });
        order.dedup_by_key(|index| transitions[*index as usize]);

        let mut lpts = Lpts {
            alphabet,
            initial,
            offsets: vec![0; states + 1],
            choices: Vec::with_capacity(order.len()),
            bounds: vec![0],
            branches: Vec::new(),
            probabilities: Probabilities::new(),
        };
        let mut renumbered: Vec<Option<DistributionId>> = vec![None; distributions.len()];
        for &index in &order {
            let (source, choice) = transitions[index as usize];
            let known = &mut renumbered[choice.distribution.index()];
            let distribution = match *known {
                Some(id) => id,
                None => {
                    for (state, probability) in content(&choice) {
                        lpts.branches.push((state, lpts.probabilities.intern(probability)?));
                    }
                    let end = u32::try_from(lpts.branches.len());
                    lpts.bounds.push(end.map_err(|_| IdOverflow { kind: "branches" })?);
                    *known.insert(DistributionId::new(lpts.bounds.len() - 2)?)
                }
            };
            lpts.choices.push(Choice { distribution, ..choice });
            lpts.offsets[source.index() + 1] += 1;
        }
        for row in 0..states {
            lpts.offsets[row + 1] += lpts.offsets[row];
        }
        Ok((lpts, order))
    }
}

impl Default for LptsBuilder {
    fn default() -> Self {
        Self::new()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_lptss_are_equal_values() {
        let [s0, s1] = [0, 1].map(StateId::of);
        let [a, b] = [1, 2].map(ActionId::of);
        let [third, rest, sixth] =
            [(1, 3), (2, 3), (1, 6)].map(|(n, d)| Rational::new(n, d).unwrap());
        let mut one = Lpts::builder();
        one.ensure_states(2);
        one.add(s0, b, [(s1, &rest), (s0, &third)]).add_dirac(s1, a, s0).add_dirac(s0, a, s0);
        let mut other = Lpts::builder();
        other.ensure_states(2);
        other.add_dirac(s0, a, s0).add(s0, b, [(s0, &sixth), (s1, &rest), (s0, &sixth)]);
        other.add(s1, a, [(s0, &Rational::ONE), (s1, &Rational::ZERO)]).add_dirac(s1, a, s0);
        let (one, other) = (one.build().unwrap(), other.build().unwrap());
        assert_eq!(one, other);
        assert_eq!((one.num_transitions(), one.num_distributions(), one.num_branches()), (3, 2, 4));
        assert!(one.is_reactive() && !one.is_fully_probabilistic());
    }

    #[test]
    fn what_is_no_distribution_is_refused() {
        let s0 = StateId::of(0);
        let third = Rational::new(1, 3).unwrap();
        let mut builder = Lpts::builder();
        builder.ensure_states(1).add(s0, ActionId::of(1), [(s0, &third)]);
        let error = LptsError::NotADistribution { source: s0, sum: third };
        assert_eq!(builder.build(), Err(error));
    }
}

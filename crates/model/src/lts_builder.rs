//! Making an [`Lts`]: transitions in any order, then one counting sort into rows.

use std::fmt;

use crate::{ActionId, Alphabet, Edge, IdOverflow, Lts, StateId};

/// Why transitions do not make an LTS.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum BuildError {
    /// The initial state, the end state or a transition names a state that does not exist.
    NoSuchState {
        /// The state.
        state: StateId,
        /// How many there are.
        states: usize,
    },
    /// More than 2^32 − 2 states or transitions.
    Overflow(IdOverflow),
}

impl fmt::Display for BuildError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoSuchState { state, states } => {
                write!(f, "state {} does not exist: there are {states} states", state.index())
            }
            Self::Overflow(overflow) => overflow.fmt(f),
        }
    }
}

impl std::error::Error for BuildError {}

impl From<IdOverflow> for BuildError {
    fn from(overflow: IdOverflow) -> Self {
        Self::Overflow(overflow)
    }
}

/// Collects states, transitions and the alphabet of an [`Lts`].
#[derive(Debug, Clone)]
pub struct LtsBuilder {
    states: usize,
    initial: StateId,
    end: Option<StateId>,
    alphabet: Alphabet,
    transitions: Vec<(StateId, Edge)>,
}

impl LtsBuilder {
    /// A builder without states, whose initial state will be state 0.
    pub fn new() -> Self {
        Self {
            states: 0,
            initial: StateId::of(0),
            end: None,
            alphabet: Alphabet::new(),
            transitions: Vec::new(),
        }
    }

    /// Makes room for so many more transitions.
    pub fn reserve(&mut self, transitions: usize) -> &mut Self {
        self.transitions.reserve(transitions);
        self
    }

    /// Adds a state.
    pub fn add_state(&mut self) -> Result<StateId, IdOverflow> {
        let state = StateId::new(self.states)?;
        self.states += 1;
        Ok(state)
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

    /// Sets the initial state, which may be π.
    pub fn initial(&mut self, state: StateId) -> &mut Self {
        self.initial = state;
        self
    }

    /// Marks the state of successful termination.
    pub fn end(&mut self, state: StateId) -> &mut Self {
        self.end = Some(state);
        self
    }

    /// Adds a transition, and its action to the alphabet unless it is τ.
    pub fn add(&mut self, source: StateId, action: ActionId, target: StateId) -> &mut Self {
        self.alphabet.insert(action);
        self.transitions.push((source, Edge { action, target }));
        self
    }

    /// Adds actions to the alphabet.
    pub fn extend_alphabet(&mut self, actions: impl IntoIterator<Item = ActionId>) -> &mut Self {
        self.alphabet.extend(actions);
        self
    }

    /// Freezes the LTS.
    pub fn build(&mut self) -> Result<Lts, BuildError> {
        let Self { states, initial, end, alphabet, transitions } = std::mem::take(self);
        let check = |state: StateId| match state.index() < states {
            true => Ok(()),
            false => Err(BuildError::NoSuchState { state, states }),
        };
        let check_or_error = |state: StateId| if state.is_error() { Ok(()) } else { check(state) };
        check_or_error(initial)?;
        end.map_or(Ok(()), check)?;
        if u32::try_from(transitions.len()).is_err() {
            return Err(IdOverflow { kind: "transitions" }.into());
        }
        StateId::new(states)?;

        // Counting sort by source, unless they came in that order; then every row by itself.
        let mut offsets = vec![0u32; states + 1];
        let mut in_order = true;
        let mut last = 0;
        for &(source, edge) in &transitions {
            check(source)?;
            check_or_error(edge.target)?;
            offsets[source.index() + 1] += 1;
            in_order &= last <= source.index();
            last = source.index();
        }
        for row in 0..states {
            offsets[row + 1] += offsets[row];
        }
        let mut edges: Vec<Edge>;
        if in_order {
            edges = transitions.into_iter().map(|(_, edge)| edge).collect();
        } else {
            let filler = Edge { action: ActionId::TAU, target: StateId::ERROR };
            edges = vec![filler; transitions.len()];
            let mut next = offsets.clone();
            for (source, edge) in transitions {
                let slot = &mut next[source.index()];
                edges[*slot as usize] = edge;
                *slot += 1;
            }
        }
        sort_rows(&mut offsets, &mut edges);
        Ok(Lts { alphabet, initial, end, offsets, edges })
    }
}

impl Default for LtsBuilder {
    fn default() -> Self {
        Self::new()
    }
}

/// Sorts each row and closes the gaps that repeated transitions leave.
pub(crate) fn sort_rows(offsets: &mut [u32], edges: &mut Vec<Edge>) {
    let mut kept = 0usize;
    for row in 0..offsets.len() - 1 {
        let (start, end) = (offsets[row] as usize, offsets[row + 1] as usize);
        if !edges[start..end].is_sorted() {
            edges[start..end].sort_unstable();
        }
        offsets[row] = kept as u32;
        let first = kept;
        for from in start..end {
            if kept == first || edges[kept - 1] != edges[from] {
                edges[kept] = edges[from];
                kept += 1;
            }
        }
    }
    if let Some(last) = offsets.last_mut() {
        *last = kept as u32;
    }
    edges.truncate(kept);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_are_sorted_sets() {
        let (s0, s1) = (StateId::of(0), StateId::of(1));
        let (a, b) = (ActionId::of(1), ActionId::of(2));
        let mut builder = Lts::builder();
        builder.ensure_states(2).extend_alphabet([ActionId::of(3)]);
        for (from, action, to) in [
            (s1, a, s0),
            (s0, b, s1),
            (s0, a, s1),
            (s0, a, s1),
            (s0, ActionId::TAU, s0),
            (s1, a, StateId::ERROR),
        ] {
            builder.add(from, action, to);
        }
        let lts = builder.build().unwrap();
        assert_eq!((lts.num_states(), lts.num_transitions()), (2, 5));
        assert_eq!(lts.alphabet().len(), 3);
        assert!(lts.edges(s0)[0].action.is_tau());
        assert_eq!(lts.successors(s0, a).collect::<Vec<_>>(), [s1]);
        assert_eq!(lts.successors(s1, a).collect::<Vec<_>>(), [s0, StateId::ERROR]);
        assert!(lts.has_error() && !lts.is_deterministic());
        assert!(lts.edges(StateId::ERROR).is_empty());
    }

    #[test]
    fn renaming_keeps_rows_sorted_sets() {
        let (s0, s1) = (StateId::of(0), StateId::of(1));
        let [a, b, c] = [1, 2, 3].map(ActionId::of);
        let mut builder = Lts::builder();
        builder.ensure_states(2).end(s1);
        for (from, action, to) in [(s0, a, s1), (s0, b, s1), (s0, c, s0), (s1, ActionId::TAU, s1)] {
            builder.add(from, action, to);
        }
        let lts = builder.build().unwrap();
        // a and b become d, c becomes a: the rows change their order, and one transition is gone.
        let d = ActionId::of(4);
        let alphabet: Alphabet = [a, d].into_iter().collect();
        let renamed = lts.renamed(&alphabet, |action| if action == c { a } else { d });
        let mut expected = Lts::builder();
        expected.ensure_states(2).end(s1);
        expected.add(s0, d, s1).add(s0, a, s0).add(s1, ActionId::TAU, s1);
        assert_eq!(renamed, expected.build().unwrap());
        assert_eq!(renamed.num_transitions(), 3);
    }

    #[test]
    fn unknown_states_are_errors() {
        let missing = BuildError::NoSuchState { state: StateId::of(0), states: 0 };
        assert_eq!(Lts::builder().build(), Err(missing.clone()));
        let mut builder = Lts::builder();
        builder.initial(StateId::ERROR);
        let nothing_but_error = builder.build().unwrap();
        assert!(nothing_but_error.has_error() && nothing_but_error.num_states() == 0);
        assert!(missing.to_string().contains("does not exist"));
    }
}

//! Labelled transition systems, frozen into compressed rows.

use crate::lts_builder::sort_rows;
use crate::{ActionId, Alphabet, LtsBuilder, StateId};

/// One transition, seen from its source state.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Edge {
    /// The action, τ included.
    pub action: ActionId,
    /// Where it leads, π ([`StateId::ERROR`]) included.
    pub target: StateId,
}

/// A finite labelled transition system.
///
/// - States are `0..num_states()`. The error state π is not among them: it is the target
///   [`StateId::ERROR`], shared by all LTSs, without outgoing transitions. The initial state may be
///   π, too (FSP's `P = ERROR`).
/// - The [`alphabet`](Self::alphabet) is a *set* that contains every action of a transition but τ,
///   and possibly actions without any transition. In a composition the LTS blocks those.
/// - Transitions form a set: [`LtsBuilder::build`] drops repetitions. The row of a state is sorted
///   by action, then target, so that τ comes first.
/// - One state may be marked as [`end`](Self::end), FSP's `END`: to stop there is success, not
///   deadlock.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Lts {
    pub(crate) alphabet: Alphabet,
    pub(crate) initial: StateId,
    pub(crate) end: Option<StateId>,
    /// `offsets[s]..offsets[s + 1]` is the row of `s` in `edges`.
    pub(crate) offsets: Vec<u32>,
    pub(crate) edges: Vec<Edge>,
}

impl Lts {
    /// A builder to make one from.
    pub fn builder() -> LtsBuilder {
        LtsBuilder::new()
    }

    /// The number of states, π not counted.
    #[inline]
    pub fn num_states(&self) -> usize {
        self.offsets.len() - 1
    }

    /// The number of transitions, those to π included.
    #[inline]
    pub fn num_transitions(&self) -> usize {
        self.edges.len()
    }

    /// The actions that the LTS takes part in, with or without transitions. Without τ.
    #[inline]
    pub fn alphabet(&self) -> &Alphabet {
        &self.alphabet
    }

    /// The initial state.
    #[inline]
    pub fn initial(&self) -> StateId {
        self.initial
    }

    /// The state of successful termination, if there is one.
    #[inline]
    pub fn end(&self) -> Option<StateId> {
        self.end
    }

    /// All states but π.
    pub fn states(&self) -> impl ExactSizeIterator<Item = StateId> + use<> {
        (0..self.num_states()).map(StateId::of)
    }

    /// The outgoing transitions of a state, sorted by action and target. π has none.
    #[inline]
    pub fn edges(&self, state: StateId) -> &[Edge] {
        if state.is_error() {
            return &[];
        }
        let row = state.index();
        &self.edges[self.offsets[row] as usize..self.offsets[row + 1] as usize]
    }

    /// The transitions of a state on one action.
    #[inline]
    pub fn edges_on(&self, state: StateId, action: ActionId) -> &[Edge] {
        let row = self.edges(state);
        let start = row.partition_point(|edge| edge.action < action);
        let len = row[start..].partition_point(|edge| edge.action == action);
        &row[start..start + len]
    }

    /// The targets of a state on one action.
    #[inline]
    pub fn successors(&self, state: StateId, action: ActionId) -> impl Iterator<Item = StateId> {
        self.edges_on(state, action).iter().map(|edge| edge.target)
    }

    /// All transitions, by source.
    pub fn transitions(&self) -> impl Iterator<Item = (StateId, Edge)> {
        self.states().flat_map(|state| self.edges(state).iter().map(move |&edge| (state, edge)))
    }

    /// Whether π is the initial state or the target of a transition.
    pub fn has_error(&self) -> bool {
        self.initial.is_error() || self.edges.iter().any(|edge| edge.target.is_error())
    }

    /// Whether there is no τ, and never two transitions of a state on the same action.
    pub fn is_deterministic(&self) -> bool {
        self.states().all(|state| {
            let row = self.edges(state);
            row.first().is_none_or(|edge| !edge.action.is_tau())
                && row.windows(2).all(|pair| pair[0].action != pair[1].action)
        })
    }

    /// Heap memory taken, in bytes.
    pub fn heap_bytes(&self) -> usize {
        self.offsets.capacity() * size_of::<u32>() + self.edges.capacity() * size_of::<Edge>()
    }

    /// The same LTS with every action renamed, two perhaps to the same one or to τ, over an
    /// alphabet that is to contain the new names. τ stays τ.
    #[must_use]
    pub fn renamed(&self, alphabet: &Alphabet, name: impl Fn(ActionId) -> ActionId) -> Self {
        let rename = |edge: &Edge| Edge {
            action: if edge.action.is_tau() { ActionId::TAU } else { name(edge.action) },
            ..*edge
        };
        let mut result = Self {
            alphabet: alphabet.clone(),
            initial: self.initial,
            end: self.end,
            offsets: self.offsets.clone(),
            edges: self.edges.iter().map(rename).collect(),
        };
        sort_rows(&mut result.offsets, &mut result.edges);
        result
    }

    /// The same LTS without its transitions into π. An initial π stays.
    #[must_use]
    pub fn without_error(&self) -> Self {
        let mut builder = Self::builder();
        builder.ensure_states(self.num_states()).initial(self.initial);
        builder.extend_alphabet(self.alphabet.iter()).reserve(self.num_transitions());
        if let Some(end) = self.end {
            builder.end(end);
        }
        for (source, Edge { action, target }) in self.transitions() {
            if !target.is_error() {
                builder.add(source, action, target);
            }
        }
        builder.build().expect("the states of an LTS, and at most its transitions")
    }

    /// The same LTS over a larger alphabet: it blocks the actions that are new.
    #[must_use]
    pub fn with_alphabet(mut self, more: &Alphabet) -> Self {
        self.alphabet.union_with(more);
        self
    }
}

//! The subset automaton of an LTS, one row at a time.
//!
//! Its states are the sets of states that an LTS can be in after a trace: sorted, closed under τ,
//! each stored once. A set with π in it is π: once a trace *can* lead to a violation, nothing that
//! comes later makes up for it. Rows are computed when they are asked for, so that whoever explores
//! only part of the automaton pays for that part alone.

use fixedbitset::FixedBitSet;
use surmise_model::{ActionId, Context, Edge, Lts, StateId, Stop};

use crate::automata::limits::{Interner, Pace};

/// The subset automaton as far as it has been looked at. Its states are numbered from 0 in the
/// order in which they are met, with [`StateId::ERROR`] for π.
pub(crate) struct Subsets<'a> {
    lts: &'a Lts,
    subsets: Interner,
    context: Context<'a>,
    pace: Pace<'a>,
    /// The states of `closure`, empty between calls.
    member: FixedBitSet,
    closure: Vec<u32>,
    edges: Vec<Edge>,
}

impl<'a> Subsets<'a> {
    pub(crate) fn new(lts: &'a Lts, context: &Context<'a>) -> Result<Self, Stop> {
        context.reserve((lts.num_states() / 8) as u64)?;
        Ok(Self {
            lts,
            subsets: Interner::new(),
            context: *context,
            pace: Pace::new(context),
            member: FixedBitSet::with_capacity(lts.num_states()),
            closure: Vec::new(),
            edges: Vec::new(),
        })
    }

    /// How many subsets have been met, π not counted.
    pub(crate) fn len(&self) -> usize {
        self.subsets.len()
    }

    /// The states in a subset other than π, in order.
    pub(crate) fn members(&self, subset: StateId) -> &[u32] {
        self.subsets.get(subset)
    }

    /// Where the LTS can be before any action.
    pub(crate) fn initial(&mut self) -> Result<StateId, Stop> {
        self.close(std::iter::once(self.lts.initial()))
    }

    /// Appends the row of a subset: for every action that some member offers, in order, where the
    /// LTS can be afterwards. π has an empty row.
    pub(crate) fn row(&mut self, subset: StateId, row: &mut Vec<Edge>) -> Result<(), Stop> {
        if subset.is_error() {
            return Ok(());
        }
        let mut edges = std::mem::take(&mut self.edges);
        edges.clear();
        for &state in self.subsets.get(subset) {
            let state = self.lts.edges(StateId::of(state as usize));
            let visible = state.partition_point(|edge| edge.action == ActionId::TAU);
            edges.extend_from_slice(&state[visible..]);
            self.pace.spend(state.len() + 1)?;
        }
        edges.sort_unstable();
        for group in edges.chunk_by(|left, right| left.action == right.action) {
            let target = self.close(group.iter().map(|edge| edge.target))?;
            row.push(Edge { action: group[0].action, target });
        }
        self.edges = edges;
        Ok(())
    }

    /// Where the LTS can be after one action from a subset, or `None` if no member offers it.
    pub(crate) fn step(
        &mut self,
        subset: StateId,
        action: ActionId,
    ) -> Result<Option<StateId>, Stop> {
        if subset.is_error() {
            return Ok(None);
        }
        let mut edges = std::mem::take(&mut self.edges);
        edges.clear();
        for &state in self.subsets.get(subset) {
            edges.extend_from_slice(self.lts.edges_on(StateId::of(state as usize), action));
        }
        let target = match edges.is_empty() {
            true => None,
            false => Some(self.close(edges.iter().map(|edge| edge.target))?),
        };
        self.edges = edges;
        Ok(target)
    }

    /// The subset of all states that τ leads to from these.
    fn close(&mut self, states: impl Iterator<Item = StateId>) -> Result<StateId, Stop> {
        let Self { lts, member, closure, pace, .. } = self;
        closure.clear();
        let mut error = false;
        for state in states {
            add(state, member, closure, &mut error);
        }
        let mut next = 0;
        while next < closure.len() && !error {
            let state = StateId::of(closure[next] as usize);
            let silent = lts.edges_on(state, ActionId::TAU);
            for edge in silent {
                add(edge.target, member, closure, &mut error);
            }
            pace.spend(silent.len() + 1)?;
            next += 1;
        }
        for &state in closure.iter() {
            member.remove(state as usize);
        }
        if error {
            return Ok(StateId::ERROR);
        }
        closure.sort_unstable();
        self.subsets.intern(closure, &self.context)
    }
}

#[inline]
fn add(state: StateId, member: &mut FixedBitSet, closure: &mut Vec<u32>, error: &mut bool) {
    if state.is_error() {
        *error = true;
    } else if !member.put(state.index()) {
        closure.push(state.raw());
    }
}

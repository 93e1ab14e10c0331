//! The subset automaton of an LTS, one row or one step at a time.
//!
//! Its states are the sets of states that an LTS can be in after a trace: sorted, closed under τ,
//! each stored once. A set with π in it is π: once a trace *can* lead to a violation, nothing that
//! comes later makes up for it. Rows and steps are computed when they are asked for, so that
//! whoever explores only part of the automaton pays for that part alone; whoever asks again keeps
//! them.

use fixedbitset::FixedBitSet;
use surmise_model::{ActionId, Context, Edge, StateId, Stop};

use super::Rows;
use crate::automata::limits::{Interner, Pace};

/// The subset automaton as far as it has been looked at. Its states are numbered from 0 in the
/// order in which they are met, with [`StateId::ERROR`] for π.
pub(crate) struct Subsets<'a, R> {
    rows: R,
    subsets: Interner,
    context: Context<'a>,
    pace: Pace<'a>,
    closure: Closure,
    edges: Vec<Edge>,
}

impl<'a, R: Rows> Subsets<'a, R> {
    pub(crate) fn new(rows: R, context: &Context<'a>) -> Result<Self, Stop> {
        context.reserve((rows.len() / 8) as u64)?;
        let member = FixedBitSet::with_capacity(rows.len());
        Ok(Self {
            rows,
            subsets: Interner::new(),
            context: *context,
            pace: Pace::new(context),
            closure: Closure { member, states: Vec::new(), error: false },
            edges: Vec::new(),
        })
    }

    /// What the automaton is made of.
    #[inline]
    pub(crate) fn rows(&self) -> &R {
        &self.rows
    }

    /// How many subsets have been met, π not counted.
    pub(crate) fn len(&self) -> usize {
        self.subsets.len()
    }

    /// How many states all subsets have together.
    pub(crate) fn total_members(&self) -> usize {
        self.subsets.total_length()
    }

    /// The states in a subset other than π, in order.
    pub(crate) fn members(&self, subset: StateId) -> &[u32] {
        self.subsets.get(subset)
    }

    /// Where the LTS can be before any action.
    pub(crate) fn initial(&mut self) -> Result<StateId, Stop> {
        let initial = self.rows.initial()?;
        self.closure.clear();
        self.closure.add(initial);
        self.close()
    }

    /// Where the LTS is after what is no trace of it: nowhere.
    pub(crate) fn nowhere(&mut self) -> Result<StateId, Stop> {
        self.subsets.intern(&[], &self.context)
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
            let state = self.rows.row(StateId::of(state as usize))?;
            let visible = state.partition_point(|edge| edge.action == ActionId::TAU);
            edges.extend_from_slice(&state[visible..]);
            self.pace.spend(state.len() + 1)?;
        }
        edges.sort_unstable();
        for group in edges.chunk_by(|left, right| left.action == right.action) {
            self.closure.clear();
            group.iter().for_each(|edge| self.closure.add(edge.target));
            let target = self.close()?;
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
        self.closure.clear();
        for &state in self.subsets.get(subset) {
            let row = self.rows.row(StateId::of(state as usize))?;
            let first = row.partition_point(|edge| edge.action < action);
            let same_action = row[first..].iter().take_while(|edge| edge.action == action);
            same_action.for_each(|edge| self.closure.add(edge.target));
            if self.closure.error {
                break;
            }
        }
        match self.closure.is_empty() {
            true => Ok(None),
            false => self.close().map(Some),
        }
    }

    /// The subset of all states that τ leads to from those in the closure.
    fn close(&mut self) -> Result<StateId, Stop> {
        let Self { rows, closure, pace, .. } = self;
        let mut next = 0;
        while next < closure.states.len() && !closure.error {
            let row = rows.row(StateId::of(closure.states[next] as usize))?;
            let mut silent = 0;
            for edge in row.iter().take_while(|edge| edge.action.is_tau()) {
                closure.add(edge.target);
                silent += 1;
            }
            pace.spend(silent + 1)?;
            next += 1;
        }
        if closure.error {
            return Ok(StateId::ERROR);
        }
        closure.states.sort_unstable();
        self.subsets.intern(&closure.states, &self.context)
    }
}

/// A set of states in the making.
struct Closure {
    /// The members of `states`.
    member: FixedBitSet,
    states: Vec<u32>,
    /// Whether π is among them.
    error: bool,
}

impl Closure {
    fn clear(&mut self) {
        for state in self.states.drain(..) {
            self.member.remove(state as usize);
        }
        self.error = false;
    }

    fn is_empty(&self) -> bool {
        self.states.is_empty() && !self.error
    }

    #[inline]
    fn add(&mut self, state: StateId) {
        if state.is_error() {
            self.error = true;
            return;
        }
        self.member.grow(state.index() + 1);
        if !self.member.put(state.index()) {
            self.states.push(state.raw());
        }
    }
}

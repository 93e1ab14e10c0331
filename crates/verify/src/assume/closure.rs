//! Steps as an abstraction sees them: a visible action with the hidden steps around it.
//!
//! `Reachable(q, a, Σ_A)` of section 4.1 are the states that `q` reaches with the action `a` of
//! Σ_A, hidden steps before and after it included; a step is hidden if its action is τ or outside
//! Σ_A. The definition also has a case of hidden steps alone. It can only be meant for hidden
//! actions: if it held for `a` in Σ_A, every state would reach itself on every action, no abstract
//! self-loop would ever go away, and section 3's example would not end as it does.
//!
//! # Hidden steps after an action
//!
//! An abstraction with the hidden steps *before* an action alone has all traces of the concrete
//! system: relate a state to every class that one can have left for it by hidden steps. If the
//! concrete system goes on from there with `a`, the hidden steps and `a` are a step of that class,
//! to the class where `a` ends. Hidden steps *after* an action add nothing but abstract steps to
//! further classes, where other members can do what the state at hand cannot. Without them, states
//! that only hidden steps lead to need no class at all. Measured (refinements in all, splits as in
//! the paper):
//!
//! | systems, alphabet | around | before |
//! | --- | --- | --- |
//! | 2 to 5 clients and a server, clients together, refined | 14 | 4 |
//! | the same in n groups, refined | 35 | 22 |
//! | 300 random pairs, refined backward | 231 | 228 |
//! | 200 random systems of 3 or 4 components, refined backward | 242 | 237 |
//!
//! Nothing is tabulated: closures are computed when asked for, from sets of states rather than
//! single ones, forwards or backwards.

use surmise_model::{ActionId, Alphabet, Context, Edge, StateId, Stop};

use super::concrete::Concrete;

/// Which hidden steps belong to a visible one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Closure {
    /// Those before it. Sound, since the hidden steps after one action come before the next; and
    /// sharper: only states where a visible action can end are partitioned.
    Before,
    /// Those before and after it, as in the paper.
    Around,
}

/// A set of states that is emptied in no time.
#[derive(Debug, Default)]
pub(crate) struct Marks {
    stamps: Vec<u32>,
    current: u32,
}

impl Marks {
    /// Empties the set, and makes room for states `0..len`.
    pub(crate) fn clear(&mut self, len: usize) {
        self.stamps.resize(self.stamps.len().max(len), 0);
        if self.current == u32::MAX {
            self.stamps.fill(0);
            self.current = 0;
        }
        self.current += 1;
    }

    /// Adds a state; tells whether it is new.
    #[inline]
    pub(crate) fn insert(&mut self, index: usize) -> bool {
        std::mem::replace(&mut self.stamps[index], self.current) != self.current
    }

    #[inline]
    pub(crate) fn contains(&self, index: usize) -> bool {
        self.stamps[index] == self.current
    }
}

/// A concrete system as seen over an alphabet.
#[derive(Clone, Copy)]
pub(crate) struct View<'c> {
    pub(crate) concrete: &'c Concrete,
    /// Σ_A: what is visible.
    pub(crate) visible: &'c Alphabet,
    pub(crate) closure: Closure,
    pub(crate) context: &'c Context<'c>,
}

impl View<'_> {
    /// Whether each state can be where a visible step ends, or the whole begins: only those are
    /// partitioned.
    pub(crate) fn ends(&self) -> Vec<bool> {
        let lts = &self.concrete.lts;
        let mut ends = vec![self.closure == Closure::Around; lts.num_states()];
        ends[lts.initial().index()] = true;
        for (_, edge) in lts.transitions().filter(|(_, edge)| self.visible.contains(edge.action)) {
            ends[edge.target.index()] = true;
        }
        ends
    }
}

/// Finds what visible steps lead to and where they come from, in storage that is used again.
#[derive(Debug, Default)]
pub(crate) struct Walker {
    marks: Marks,
    states: Vec<StateId>,
    steps: Vec<Edge>,
}

impl Walker {
    /// `Reachable(S, a, Σ_A)` for every visible action `a`, or for the only one asked for: tells
    /// `visit` the action and the states, once for each action that leads anywhere.
    pub(crate) fn reachable(
        &mut self,
        view: View<'_>,
        from: impl IntoIterator<Item = StateId>,
        only: Option<ActionId>,
        visit: impl FnMut(ActionId, &[StateId]),
    ) -> Result<(), Stop> {
        let hidden = (true, view.closure == Closure::Around);
        let edges = |state| view.concrete.lts.edges(state);
        self.walk(view, edges, hidden, from, only, visit)
    }

    /// The states `q` for which `Reachable(q, a, Σ_A)` meets a set, for every visible action `a`
    /// or for the only one asked for.
    pub(crate) fn reaching(
        &mut self,
        view: View<'_>,
        to: impl IntoIterator<Item = StateId>,
        only: Option<ActionId>,
        visit: impl FnMut(ActionId, &[StateId]),
    ) -> Result<(), Stop> {
        let hidden = (view.closure == Closure::Around, true);
        let edges = |state| view.concrete.incoming(state);
        self.walk(view, edges, hidden, to, only, visit)
    }

    /// Hidden steps if `near`, one visible step, then hidden steps if `far`, all along `edges`.
    fn walk<'c>(
        &mut self,
        View { concrete, visible, context, .. }: View<'c>,
        edges: impl Fn(StateId) -> &'c [Edge],
        (near, far): (bool, bool),
        start: impl IntoIterator<Item = StateId>,
        only: Option<ActionId>,
        mut visit: impl FnMut(ActionId, &[StateId]),
    ) -> Result<(), Stop> {
        context.check()?;
        let size = concrete.lts.num_states();
        self.begin(size, start);
        if near {
            self.close(visible, &edges);
        }
        let mut steps = std::mem::take(&mut self.steps);
        steps.clear();
        for &state in &self.states {
            steps.extend(edges(state).iter().filter(|edge| {
                only.map_or_else(|| visible.contains(edge.action), |action| edge.action == action)
            }));
        }
        context.interrupt.work((self.states.len() + 4 * steps.len()) as u64);
        steps.sort_unstable();
        for steps in steps.chunk_by(|a, b| a.action == b.action) {
            self.begin(size, steps.iter().map(|edge| edge.target));
            if far {
                self.close(visible, &edges);
            }
            visit(steps[0].action, &self.states);
            context.interrupt.work(2 * self.states.len() as u64);
            context.check()?;
        }
        self.steps = steps;
        Ok(())
    }

    /// Starts a new set of states.
    fn begin(&mut self, size: usize, start: impl IntoIterator<Item = StateId>) {
        self.marks.clear(size);
        self.states.clear();
        self.states.extend(start.into_iter().filter(|state| self.marks.insert(state.index())));
    }

    /// Adds what hidden steps lead to.
    fn close<'c>(&mut self, visible: &Alphabet, edges: impl Fn(StateId) -> &'c [Edge]) {
        let mut next = 0;
        while let Some(&state) = self.states.get(next) {
            for edge in edges(state) {
                if !visible.contains(edge.action) && self.marks.insert(edge.target.index()) {
                    self.states.push(edge.target);
                }
            }
            next += 1;
        }
    }
}

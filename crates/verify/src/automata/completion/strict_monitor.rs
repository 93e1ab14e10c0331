//! A monitor of a non-deterministic property that is built as far as it is needed.
//!
//! P_err needs the determinisation of P, which can be exponentially larger than P, though a system
//! may never leave a small part of it. A *strict* monitor knows some of the subsets that P can be
//! in after a trace, and takes the others for forbidden. So it forbids whatever P forbids, and
//! more:
//!
//! - A system that keeps to the monitor has the property.
//! - A shortest trace that the monitor forbids is a shortest one that P forbids, unless P allows
//!   it.
//! - In that case [extending](StrictMonitor::extend) the monitor along the trace makes it exact
//!   there, and the question can be asked again. Each extension adds a subset, so that this comes
//!   to an end; with growing budgets, soon.

use std::borrow::Cow;
use std::collections::VecDeque;

use indexmap::IndexSet;
use rustc_hash::FxBuildHasher;
use surmise_model::{ActionId, Context, Edge, Limits, Lts, Reason, StateId, Stop};

use super::complete_with_error;
use crate::automata::composition::ProductRows;
use crate::automata::limits::BuildWithin;
use crate::automata::subsets::LazyRows;

/// Whoever follows parts that run together meets no more states than these.
const NEARBY: u64 = 1 << 18;

type FxIndexSet<T> = IndexSet<T, FxBuildHasher>;

/// The explored part of the determinisation of a property, completed with π.
///
/// It polls its context. Budgets take the place of the context's limit on states: a budget bounds
/// how many states the monitor may have, save for those that a trace to be exact on needs.
pub struct StrictMonitor<'a> {
    property: &'a Lts,
    context: Context<'a>,
    subsets: LazyRows<'a>,
    initial: StateId,
    /// The subsets whose rows are known: the states of the monitor, in order.
    explored: Vec<StateId>,
    /// Subsets that were met and whose turn is to come, those explored since then among them.
    waiting: VecDeque<StateId>,
}

impl<'a> StrictMonitor<'a> {
    /// How many states a monitor may well have before anybody knows which of them are needed.
    pub const BUDGET: usize = 1 << 10;

    /// Explores the subsets of a property breadth-first until there are as many as the budget
    /// allows, but at least one.
    pub fn new(property: &'a Lts, budget: usize, context: &Context<'a>) -> Result<Self, Stop> {
        let limits = Limits { states: None, ..context.limits };
        let context = Context { limits, ..*context };
        let mut subsets = LazyRows::new(property, &context)?;
        let initial = subsets.initial()?;
        let (explored, waiting) = (Vec::new(), VecDeque::new());
        let mut monitor = Self { property, context, subsets, initial, explored, waiting };
        monitor.extend(&[], budget)?;
        Ok(monitor)
    }

    /// Explores the subsets on the way of a word, so that the monitor is exact on the word and its
    /// prefixes; then breadth-first what is near them, and what was met before, until there are as
    /// many as the budget allows. Actions outside the property's alphabet do not concern it.
    pub fn extend(&mut self, word: &[ActionId], budget: usize) -> Result<(), Stop> {
        let mut near = VecDeque::new();
        let mut at = self.initial;
        self.explore(at, &mut near)?;
        for &action in word.iter().filter(|&&action| self.property.alphabet().contains(action)) {
            match self.subsets.successor(at, action) {
                Some(next) => at = next,
                None => break,
            }
            self.explore(at, &mut near)?;
        }
        while self.explored.len() < budget
            && let Some(subset) = near.pop_front().or_else(|| self.waiting.pop_front())
        {
            self.explore(subset, &mut near)?;
        }
        self.waiting.append(&mut near);
        Ok(())
    }

    /// Explores the subsets that the property can be in while some parts run together, as far as
    /// the given number of states shows it: the monitor has to know all of these.
    pub fn follow(&mut self, parts: &[&'a Lts], states: usize) -> Result<(), Stop> {
        let takes_part = |action: ActionId| parts.iter().any(|lts| lts.alphabet().contains(action));
        let free: Vec<ActionId> =
            self.property.alphabet().iter().filter(|&action| !takes_part(action)).collect();
        let parts = parts.iter().map(|&part| Cow::Borrowed(part)).collect();
        let nearby = self.context.at_most(NEARBY);
        let mut product = ProductRows::new(parts, &nearby);
        let mut found: FxIndexSet<(StateId, StateId)> = FxIndexSet::default();
        found.insert((product.initial()?, self.initial));
        let (mut near, mut row, mut next) = (VecDeque::new(), Vec::new(), 0);
        while next < states
            && let Some(&(state, subset)) = found.get_index(next)
        {
            next += 1;
            if state.is_error() || subset.is_error() {
                continue;
            }
            self.explore(subset, &mut near)?;
            row.clear();
            match product.row(state, &mut row) {
                Ok(()) => {}
                // A state with more successors than are worth following.
                Err(Stop(Reason::StateLimit(_) | Reason::Unsupported(_))) => break,
                Err(stop) => return Err(stop),
            }
            row.extend(free.iter().map(|&action| Edge { action, target: state }));
            for edge in &row {
                let after = match self.property.alphabet().contains(edge.action) {
                    true => self.subsets.successor(subset, edge.action),
                    false => Some(subset),
                };
                found.extend(after.map(|after| (edge.target, after)));
            }
        }
        self.waiting.append(&mut near);
        Ok(())
    }

    /// Makes a subset a state of the monitor, unless it is one; those it leads to wait.
    fn explore(&mut self, subset: StateId, waiting: &mut VecDeque<StateId>) -> Result<(), Stop> {
        if subset.is_error() || self.subsets.is_prepared(subset) {
            return Ok(());
        }
        self.subsets.prepare(subset)?;
        self.explored.push(subset);
        let targets = self.subsets.row(subset).iter().map(|edge| edge.target);
        waiting.extend(targets.filter(|&to| !to.is_error() && !self.subsets.is_prepared(to)));
        Ok(())
    }

    /// Whether no subset is left to explore: the monitor allows what the property allows.
    pub fn is_complete(&self) -> bool {
        // If a subset that traces lead to is missing, one of those that lead there has met it.
        self.explored.len() == self.subsets.len()
    }

    /// Whether the property itself allows a word, whatever the monitor knows of it. Actions outside
    /// the property's alphabet do not concern it.
    pub fn allows(&mut self, word: &[ActionId]) -> Result<bool, Stop> {
        let mut at = self.initial;
        for &action in word.iter().filter(|&&action| self.property.alphabet().contains(action)) {
            match self.subsets.step(at, action)? {
                Some(next) => at = next,
                None => return Ok(false),
            }
        }
        Ok(!at.is_error())
    }

    /// Whether a word that the monitor forbids is one that the property allows. Then the monitor is
    /// exact on it now, and has up to twice as many states.
    pub fn relax(&mut self, word: &[ActionId]) -> Result<bool, Stop> {
        let too_strict = self.allows(word)?;
        if too_strict {
            self.extend(word, self.num_states() * 2)?;
        }
        Ok(too_strict)
    }

    /// The states that the property may be in, sorted, for each state of the monitor.
    pub fn subsets(&self) -> Vec<Vec<StateId>> {
        let states = |&subset: &StateId| {
            let members = self.subsets.members(subset).iter();
            members.map(|&state| StateId::of(state as usize)).collect()
        };
        self.explored.iter().map(states).collect()
    }

    /// The number of states of the monitor.
    pub fn num_states(&self) -> usize {
        self.explored.len()
    }

    /// The monitor: deterministic and complete over the property's alphabet. A word that leads it
    /// to a state is one that the property allows.
    pub fn lts(&self) -> Result<Lts, Stop> {
        self.context.reserve((self.subsets.len() * size_of::<StateId>()) as u64)?;
        let mut number = vec![StateId::ERROR; self.subsets.len()];
        for (state, subset) in self.explored.iter().enumerate() {
            number[subset.index()] = StateId::of(state);
        }
        let mut builder = Lts::builder();
        builder.ensure_states(self.explored.len());
        builder.initial(number.get(self.initial.index()).copied().unwrap_or(StateId::ERROR));
        builder.extend_alphabet(self.property.alphabet().iter());
        for (state, &subset) in self.explored.iter().enumerate() {
            let row = self.subsets.row(subset);
            builder.make_room(row.len(), &self.context)?;
            // What is not explored has no number: completion leads it into π like what is missing.
            let known = |target: StateId| number.get(target.index()).filter(|to| !to.is_error());
            for edge in row {
                if let Some(&target) = known(edge.target) {
                    builder.add(StateId::of(state), edge.action, target);
                }
            }
            let end = self.property.end().map(StateId::raw);
            if end.is_some_and(|end| self.subsets.members(subset) == [end]) {
                builder.end(StateId::of(state));
            }
        }
        complete_with_error(&builder.build_within(&self.context)?, &self.context)
    }
}

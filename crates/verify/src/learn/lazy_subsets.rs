//! The traces with which an environment can keep a group out of trouble, on demand.
//!
//! Whether an environment's trace `t` over Σ is harmless, `⟨t⟩ M ⟨P⟩`, is the question of every
//! membership query. The answer is read off the subset automaton of (M ‖ P_err)↓Σ, of which each
//! state and step is computed when a query first passes there and then kept: a prefix is simulated
//! once, however many queries share it. M may be many components; their product is expanded on
//! demand, too.

use std::borrow::Cow;

use fixedbitset::FixedBitSet;
use surmise_model::{ActionId, Context, Edge, Lts, StateId, Stop};

use super::learner::Symbol;
use crate::automata::{Interner, ProductRows};

/// A subset; [`StateId::ERROR`] if π is in it.
pub(crate) type Subset = StateId;

/// The lazily determinised (M ‖ P_err)↓Σ.
///
/// Unlike in an LTS, no trace is impossible: after one that M cannot follow, the subset is empty, and
/// nothing bad can happen any more.
pub(crate) struct LazySubsets<'a> {
    product: ProductRows<'a>,
    /// The visible actions, by symbol.
    actions: Vec<ActionId>,
    /// The steps of the product states that were expanded, one row after the other, invisible
    /// actions turned into τ, each row sorted.
    edges: Vec<Edge>,
    /// Where the row of each product state is in `edges`.
    rows: Vec<Option<(usize, usize)>>,
    subsets: Interner,
    initial: Option<Subset>,
    /// `steps[subset · |Σ| + symbol]`, where known.
    steps: Vec<Option<Subset>>,
    /// How many subsets, the first ones, are known with all their steps.
    complete: usize,
    context: Context<'a>,
    member: FixedBitSet,
    closure: Vec<u32>,
    row: Vec<Edge>,
}

impl<'a> LazySubsets<'a> {
    /// The automaton of some parts, a completed property among them, over visible actions in
    /// ascending order.
    pub(crate) fn new(
        parts: Vec<Cow<'a, Lts>>,
        actions: Vec<ActionId>,
        context: &Context<'a>,
    ) -> Self {
        debug_assert!(actions.is_sorted());
        Self {
            product: ProductRows::new(parts, context),
            actions,
            edges: Vec::new(),
            rows: Vec::new(),
            subsets: Interner::new(),
            initial: None,
            steps: Vec::new(),
            complete: 0,
            context: *context,
            member: FixedBitSet::new(),
            closure: Vec::new(),
            row: Vec::new(),
        }
    }

    /// The visible actions, by symbol.
    pub(crate) fn actions(&self) -> &[ActionId] {
        &self.actions
    }

    /// How many subsets were met, those with π not counted. They are numbered from 0, the initial
    /// one first.
    pub(crate) fn len(&self) -> usize {
        self.subsets.len()
    }

    /// Whether M cannot follow a trace that leads to a subset.
    pub(crate) fn is_empty(&self, subset: Subset) -> bool {
        !subset.is_error() && self.subsets.get(subset).is_empty()
    }

    /// How many states of the product were met.
    pub(crate) fn product_states(&self) -> usize {
        self.product.len()
    }

    /// Before any visible action.
    pub(crate) fn initial(&mut self) -> Result<Subset, Stop> {
        if let Some(known) = self.initial {
            return Ok(known);
        }
        let initial = self.product.initial()?;
        self.closure.clear();
        self.add(initial);
        let closed = self.close(initial.is_error())?;
        self.initial = Some(closed);
        Ok(closed)
    }

    /// Whether every step of a word is known, and none leads to π.
    pub(crate) fn is_known_harmless(&self, mut word: impl Iterator<Item = Option<Symbol>>) -> bool {
        let harmless = |subset: &Subset| !subset.is_error();
        let end = self.initial.filter(harmless).and_then(|initial| {
            word.try_fold(initial, |subset, symbol| {
                self.known_step(subset, symbol? as usize).filter(harmless)
            })
        });
        end.is_some()
    }

    /// The subset after one more visible action, if the step was made before.
    #[inline]
    fn known_step(&self, subset: Subset, symbol: usize) -> Option<Subset> {
        *self.steps.get(self.cell(subset, symbol))?
    }

    #[inline]
    fn cell(&self, subset: Subset, symbol: usize) -> usize {
        subset.index() * self.actions.len() + symbol
    }

    /// After one more visible action.
    pub(crate) fn step(&mut self, subset: Subset, symbol: usize) -> Result<Subset, Stop> {
        if subset.is_error() {
            return Ok(subset);
        }
        if let Some(known) = self.known_step(subset, symbol) {
            return Ok(known);
        }
        self.closure.clear();
        let mut error = false;
        let action = self.actions[symbol];
        for place in 0..self.subsets.get(subset).len() {
            if error {
                break;
            }
            let state = StateId::of(self.subsets.get(subset)[place] as usize);
            let (start, end) = self.expanded(state)?;
            let first = start + self.edges[start..end].partition_point(|e| e.action < action);
            for place in first..end {
                let edge = self.edges[place];
                if edge.action != action {
                    break;
                }
                error |= edge.target.is_error();
                self.add(edge.target);
            }
        }
        let target = self.close(error)?;
        let cell = self.cell(subset, symbol);
        if self.steps.len() <= cell {
            let cells = self.subsets.len() * self.actions.len();
            self.context.reserve((cells * size_of::<Option<Subset>>()) as u64)?;
            self.steps.resize(cells, None);
        }
        self.steps[cell] = Some(target);
        Ok(target)
    }

    /// Makes all steps of all subsets, until there are more than `most`. Tells whether it is done.
    pub(super) fn explore(&mut self, most: usize) -> Result<bool, Stop> {
        self.initial()?;
        while self.complete < self.subsets.len() {
            if self.subsets.len() > most {
                return Ok(false);
            }
            for symbol in 0..self.actions.len() {
                self.step(StateId::of(self.complete), symbol)?;
            }
            self.complete += 1;
        }
        Ok(true)
    }

    /// The steps that are known, as an LTS; π is where there is none.
    pub(super) fn to_lts(&self) -> Result<Lts, Stop> {
        let mut builder = Lts::builder();
        builder.ensure_states(self.subsets.len()).extend_alphabet(self.actions.iter().copied());
        for subset in (0..self.subsets.len()).map(StateId::of) {
            for (symbol, &action) in self.actions.iter().enumerate() {
                let target = self.known_step(subset, symbol).filter(|target| !target.is_error());
                if let Some(target) = target {
                    builder.add(subset, action, target);
                }
            }
        }
        Ok(builder.build()?)
    }

    fn add(&mut self, state: StateId) {
        if !state.is_error() {
            self.member.grow(state.index() + 1);
            if !self.member.put(state.index()) {
                self.closure.push(state.raw());
            }
        }
    }

    /// The subset of what was added and all that invisible steps lead to from there.
    fn close(&mut self, mut error: bool) -> Result<Subset, Stop> {
        let mut next = 0;
        let mut result = Ok(());
        while next < self.closure.len() && !error {
            let state = StateId::of(self.closure[next] as usize);
            next += 1;
            let (start, end) = match self.expanded(state) {
                Ok(row) => row,
                Err(stop) => {
                    result = Err(stop);
                    break;
                }
            };
            for place in start..end {
                let edge = self.edges[place];
                if !edge.action.is_tau() {
                    break;
                }
                error |= edge.target.is_error();
                self.add(edge.target);
            }
        }
        for &state in &self.closure {
            self.member.remove(state as usize);
        }
        result?;
        if error {
            return Ok(StateId::ERROR);
        }
        self.closure.sort_unstable();
        self.subsets.intern(&self.closure, &self.context)
    }

    /// Where the row of a product state is, which is computed first if need be.
    fn expanded(&mut self, state: StateId) -> Result<(usize, usize), Stop> {
        if let Some(Some(row)) = self.rows.get(state.index()) {
            return Ok(*row);
        }
        self.row.clear();
        self.product.row(state, &mut self.row)?;
        for edge in &mut self.row {
            if self.actions.binary_search(&edge.action).is_err() {
                edge.action = ActionId::TAU;
            }
        }
        self.row.sort_unstable();
        self.row.dedup();
        if self.edges.capacity() - self.edges.len() < self.row.len() {
            let more = self.edges.len().max(self.row.len());
            self.context.reserve((2 * more * size_of::<Edge>()) as u64)?;
        }
        let start = self.edges.len();
        self.edges.extend_from_slice(&self.row);
        if self.rows.len() < self.product.len() {
            self.rows.resize(self.product.len(), None);
        }
        let row = (start, self.edges.len());
        self.rows[state.index()] = Some(row);
        Ok(row)
    }
}

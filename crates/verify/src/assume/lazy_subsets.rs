//! The traces with which an environment can keep a group out of trouble, on demand.
//!
//! Whether an environment's trace `t` over Σ is harmless, `⟨t⟩ M ⟨P⟩`, is the question of every
//! membership query. The answer is read off the subset automaton of (M ‖ P_err)↓Σ, of which each
//! state and step is computed when a query first passes there and then kept: a prefix is simulated
//! once, however many queries share it. M may be many components; their product is expanded on
//! demand, too.

use std::borrow::Cow;

use surmise_model::{ActionId, Context, Lts, StateId, Stop};

use crate::automata::{ProjectedRows, Rows, Subsets};

/// A subset; [`StateId::ERROR`] if π is in it.
pub(crate) type Subset = StateId;

/// The lazily determinised (M ‖ P_err)↓Σ.
///
/// Unlike in an LTS, no trace is impossible: after one that M cannot follow, the subset is empty,
/// and nothing bad can happen any more.
pub(crate) struct LazySubsets<'a> {
    subsets: Subsets<'a, ProjectedRows<'a>>,
    initial: Option<Subset>,
    /// `steps[subset · |Σ| + symbol]`, where known.
    steps: Vec<Option<Subset>>,
    /// How many subsets, the first ones, are known with all their steps.
    complete: usize,
    context: Context<'a>,
}

/// Where work is counted in subsets, one of so many states counts as one.
const LARGE: usize = 16;

impl<'a> LazySubsets<'a> {
    /// The automaton of some parts, a completed property among them, over visible actions in
    /// ascending order.
    pub(crate) fn new(
        parts: Vec<Cow<'a, Lts>>,
        actions: Vec<ActionId>,
        context: &Context<'a>,
    ) -> Result<Self, Stop> {
        let subsets = Subsets::new(ProjectedRows::new(parts, actions, context), context)?;
        Ok(Self { subsets, initial: None, steps: Vec::new(), complete: 0, context: *context })
    }

    /// The visible actions, by symbol.
    #[inline]
    pub(crate) fn actions(&self) -> &[ActionId] {
        self.subsets.rows().visible()
    }

    /// How many subsets were met, those with π not counted. They are numbered from 0, the initial
    /// one first.
    pub(crate) fn len(&self) -> usize {
        self.subsets.len()
    }

    /// Whether M cannot follow a trace that leads to a subset.
    pub(crate) fn is_empty(&self, subset: Subset) -> bool {
        !subset.is_error() && self.subsets.members(subset).is_empty()
    }

    /// How many states of the product were met.
    pub(crate) fn product_states(&self) -> usize {
        self.subsets.rows().len()
    }

    /// Before any visible action.
    pub(crate) fn initial(&mut self) -> Result<Subset, Stop> {
        if let Some(known) = self.initial {
            return Ok(known);
        }
        let initial = self.subsets.initial()?;
        self.initial = Some(initial);
        Ok(initial)
    }

    /// Whether every step of a word, given by symbols, is known, and none leads to π.
    pub(crate) fn is_known_harmless(&self, mut word: impl Iterator<Item = Option<usize>>) -> bool {
        let harmless = |subset: &Subset| !subset.is_error();
        let end = self.initial.filter(harmless).and_then(|initial| {
            word.try_fold(initial, |subset, symbol| {
                self.known_step(subset, symbol?).filter(harmless)
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
        subset.index() * self.actions().len() + symbol
    }

    /// After one more visible action.
    pub(crate) fn step(&mut self, subset: Subset, symbol: usize) -> Result<Subset, Stop> {
        if subset.is_error() {
            return Ok(subset);
        }
        if let Some(known) = self.known_step(subset, symbol) {
            return Ok(known);
        }
        let action = self.actions()[symbol];
        let target = match self.subsets.step(subset, action)? {
            Some(target) => target,
            None => self.subsets.nowhere()?,
        };
        let cell = self.cell(subset, symbol);
        if self.steps.len() <= cell {
            let cells = self.subsets.len() * self.actions().len();
            self.context.reserve((cells * size_of::<Option<Subset>>()) as u64)?;
            self.steps.resize(cells, None);
        }
        self.steps[cell] = Some(target);
        Ok(target)
    }

    /// Makes all steps of all subsets, until there are more than `most`, or they are large. Tells
    /// whether it is done.
    pub(crate) fn explore(&mut self, most: usize) -> Result<bool, Stop> {
        self.initial()?;
        while self.complete < self.subsets.len() {
            if self.subsets.len() > most || self.subsets.total_members() / LARGE > most {
                return Ok(false);
            }
            for symbol in 0..self.actions().len() {
                self.step(StateId::of(self.complete), symbol)?;
            }
            self.complete += 1;
        }
        Ok(true)
    }

    /// The steps that are known, as an LTS; π is where there is none.
    pub(crate) fn to_lts(&self) -> Result<Lts, Stop> {
        let mut builder = Lts::builder();
        let actions = self.actions();
        builder.ensure_states(self.subsets.len()).extend_alphabet(actions.iter().copied());
        for subset in (0..self.subsets.len()).map(StateId::of) {
            for (symbol, &action) in actions.iter().enumerate() {
                let target = self.known_step(subset, symbol).filter(|target| !target.is_error());
                if let Some(target) = target {
                    builder.add(subset, action, target);
                }
            }
        }
        Ok(builder.build()?)
    }
}

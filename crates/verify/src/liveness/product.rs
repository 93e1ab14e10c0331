//! A model and somebody who watches its runs, step by step.

use surmise_model::{Context, Start, Stop, TemporalProperty};

use super::Letter;
use super::runs::{Field, Moved, Runs, Steps};
use super::store::Store;

/// Acceptance and fairness sets that a step is in, by their numbers.
pub(super) type Marks = u128;

/// So many sets there can be.
pub(super) const MOST_SETS: usize = 128;

/// Somebody who reads a run letter by letter, possibly guessing, and says what is in its favour.
pub(super) trait Watcher {
    /// Where it starts.
    fn initial(&self) -> u32;
    /// How many acceptance sets it has. It accepts a run if some way to read it is in each of them
    /// infinitely often.
    fn sets(&self) -> usize;
    /// Where a letter leads from a state, and the acceptance sets that the move is in.
    fn moves(&self, state: u32, letter: Letter, out: &mut Vec<(u32, Marks)>);
    /// Whether it guesses nothing any more from this state on.
    fn has_decided(&self, state: u32) -> bool;
}

/// Somebody who does not look and accepts everything.
pub(super) struct Blind;

impl Watcher for Blind {
    fn initial(&self) -> u32 {
        0
    }

    fn sets(&self) -> usize {
        0
    }

    fn moves(&self, _: u32, _: Letter, out: &mut Vec<(u32, Marks)>) {
        out.push((0, 0));
    }

    fn has_decided(&self, _: u32) -> bool {
        true
    }
}

/// A step of the product.
#[derive(Debug, Clone, Copy)]
pub(super) struct Edge {
    pub(super) target: u32,
    pub(super) marks: Marks,
    pub(super) moved: Moved,
    pub(super) letter: Letter,
}

/// The product, with the states found so far.
pub(super) struct Product<'a, W> {
    runs: Box<dyn Runs + 'a>,
    observer: Field,
    pub(super) watcher: W,
    pub(super) store: Store,
    /// Whether it is marked who moves or is unable to.
    is_weak: bool,
    start: Start,
    context: Context<'a>,
    steps: Steps,
    moves: Vec<(u32, Marks)>,
    packed: Vec<u64>,
    /// How many steps were computed.
    pub(super) transitions: u64,
}

impl<'a, W: Watcher> Product<'a, W> {
    pub(super) fn new(
        runs: impl Runs + 'a,
        watcher: W,
        property: &TemporalProperty,
        is_weak: bool,
        context: &Context<'a>,
    ) -> Self {
        let words = runs.words();
        Self {
            observer: runs.observer(),
            runs: Box::new(runs),
            watcher,
            store: Store::new(words),
            is_weak,
            start: property.start,
            context: *context,
            steps: Steps::new(words),
            moves: Vec::new(),
            packed: vec![0; words],
            transitions: 0,
        }
    }

    pub(super) fn context(&self) -> Context<'a> {
        self.context
    }

    /// How many acceptance and fairness sets there are.
    pub(super) fn sets(&self) -> usize {
        self.watcher.sets() + if self.is_weak { self.runs.movers() } else { 0 }
    }

    /// The marks of all sets.
    pub(super) fn all_marks(&self) -> Marks {
        lowest(self.sets())
    }

    /// Where the observer is in a state.
    pub(super) fn observer(&self, state: u32) -> u32 {
        self.observer.get(self.store.get(state))
    }

    /// The initial states.
    pub(super) fn initial(&mut self) -> Result<Vec<u32>, Stop> {
        self.packed.fill(0);
        let Some(letter) = self.runs.initial(&mut self.packed)? else { return Ok(Vec::new()) };
        self.moves.clear();
        match self.start {
            Start::FirstStep => self.moves.push((self.watcher.initial(), 0)),
            Start::InitialState => {
                self.watcher.moves(self.watcher.initial(), letter, &mut self.moves);
            }
        }
        let mut initial = Vec::new();
        let first = self.packed.clone();
        for &(state, _) in &self.moves {
            self.packed.copy_from_slice(&first);
            self.observer.set(&mut self.packed, state);
            initial.push(self.store.insert(&self.packed, &self.context)?);
        }
        initial.dedup();
        Ok(initial)
    }

    /// What is true in the initial state, if the formula is evaluated there.
    pub(super) fn first_letter(&mut self) -> Result<Option<Letter>, Stop> {
        match self.start {
            Start::FirstStep => Ok(None),
            Start::InitialState => {
                self.packed.fill(0);
                self.runs.initial(&mut self.packed)
            }
        }
    }

    /// The steps from a state. Gives whether there are others, which lead out of everything: into
    /// π, or to where the watcher gives up.
    pub(super) fn row(&mut self, state: u32, row: &mut Vec<Edge>) -> Result<bool, Stop> {
        let Self { runs, observer, watcher, store, context, steps, moves, packed, .. } = self;
        let from = store.get(state);
        let before = observer.get(from);
        steps.clear();
        let mut leaves = runs.expand(from, self.is_weak, steps, context)?;
        let sets = watcher.sets();
        let unable: Marks = match self.is_weak {
            true => (lowest(runs.movers()) & !steps.able()) << sets,
            false => 0,
        };
        for (moved, movers, letter, to) in steps.iter() {
            let served = unable | movers << sets;
            moves.clear();
            watcher.moves(before, letter, moves);
            leaves |= moves.is_empty();
            for &(next, marks) in moves.iter() {
                packed.copy_from_slice(to);
                observer.set(packed, next);
                let target = store.insert(packed, context)?;
                row.push(Edge { target, marks: marks | served, moved, letter });
            }
        }
        let before = self.transitions;
        self.transitions += steps.len() as u64;
        if before >> 8 != self.transitions >> 8 {
            self.context.check()?;
        }
        Ok(leaves)
    }
}

/// So many marks.
fn lowest(count: usize) -> Marks {
    match count >= MOST_SETS {
        true => Marks::MAX,
        false => (1 << count) - 1,
    }
}

//! A system and somebody who watches its runs, step by step.

use surmise_model::{Context, Start, StateId, Stop, TemporalProperty};

use super::Letter;
use super::space::{Moved, Room, Space};
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
    pub(super) space: Space<'a>,
    pub(super) watcher: W,
    pub(super) store: Store,
    /// Whether it is marked who moves or is unable to.
    is_weak: bool,
    start: Start,
    context: Context<'a>,
    room: Room,
    moves: Vec<(u32, Marks)>,
    packed: Vec<u64>,
    /// How many steps were computed.
    pub(super) transitions: u64,
}

impl<'a, W: Watcher> Product<'a, W> {
    pub(super) fn new(
        space: Space<'a>,
        watcher: W,
        property: &TemporalProperty,
        is_weak: bool,
        context: &Context<'a>,
    ) -> Self {
        let words = space.words();
        Self {
            space,
            watcher,
            store: Store::new(words),
            is_weak,
            start: property.start,
            context: *context,
            room: Room::default(),
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
        self.watcher.sets() + if self.is_weak { self.space.components() } else { 0 }
    }

    /// The marks of all sets.
    pub(super) fn all_marks(&self) -> Marks {
        match self.sets() {
            MOST_SETS => Marks::MAX,
            sets => (1 << sets) - 1,
        }
    }

    /// The initial states.
    pub(super) fn initial(&mut self) -> Result<Vec<u32>, Stop> {
        let Some(tuple) = self.space.initial() else { return Ok(Vec::new()) };
        let fluents = self.space.initial_fluents();
        self.moves.clear();
        match self.start {
            Start::FirstStep => self.moves.push((self.watcher.initial(), 0)),
            Start::InitialState => {
                let letter = self.space.letter(None, &tuple, fluents);
                self.watcher.moves(self.watcher.initial(), letter, &mut self.moves);
            }
        }
        let mut initial = Vec::new();
        for &(state, _) in &self.moves {
            self.space.pack(&tuple, fluents, state, &mut self.packed);
            initial.push(self.store.insert(&self.packed, &self.context)?);
        }
        initial.dedup();
        Ok(initial)
    }

    /// The steps from a state. Gives whether there are others, which lead out of everything: into
    /// π, or to where the watcher gives up.
    pub(super) fn row(&mut self, state: u32, row: &mut Vec<Edge>) -> Result<bool, Stop> {
        let Self { space, watcher, store, context, room, moves, packed, .. } = self;
        let from = store.get(state);
        let (observer, fluents) = (space.observer(from), space.fluents(from));
        let mut leaves = space.expand(from, room, context)?;
        let sets = watcher.sets();
        let unable: Marks = match self.is_weak {
            true => {
                let all = (0..space.components()).fold(0, |all, part| all | 1 << (sets + part));
                all & !room.steps().fold(0, |able, (moved, _)| able | movers(space, sets, moved))
            }
            false => 0,
        };
        for (moved, tuple) in room.steps() {
            let fluents = space.fluents_after(fluents, moved);
            let letter = space.letter(Some(moved), tuple, fluents);
            let served = if self.is_weak { unable | movers(space, sets, moved) } else { 0 };
            moves.clear();
            watcher.moves(observer, letter, moves);
            leaves |= moves.is_empty();
            for &(next, marks) in moves.iter() {
                space.pack(tuple, fluents, next, packed);
                let target = store.insert(packed, context)?;
                row.push(Edge { target, marks: marks | served, moved, letter });
            }
        }
        self.transitions += room.steps().count() as u64;
        Ok(leaves)
    }

    /// Where the components are in a state.
    pub(super) fn tuple(&self, state: u32) -> Vec<StateId> {
        self.space.tuple(self.store.get(state))
    }
}

/// The fairness sets of those who take part in a step, which come after so many others.
fn movers(space: &Space<'_>, sets: usize, moved: Moved) -> Marks {
    match moved.action {
        None => 0,
        Some(action) if action.is_tau() => 1 << (sets + moved.alone as usize),
        Some(action) => {
            let parts = space.participants(action).iter();
            parts.fold(0, |marks, &part| marks | 1 << (sets + part as usize))
        }
    }
}

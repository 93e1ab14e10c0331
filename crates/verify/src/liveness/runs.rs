//! What can be watched: the states and steps of a model as a temporal property sees them.
//!
//! Steps say who moves and what is true after them. Beside what the model knows, each state has
//! room for where an observer of the run is.

use surmise_model::{ActionId, Context, Stop};

use super::Letter;
use super::product::Marks;

/// A step of the model.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Moved {
    /// The action; none if the run has stopped.
    pub(super) action: Option<ActionId>,
    /// Who makes a silent step.
    pub(super) alone: u32,
}

/// Where a number is in a packed state.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Field {
    pub(super) word: usize,
    pub(super) shift: u32,
    pub(super) bits: u32,
}

impl Field {
    pub(super) fn get(self, state: &[u64]) -> u32 {
        match self.bits {
            0 => 0,
            bits => (state[self.word] >> self.shift & ((1 << bits) - 1)) as u32,
        }
    }

    /// Sets a number that was 0.
    pub(super) fn set(self, state: &mut [u64], value: u32) {
        if self.bits > 0 {
            state[self.word] |= u64::from(value) << self.shift;
        }
    }
}

/// The steps from a state.
#[derive(Debug)]
pub(super) struct Steps {
    width: usize,
    taken: Vec<(Moved, Marks, Letter)>,
    words: Vec<u64>,
    /// All who move in one of them.
    able: Marks,
}

impl Steps {
    /// Room for steps to states of so many words.
    pub(super) fn new(width: usize) -> Self {
        Self { width, taken: Vec::new(), words: Vec::new(), able: 0 }
    }

    pub(super) fn clear(&mut self) {
        self.taken.clear();
        self.words.clear();
        self.able = 0;
    }

    pub(super) fn len(&self) -> usize {
        self.taken.len()
    }

    /// Adds a step: by whom, and what is true after it. Gives the words of the state it leads to,
    /// which are zero.
    pub(super) fn add(&mut self, moved: Moved, movers: Marks, letter: Letter) -> &mut [u64] {
        self.taken.push((moved, movers, letter));
        self.able |= movers;
        let start = self.words.len();
        self.words.resize(start + self.width, 0);
        &mut self.words[start..]
    }

    /// These could move, too, by a step that leads out of everything.
    pub(super) fn note_able(&mut self, movers: Marks) {
        self.able |= movers;
    }

    /// Who moves in one of the steps.
    pub(super) fn able(&self) -> Marks {
        self.able
    }

    /// All steps: what happens, who moves, what is true then, and the state, in which the observer
    /// is in its state 0.
    pub(super) fn iter(&self) -> impl Iterator<Item = (Moved, Marks, Letter, &[u64])> {
        let states = self.words.chunks_exact(self.width.max(1));
        self.taken
            .iter()
            .zip(states)
            .map(|(&(moved, movers, letter), state)| (moved, movers, letter, state))
    }
}

/// The runs of a model.
pub(super) trait Runs {
    /// How many words a packed state takes, the observer included.
    fn words(&self) -> usize;

    /// Where the observer is in them.
    fn observer(&self) -> Field;

    /// How many there are who may move, for fairness.
    fn movers(&self) -> usize;

    /// Writes the initial state into words that are zero, and gives what is true there; nothing, if
    /// there is no run.
    fn initial(&mut self, state: &mut [u64]) -> Result<Option<Letter>, Stop>;

    /// Adds the steps from a state; who moves is told if somebody asks. Steps that lead out of
    /// everything are left out; gives whether there are any.
    fn expand(
        &mut self,
        from: &[u64],
        asks_who: bool,
        steps: &mut Steps,
        context: &Context<'_>,
    ) -> Result<bool, Stop>;
}

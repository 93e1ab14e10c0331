//! What threads share while they expand a level, and what each of them, or all together, achieved.

use std::ops::Range;
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize};

use surmise_model::{Reason, Stop};

/// States in a block: few enough to poll limits often, many enough to make taking one cheap.
const BLOCK: u64 = 256;

/// States that one thread expands.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Block {
    /// Where they are.
    pub(super) states: Range<u64>,
    /// How many of the first one's successors that are counted through are in the store already.
    pub(super) counted: u64,
}

/// What the threads of one round share.
pub(super) struct Round {
    pub(super) blocks: Vec<Block>,
    /// How many states are on this level and those before it.
    pub(super) before: u64,
    pub(super) next: AtomicUsize,
    /// No thread shall take another block.
    pub(super) over: AtomicBool,
    /// Nothing more is to be inserted.
    pub(super) looking_only: AtomicBool,
    pub(super) new: AtomicU64,
}

/// What one thread, or all of them together, achieved in a round.
#[derive(Default)]
pub(super) struct Share<const W: usize> {
    pub(super) transitions: u64,
    /// The words of all successors that were made and not told of as work yet.
    pub(super) words: u64,
    pub(super) reduced: u64,
    /// Blocks that were taken and not finished.
    pub(super) left: Vec<Block>,
    /// The smallest bad state for each badness that is sought; empty as long as there is none.
    pub(super) bad: Vec<Option<[u64; W]>>,
    /// The search is to stop: at once, or if it is for the number of states after this level.
    pub(super) stop: Option<Stop>,
    /// The index needs room for so many entries.
    pub(super) entries: u64,
}

impl<const W: usize> Share<W> {
    pub(super) fn found_bad(&mut self, kind: usize, state: [u64; W]) {
        if self.bad.len() <= kind {
            self.bad.resize(kind + 1, None);
        }
        let smallest = &mut self.bad[kind];
        *smallest = Some(smallest.map_or(state, |other| other.min(state)));
    }

    pub(super) fn merge(&mut self, other: Self) {
        self.transitions = self.transitions.saturating_add(other.transitions);
        self.words += other.words;
        self.reduced += other.reduced;
        self.left.extend(other.left);
        for (kind, state) in other.bad.into_iter().enumerate() {
            if let Some(state) = state {
                self.found_bad(kind, state);
            }
        }
        self.stop = match (self.stop.take(), other.stop) {
            (Some(Stop(Reason::StateLimit(_))), Some(other)) => Some(other),
            (own, other) => own.or(other),
        };
        self.entries = self.entries.max(other.entries);
    }
}

/// Cuts runs into blocks.
pub(super) fn cut(runs: &[Range<u64>]) -> Vec<Block> {
    runs.iter()
        .flat_map(|run| {
            let starts = (run.start..run.end).step_by(BLOCK as usize);
            starts.map(|start| Block { states: start..(start + BLOCK).min(run.end), counted: 0 })
        })
        .collect()
}

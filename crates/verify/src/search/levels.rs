//! The levels of a breadth-first search.

use std::ops::Range;

/// The levels of a search, each a list of runs of positions in the arena.
#[derive(Debug, Default)]
pub(super) struct Levels {
    runs: Vec<Range<u64>>,
    /// Where in `runs` each level starts.
    starts: Vec<usize>,
}

impl Levels {
    /// Adds a level unless it is empty; gives its size.
    pub(super) fn push(&mut self, runs: impl Iterator<Item = Range<u64>>) -> u64 {
        let start = self.runs.len();
        self.runs.extend(runs);
        if start < self.runs.len() {
            self.starts.push(start);
        }
        self.runs[start..].iter().map(|run| run.end - run.start).sum()
    }

    /// The number of the last level; the initial state is on level 0.
    pub(super) fn depth(&self) -> usize {
        self.starts.len().saturating_sub(1)
    }

    /// The runs of a level.
    pub(super) fn level(&self, depth: usize) -> &[Range<u64>] {
        let end = self.starts.get(depth + 1).copied().unwrap_or(self.runs.len());
        &self.runs[self.starts[depth]..end]
    }

    /// The runs of the last level.
    pub(super) fn last(&self) -> &[Range<u64>] {
        self.starts.last().map_or(&[], |&start| &self.runs[start..])
    }
}

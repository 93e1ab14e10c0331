//! Numbers that decide how a search works and make no difference to its answer.
//!
//! They are values, so that what tests run is what users run: tests make them small, to get
//! everywhere with small systems.

/// How a search works.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Tuning {
    /// So many successors by one action are made at once; more of them are counted through.
    pub at_once: usize,
    /// With so many successors of a state, all that come in several ways are counted through.
    pub many: usize,
    /// So many words of successors are counted through at a time.
    pub batch_words: usize,
    /// The successor tables have an entry for each combination of what the parts of a digit do, if
    /// there are at most so many.
    pub combinations: usize,
    /// How many bits the root of a folded state has at first.
    pub root_bits: u32,
}

impl Default for Tuning {
    /// Batches of 128 KiB, and roots of which 32 neighbours share a word of the index.
    fn default() -> Self {
        Self { at_once: 256, many: 1 << 12, batch_words: 1 << 14, combinations: 16, root_bits: 36 }
    }
}

impl Tuning {
    /// Everything that depends on it happens in the smallest systems.
    #[must_use]
    pub fn small() -> Self {
        Self { at_once: 1, many: 3, batch_words: 2, combinations: 1, root_bits: 6 }
    }
}

//! How many transitions of each bunch a state has.
//!
//! Paige and Tarjan count that ("Three partition refinement algorithms", SIAM Journal on Computing
//! 16, 1987): after a part of a bunch became a bunch of its own, the count tells in constant time
//! whether a state has transitions in what remains of the old one.

use super::tiered_partition::NONE;

/// How many transitions of each bunch each state has.
pub(super) struct Counts {
    /// The count that each transition is part of.
    count_of: Vec<u32>,
    counts: Vec<u32>,
    free: Vec<u32>,
    /// By state: the count for the bunch that is being separated, and for what remains.
    separated: Vec<u32>,
    remaining: Vec<u32>,
}

impl Counts {
    /// What counts for so many transitions and states take, in bytes.
    pub(super) fn bytes(transitions: usize, states: usize) -> u64 {
        ((transitions * 2 + states * 4) * size_of::<u32>()) as u64
    }

    /// Counts of one bunch, from the sources of all transitions and whether each is counted.
    pub(super) fn new(sources: &[u32], states: usize, counted: impl Fn(u32) -> bool) -> Self {
        let mut counts = vec![0; states];
        for (transition, &source) in sources.iter().enumerate() {
            counts[source as usize] += u32::from(counted(transition as u32));
        }
        let (separated, remaining) = (vec![NONE; states], vec![NONE; states]);
        Self { count_of: sources.to_vec(), counts, free: Vec::new(), separated, remaining }
    }

    /// Counts a transition for the bunch that is being separated instead of the one it was in.
    /// Tells whether it is the first one of its source.
    #[inline]
    pub(super) fn separate(&mut self, transition: u32, source: u32) -> bool {
        let old = self.count_of[transition as usize];
        self.remaining[source as usize] = old;
        self.counts[old as usize] -= 1;
        self.count(transition, source)
    }

    /// Counts a transition that was inert for the bunch that is being separated.
    #[inline]
    pub(super) fn count(&mut self, transition: u32, source: u32) -> bool {
        let mut count = self.separated[source as usize];
        let first = count == NONE;
        if first {
            count = self.free.pop().unwrap_or(self.counts.len() as u32);
            if count as usize == self.counts.len() {
                self.counts.push(0);
            }
            self.separated[source as usize] = count;
        }
        self.counts[count as usize] += 1;
        self.count_of[transition as usize] = count;
        first
    }

    /// Nothing more of this state is counted for the bunch that is being separated.
    #[inline]
    pub(super) fn close(&mut self, source: u32) {
        self.separated[source as usize] = NONE;
    }

    /// Whether a state with transitions in the bunch separated last has some in what remained of
    /// the old one.
    #[inline]
    pub(super) fn remains(&self, source: u32) -> bool {
        self.counts[self.remaining[source as usize] as usize] > 0
    }

    /// Forgets what remains for a state.
    pub(super) fn forget_remaining(&mut self, source: u32) {
        let count = self.remaining[source as usize];
        if self.counts[count as usize] == 0 {
            self.free.push(count);
        }
    }
}

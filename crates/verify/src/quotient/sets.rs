//! Sets of states of N, one for each state of a graph, side by side in one array.
//!
//! N is often small and the graph large: a set is a word or two, which would be lost among the
//! allocations if each had its own. A set is a slice of words, as those of a `FixedBitSet` are.

const BITS: usize = usize::BITS as usize;

/// So many sets of states of the same process.
#[derive(Debug, Clone)]
pub(super) struct StateSets {
    /// The words of each set.
    stride: usize,
    words: Vec<usize>,
}

impl StateSets {
    /// So many empty sets of a process with so many states.
    pub(super) fn new(sets: usize, states: usize) -> Self {
        let stride = words_for(states);
        Self { stride, words: vec![0; sets * stride] }
    }

    /// The memory of so many sets.
    pub(super) fn bytes(sets: usize, states: usize) -> u64 {
        (sets * words_for(states) * size_of::<usize>()) as u64
    }

    pub(super) fn get(&self, set: usize) -> &[usize] {
        &self.words[set * self.stride..(set + 1) * self.stride]
    }

    pub(super) fn get_mut(&mut self, set: usize) -> &mut [usize] {
        &mut self.words[set * self.stride..(set + 1) * self.stride]
    }

    pub(super) fn iter(&self) -> impl ExactSizeIterator<Item = &[usize]> {
        self.words.chunks_exact(self.stride)
    }

    /// The memory that is taken when so many sets are added: none, or twice what there was.
    pub(super) fn bytes_for_more(&self, sets: usize) -> u64 {
        let needed = self.words.len() + sets * self.stride;
        match needed <= self.words.capacity() {
            true => 0,
            false => (needed.max(2 * self.words.capacity()) * size_of::<usize>()) as u64,
        }
    }

    /// Adds a copy of a set, as the last one.
    pub(super) fn push_copy(&mut self, of: usize) {
        let start = of * self.stride;
        self.words.extend_from_within(start..start + self.stride);
    }

    /// The first so many sets.
    pub(super) fn truncate(&mut self, sets: usize) {
        self.words.truncate(sets * self.stride);
    }
}

/// How many words a set of so many states takes; at least one, so that sets can be told apart.
pub(super) fn words_for(states: usize) -> usize {
    states.div_ceil(BITS).max(1)
}

/// The set of all of so many states.
pub(super) fn all_states(states: usize) -> Vec<usize> {
    let mut set = vec![0; words_for(states)];
    (0..states).for_each(|state| insert(&mut set, state));
    set
}

pub(super) fn contains(set: &[usize], state: usize) -> bool {
    set[state / BITS] & (1 << (state % BITS)) != 0
}

pub(super) fn insert(set: &mut [usize], state: usize) {
    set[state / BITS] |= 1 << (state % BITS);
}

pub(super) fn is_empty(set: &[usize]) -> bool {
    set.iter().all(|&word| word == 0)
}

pub(super) fn is_subset(set: &[usize], other: &[usize]) -> bool {
    set.iter().zip(other).all(|(&word, &other)| word & !other == 0)
}

pub(super) fn unite(set: &mut [usize], other: &[usize]) {
    set.iter_mut().zip(other).for_each(|(word, &other)| *word |= other);
}

pub(super) fn subtract(set: &mut [usize], other: &[usize]) {
    set.iter_mut().zip(other).for_each(|(word, &other)| *word &= !other);
}

/// How many states a set has.
pub(super) fn count(set: &[usize]) -> usize {
    set.iter().map(|word| word.count_ones() as usize).sum()
}

/// The states of a set, in order.
pub(super) fn states(set: &[usize]) -> impl Iterator<Item = usize> {
    set.iter().enumerate().flat_map(|(place, &word)| {
        let rests = std::iter::successors(Some(word), |&word| Some(word & word.wrapping_sub(1)));
        let rests = rests.take_while(|&word| word != 0);
        rests.map(move |word| place * BITS + word.trailing_zeros() as usize)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sets_are_rows_of_one_array() {
        let mut sets = StateSets::new(3, 130);
        for state in [0, 63, 64, 129] {
            insert(sets.get_mut(1), state);
        }
        assert_eq!(states(sets.get(1)).collect::<Vec<_>>(), [0, 63, 64, 129]);
        assert!(contains(sets.get(1), 129) && !contains(sets.get(1), 128));
        assert!(is_empty(sets.get(0)) && is_empty(sets.get(2)) && count(sets.get(1)) == 4);
        sets.push_copy(1);
        assert!(sets.iter().len() == 4 && is_subset(sets.get(1), sets.get(3)));
        let mut rest = sets.get(3).to_vec();
        subtract(&mut rest, &[1, 0, 0]);
        assert!(is_subset(&rest, sets.get(1)) && !is_subset(sets.get(1), &rest));
        unite(&mut rest, &[1, 0, 0]);
        assert_eq!(rest, sets.get(1));
        assert_eq!(StateSets::new(2, 0).iter().len(), 2);
    }
}

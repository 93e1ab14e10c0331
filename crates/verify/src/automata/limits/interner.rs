//! Sequences of numbers, each stored once: the subsets of a subset construction, the tuples of a
//! product.
//!
//! The sequences lie one behind the other in a single array; a table of 32-bit indices finds them
//! again. A sequence costs no allocation of its own, which a set of boxed slices would.

use std::hash::Hasher;

use hashbrown::HashTable;
use rustc_hash::FxHasher;
use surmise_model::{Context, StateId, Stop};

/// Numbers sequences in the order in which they are first met.
#[derive(Debug)]
pub(crate) struct Interner {
    words: Vec<u32>,
    /// Sequence `i` is `words[starts[i]..starts[i + 1]]`.
    starts: Vec<usize>,
    table: HashTable<u32>,
}

impl Interner {
    pub(crate) fn new() -> Self {
        Self { words: Vec::new(), starts: vec![0], table: HashTable::new() }
    }

    /// How many sequences there are.
    pub(crate) fn len(&self) -> usize {
        self.starts.len() - 1
    }

    /// The lengths of all sequences together.
    pub(crate) fn total_length(&self) -> usize {
        self.words.len()
    }

    /// Heap memory taken, in bytes.
    pub(crate) fn heap_bytes(&self) -> usize {
        self.words.capacity() * size_of::<u32>()
            + self.starts.capacity() * size_of::<usize>()
            + self.table.allocation_size()
    }

    /// The sequence with this number.
    #[inline]
    pub(crate) fn get(&self, number: StateId) -> &[u32] {
        let number = number.index();
        &self.words[self.starts[number]..self.starts[number + 1]]
    }

    /// The number of a sequence, if it has one.
    pub(crate) fn find(&self, sequence: &[u32]) -> Option<StateId> {
        self.find_hashed(hash(sequence), sequence)
    }

    fn find_hashed(&self, hash: u64, sequence: &[u32]) -> Option<StateId> {
        let same = |&number: &u32| self.get(StateId::of(number as usize)) == sequence;
        self.table.find(hash, same).map(|&number| StateId::of(number as usize))
    }

    /// The number of a sequence, which is the next one if the sequence is new. Both the limit on
    /// states and the memory for growing are checked before anything is stored.
    pub(crate) fn intern(
        &mut self,
        sequence: &[u32],
        context: &Context<'_>,
    ) -> Result<StateId, Stop> {
        let hash = hash(sequence);
        if let Some(number) = self.find_hashed(hash, sequence) {
            return Ok(number);
        }
        let number = StateId::new(self.len())?;
        context.check_states(self.len() as u64 + 1)?;
        self.reserve_growth(sequence.len(), context)?;
        let Self { words, starts, table } = self;
        words.extend_from_slice(sequence);
        starts.push(words.len());
        table.insert_unique(hash, number.raw(), |&number| {
            self::hash(&words[starts[number as usize]..starts[number as usize + 1]])
        });
        Ok(number)
    }

    /// Announces what will be allocated, if one more sequence of this length makes an array grow:
    /// doubling needs the new array beside the old one.
    fn reserve_growth(&self, length: usize, context: &Context<'_>) -> Result<(), Stop> {
        let mut bytes = 0;
        if self.words.len() + length > self.words.capacity() {
            bytes += 2 * self.words.capacity().max(length) * size_of::<u32>();
        }
        if self.starts.len() == self.starts.capacity() {
            bytes += 2 * self.starts.capacity() * size_of::<usize>();
        }
        if self.table.len() == self.table.capacity() {
            bytes += 2 * self.table.allocation_size();
        }
        match bytes {
            0 => Ok(()),
            bytes => context.reserve(bytes as u64),
        }
    }
}

fn hash(sequence: &[u32]) -> u64 {
    let mut hasher = FxHasher::default();
    for &word in sequence {
        hasher.write_u32(word);
    }
    hasher.finish()
}

#[cfg(test)]
mod tests {
    use surmise_model::Reason;

    use super::*;
    use surmise_model::Limits;

    #[test]
    fn equal_sequences_have_equal_numbers() {
        let context = Context::unlimited();
        let mut interner = Interner::new();
        let sequences: Vec<Vec<u32>> =
            (0..1000u32).map(|i| (0..i % 7).map(|k| i ^ k).collect()).collect();
        let numbers: Vec<StateId> =
            sequences.iter().map(|s| interner.intern(s, &context).unwrap()).collect();
        for (sequence, &number) in sequences.iter().zip(&numbers) {
            assert_eq!(interner.intern(sequence, &context), Ok(number));
            assert_eq!(interner.get(number), sequence);
        }
        assert!(interner.len() < 1000 && interner.len() > 800);
    }

    #[test]
    fn limits_come_before_storing() {
        let limits = Limits { memory: None, states: Some(1) };
        let few = Context { limits, ..Context::unlimited() };
        let mut interner = Interner::new();
        assert!(interner.intern(&[1], &few).is_ok() && interner.intern(&[1], &few).is_ok());
        assert_eq!(interner.intern(&[2], &few), Err(Stop(Reason::StateLimit(1))));
        assert_eq!(interner.len(), 1);
        let limits = Limits { memory: Some(1000), states: None };
        let small = Context { limits, ..Context::unlimited() };
        assert_eq!(interner.intern(&[0; 500], &small), Err(Stop(Reason::MemoryLimit(1000))));
    }
}

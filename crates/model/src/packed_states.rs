//! A set of bit-packed states, numbered in the order in which they were found.

use std::hash::Hasher;

use hashbrown::HashTable;
use rustc_hash::FxHasher;

use crate::{IdOverflow, StateId};

/// States of a fixed number of 64-bit words, one after the other, under a table of 32-bit numbers.
#[derive(Debug, Clone)]
pub struct PackedStates {
    words: usize,
    arena: Vec<u64>,
    table: HashTable<u32>,
    len: usize,
}

impl PackedStates {
    /// An empty set of states of so many words.
    pub fn new(words: usize) -> Self {
        Self { words, arena: Vec::new(), table: HashTable::new(), len: 0 }
    }

    /// The number of a state, and whether it is new.
    #[inline]
    pub fn insert(&mut self, state: &[u64]) -> Result<(StateId, bool), IdOverflow> {
        let Self { words, arena, table, len } = self;
        let row = |index: u32| &arena[index as usize * *words..][..*words];
        let hash = hash(state);
        if let Some(&known) = table.find(hash, |&index| row(index) == state) {
            return Ok((StateId::of(known as usize), false));
        }
        let id = StateId::new(*len)?;
        table.insert_unique(hash, id.raw(), |&index| self::hash(row(index)));
        arena.extend_from_slice(state);
        *len += 1;
        Ok((id, true))
    }

    /// The words of a state.
    #[inline]
    pub fn state(&self, id: StateId) -> &[u64] {
        &self.arena[id.index() * self.words..][..self.words]
    }

    /// How many states there are.
    pub fn len(&self) -> usize {
        self.len
    }

    /// Whether there is no state.
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// Heap memory taken, in bytes.
    pub fn heap_bytes(&self) -> usize {
        self.arena.capacity() * size_of::<u64>() + self.table.allocation_size()
    }
}

#[inline]
fn hash(state: &[u64]) -> u64 {
    let mut hasher = FxHasher::default();
    for &word in state {
        hasher.write_u64(word);
    }
    hasher.finish()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn states_are_numbered_once() {
        let mut states = PackedStates::new(2);
        let (a, b) = (StateId::of(0), StateId::of(1));
        assert_eq!(states.insert(&[1, 2]), Ok((a, true)));
        assert_eq!(states.insert(&[2, 1]), Ok((b, true)));
        assert_eq!(states.insert(&[1, 2]), Ok((a, false)));
        assert_eq!((states.state(b), states.len()), (&[2, 1][..], 2));
        let mut nothing = PackedStates::new(0);
        assert_eq!(nothing.insert(&[]), Ok((a, true)));
        assert_eq!(nothing.insert(&[]), Ok((a, false)));
    }
}

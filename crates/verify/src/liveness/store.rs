//! Packed states, each with a number in the order in which they were found.

use std::hash::Hasher;

use hashbrown::HashTable;
use rustc_hash::FxHasher;
use surmise_model::{Context, Reason, Stop};

/// The states that were found.
pub(super) struct Store {
    words: usize,
    states: Vec<u64>,
    numbers: HashTable<u32>,
}

impl Store {
    /// A store for states of so many words.
    pub(super) fn new(words: usize) -> Self {
        Self { words, states: Vec::new(), numbers: HashTable::new() }
    }

    pub(super) fn len(&self) -> usize {
        self.numbers.len()
    }

    /// The state with a number.
    pub(super) fn get(&self, number: u32) -> &[u64] {
        &self.states[number as usize * self.words..(number as usize + 1) * self.words]
    }

    /// The number of a state.
    pub(super) fn insert(&mut self, state: &[u64], context: &Context<'_>) -> Result<u32, Stop> {
        let Self { words, states, numbers } = self;
        let at = |number: u32| &states[number as usize * *words..(number as usize + 1) * *words];
        let hash = hash(state);
        if let Some(&known) = numbers.find(hash, |&number| at(number) == state) {
            return Ok(known);
        }
        let count = numbers.len();
        if let Some(most) = context.limits.states
            && count as u64 >= most
        {
            return Err(Stop(Reason::StateLimit(most)));
        }
        if count >= u32::MAX as usize - 1 {
            return Err(Stop(Reason::StateLimit(u64::from(u32::MAX))));
        }
        if states.len() == states.capacity() || numbers.len() == numbers.capacity() {
            context.reserve(self.growth())?;
        }
        let Self { words, states, numbers } = self;
        states.extend_from_slice(state);
        let rehash = |&number: &u32| {
            self::hash(&states[number as usize * *words..(number as usize + 1) * *words])
        };
        numbers.insert_unique(hash, count as u32, rehash);
        Ok(count as u32)
    }

    /// What it takes, at most, to grow once, in bytes.
    fn growth(&self) -> u64 {
        (self.states.capacity().max(1024) * 8 + self.numbers.capacity().max(1024) * 5) as u64
    }

    /// The memory it uses, in bytes.
    pub(super) fn bytes(&self) -> u64 {
        (self.states.capacity() * 8 + self.numbers.capacity() * 5) as u64
    }
}

fn hash(state: &[u64]) -> u64 {
    let mut hasher = FxHasher::default();
    state.iter().for_each(|&word| hasher.write_u64(word));
    hasher.finish()
}

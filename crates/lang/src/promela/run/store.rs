//! All states that were found, each once, packed into bytes.

use hashbrown::HashTable;
use rustc_hash::FxHasher;
use std::hash::Hasher;

use super::super::program::Program;
use super::{Process, Queue, State};

/// A number up to here is one byte; others are [`LARGE`] and four.
const SMALL: i32 = 250;
const LARGE: u8 = 251;

/// The states found, numbered in the order in which they were.
#[derive(Default)]
pub(crate) struct Store {
    bytes: Vec<u8>,
    ends: Vec<u64>,
    table: HashTable<u32>,
    scratch: Vec<u8>,
}

impl Store {
    pub(crate) fn len(&self) -> usize {
        self.ends.len()
    }

    /// Memory taken, in bytes.
    pub(crate) fn heap_bytes(&self) -> u64 {
        let table = self.table.capacity() * 5;
        (self.bytes.capacity() + self.ends.capacity() * 8 + table) as u64
    }

    /// The number of a state, and whether it is new.
    pub(crate) fn insert(&mut self, state: &State) -> (u32, bool) {
        let mut packed = std::mem::take(&mut self.scratch);
        packed.clear();
        Self::encode(state, &mut packed);
        let hash = hash(&packed);
        let (bytes, ends) = (&self.bytes, &self.ends);
        let known = self.table.find(hash, |&number| at(bytes, ends, number) == packed);
        if let Some(&number) = known {
            self.scratch = packed;
            return (number, false);
        }
        let number = self.ends.len() as u32;
        self.bytes.extend_from_slice(&packed);
        self.ends.push(self.bytes.len() as u64);
        let (bytes, ends) = (&self.bytes, &self.ends);
        self.table.insert_unique(hash, number, |&number| self::hash(at(bytes, ends, number)));
        self.scratch = packed;
        (number, true)
    }

    /// Unpacks a state.
    pub(crate) fn get(&self, number: u32, program: &Program, state: &mut State) {
        let mut reader = Reader { bytes: at(&self.bytes, &self.ends, number) };
        state.globals.resize(program.globals.len(), 0);
        state.globals.iter_mut().for_each(|value| *value = reader.number());
        state.processes.resize(reader.number() as usize, Process::default());
        for process in &mut state.processes {
            process.kind = reader.number() as u32;
            process.location = reader.number() as u32;
            process.channels = reader.number() as u32;
            let locals = program.processes[process.kind as usize].locals.len();
            process.locals.resize(locals, 0);
            process.locals.iter_mut().for_each(|value| *value = reader.number());
        }
        state.queues.resize(reader.number() as usize, Queue::default());
        for queue in &mut state.queues {
            queue.channel = reader.number() as u32;
            queue.length = reader.number() as u32;
            let fields = program.channels[queue.channel as usize].fields.len();
            queue.fields.resize(queue.length as usize * fields, 0);
            queue.fields.iter_mut().for_each(|value| *value = reader.number());
        }
    }

    /// Packs a state.
    pub(crate) fn encode(state: &State, bytes: &mut Vec<u8>) {
        state.globals.iter().for_each(|&value| put(bytes, value));
        put(bytes, state.processes.len() as i32);
        for process in &state.processes {
            put(bytes, process.kind as i32);
            put(bytes, process.location as i32);
            put(bytes, process.channels as i32);
            process.locals.iter().for_each(|&value| put(bytes, value));
        }
        put(bytes, state.queues.len() as i32);
        for queue in &state.queues {
            put(bytes, queue.channel as i32);
            put(bytes, queue.length as i32);
            queue.fields.iter().for_each(|&value| put(bytes, value));
        }
    }
}

fn at<'b>(bytes: &'b [u8], ends: &[u64], number: u32) -> &'b [u8] {
    let start = number.checked_sub(1).map_or(0, |before| ends[before as usize]);
    &bytes[start as usize..ends[number as usize] as usize]
}

fn hash(bytes: &[u8]) -> u64 {
    let mut hasher = FxHasher::default();
    hasher.write(bytes);
    hasher.finish()
}

fn put(bytes: &mut Vec<u8>, value: i32) {
    match value {
        0..=SMALL => bytes.push(value as u8),
        _ => {
            bytes.push(LARGE);
            bytes.extend_from_slice(&value.to_le_bytes());
        }
    }
}

struct Reader<'b> {
    bytes: &'b [u8],
}

impl Reader<'_> {
    fn number(&mut self) -> i32 {
        let Some((&first, rest)) = self.bytes.split_first() else { return 0 };
        self.bytes = rest;
        if first != LARGE {
            return i32::from(first);
        }
        let Some((four, rest)) = self.bytes.split_first_chunk::<4>() else { return 0 };
        self.bytes = rest;
        i32::from_le_bytes(*four)
    }
}

//! All states of a search, those of each thread in the order in which it found them: queue and
//! record in one.
//!
//! The arena is cut into chunks of equal length. A writing thread owns the chunk that it fills, so
//! that writers never wait for each other; the directory of chunks grows only between rounds, when
//! nobody else holds the arena. Words are atomics because a reader may look at a state that another
//! thread has just published through the index; on the machines at hand that costs nothing.

use std::ops::Range;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};

use surmise_model::{Context, Reason, Stop};

/// How many states an arena can hold: positions have 40 bits, and the last ones are kept free.
const MAX_STATES: u64 = (1 << 40) - (1 << 20);

/// Packed states of `W` words each.
#[derive(Debug)]
pub(super) struct Arena<const W: usize> {
    chunks: Vec<OnceLock<Box<[AtomicU64]>>>,
    /// How many chunks have an owner.
    taken: AtomicUsize,
    /// States in a chunk, as a power of two.
    chunk_bits: u32,
}

/// Why a writer cannot go on.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Full {
    /// The directory or the index has to grow first.
    Grow,
    /// A limit is reached.
    Stop(Stop),
}

/// One thread's place in the arena.
#[derive(Debug, Default)]
pub struct Writer {
    /// The positions of its chunk that are free.
    free: Range<u64>,
    /// Where the run of positions written since the last [`Writer::take_runs`] starts.
    run_start: u64,
    runs: Vec<Range<u64>>,
    /// How many entries it may still add to the index.
    pub(super) permits: u64,
    /// Its places in the dictionaries, if states are folded.
    pub(super) words: Vec<Writer>,
}

impl Writer {
    /// The runs of positions that were written since the last call.
    pub fn take_runs(&mut self) -> Vec<Range<u64>> {
        self.end_run();
        std::mem::take(&mut self.runs)
    }

    fn end_run(&mut self) {
        if self.run_start < self.free.start {
            self.runs.push(self.run_start..self.free.start);
        }
        self.run_start = self.free.start;
    }
}

impl<const W: usize> Arena<W> {
    /// An arena for a search that finds at most `bound` states.
    pub(super) fn new(bound: u128) -> Self {
        let chunk = bound.clamp(16, 1 << 14) as usize;
        let mut arena = Self {
            chunks: Vec::new(),
            taken: AtomicUsize::new(0),
            chunk_bits: chunk.next_power_of_two().ilog2(),
        };
        arena.grow();
        arena
    }

    /// Makes room in the directory.
    pub(super) fn grow(&mut self) {
        let len = (self.chunks.len() * 2).max(64);
        self.chunks.resize_with(len, OnceLock::new);
    }

    /// Whether every chunk of the directory has an owner.
    pub(super) fn is_tight(&self) -> bool {
        self.taken.load(Ordering::Relaxed) >= self.chunks.len()
    }

    /// The memory that the arena uses, in bytes.
    pub(super) fn bytes(&self) -> u64 {
        let taken = self.taken.load(Ordering::Relaxed).min(self.chunks.len()) as u64;
        taken * self.chunk_bytes()
            + (self.chunks.len() * size_of::<OnceLock<Box<[AtomicU64]>>>()) as u64
    }

    fn chunk_bytes(&self) -> u64 {
        (W as u64 * 8) << self.chunk_bits
    }

    /// The state at a position.
    #[inline]
    pub(super) fn get(&self, position: u64) -> [u64; W] {
        let chunk = self.chunk(position);
        let start = self.offset(position) * W;
        let words = &chunk[start..start + W];
        std::array::from_fn(|i| words[i].load(Ordering::Relaxed))
    }

    /// Sees to it that the writer has a free position.
    #[inline]
    pub(super) fn make_room(&self, writer: &mut Writer, context: &Context<'_>) -> Result<(), Full> {
        match writer.free.is_empty() {
            true => self.next_chunk(writer, context),
            false => Ok(()),
        }
    }

    #[cold]
    fn next_chunk(&self, writer: &mut Writer, context: &Context<'_>) -> Result<(), Full> {
        context.reserve(self.chunk_bytes()).map_err(Full::Stop)?;
        if self.taken.load(Ordering::Relaxed) as u64 >= MAX_STATES >> self.chunk_bits {
            return Err(Full::Stop(Stop(Reason::StateLimit(MAX_STATES))));
        }
        let number = self.taken.fetch_add(1, Ordering::Relaxed);
        let Some(chunk) = self.chunks.get(number) else {
            self.taken.fetch_sub(1, Ordering::Relaxed);
            return Err(Full::Grow);
        };
        chunk.get_or_init(|| (0..W << self.chunk_bits).map(|_| AtomicU64::new(0)).collect());
        writer.end_run();
        writer.free = (number as u64) << self.chunk_bits..(number as u64 + 1) << self.chunk_bits;
        writer.run_start = writer.free.start;
        Ok(())
    }

    /// Writes a state to the writer's next free position, without taking that position. There must
    /// be [room](Self::make_room).
    #[inline]
    pub(super) fn write(&self, writer: &Writer, state: &[u64; W]) -> u64 {
        debug_assert!(!writer.free.is_empty());
        let position = writer.free.start;
        let chunk = self.chunk(position);
        let start = self.offset(position) * W;
        for (word, &value) in chunk[start..start + W].iter().zip(state) {
            word.store(value, Ordering::Relaxed);
        }
        position
    }

    /// Takes the position that was written last.
    #[inline]
    pub(super) fn commit(writer: &mut Writer) {
        writer.free.start += 1;
    }

    #[inline]
    fn chunk(&self, position: u64) -> &[AtomicU64] {
        self.chunks[(position >> self.chunk_bits) as usize].get().map_or(&[], |chunk| &**chunk)
    }

    #[inline]
    fn offset(&self, position: u64) -> usize {
        (position & ((1 << self.chunk_bits) - 1)) as usize
    }
}

impl Arena<1> {
    /// Gives all states other names.
    pub(super) fn rename(&mut self, name: impl Fn(u64) -> u64) {
        let words = self.chunks.iter_mut().filter_map(OnceLock::get_mut).flatten();
        words.for_each(|word| *word.get_mut() = name(*word.get_mut()));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn runs_cover_what_was_written() {
        let arena = Arena::<2>::new(16);
        let context = Context::unlimited();
        let mut writer = Writer::default();
        for i in 0..40u64 {
            arena.make_room(&mut writer, &context).unwrap();
            arena.write(&writer, &[i, i + 1]);
            Arena::<2>::commit(&mut writer);
        }
        let runs = writer.take_runs();
        assert_eq!(runs.iter().map(|run| run.end - run.start).sum::<u64>(), 40);
        let states: Vec<[u64; 2]> = runs.into_iter().flatten().map(|p| arena.get(p)).collect();
        assert!(states.iter().zip(0..).all(|(state, i)| *state == [i, i + 1]));
        assert!(writer.take_runs().is_empty());
    }
}

//! The set of states that were found: what both of its implementations have in common.
//!
//! An index is shared by all threads of a search and insertion takes no lock. It does not grow by
//! itself: each writer draws permits from the room that is left, and when there is none all
//! threads stop, one of them [grows](Index::grow) the index, and all go on.

use std::sync::atomic::{AtomicU64, Ordering};

use surmise_model::{Context, Stop};

use super::arena::{Arena, Full, Writer};

/// What became of an insertion.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Inserted {
    /// The state was there already.
    Old,
    /// It is new, and shares an entry with others.
    New,
    /// It is new, and so is its entry.
    NewEntry,
}

/// A set of packed states of `W` words.
pub(super) trait Index<const W: usize>: Sync + Sized {
    /// Fetches what an insertion of the state will look at.
    fn prefetch(&self, state: &[u64; W]);

    /// Inserts a state; if it is new, it is in the arena at the writer's next free position, not
    /// committed. The arena must have room for the writer, and the table for an entry.
    fn insert(&self, state: &[u64; W], arena: &Arena<W>, writer: &mut Writer) -> Inserted;

    /// How many entries there is room for.
    fn room(&self) -> &Room;

    /// Enlarges the table until there is room for so many entries more.
    fn grow(
        &mut self,
        entries: u64,
        arena: &Arena<W>,
        threads: usize,
        context: &Context<'_>,
    ) -> Result<(), Stop>;

    /// The memory it uses, in bytes.
    fn bytes(&self) -> u64;
}

/// Entries that a table can still take before it has to grow, drawn in batches.
#[derive(Debug, Default)]
pub(super) struct Room(AtomicU64);

/// Permits drawn at a time.
const BATCH: u64 = 256;

impl Room {
    pub(super) fn new(entries: u64) -> Self {
        Self(AtomicU64::new(entries))
    }

    /// Sees to it that the writer has so many permits.
    #[inline]
    pub(super) fn draw(&self, writer: &mut Writer, permits: u64) -> Result<(), Full> {
        match writer.permits >= permits {
            true => Ok(()),
            false => self.draw_batch(writer, permits),
        }
    }

    #[cold]
    fn draw_batch(&self, writer: &mut Writer, permits: u64) -> Result<(), Full> {
        let missing = permits - writer.permits;
        for batch in [missing.max(BATCH), missing] {
            let drawn = self
                .0
                .fetch_update(Ordering::Relaxed, Ordering::Relaxed, |room| room.checked_sub(batch));
            if drawn.is_ok() {
                writer.permits += batch;
                return Ok(());
            }
        }
        Err(Full::Grow)
    }

    /// Gives the writer's permits back.
    pub(super) fn give_back(&self, writer: &mut Writer) {
        self.0.fetch_add(std::mem::take(&mut writer.permits), Ordering::Relaxed);
    }

    /// The room that is left.
    pub(super) fn left(&self) -> u64 {
        self.0.load(Ordering::Relaxed)
    }
}

/// Mixes the bits of a word: the high half of the result depends on all of them.
#[inline]
pub(super) fn mix(word: u64) -> u64 {
    let product = u128::from(word ^ 0x9e37_79b9_7f4a_7c15) * 0xd6e8_feb8_6659_fd93;
    (product >> 64) as u64 ^ product as u64
}

/// The slots of an open-addressed table, and how many entries it can still take.
#[derive(Debug)]
pub(super) struct Slots {
    pub(super) slots: Box<[AtomicU64]>,
    pub(super) room: Room,
    /// The bits of a hash that do not select a slot.
    shift: u32,
}

impl Slots {
    /// Free slots for at most `bound` entries, few to start with.
    pub(super) fn new(bound: u128) -> Self {
        let slots = bound.clamp(16, 1 << 12).next_power_of_two() as usize * 2;
        let room = Room::new(max_entries(slots));
        Self { slots: free(slots), room, shift: 64 - slots.ilog2() }
    }

    /// Replaces the slots by so many free ones that there is room for `entries` besides those there
    /// are, which the caller has to copy from the old slots that it gets back.
    pub(super) fn grow(
        &mut self,
        entries: u64,
        context: &Context<'_>,
    ) -> Result<Box<[AtomicU64]>, Stop> {
        let used = self.used();
        let mut slots = self.slots.len() * 2;
        while max_entries(slots) < used + entries {
            slots *= 2;
        }
        context.reserve(slots as u64 * 8)?;
        self.room = Room::new(max_entries(slots) - used);
        self.shift = 64 - slots.ilog2();
        Ok(std::mem::replace(&mut self.slots, free(slots)))
    }

    /// How many entries there are, if nobody has drawn room for more.
    pub(super) fn used(&self) -> u64 {
        max_entries(self.slots.len()) - self.room.left()
    }

    /// The slot that a hash selects first.
    #[inline]
    pub(super) fn first(&self, hash: u64) -> usize {
        (hash >> self.shift) as usize
    }

    /// The slot to try after this one.
    #[inline]
    pub(super) fn next(&self, slot: usize) -> usize {
        (slot + 1) & (self.slots.len() - 1)
    }

    /// The memory it uses, in bytes.
    pub(super) fn bytes(&self) -> u64 {
        self.slots.len() as u64 * 8
    }
}

fn free(slots: usize) -> Box<[AtomicU64]> {
    (0..slots).map(|_| AtomicU64::new(0)).collect()
}

/// How full a table may become: three quarters.
fn max_entries(slots: usize) -> u64 {
    (slots / 4 * 3) as u64
}

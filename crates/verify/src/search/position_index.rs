//! The index for states of any width: an entry is a position in the arena and a few bits of hash.
//!
//! 40 bits of position allow for a million million states; the other 24 bits make it unlikely that
//! the state of a wrong entry is looked at.

use std::sync::atomic::{AtomicU64, Ordering};

use surmise_model::{Context, Stop};

use super::arena::{Arena, Writer};
use super::index::{Index, Inserted, Room, Slots, mix};
use super::prefetch::prefetch;

const POSITION_BITS: u32 = 40;
const POSITION: u64 = (1 << POSITION_BITS) - 1;

/// An open-addressed table of positions plus one; 0 is a free slot.
#[derive(Debug)]
pub(super) struct PositionIndex {
    table: Slots,
}

impl PositionIndex {
    /// An index for at most `bound` states.
    pub(super) fn new(bound: u128) -> Self {
        Self { table: Slots::new(bound) }
    }

    /// How many states there are, if nobody has drawn room for more.
    pub(super) fn len(&self) -> u64 {
        self.table.used()
    }

    /// The position of a state in the arena, and whether it is new there.
    #[inline]
    pub(super) fn find_or_insert<const W: usize>(
        &self,
        state: &[u64; W],
        arena: &Arena<W>,
        writer: &Writer,
    ) -> (u64, bool) {
        let hash = hash(state);
        let tag = hash << POSITION_BITS;
        let mut slot = self.table.first(hash);
        let mut new = None;
        loop {
            let mut entry = self.table.slots[slot].load(Ordering::Acquire);
            if entry == 0 {
                let new = *new.get_or_insert_with(|| tag | (arena.write(writer, state) + 1));
                // Release: whoever sees the entry sees the state in the arena, too.
                let result = self.table.slots[slot].compare_exchange(
                    0,
                    new,
                    Ordering::Release,
                    Ordering::Acquire,
                );
                match result {
                    Ok(_) => return ((new & POSITION) - 1, true),
                    Err(other) => entry = other,
                }
            }
            if entry & !POSITION == tag && arena.get((entry & POSITION) - 1) == *state {
                return ((entry & POSITION) - 1, false);
            }
            slot = self.table.next(slot);
        }
    }
}

#[inline]
fn hash<const W: usize>(state: &[u64; W]) -> u64 {
    state.iter().fold(0, |hash: u64, &word| mix(hash.rotate_left(23) ^ word))
}

impl<const W: usize> Index<W> for PositionIndex {
    #[inline]
    fn prefetch(&self, state: &[u64; W]) {
        prefetch(&self.table.slots, self.table.first(hash(state)));
    }

    fn insert(&self, state: &[u64; W], arena: &Arena<W>, writer: &mut Writer) -> Inserted {
        match self.find_or_insert(state, arena, writer) {
            (_, true) => Inserted::NewEntry,
            (_, false) => Inserted::Old,
        }
    }

    fn room(&self) -> &Room {
        &self.table.room
    }

    fn grow(
        &mut self,
        entries: u64,
        arena: &Arena<W>,
        _: usize,
        context: &Context<'_>,
    ) -> Result<(), Stop> {
        let old = self.table.grow(entries, context)?;
        for entry in old.into_iter().map(AtomicU64::into_inner).filter(|&entry| entry != 0) {
            let mut slot = self.table.first(hash(&arena.get((entry & POSITION) - 1)));
            while self.table.slots[slot].load(Ordering::Relaxed) != 0 {
                slot = self.table.next(slot);
            }
            self.table.slots[slot].store(entry, Ordering::Relaxed);
        }
        Ok(())
    }

    fn bytes(&self) -> u64 {
        self.table.bytes()
    }
}

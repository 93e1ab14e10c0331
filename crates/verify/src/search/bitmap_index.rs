//! The index for states of at most 59 bits: an entry of one word for a neighbourhood of states.
//!
//! States that agree but for their lowest 3, 4 or 5 bits share an entry: the common part as key and
//! one bit for each of the 8, 16 or 32 neighbours. So a look-up touches one cache line, an entry is
//! inserted or extended by one atomic operation, and where the low components are free to move a
//! state costs two or three bytes here.
//!
//! Alternatives, measured on the client-server system of `bench/`: positions in the arena instead
//! (as the [index for wider states](super::position_index) has them) take twice the time and more
//! than twice the memory, because a look-up that hits has to follow the position; a small
//! per-thread cache of entries in front of the table, and huge pages under it, gain nothing.

use std::sync::atomic::{AtomicU64, Ordering};

use surmise_model::{Context, Stop};

use super::arena::{Arena, Writer};
use super::index::{Index, Inserted, Room, Slots, mix};
use super::prefetch::prefetch;

/// An open-addressed table of neighbourhoods; 0 is a free slot.
#[derive(Debug)]
pub(super) struct BitmapIndex {
    table: Slots,
    /// A state's lowest bits, which select its bit of the bitmap.
    low_bits: u32,
}

impl BitmapIndex {
    /// An index for states of so many bits, of which there are at most `bound`.
    pub(super) fn new(bits: u32, bound: u128) -> Self {
        let low_bits = (3..=5).rev().find(|low| bits.saturating_sub(*low) + (1 << low) <= 64);
        let table = Slots::new(bound);
        Self { table, low_bits: low_bits.expect("at most 59 bits") }
    }

    #[inline]
    fn slot_of(&self, key: u64) -> usize {
        self.table.first(mix(key))
    }

    #[inline]
    fn bitmap_bits(&self) -> u32 {
        1 << self.low_bits
    }

    /// Notes that a state was found. There must be room for an entry.
    #[inline]
    fn mark(&self, state: u64) -> Inserted {
        let key = state >> self.low_bits;
        let bit = 1u64 << (state & (u64::from(self.bitmap_bits()) - 1));
        let mut slot = self.slot_of(key);
        loop {
            let mut entry = self.table.slots[slot].load(Ordering::Relaxed);
            if entry == 0 {
                let new = key << self.bitmap_bits() | bit;
                let ordering = Ordering::Relaxed;
                match self.table.slots[slot].compare_exchange(0, new, ordering, ordering) {
                    Ok(_) => return Inserted::NewEntry,
                    Err(other) => entry = other,
                }
            }
            if entry >> self.bitmap_bits() == key {
                if entry & bit != 0 {
                    return Inserted::Old;
                }
                return match self.table.slots[slot].fetch_or(bit, Ordering::Relaxed) & bit {
                    0 => Inserted::New,
                    _ => Inserted::Old,
                };
            }
            slot = self.table.next(slot);
        }
    }

    /// An index for states of so many bits, with the same states under other names.
    pub(super) fn renamed(
        &self,
        (bits, bound): (u32, u128),
        name: impl Fn(u64) -> u64,
        context: &Context<'_>,
    ) -> Result<Self, Stop> {
        let mut renamed = Self::new(bits, bound);
        let mut writer = Writer::default();
        for (number, slot) in self.table.slots.iter().enumerate() {
            if number % (1 << 14) == 0 {
                context.check()?;
            }
            let entry = slot.load(Ordering::Relaxed);
            for bit in (0..u64::from(self.bitmap_bits())).filter(|bit| entry >> bit & 1 != 0) {
                while renamed.table.room.draw(&mut writer, 1).is_err() {
                    renamed.enlarge(1, 1, context)?;
                }
                let state = entry >> self.bitmap_bits() << self.low_bits | bit;
                if renamed.mark(name(state)) == Inserted::NewEntry {
                    writer.permits -= 1;
                }
            }
        }
        renamed.table.room.give_back(&mut writer);
        Ok(renamed)
    }

    /// Enlarges the table until there is room for so many entries more.
    fn enlarge(&mut self, entries: u64, threads: usize, context: &Context<'_>) -> Result<(), Stop> {
        let old = self.table.grow(entries, context)?;
        let this = &*self;
        let copy = |part: &[AtomicU64]| {
            let entries = part.iter().map(|slot| slot.load(Ordering::Relaxed));
            entries.filter(|&entry| entry != 0).for_each(|entry| this.copy(entry));
        };
        std::thread::scope(|scope| {
            let mut parts = old.chunks(old.len().div_ceil(threads));
            let own = parts.next();
            parts.for_each(|part| {
                scope.spawn(move || copy(part));
            });
            own.map(copy);
        });
        Ok(())
    }

    /// Copies an entry whose key is not in the table yet.
    fn copy(&self, entry: u64) {
        let mut slot = self.slot_of(entry >> self.bitmap_bits());
        while self.table.slots[slot]
            .compare_exchange(0, entry, Ordering::Relaxed, Ordering::Relaxed)
            .is_err()
        {
            slot = self.table.next(slot);
        }
    }
}

impl Index<1> for BitmapIndex {
    #[inline]
    fn prefetch(&self, state: &[u64; 1]) {
        prefetch(&self.table.slots, self.slot_of(state[0] >> self.low_bits));
    }

    #[inline]
    fn insert(&self, state: &[u64; 1], arena: &Arena<1>, writer: &mut Writer) -> Inserted {
        let inserted = self.mark(state[0]);
        if inserted != Inserted::Old {
            arena.write(writer, state);
        }
        inserted
    }

    fn room(&self) -> &Room {
        &self.table.room
    }

    fn grow(
        &mut self,
        entries: u64,
        _: &Arena<1>,
        threads: usize,
        context: &Context<'_>,
    ) -> Result<(), Stop> {
        self.enlarge(entries, threads, context)
    }

    fn bytes(&self) -> u64 {
        self.table.bytes()
    }
}

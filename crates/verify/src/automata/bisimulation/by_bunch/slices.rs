//! Block-bunch slices: the transitions of one bunch that start in one block.
//!
//! Those that start in bottom states are the front tier of a slice. The slices of a block are
//! linked, so that all of them can be doubted at once when the block gets new bottom states: a
//! slice in doubt is one of which it is not known whether every bottom state of its block has a
//! transition in it. Inert transitions are in no slice.

use super::tiered_partition::{NONE, TieredPartition};

/// The set of the inert transitions.
const INERT: u32 = 0;

/// All slices, by number.
pub(super) struct Slices {
    transitions: TieredPartition,
    entries: Vec<Entry>,
    /// The first slice of each block.
    first: Vec<u32>,
    in_doubt: Vec<u32>,
    /// Slices with a sibling.
    open: Vec<u32>,
}

#[derive(Clone, Copy)]
struct Entry {
    block: u32,
    previous: u32,
    next: u32,
    in_doubt: bool,
}

const UNLINKED: Entry = Entry { block: NONE, previous: NONE, next: NONE, in_doubt: false };

impl Slices {
    /// What slices of so many transitions and blocks take, in bytes.
    pub(super) fn bytes(transitions: usize, blocks: usize) -> u64 {
        let entries = transitions * size_of::<Entry>() + blocks * size_of::<u32>();
        TieredPartition::bytes(transitions) + entries as u64
    }

    /// One slice in doubt for each of so many blocks, and the inert transitions. `block` is the
    /// block where a transition starts, if it is not inert; `is_bottom` whether it starts in a
    /// bottom state.
    pub(super) fn new(
        transitions: usize,
        blocks: usize,
        block: impl Fn(u32) -> Option<u32>,
        is_bottom: impl Fn(u32) -> bool,
    ) -> Self {
        let of = |transition| block(transition).map_or(INERT, |block| block + 1);
        let set_of = (0..transitions as u32).map(of).collect();
        let partition =
            TieredPartition::new(set_of, blocks + 1, |t| block(t).is_some() && is_bottom(t));
        let mut slices = Self {
            transitions: partition,
            entries: vec![UNLINKED; blocks + 1],
            first: vec![NONE; blocks],
            in_doubt: Vec::new(),
            open: Vec::new(),
        };
        for block in 0..blocks as u32 {
            match slices.transitions.size(block + 1) {
                0 => slices.transitions.release(block + 1),
                _ => {
                    slices.link(block + 1, block);
                    slices.doubt(block + 1);
                }
            }
        }
        slices
    }

    #[inline]
    pub(super) fn is_inert(&self, transition: u32) -> bool {
        self.transitions.set_of(transition) == INERT
    }

    #[inline]
    pub(super) fn slice_of(&self, transition: u32) -> u32 {
        self.transitions.set_of(transition)
    }

    pub(super) fn block(&self, slice: u32) -> u32 {
        self.entries[slice as usize].block
    }

    /// All transitions of a slice.
    pub(super) fn transitions(&self, slice: u32) -> &[u32] {
        self.transitions.elements(slice)
    }

    /// The transitions of a slice that start in bottom states.
    pub(super) fn bottom_transitions(&self, slice: u32) -> &[u32] {
        self.transitions.front(slice)
    }

    /// Notes that a transition starts in a bottom state from now on.
    pub(super) fn starts_in_bottom(&mut self, transition: u32) {
        self.transitions.advance(transition);
    }

    /// Takes a transition out of its slice, or from the inert ones, and puts it into a new one with
    /// all others that are taken out of there before the new slices are closed.
    #[inline]
    pub(super) fn carve(&mut self, transition: u32) {
        let slice = self.transitions.set_of(transition);
        if self.transitions.carve(transition).is_some() {
            self.open.push(slice);
        }
    }

    /// The new slice, not closed yet, of what was taken out of a slice.
    pub(super) fn sibling(&self, slice: u32) -> Option<u32> {
        self.transitions.sibling(slice)
    }

    /// Closes the new slices, which are those of a new block. A slice is in doubt if the one it was
    /// carved from is.
    pub(super) fn close_for_block(&mut self, block: u32) {
        if self.first.len() <= block as usize {
            self.first.resize(block as usize + 1, NONE);
        }
        while let Some((old, new)) = self.close_one() {
            self.link(new, block);
            if self.entries[old as usize].in_doubt {
                self.doubt(new);
            }
            self.drop_if_empty(old);
        }
    }

    /// Closes the new slices, which are those of a new bunch. Gives those of blocks that still have
    /// transitions of the old bunch, each with the slice of these.
    pub(super) fn close_for_bunch(&mut self, pairs: &mut Vec<(u32, u32)>) {
        while let Some((old, new)) = self.close_one() {
            self.link(new, self.block(old));
            if !self.drop_if_empty(old) {
                pairs.push((new, old));
            }
        }
    }

    /// Closes the new slice of transitions from a block that were inert.
    pub(super) fn close_for_severed(&mut self, block: u32) -> Option<u32> {
        let (_, new) = self.close_one()?;
        self.link(new, block);
        Some(new)
    }

    fn close_one(&mut self) -> Option<(u32, u32)> {
        let old = self.open.pop()?;
        let new = self.transitions.sibling(old)?;
        self.transitions.close(old);
        Some((old, new))
    }

    /// Doubts all slices of a block.
    pub(super) fn doubt_all(&mut self, block: u32) {
        let mut slice = self.first[block as usize];
        while slice != NONE {
            self.doubt(slice);
            slice = self.entries[slice as usize].next;
        }
    }

    /// Takes one of the slices in doubt, which it no longer is.
    pub(super) fn next_in_doubt(&mut self) -> Option<u32> {
        while let Some(slice) = self.in_doubt.pop() {
            // Slices come and go; a number may stand there for one that has gone.
            if std::mem::take(&mut self.entries[slice as usize].in_doubt) {
                return Some(slice);
            }
        }
        None
    }

    fn doubt(&mut self, slice: u32) {
        if !std::mem::replace(&mut self.entries[slice as usize].in_doubt, true) {
            self.in_doubt.push(slice);
        }
    }

    fn link(&mut self, slice: u32, block: u32) {
        if self.entries.len() <= slice as usize {
            self.entries.resize(slice as usize + 1, UNLINKED);
        }
        let next = std::mem::replace(&mut self.first[block as usize], slice);
        self.entries[slice as usize] = Entry { block, previous: NONE, next, in_doubt: false };
        if next != NONE {
            self.entries[next as usize].previous = slice;
        }
    }

    /// Unlinks a slice without transitions; tells whether it is one.
    fn drop_if_empty(&mut self, slice: u32) -> bool {
        if slice == INERT || self.transitions.size(slice) > 0 {
            return false;
        }
        let Entry { block, previous, next, .. } = self.entries[slice as usize];
        match previous {
            NONE => self.first[block as usize] = next,
            previous => self.entries[previous as usize].next = next,
        }
        if next != NONE {
            self.entries[next as usize].previous = previous;
        }
        self.entries[slice as usize] = UNLINKED;
        self.transitions.release(slice);
        true
    }
}

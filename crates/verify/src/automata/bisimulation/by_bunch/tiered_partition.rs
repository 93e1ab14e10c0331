//! A refinable partition whose sets have two tiers.
//!
//! All elements lie in one array, and each set is a segment of it, the front tier before the back
//! tier. Elements move one at a time and in constant time: within a set from the back to the front,
//! or from a set to its *sibling*, a new set that grows at the left end of the old one until it is
//! closed. So a split takes time in the elements that get a new set, and none of it depends on how
//! many stay.

/// No set.
pub(super) const NONE: u32 = u32::MAX;

/// A partition of `0..n` into numbered sets.
pub(super) struct TieredPartition {
    elements: Vec<u32>,
    /// Where each element stands in `elements`.
    location: Vec<u32>,
    set_of: Vec<u32>,
    sets: Vec<Set>,
    /// Numbers of sets that became empty, to be used again.
    free: Vec<u32>,
}

#[derive(Clone, Copy)]
struct Set {
    start: u32,
    /// Where the back tier begins.
    middle: u32,
    end: u32,
    /// The open sibling, directly to the left.
    sibling: u32,
}

impl TieredPartition {
    /// What [`new`](Self::new) allocates for so many elements, in bytes; sets may grow to as many.
    pub(super) fn bytes(elements: usize) -> u64 {
        (elements * (3 * size_of::<u32>() + size_of::<Set>())) as u64
    }

    /// The partition of `0..set_of.len()` into sets `0..sets`, which may be empty.
    pub(super) fn new(set_of: Vec<u32>, sets: usize, is_front: impl Fn(u32) -> bool) -> Self {
        let mut sizes = vec![(0u32, 0u32); sets];
        for (element, &set) in set_of.iter().enumerate() {
            let (front, back) = &mut sizes[set as usize];
            *(if is_front(element as u32) { front } else { back }) += 1;
        }
        let mut start = 0;
        let sets: Vec<Set> = sizes
            .iter()
            .map(|(front, back)| {
                let (middle, end) = (start + front, start + front + back);
                let set = Set { start, middle, end, sibling: NONE };
                start = end;
                set
            })
            .collect();
        let mut next: Vec<(u32, u32)> = sets.iter().map(|set| (set.start, set.middle)).collect();
        let mut elements = vec![0; set_of.len()];
        let mut location = vec![0; set_of.len()];
        for (element, &set) in set_of.iter().enumerate() {
            let (front, back) = &mut next[set as usize];
            let slot = if is_front(element as u32) { front } else { back };
            elements[*slot as usize] = element as u32;
            location[element] = *slot;
            *slot += 1;
        }
        Self { elements, location, set_of, sets, free: Vec::new() }
    }

    #[inline]
    pub(super) fn set_of(&self, element: u32) -> u32 {
        self.set_of[element as usize]
    }

    /// The set of every element.
    pub(super) fn into_sets(self) -> Vec<u32> {
        self.set_of
    }

    /// How many elements a set has.
    pub(super) fn size(&self, set: u32) -> usize {
        self.elements(set).len()
    }

    /// The elements of a set, the front tier first.
    pub(super) fn elements(&self, set: u32) -> &[u32] {
        let Set { start, end, .. } = self.sets[set as usize];
        &self.elements[start as usize..end as usize]
    }

    /// The front tier of a set.
    pub(super) fn front(&self, set: u32) -> &[u32] {
        let Set { start, middle, .. } = self.sets[set as usize];
        &self.elements[start as usize..middle as usize]
    }

    /// Moves an element of the back tier of its set to the front tier.
    pub(super) fn advance(&mut self, element: u32) {
        let set = self.set_of(element) as usize;
        let middle = self.sets[set].middle;
        debug_assert!(self.location[element as usize] >= middle, "it is in the back");
        self.put(element, middle);
        self.sets[set].middle += 1;
    }

    /// Moves an element to the sibling of its set, into the same tier. Tells the sibling if this
    /// opens it.
    #[inline]
    pub(super) fn carve(&mut self, element: u32) -> Option<u32> {
        let number = self.set_of(element) as usize;
        let mut opened = None;
        if self.sets[number].sibling == NONE {
            opened = Some(self.open(number));
        }
        let Set { start, middle, sibling, .. } = self.sets[number];
        if self.location[element as usize] < middle {
            // From the left: sibling's front and back, then the set's front and back. The element
            // goes past the sibling's back, whose first element makes room for it.
            self.put(element, start);
            self.put(element, self.sets[sibling as usize].middle);
            self.sets[sibling as usize].middle += 1;
        } else {
            self.put(element, middle);
            self.put(element, start);
            self.sets[number].middle += 1;
        }
        self.sets[number].start += 1;
        self.sets[sibling as usize].end += 1;
        self.set_of[element as usize] = sibling;
        opened
    }

    /// A new sibling of a set.
    fn open(&mut self, number: usize) -> u32 {
        let start = self.sets[number].start;
        let empty = Set { start, middle: start, end: start, sibling: NONE };
        let sibling = self.free.pop().unwrap_or(self.sets.len() as u32);
        match self.sets.get_mut(sibling as usize) {
            Some(set) => *set = empty,
            None => self.sets.push(empty),
        }
        self.sets[number].sibling = sibling;
        sibling
    }

    /// The open sibling of a set.
    pub(super) fn sibling(&self, set: u32) -> Option<u32> {
        Some(self.sets[set as usize].sibling).filter(|&sibling| sibling != NONE)
    }

    /// Closes the sibling of a set: what is carved from now on goes to a new one.
    pub(super) fn close(&mut self, set: u32) {
        self.sets[set as usize].sibling = NONE;
    }

    /// Gives the number of an empty set away.
    pub(super) fn release(&mut self, set: u32) {
        debug_assert_eq!(self.size(set), 0);
        self.free.push(set);
    }

    /// Swaps an element with the one at a position.
    #[inline]
    fn put(&mut self, element: u32, to: u32) {
        let from = self.location[element as usize];
        let other = self.elements[to as usize];
        self.elements[to as usize] = element;
        self.elements[from as usize] = other;
        self.location[other as usize] = from;
        self.location[element as usize] = to;
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use fastrand::Rng;
    use surmise_testing::seeds;

    use super::*;

    /// The tiers of every set that has elements.
    fn tiers(partition: &TieredPartition) -> BTreeSet<(BTreeSet<u32>, BTreeSet<u32>)> {
        (0..partition.sets.len() as u32)
            .filter(|&set| partition.size(set) > 0)
            .map(|set| {
                let front: BTreeSet<u32> = partition.front(set).iter().copied().collect();
                let all: BTreeSet<u32> = partition.elements(set).iter().copied().collect();
                assert!(all.iter().all(|&element| partition.set_of(element) == set));
                let back = all.difference(&front).copied().collect();
                (front, back)
            })
            .collect()
    }

    #[test]
    fn elements_go_where_they_are_sent() {
        for seed in seeds(300, 3_000) {
            let mut rng = Rng::with_seed(seed);
            let size = rng.u32(1..40);
            let keys: Vec<u32> = (0..size).map(|_| rng.u32(0..3)).collect();
            // The same as plain lists: (set, front) by element.
            let mut plain: Vec<(u32, bool)> = keys.iter().map(|&key| (key, rng.bool())).collect();
            let mut partition = TieredPartition::new(keys, 3, |e| plain[e as usize].1);
            let mut fresh = 3;
            for _ in 0..6 {
                for element in 0..size {
                    if !plain[element as usize].1 && rng.u8(0..4) == 0 {
                        partition.advance(element);
                        plain[element as usize].1 = true;
                    }
                }
                let mut opened = Vec::new();
                let moved: Vec<u32> = (0..size).filter(|_| rng.u8(0..3) == 0).collect();
                for &element in &moved {
                    let set = partition.set_of(element);
                    if partition.carve(element).is_some() {
                        opened.push(set);
                    }
                    plain[element as usize].0 += fresh;
                }
                fresh *= 2;
                for set in opened {
                    assert!(partition.sibling(set).is_some());
                    partition.close(set);
                    if partition.size(set) == 0 {
                        partition.release(set);
                    }
                }
                let names: BTreeSet<u32> = plain.iter().map(|&(set, _)| set).collect();
                let tier = |set, front| {
                    let those = (0..size).filter(|&e| plain[e as usize] == (set, front));
                    those.collect::<BTreeSet<u32>>()
                };
                let expected = names.iter().map(|&n| (tier(n, true), tier(n, false))).collect();
                assert_eq!(tiers(&partition), expected, "seed {seed}");
            }
        }
    }
}

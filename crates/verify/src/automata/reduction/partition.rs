//! A refinable partition: disjoint sets of numbers that only ever get split.
//!
//! The structure of Valmari and Lehtinen ("Efficient minimization of DFAs with partial transition
//! functions", STACS 2008): all elements lie in one array, each set is a segment of it, and the
//! marked elements of a set stand in front. Marking takes constant time, and splitting takes time
//! in the elements that get a new set.

use std::ops::Range;

/// A partition of `0..n` with marks on some elements. Sets are numbered from 0 in the order in
/// which they come about, and are never empty.
#[derive(Debug, Clone)]
pub(crate) struct Partition {
    elements: Vec<u32>,
    /// Where each element stands in `elements`.
    location: Vec<u32>,
    set_of: Vec<u32>,
    sets: Vec<Segment>,
}

#[derive(Debug, Clone, Copy)]
struct Segment {
    start: u32,
    /// The marked elements are `start..unmarked`.
    unmarked: u32,
    end: u32,
}

impl Partition {
    /// What [`new`](Self::new) allocates for so many elements and keys, in bytes.
    pub(crate) fn bytes(elements: usize, keys: usize) -> u64 {
        (elements * 3 * size_of::<u32>() + keys * size_of::<Segment>()) as u64
    }

    /// The partition of `0..keys.len()` by key. Sets are numbered by ascending key.
    pub(crate) fn new(keys: &[u32]) -> Self {
        let buckets = keys.iter().max().map_or(0, |&key| key as usize + 1);
        let mut next = vec![0u32; buckets + 1];
        for &key in keys {
            next[key as usize + 1] += 1;
        }
        for bucket in 0..buckets {
            next[bucket + 1] += next[bucket];
        }
        let mut number = vec![0u32; buckets];
        let mut sets = Vec::new();
        for bucket in 0..buckets {
            number[bucket] = sets.len() as u32;
            let (start, end) = (next[bucket], next[bucket + 1]);
            if start < end {
                sets.push(Segment { start, unmarked: start, end });
            }
        }
        let mut elements = vec![0; keys.len()];
        let mut location = vec![0; keys.len()];
        for (element, &key) in keys.iter().enumerate() {
            let slot = &mut next[key as usize];
            elements[*slot as usize] = element as u32;
            location[element] = *slot;
            *slot += 1;
        }
        let set_of = keys.iter().map(|&key| number[key as usize]).collect();
        Self { elements, location, set_of, sets }
    }

    /// How many sets there are.
    pub(crate) fn len(&self) -> usize {
        self.sets.len()
    }

    /// The set of an element.
    #[inline]
    pub(crate) fn set_of(&self, element: u32) -> u32 {
        self.set_of[element as usize]
    }

    /// All sets, by element.
    pub(crate) fn into_sets(self) -> Vec<u32> {
        self.set_of
    }

    /// The elements of a set, the marked ones first.
    pub(crate) fn elements(&self, set: u32) -> &[u32] {
        let Segment { start, end, .. } = self.sets[set as usize];
        &self.elements[start as usize..end as usize]
    }

    /// The marked elements of a set.
    pub(crate) fn marked(&self, set: u32) -> &[u32] {
        let Segment { start, unmarked, .. } = self.sets[set as usize];
        &self.elements[start as usize..unmarked as usize]
    }

    /// The other elements of a set.
    pub(crate) fn unmarked(&self, set: u32) -> &[u32] {
        let Segment { unmarked, end, .. } = self.sets[set as usize];
        &self.elements[unmarked as usize..end as usize]
    }

    /// Whether an element is marked.
    #[inline]
    pub(crate) fn is_marked(&self, element: u32) -> bool {
        self.location[element as usize] < self.sets[self.set_of(element) as usize].unmarked
    }

    /// Marks an element; tells whether it was not marked before.
    #[inline]
    pub(crate) fn mark(&mut self, element: u32) -> bool {
        let set = &mut self.sets[self.set_of[element as usize] as usize];
        let from = self.location[element as usize];
        if from < set.unmarked {
            return false;
        }
        let to = set.unmarked;
        set.unmarked += 1;
        let other = self.elements[to as usize];
        self.elements.swap(from as usize, to as usize);
        self.location[other as usize] = from;
        self.location[element as usize] = to;
        true
    }

    /// Splits a set into its marked and its unmarked elements, unless one of them is empty, and
    /// removes the marks. The smaller part gets the new number.
    pub(crate) fn split(&mut self, set: u32) {
        let (marked, unmarked) = (self.marked(set).len(), self.unmarked(set).len());
        self.unmark(set);
        if marked > 0 && unmarked > 0 {
            self.cut(set, &[marked, unmarked], usize::from(marked <= unmarked));
        }
    }

    /// Splits the marked elements off a set, and removes the marks. They get a new number, which is
    /// returned, unless they are the whole set.
    pub(crate) fn split_off(&mut self, set: u32) -> u32 {
        let (marked, unmarked) = (self.marked(set).len(), self.unmarked(set).len());
        self.unmark(set);
        match marked > 0 && unmarked > 0 {
            true => self.cut(set, &[marked, unmarked], 1).start,
            false => set,
        }
    }

    /// Removes the marks of a set.
    pub(crate) fn unmark(&mut self, set: u32) {
        let set = &mut self.sets[set as usize];
        set.unmarked = set.start;
    }

    /// Puts the marked elements of a set into this order, and removes the marks.
    pub(crate) fn arrange_marked(&mut self, set: u32, order: impl Iterator<Item = u32>) {
        let Segment { start, unmarked, .. } = self.sets[set as usize];
        for (to, element) in (start..unmarked).zip(order) {
            self.elements[to as usize] = element;
            self.location[element as usize] = to;
        }
        self.unmark(set);
    }

    /// Cuts a set without marks into pieces of these sizes, none of them zero. Piece `keep` keeps
    /// the number; the others get the new numbers that are returned, in order.
    pub(crate) fn cut(&mut self, set: u32, sizes: &[usize], keep: usize) -> Range<u32> {
        let first_new = self.sets.len() as u32;
        let Segment { mut start, end: past, .. } = self.sets[set as usize];
        for (piece, &size) in sizes.iter().enumerate() {
            let end = start + size as u32;
            let segment = Segment { start, unmarked: start, end };
            if piece == keep {
                self.sets[set as usize] = segment;
            } else {
                let number = self.sets.len() as u32;
                self.sets.push(segment);
                for &element in &self.elements[start as usize..end as usize] {
                    self.set_of[element as usize] = number;
                }
            }
            start = end;
        }
        debug_assert_eq!(start, past, "the pieces make up the set");
        first_new..self.sets.len() as u32
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sets_split_by_marks() {
        let mut partition = Partition::new(&[5, 2, 5, 5, 2]);
        assert_eq!(partition.len(), 2);
        assert_eq!(partition.elements(0), [1, 4]);
        assert!(partition.mark(3) && !partition.mark(3) && partition.is_marked(3));
        assert_eq!((partition.marked(1), partition.unmarked(1).len()), (&[3][..], 2));
        partition.split(1);
        assert_eq!((partition.set_of(3), partition.set_of(0), partition.set_of(2)), (2, 1, 1));
        assert!(partition.mark(1) && partition.mark(4));
        partition.split(0);
        assert_eq!((partition.len(), partition.is_marked(1)), (3, false));
    }

    #[test]
    fn the_kept_piece_keeps_its_number() {
        let mut partition = Partition::new(&[0; 6]);
        for element in [5, 1, 3] {
            partition.mark(element);
        }
        partition.arrange_marked(0, [1, 3, 5].into_iter());
        assert_eq!(partition.cut(0, &[1, 2, 3], 1), 1..3);
        assert_eq!(partition.elements(1), [1]);
        assert_eq!(partition.elements(0), [3, 5]);
        assert_eq!(partition.elements(2).len(), 3);
        assert!((0..6).all(|e| partition.elements(partition.set_of(e)).contains(&e)));
    }
}

//! Things by the number they belong to: transitions by target, states by block.

use std::ops::Range;

/// Values of `0..n`, in one array: those of each number one behind the other, in the order in which
/// they were given.
#[derive(Debug)]
pub(crate) struct Transposed<T> {
    values: Vec<T>,
    /// The values of `i` are `values[offsets[i]..offsets[i + 1]]`.
    offsets: Vec<u32>,
}

impl<T: Copy> Transposed<T> {
    /// What so many values of so many numbers take while they are sorted, in bytes.
    pub(crate) fn bytes(values: usize, numbers: usize) -> u64 {
        (values * size_of::<T>() + 2 * numbers * size_of::<u32>()) as u64
    }

    /// Sorts values by their number, which is less than `numbers`. They are gone through twice.
    pub(crate) fn new<I: Iterator<Item = (u32, T)>>(numbers: usize, given: impl Fn() -> I) -> Self {
        let mut offsets = vec![0u32; numbers + 1];
        for (number, _) in given() {
            offsets[number as usize + 1] += 1;
        }
        for number in 0..numbers {
            offsets[number + 1] += offsets[number];
        }
        let filler = given().next().map(|(_, value)| value);
        let mut values = match filler {
            Some(filler) => vec![filler; offsets[numbers] as usize],
            None => Vec::new(),
        };
        let mut next = offsets.clone();
        for (number, value) in given() {
            let slot = &mut next[number as usize];
            values[*slot as usize] = value;
            *slot += 1;
        }
        Self { values, offsets }
    }

    /// The values of a number.
    #[inline]
    pub(crate) fn of(&self, number: u32) -> &[T] {
        let range = self.range(number);
        &self.values[range.start as usize..range.end as usize]
    }

    /// Where the values of a number are among all.
    #[inline]
    pub(crate) fn range(&self, number: u32) -> Range<u32> {
        self.offsets[number as usize]..self.offsets[number as usize + 1]
    }

    /// The value in a place.
    #[inline]
    pub(crate) fn value(&self, place: u32) -> T {
        self.values[place as usize]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_keep_their_order() {
        let given = [(2, 'a'), (0, 'b'), (2, 'c'), (3, 'd')];
        let transposed = Transposed::new(5, || given.into_iter());
        let found: Vec<&[char]> = (0..5).map(|number| transposed.of(number)).collect();
        assert_eq!(found, [&['b'][..], &[], &['a', 'c'], &['d'], &[]]);
        let place = transposed.range(2).start;
        assert_eq!(transposed.value(place + 1), 'c');
        assert!(Transposed::<u32>::new(1, std::iter::empty).of(0).is_empty());
    }
}

//! The steps by one action in which many take part, each in several ways: counted through, never
//! written down.
//!
//! The successors are all combinations of what the participants can do. Forty participants with two
//! ways each have more of them than fit into any memory, so they are counted through like the
//! digits of a number. What is wrong with such a step, how many there are and whether a certain
//! state is among them takes no counting.

/// The changes that one participant can make to its field.
#[derive(Debug, Clone, Copy)]
struct Wheel {
    word: usize,
    /// The bits of its field.
    mask: u64,
    /// The change it makes now, and all of them, by their places.
    at: usize,
    start: usize,
    end: usize,
}

/// All successors by one action.
#[derive(Debug, Clone)]
pub(super) struct Choices<const W: usize> {
    /// The next successor.
    next: [u64; W],
    wheels: Vec<Wheel>,
    /// Those of all wheels.
    changes: Vec<u64>,
    is_done: bool,
}

impl<const W: usize> Choices<W> {
    /// One successor, to which nobody else has contributed yet.
    pub(super) fn new(first: [u64; W]) -> Self {
        Self { next: first, wheels: Vec::new(), changes: Vec::new(), is_done: false }
    }

    /// Lets somebody take part, whose field these bits are. Without a change to make, there is no
    /// successor.
    pub(super) fn join(
        &mut self,
        (word, mask): (usize, u64),
        changes: impl IntoIterator<Item = u64>,
    ) {
        let start = self.changes.len();
        self.changes.extend(changes);
        let end = self.changes.len();
        match self.changes.get(start) {
            Some(change) => self.next[word] ^= change,
            None => self.is_done = true,
        }
        match end - start {
            // It has no choice.
            1 => self.changes.truncate(start),
            _ => self.wheels.push(Wheel { word, mask, at: start, start, end }),
        }
    }

    /// How many successors there are in all, or the greatest number if there are more.
    pub(super) fn len(&self) -> u64 {
        let choices = self.wheels.iter().map(|wheel| (wheel.end - wheel.start) as u64);
        choices.fold(1, u64::saturating_mul)
    }

    /// Whether all were given.
    pub(super) fn is_done(&self) -> bool {
        self.is_done
    }

    /// Gives the next one.
    pub(super) fn give(&mut self) -> [u64; W] {
        let given = self.next;
        for Wheel { word, at, start, end, .. } in &mut self.wheels {
            self.next[*word] ^= self.changes[*at];
            *at = if *at + 1 < *end { *at + 1 } else { *start };
            self.next[*word] ^= self.changes[*at];
            if *at != *start {
                return given;
            }
        }
        self.is_done = true;
        given
    }

    /// Leaves out the first of them, before any was given; gives how many it has not.
    pub(super) fn skip(&mut self, count: u64) -> u64 {
        if count >= self.len() {
            self.is_done = true;
            return count - self.len();
        }
        let mut rest = count;
        for Wheel { word, at, start, end, .. } in &mut self.wheels {
            let choices = (*end - *start) as u64;
            self.next[*word] ^= self.changes[*at];
            *at = *start + (rest % choices) as usize;
            self.next[*word] ^= self.changes[*at];
            rest /= choices;
        }
        0
    }

    /// Whether a state is among all successors.
    pub(super) fn contains(&self, state: &[u64; W]) -> bool {
        let mut rest = *state;
        for (word, next) in rest.iter_mut().zip(self.next) {
            *word ^= next;
        }
        for &Wheel { word, mask, at, start, end } in &self.wheels {
            let change = (rest[word] & mask) ^ self.changes[at];
            if !self.changes[start..end].contains(&change) {
                return false;
            }
            rest[word] &= !mask;
        }
        rest == [0; W]
    }
}

#[cfg(test)]
mod tests {
    use fastrand::Rng;
    use surmise_testing::seeds;

    use super::*;

    /// Wheels in two words, and all that they make of a state, by nested loops.
    fn random_choices(rng: &mut Rng) -> (Choices<2>, Vec<[u64; 2]>) {
        let first = [rng.u64(..), rng.u64(..)];
        let mut choices = Choices::new(first);
        let mut all = vec![first];
        for number in 0..rng.usize(0..6) {
            let (word, shift) = (number % 2, 4 * number);
            let mut changes: Vec<u64> = (0..16).map(|change| change << shift).collect();
            rng.shuffle(&mut changes);
            changes.truncate(1 + rng.usize(..4));
            choices.join((word, 15 << shift), changes.iter().copied());
            let change = |state: &[u64; 2], change: u64| {
                let mut state = *state;
                state[word] ^= change;
                state
            };
            let both = |state| changes.iter().map(move |&c| change(state, c));
            all = all.iter().flat_map(both).collect();
        }
        all.sort_unstable();
        (choices, all)
    }

    #[test]
    fn every_combination_comes_once() {
        for seed in seeds(2_000, 20_000) {
            let mut rng = Rng::with_seed(seed);
            let (mut choices, all) = random_choices(&mut rng);
            assert_eq!(choices.len(), all.len() as u64, "seed {seed}");
            let before = choices.clone();
            let mut given = Vec::new();
            while !choices.is_done() {
                given.push(choices.give());
                let [left, right] = all[rng.usize(..all.len())];
                assert!(choices.contains(&[left, right]), "seed {seed}");
                let other = [left, right ^ 1 << rng.usize(..64)];
                let is_there = all.binary_search(&other).is_ok();
                assert_eq!(choices.contains(&other), is_there, "seed {seed}");
            }
            // Whoever skips some gets the others, in the same order.
            let skipped = rng.usize(..given.len() + 3);
            let mut rest = before;
            let missing = rest.skip(skipped as u64);
            assert_eq!(missing, skipped.saturating_sub(given.len()) as u64, "seed {seed}");
            for &state in given.iter().skip(skipped) {
                assert!(!rest.is_done(), "seed {seed}");
                assert_eq!(rest.give(), state, "seed {seed}");
            }
            assert!(rest.is_done(), "seed {seed}");
            given.sort_unstable();
            assert_eq!(given, all, "seed {seed}");
        }
    }

    #[test]
    fn more_than_there_are_numbers_can_be_asked_about() {
        let mut choices = Choices::<2>::new([0, 0]);
        for bit in 0..58 {
            choices.join((0, 1 << bit), [0, 1 << bit]);
            choices.join((1, 1 << bit), [0, 1 << bit]);
        }
        assert_eq!(choices.len(), u64::MAX);
        assert_eq!(choices.skip(1 << 60), 0);
        assert!(choices.contains(&[(1 << 58) - 1, 1]) && !choices.contains(&[1 << 58, 1]));
        assert!(!choices.is_done());
    }
}

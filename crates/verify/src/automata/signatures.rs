//! Signatures of states, and grouping states by them.

use std::hash::Hasher;

use rustc_hash::FxHasher;
use surmise_model::ActionId;

use crate::{Context, Stop};

/// The signatures of some states: sorted sets of pairs (action, block), one behind the other.
#[derive(Default)]
pub(super) struct Signatures {
    /// Action and block in one word.
    pairs: Vec<u64>,
    entries: Vec<Entry>,
}

struct Entry {
    state: u32,
    start: usize,
    end: usize,
    hash: u64,
    like_first: bool,
}

impl Signatures {
    /// How many signatures there are.
    pub(super) fn len(&self) -> usize {
        self.entries.len()
    }

    /// Forgets all signatures.
    pub(super) fn clear(&mut self) {
        self.pairs.clear();
        self.entries.clear();
    }

    /// Begins the signature of a state, with room for so many pairs.
    pub(super) fn begin(
        &mut self,
        state: u32,
        pairs: usize,
        context: &Context<'_>,
    ) -> Result<(), Stop> {
        self.make_room(pairs, context)?;
        let start = self.pairs.len();
        self.entries.push(Entry { state, start, end: start, hash: 0, like_first: false });
        Ok(())
    }

    /// Adds a pair to the signature begun last.
    #[inline]
    pub(super) fn add(&mut self, action: ActionId, block: u32) {
        self.pairs.push(u64::from(action.raw()) << 32 | u64::from(block));
    }

    /// Adds all pairs of another signature to the one begun last.
    pub(super) fn add_all(&mut self, other: usize, context: &Context<'_>) -> Result<(), Stop> {
        let Entry { start, end, .. } = self.entries[other];
        self.make_room(end - start, context)?;
        self.pairs.extend_from_within(start..end);
        Ok(())
    }

    /// Completes the signature begun last.
    pub(super) fn finish(&mut self) {
        let Some(entry) = self.entries.last_mut() else { return };
        let pairs = &mut self.pairs[entry.start..];
        pairs.sort_unstable();
        let mut end = entry.start;
        let mut hasher = FxHasher::default();
        for from in entry.start..self.pairs.len() {
            let pair = self.pairs[from];
            if end == entry.start || self.pairs[end - 1] != pair {
                self.pairs[end] = pair;
                end += 1;
                hasher.write_u64(pair);
            }
        }
        self.pairs.truncate(end);
        entry.end = end;
        entry.hash = hasher.finish();
    }

    /// Sorts the states so that those with equal signatures come together, and gives the sizes of
    /// these groups. If `clean` is not zero, the first signature is that of so many states that are
    /// not in the list: it leaves the list, and its group comes last and counts them.
    pub(super) fn group(&mut self, clean: usize) -> Vec<usize> {
        let Self { pairs, entries } = self;
        let signature = |entry: &Entry| &pairs[entry.start..entry.end];
        if clean > 0 {
            let first = entries.remove(0);
            for entry in entries.iter_mut() {
                entry.like_first =
                    entry.hash == first.hash && signature(entry) == signature(&first);
            }
        }
        // Hashes first: they nearly always decide.
        entries.sort_unstable_by(|a, b| {
            (a.like_first, a.hash)
                .cmp(&(b.like_first, b.hash))
                .then_with(|| signature(a).cmp(signature(b)))
                .then(a.state.cmp(&b.state))
        });
        let mut sizes: Vec<usize> = entries
            .chunk_by(|a, b| a.hash == b.hash && signature(a) == signature(b))
            .map(<[Entry]>::len)
            .collect();
        if clean > 0 {
            match entries.last().is_some_and(|entry| entry.like_first) {
                true => *sizes.last_mut().expect("there is an entry") += clean,
                false => sizes.push(clean),
            }
        }
        sizes
    }

    /// The states, in the order of their signatures until they are grouped.
    pub(super) fn states(&self) -> impl Iterator<Item = u32> {
        self.entries.iter().map(|entry| entry.state)
    }

    /// Makes room for so many pairs and one signature more.
    fn make_room(&mut self, pairs: usize, context: &Context<'_>) -> Result<(), Stop> {
        if self.pairs.capacity() - self.pairs.len() < pairs {
            let grown = 2 * (self.pairs.len() + pairs);
            context.reserve((grown * size_of::<u64>()) as u64)?;
            self.pairs.reserve(pairs);
        }
        if self.entries.len() == self.entries.capacity() {
            context.reserve((2 * self.entries.len() * size_of::<Entry>()) as u64)?;
        }
        Ok(())
    }
}

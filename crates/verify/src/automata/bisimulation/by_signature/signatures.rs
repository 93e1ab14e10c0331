//! Signatures of states, and grouping states by them.

use std::hash::Hasher;
use std::ops::Range;

use rustc_hash::FxHasher;
use surmise_model::{ActionId, Context, Stop};

/// The signatures of some states: sorted sets of pairs (action, block), one behind the other.
///
/// A signature that includes another one and adds nothing to it is stored as the same range. That
/// keeps a region of inert steps towards a state with a large signature from being quadratic.
#[derive(Default)]
pub(super) struct Signatures {
    /// Action and block in one word.
    pairs: Vec<u64>,
    entries: Vec<Entry>,
    /// What the signature begun last includes.
    included: Vec<Entry>,
}

#[derive(Clone)]
struct Entry {
    state: u32,
    like_first: bool,
    hash: u64,
    range: Range<usize>,
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
        if self.entries.len() == self.entries.capacity() {
            context.reserve((2 * size_of_val(&*self.entries)) as u64)?;
        }
        let range = self.pairs.len()..self.pairs.len();
        self.entries.push(Entry { state, like_first: false, hash: 0, range });
        Ok(())
    }

    /// Adds a pair to the signature begun last.
    #[inline]
    pub(super) fn add(&mut self, action: ActionId, block: u32) {
        self.pairs.push(u64::from(action.raw()) << 32 | u64::from(block));
    }

    /// Adds all pairs of another signature to the one begun last.
    pub(super) fn include(&mut self, other: usize) {
        self.included.push(self.entries[other].clone());
    }

    /// Completes the signature begun last; tells how many pairs were looked at.
    pub(super) fn finish(&mut self, context: &Context<'_>) -> Result<usize, Stop> {
        let Some(start) = self.entries.last().map(|entry| entry.range.start) else { return Ok(0) };
        self.sort_from(start);
        let largest = self.included.iter().max_by_key(|other| other.range.len()).cloned();
        let known = largest.as_ref().map(|largest| &largest.range);
        let looked_at = |other: &Entry| match Some(&other.range) == known {
            true => 1,
            false => 1 + other.range.len(),
        };
        let work = self.included.iter().map(looked_at).sum::<usize>() + self.pairs.len() - start;
        let (hash, range) = match largest.filter(|largest| self.adds_nothing(start, largest)) {
            Some(same) => {
                self.pairs.truncate(start);
                (same.hash, same.range)
            }
            None => {
                self.copy_included(start, context)?;
                (hash(&self.pairs[start..]), start..self.pairs.len())
            }
        };
        let copied = self.pairs.len() - start;
        self.included.clear();
        if let Some(entry) = self.entries.last_mut() {
            (entry.hash, entry.range) = (hash, range);
        }
        Ok(work + copied)
    }

    /// Whether the pairs from `start` on and all included signatures are part of the largest one.
    fn adds_nothing(&self, start: usize, largest: &Entry) -> bool {
        let known = &self.pairs[largest.range.clone()];
        let contained = |pairs: &[u64]| pairs.iter().all(|pair| known.binary_search(pair).is_ok());
        contained(&self.pairs[start..])
            && self.included.iter().all(|other| {
                other.range == largest.range
                    || (other.range.len() < known.len() || other.hash == largest.hash)
                        && contained(&self.pairs[other.range.clone()])
            })
    }

    /// Copies the included signatures to those of the signature that starts here.
    fn copy_included(&mut self, start: usize, context: &Context<'_>) -> Result<(), Stop> {
        if self.included.is_empty() {
            return Ok(());
        }
        let mut included = std::mem::take(&mut self.included);
        // An empty range starts where the next one does: both ends tell ranges apart.
        included.sort_unstable_by_key(|other| (other.range.start, other.range.end));
        included.dedup_by(|a, b| a.range == b.range);
        self.make_room(included.iter().map(|other| other.range.len()).sum(), context)?;
        for other in &included {
            self.pairs.extend_from_within(other.range.clone());
        }
        self.included = included;
        self.sort_from(start);
        Ok(())
    }

    /// Makes the pairs from here on a sorted set.
    fn sort_from(&mut self, start: usize) {
        self.pairs[start..].sort_unstable();
        let mut end = start;
        for from in start..self.pairs.len() {
            if end == start || self.pairs[end - 1] != self.pairs[from] {
                self.pairs[end] = self.pairs[from];
                end += 1;
            }
        }
        self.pairs.truncate(end);
    }

    /// Sorts the states so that those with equal signatures come together, and gives the sizes of
    /// these groups. If `clean` is not zero, the first signature is that of so many states that are
    /// not in the list: it leaves the list, and its group comes last and counts them.
    pub(super) fn group(&mut self, clean: usize) -> Vec<usize> {
        let Self { pairs, entries, .. } = self;
        let signature = |entry: &Entry| &pairs[entry.range.clone()];
        let equal = |a: &Entry, b: &Entry| {
            a.hash == b.hash && (a.range == b.range || signature(a) == signature(b))
        };
        if clean > 0 {
            let first = entries.remove(0);
            for entry in entries.iter_mut() {
                entry.like_first = equal(entry, &first);
            }
        }
        // Hashes nearly always decide; where they do not, look at the signatures themselves.
        entries.sort_unstable_by_key(|entry| (entry.like_first, entry.hash, entry.state));
        for same_hash in entries.chunk_by_mut(|a, b| a.hash == b.hash) {
            if !same_hash.iter().all(|entry| equal(entry, &same_hash[0])) {
                same_hash.sort_by(|a, b| {
                    (a.like_first, signature(a)).cmp(&(b.like_first, signature(b)))
                });
            }
        }
        let mut sizes: Vec<usize> = entries.chunk_by(equal).map(<[Entry]>::len).collect();
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

    /// Makes room for so many more pairs.
    fn make_room(&mut self, pairs: usize, context: &Context<'_>) -> Result<(), Stop> {
        if self.pairs.capacity() - self.pairs.len() < pairs {
            context.reserve((2 * (self.pairs.len() + pairs) * size_of::<u64>()) as u64)?;
            self.pairs.reserve(pairs);
        }
        Ok(())
    }
}

/// The hasher maps zeros in front to nothing, and the pair of τ and block 0 is zero: begin with
/// something else.
fn hash(pairs: &[u64]) -> u64 {
    let mut hasher = FxHasher::default();
    hasher.write_u64(1);
    pairs.iter().for_each(|&pair| hasher.write_u64(pair));
    hasher.finish()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Signatures over blocks of one action, each with what it includes, by index.
    fn signatures(all: &[(&[u32], &[usize])]) -> Signatures {
        let context = Context::unlimited();
        let mut signatures = Signatures::default();
        for (state, (blocks, included)) in all.iter().enumerate() {
            signatures.begin(state as u32, blocks.len(), &context).unwrap();
            blocks.iter().for_each(|&block| signatures.add(ActionId::TAU, block));
            included.iter().for_each(|&other| signatures.include(other));
            signatures.finish(&context).unwrap();
        }
        signatures
    }

    #[test]
    fn equal_sets_come_together() {
        let all: &[(&[u32], &[usize])] = &[
            (&[], &[]),
            (&[0, 3], &[]),
            (&[3], &[]),
            (&[3, 0, 3], &[]),
            (&[3], &[2]),
            (&[0], &[4]),
        ];
        let mut found = signatures(all);
        let mut sizes = found.group(0);
        let groups: Vec<u32> = found.states().collect();
        sizes.sort_unstable();
        assert_eq!(sizes, [1, 2, 3]);
        assert_eq!(groups.len(), 6);
        // As if states 0 were clean, five of them, and nobody else like them.
        let mut found = signatures(all);
        assert_eq!(found.group(5).last(), Some(&5));
        assert_eq!(found.states().count(), 5);
    }

    #[test]
    fn an_empty_signature_hides_no_other() {
        // The second one starts where the empty one does; the fourth includes both, and more.
        let all: &[(&[u32], &[usize])] =
            &[(&[], &[]), (&[1], &[]), (&[2], &[0, 1]), (&[1, 2], &[])];
        assert_eq!(signatures(all).group(0).iter().max(), Some(&2));
    }
}

//! The pairs that a search for a distinguishing trace has met: each once, with the way to it, and
//! for each left state no more than an antichain of right subsets where a smaller subset stands for
//! the larger ones.

use std::hash::Hasher;

use fixedbitset::FixedBitSet;
use hashbrown::HashTable;
use rustc_hash::{FxHashMap, FxHasher};
use surmise_model::{ActionId, Context, StateId, Stop};

use crate::automata::limits::Pace;
use crate::automata::subsets::LazyRows;

/// How many of the smallest sets are remembered for a left state. Forgetting a set is sound, it
/// only finds less subsumed; without a bound, comparing sets could take longer than searching on.
const REMEMBERED: usize = 64;

/// A place on the left, a subset on the right, and the step that led to them.
struct Pair {
    left: StateId,
    right: StateId,
    parent: u32,
    action: ActionId,
    /// Whether another pair, met after a trace of the same length, stands for this one.
    subsumed: bool,
}

/// The pairs met, in order.
pub(super) struct Pairs<'a> {
    pairs: Vec<Pair>,
    table: HashTable<u32>,
    /// If a pair with a smaller right subset stands for those with larger ones: for every left
    /// state the pairs with the smallest right subsets, by size. None contains another.
    smallest: Option<FxHashMap<StateId, Vec<u32>>>,
    /// The first pair that was met after as many actions as those being added now.
    level_start: usize,
    /// The members of the subset at hand, empty between calls.
    member: FixedBitSet,
    context: Context<'a>,
    pace: Pace<'a>,
}

impl<'a> Pairs<'a> {
    pub(super) fn new(subsume: bool, context: &Context<'a>) -> Self {
        Self {
            pairs: Vec::new(),
            table: HashTable::new(),
            smallest: subsume.then(FxHashMap::default),
            level_start: 0,
            member: FixedBitSet::new(),
            context: *context,
            pace: Pace::new(context),
        }
    }

    /// How many pairs there are.
    pub(super) fn len(&self) -> usize {
        self.pairs.len()
    }

    /// The pair with this number, unless another one stands for it.
    pub(super) fn get(&self, number: usize) -> Option<(StateId, StateId)> {
        let pair = &self.pairs[number];
        (!pair.subsumed).then_some((pair.left, pair.right))
    }

    /// From now on, pairs are met after traces that are one action longer.
    pub(super) fn begin_level(&mut self) {
        self.level_start = self.pairs.len();
    }

    /// Adds a pair, unless it was met before or another one stands for it. `step` is the number of
    /// the pair before it and the action in between.
    pub(super) fn add(
        &mut self,
        (left, right): (StateId, StateId),
        step: Option<(usize, ActionId)>,
        subsets: &LazyRows<'_>,
    ) -> Result<(), Stop> {
        self.pace.spend(1)?;
        let hash = hash(left, right);
        let same = |&number: &u32| {
            let pair = &self.pairs[number as usize];
            (pair.left, pair.right) == (left, right)
        };
        if self.table.find(hash, same).is_some() {
            return Ok(());
        }
        let number = StateId::new(self.pairs.len())?;
        if self.is_subsumed(number.raw(), left, right, subsets)? {
            return Ok(());
        }
        self.context.check_states(self.pairs.len() as u64 + 1)?;
        self.reserve_growth()?;
        let (parent, action) = match step {
            Some((parent, action)) => (StateId::new(parent)?.raw(), action),
            None => (number.raw(), ActionId::TAU),
        };
        self.pairs.push(Pair { left, right, parent, action, subsumed: false });
        let pairs = &self.pairs;
        self.table.insert_unique(hash, number.raw(), |&number| {
            let pair = &pairs[number as usize];
            self::hash(pair.left, pair.right)
        });
        Ok(())
    }

    /// Whether a pair stands for the one about to be added. If not, the new one is remembered, and
    /// it stands for those with larger subsets from now on: they are no longer expanded unless
    /// they were met after a shorter trace, which may be a prefix of a shortest one.
    fn is_subsumed(
        &mut self,
        number: u32,
        left: StateId,
        right: StateId,
        subsets: &LazyRows<'_>,
    ) -> Result<bool, Stop> {
        let Self { pairs, smallest: Some(smallest), level_start, member, pace, .. } = self else {
            return Ok(false);
        };
        let smallest = smallest.entry(left).or_default();
        let set = subsets.members(right);
        pace.spend(set.len() + smallest.len())?;
        let known = |pairs: &[Pair], pair: u32| subsets.members(pairs[pair as usize].right);
        let smaller = smallest.partition_point(|&pair| known(pairs, pair).len() < set.len());
        let larger = smallest.partition_point(|&pair| known(pairs, pair).len() <= set.len());
        // Sets are sorted: the last member is the largest.
        member.grow(set.last().map_or(0, |&largest| largest as usize + 1));
        member.extend(set.iter().map(|&state| state as usize));
        let common = |known: &[u32]| known.iter().filter(|&&s| member.contains(s as usize)).count();
        let contains_known =
            |&pair: &u32| known(pairs, pair).iter().all(|&state| member.contains(state as usize));
        let subsumed = smallest[..smaller].iter().any(contains_known);
        if !subsumed {
            let mut kept = larger;
            for at in larger..smallest.len() {
                let pair = smallest[at];
                if common(known(pairs, pair)) == set.len() {
                    pairs[pair as usize].subsumed |= pair as usize >= *level_start;
                } else {
                    smallest[kept] = pair;
                    kept += 1;
                }
            }
            smallest.truncate(kept);
            smallest.insert(larger, number);
            smallest.truncate(REMEMBERED);
        }
        for &state in set {
            member.remove(state as usize);
        }
        Ok(subsumed)
    }

    /// The actions on the way to a pair, and one more, without τ.
    pub(super) fn trace(&self, number: usize, last: Option<ActionId>) -> Vec<ActionId> {
        let mut trace: Vec<ActionId> = last.into_iter().collect();
        let mut at = number;
        loop {
            let pair = &self.pairs[at];
            if !pair.action.is_tau() {
                trace.push(pair.action);
            }
            if pair.parent as usize == at {
                break;
            }
            at = pair.parent as usize;
        }
        trace.reverse();
        trace
    }

    /// Announces what will be allocated, if one more pair makes an array grow.
    fn reserve_growth(&self) -> Result<(), Stop> {
        let mut bytes = 0;
        if self.pairs.len() == self.pairs.capacity() {
            bytes += 2 * self.pairs.capacity() * size_of::<Pair>();
        }
        if self.table.len() == self.table.capacity() {
            bytes += 2 * self.table.allocation_size();
        }
        match bytes {
            0 => Ok(()),
            bytes => self.context.reserve(bytes as u64),
        }
    }
}

fn hash(left: StateId, right: StateId) -> u64 {
    let mut hasher = FxHasher::default();
    hasher.write_u32(left.raw());
    hasher.write_u32(right.raw());
    hasher.finish()
}

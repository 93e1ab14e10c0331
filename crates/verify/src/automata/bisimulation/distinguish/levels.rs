//! Within how many steps two classes of states differ.
//!
//! At level 0 only π differs from the others. At level k + 1 two classes are the same if they are
//! so at level k and have the same moves up to level k. So each level is a partition that refines
//! the one before it. Where a block is split, one part keeps its number; the others get new ones
//! and remember whose part they were, and since when. That tells the partitions of all levels.

use surmise_model::{ActionId, Context, Stop};

use super::{Budget, Moves};

/// The levels at which classes begin to differ.
pub(super) struct Levels {
    /// The block of each class, at the last level.
    block_of: Vec<u32>,
    blocks: Vec<Block>,
}

#[derive(Clone, Copy)]
struct Block {
    /// What it was part of before, unless it is of level 0.
    parent: u32,
    /// The level at which it began.
    since: u32,
}

/// A move up to a level: the block in which it begins, which counts only if τ may come before it,
/// what it does, the block it leads to.
type Signature = Vec<(u32, ActionId, u32)>;

impl Levels {
    /// All levels up to the one at which the two classes differ, unless there are too many of them
    /// or they take too much work.
    pub(super) fn new(
        moves: &Moves,
        [left, right]: [u32; 2],
        deepest: u32,
        budget: &mut Budget<'_>,
        context: &Context<'_>,
    ) -> Result<Option<Self>, Stop> {
        let count = moves.num_classes();
        context.reserve((count * 40) as u64)?;
        let block_of = (0..count as u32).map(|class| u32::from(moves.is_error(class))).collect();
        let blocks = vec![Block { parent: 0, since: 0 }; 2];
        let mut levels = Self { block_of, blocks };
        for level in 1..=deepest {
            if levels.of(left, right).is_some() {
                return Ok(Some(levels));
            }
            let Some(signatures) = levels.signatures(moves, budget, context)? else {
                return Ok(None);
            };
            let before = levels.blocks.len();
            levels.split(&signatures, level);
            if levels.blocks.len() == before {
                return Err(Stop::internal("classes of states are not told apart by their moves"));
            }
        }
        Ok(levels.of(left, right).is_some().then_some(levels))
    }

    /// The moves of every class up to the last level, unless that is too much work.
    fn signatures(
        &self,
        moves: &Moves,
        budget: &mut Budget<'_>,
        context: &Context<'_>,
    ) -> Result<Option<Vec<Signature>>, Stop> {
        let mut signatures = Vec::with_capacity(self.block_of.len());
        for class in 0..self.block_of.len() as u32 {
            let block = |class: u32| self.block_of[class as usize];
            let up_to_level = moves.of(class).map(|by| {
                let at = if moves.branching() { block(by.at) } else { 0 };
                (at, by.action, block(by.to))
            });
            let mut signature: Signature = up_to_level.collect();
            if !budget.spend(signature.len() + 1)? {
                return Ok(None);
            }
            context.reserve(size_of_val(&*signature) as u64)?;
            signature.sort_unstable();
            signature.dedup();
            signature.shrink_to_fit();
            signatures.push(signature);
        }
        Ok(Some(signatures))
    }

    /// Splits every block by signature; the part of its first class keeps its number.
    fn split(&mut self, signatures: &[Signature], level: u32) {
        let mut order: Vec<u32> = (0..self.block_of.len() as u32).collect();
        let key = |class: u32| (self.block_of[class as usize], &signatures[class as usize]);
        order.sort_by(|&one, &other| key(one).cmp(&key(other)));
        let parts: Vec<&[u32]> = order.chunk_by(|&a, &b| key(a) == key(b)).collect();
        let mut moved = Vec::new();
        for pair in parts.windows(2) {
            let parent = self.block_of[pair[1][0] as usize];
            if parent == self.block_of[pair[0][0] as usize] {
                let fresh = self.blocks.len() as u32;
                self.blocks.push(Block { parent, since: level });
                moved.extend(pair[1].iter().map(|&class| (class, fresh)));
            }
        }
        for (class, fresh) in moved {
            self.block_of[class as usize] = fresh;
        }
    }

    /// The level at which two classes begin to differ, if they do.
    pub(super) fn of(&self, one: u32, other: u32) -> Option<u32> {
        let [mut one, mut other] = [one, other].map(|class| self.block_of[class as usize]);
        let mut level = None;
        while one != other {
            let since = |block: u32| self.blocks[block as usize].since;
            if since(one) < since(other) {
                std::mem::swap(&mut one, &mut other);
            }
            level = Some(since(one));
            if level == Some(0) {
                return level;
            }
            one = self.blocks[one as usize].parent;
        }
        level
    }

    /// Whether two classes are the same at a level.
    pub(super) fn same(&self, one: u32, other: u32, level: u32) -> bool {
        self.of(one, other).is_none_or(|differ| differ > level)
    }
}

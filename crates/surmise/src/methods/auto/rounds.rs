//! What everybody may spend in each round.
//!
//! A round has an eighth more than the one before, counted from the start: nobody begins again, so
//! a round that is over has cost nothing.

use std::sync::atomic::{AtomicU32, Ordering};

use surmise_model::Purse;

/// What an entry of weight one may spend in the first round, in units of about a transition. It is
/// little, so that weights are large, and
/// rounding hardly matters where many share one.
const FIRST: u64 = 1 << 4;
/// A round has this part more than the one before.
const PART: u64 = 8;
/// From one milestone to the next what may be spent grows fourfold.
const BETWEEN_MILESTONES: u32 = 12;

/// The first milestone at or after a round.
///
/// Beginning again is no great loss from milestone to milestone. Whoever has to do that does it
/// there, so that it does not matter who else has to.
pub(super) fn milestone(round: u32) -> u32 {
    let after = (round.max(1) - 1) % BETWEEN_MILESTONES;
    if after == 0 { round.max(1) } else { round + BETWEEN_MILESTONES - after }
}

/// The rounds of an entry.
#[derive(Debug, Clone, Copy)]
pub(super) struct Rounds {
    /// How many of its units take as long as one of somebody else's, and how likely it is to win.
    weight: u64,
    /// What it may spend in rounds that have less.
    head_start: u64,
}

impl Rounds {
    pub(super) const fn new(weight: u64, head_start: u64) -> Self {
        Self { weight, head_start }
    }

    /// The same for one of so many who share it.
    pub(super) fn shared_by(self, count: usize) -> Self {
        let part = |all: u64| all.div_ceil(count.max(1) as u64);
        Self { weight: part(self.weight), head_start: part(self.head_start) }
    }

    /// The first round in which so much may be spent, from 1, and how much that is.
    pub(super) fn with(self, spent: u64) -> (u32, u64) {
        if spent <= self.head_start {
            return (1, self.head_start);
        }
        let (mut round, mut budget) = (1, FIRST.saturating_mul(self.weight));
        while budget < spent {
            let more = (budget / PART).max(1);
            (round, budget) = (round + 1, budget.saturating_add(more));
        }
        (round, budget)
    }
}

/// Pays until a round is over, without waiting.
#[derive(Debug)]
pub(super) struct Until {
    rounds: Rounds,
    last: u32,
    reached: AtomicU32,
}

impl Until {
    pub(super) fn new(rounds: Rounds, last: u32) -> Self {
        Self { rounds, last, reached: AtomicU32::new(1) }
    }

    /// The round that was paid for last.
    pub(super) fn reached(&self) -> u32 {
        self.reached.load(Ordering::Relaxed)
    }
}

impl Purse for Until {
    fn more(&self, spent: u64) -> Option<u64> {
        let (round, budget) = self.rounds.with(spent);
        if round > self.last {
            return None;
        }
        self.reached.store(round, Ordering::Relaxed);
        Some(budget)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rounds_grow_and_end() {
        let rounds = Rounds::new(1, 0);
        assert_eq!(rounds.with(1), (1, FIRST));
        assert_eq!(rounds.with(FIRST), (1, FIRST));
        assert_eq!(rounds.with(FIRST + 1), (2, FIRST + FIRST / 8));
        assert_eq!(rounds.with(u64::MAX).1, u64::MAX);
        let until = Until::new(rounds, 2);
        assert_eq!(until.more(FIRST + 1), Some(FIRST + FIRST / 8));
        assert_eq!((until.more(2 * FIRST), until.reached()), (None, 2));
        let ahead = Rounds::new(1, 2 * FIRST);
        assert_eq!([1, 2 * FIRST].map(|spent| ahead.with(spent)), [(1, 2 * FIRST); 2]);
        assert_eq!(ahead.with(2 * FIRST + 1), rounds.with(2 * FIRST + 1));
    }

    #[test]
    fn many_who_share_get_little_more_than_one() {
        let all = Rounds::new(100, 1 << 15);
        for count in 1..50 {
            let part = all.shared_by(count).weight * count as u64;
            assert!((100..150).contains(&part), "{count}: {part}");
        }
    }

    #[test]
    fn milestones_are_where_budgets_are_fourfold() {
        assert_eq!([0, 1, 2, 13, 14].map(milestone), [1, 1, 13, 13, 25]);
        let budget = |round| {
            let budgets = std::iter::successors(Some(FIRST), |budget| Some(budget + budget / PART));
            budgets.take(round).last().unwrap_or(FIRST)
        };
        assert!((3..=4).contains(&(budget(25) / budget(13))));
    }
}

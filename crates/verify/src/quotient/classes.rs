//! Equivalence classes of the states of N, read off labels.
//!
//! Two states are equivalent if they are in the same labels. No pair of states is ever compared:
//! the partition starts as one set, and each label splits the sets that it cuts, in time in its own
//! size. So all labels together take time in their sizes, where the paper sorts the states in a
//! balanced tree, with a logarithmic factor more.

use fixedbitset::FixedBitSet;
use surmise_model::{Context, Lts, StateId, Stop};

use super::sets::states;
use crate::automata::{Pace, Partition, quotient};

/// Which states of N are one. Classes are numbered in the order of their first members.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Classes {
    pub(super) of: Vec<u32>,
    pub(super) count: usize,
}

impl Classes {
    /// Every state by itself.
    pub(super) fn identity(states: usize) -> Self {
        Self { of: (0..states as u32).collect(), count: states }
    }

    /// All states in one class.
    pub(super) fn one(states: usize) -> Self {
        Self { of: vec![0; states], count: 1 }
    }

    /// States in the same labels are one, but those that stay alone.
    pub(super) fn by_labels<'l>(
        alone: &FixedBitSet,
        labels: impl IntoIterator<Item = &'l [usize]>,
        context: &Context<'_>,
    ) -> Result<Self, Stop> {
        let mut next = 0;
        let mut key = |alone: bool| {
            next += u32::from(alone);
            if alone { next } else { 0 }
        };
        let keys: Vec<u32> = (0..alone.len()).map(|state| key(alone[state])).collect();
        let mut partition = Partition::new(&keys);
        let mut touched: Vec<u32> = Vec::new();
        let mut pace = Pace::new(context);
        for label in labels {
            let mut members = 0;
            for state in states(label) {
                members += 1;
                let set = partition.set_of(state as u32);
                if partition.marked(set).is_empty() {
                    touched.push(set);
                }
                partition.mark(state as u32);
            }
            touched.drain(..).for_each(|set| partition.split(set));
            pace.spend(members + 1)?;
        }
        Ok(Self::numbered(partition.into_sets()))
    }

    /// Numbers classes in the order of their first members.
    fn numbered(mut of: Vec<u32>) -> Self {
        let mut number = vec![u32::MAX; of.len()];
        let mut count = 0;
        for class in &mut of {
            let number = &mut number[*class as usize];
            if *number == u32::MAX {
                *number = count;
                count += 1;
            }
            *class = *number;
        }
        Self { of, count: count as usize }
    }

    /// The class of a state, as a state of the quotient.
    pub(super) fn class_of(&self, state: StateId) -> StateId {
        StateId::of(self.of[state.index()] as usize)
    }

    /// The classes of classes.
    pub(super) fn then(&self, further: &Self) -> Self {
        let of = self.of.iter().map(|&class| further.of[class as usize]).collect();
        Self { of, count: further.count }
    }

    /// N/∼: a state for each class, and between classes every step of a member, but no silent loop.
    pub(super) fn quotient(&self, process: &Lts, context: &Context<'_>) -> Result<Lts, Stop> {
        quotient(process, &self.of, None, true, context)
    }
}

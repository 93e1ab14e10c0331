//! Partitions of states that only become finer.

use fixedbitset::FixedBitSet;
use surmise_model::StateId;

/// Which class each state belongs to. Classes are numbers from 0 on, and none is empty.
#[derive(Debug, Clone)]
pub(crate) struct Partition {
    class_of: Vec<StateId>,
    /// Of each class, how many members it has.
    sizes: Vec<usize>,
}

impl Partition {
    /// All states in one class.
    pub(crate) fn coarsest(states: usize) -> Self {
        Self { class_of: vec![StateId::of(0); states], sizes: vec![states] }
    }

    /// The partition of these classes, numbered anew, and the class that each of the new ones is.
    pub(crate) fn of(class_of: &[StateId]) -> (Self, Vec<StateId>) {
        let mut known: Vec<StateId> = class_of.to_vec();
        known.sort_unstable();
        known.dedup();
        let mut sizes = vec![0; known.len()];
        let numbers = class_of.iter().map(|class| {
            let number = known.partition_point(|other| other < class);
            sizes[number] += 1;
            StateId::of(number)
        });
        let class_of = numbers.collect();
        (Self { class_of, sizes }, known)
    }

    /// How many classes there are.
    pub(crate) fn num_classes(&self) -> usize {
        self.sizes.len()
    }

    /// The class of each state.
    pub(crate) fn classes(&self) -> &[StateId] {
        &self.class_of
    }

    /// The members of a class.
    pub(crate) fn members(&self, class: StateId) -> FixedBitSet {
        let mut members = FixedBitSet::with_capacity(self.class_of.len());
        let all = self.class_of.iter().enumerate();
        all.filter(|(_, own)| **own == class).for_each(|(state, _)| members.insert(state));
        members
    }

    /// Whether some members of a class, but not all, are in a set.
    pub(crate) fn splits(&self, class: StateId, set: &FixedBitSet) -> bool {
        let inside = set.ones().filter(|&state| self.class_of[state] == class).count();
        inside > 0 && inside < self.sizes[class.index()]
    }

    /// Makes those members of a class that are in a set a class of their own; tells whether the
    /// partition is finer now.
    pub(crate) fn split(&mut self, class: StateId, set: &FixedBitSet) -> bool {
        if !self.splits(class, set) {
            return false;
        }
        let new = StateId::of(self.sizes.len());
        self.sizes.push(0);
        for state in set.ones().filter(|&state| self.class_of[state] == class).collect::<Vec<_>>() {
            self.class_of[state] = new;
            self.sizes[class.index()] -= 1;
            self.sizes[new.index()] += 1;
        }
        true
    }
}

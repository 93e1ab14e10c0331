//! The classes of an abstraction: a refinable partition of the concrete states that count.

use surmise_model::StateId;

use crate::automata::Partition;

/// Classes `0..len()` of some of the states, none of them empty.
#[derive(Debug, Clone)]
pub(super) struct Classes {
    /// If there are states without a class they are set 0, and the classes are the sets after it.
    partition: Partition,
    first: u32,
}

impl Classes {
    /// The classes that labels of the states describe: states with equal labels share one, states
    /// without a label have none. Classes keep the order of their labels. Also gives the label of
    /// every class.
    pub(super) fn new(labels: &[Option<u32>]) -> (Self, Vec<u32>) {
        let keys: Vec<u32> =
            labels.iter().map(|label| label.map_or(0, |label| label + 1)).collect();
        let first = u32::from(labels.contains(&None));
        let classes = Self { partition: Partition::new(&keys), first };
        let label_of = (0..classes.len() as u32)
            .map(|class| keys[classes.members(class)[0] as usize] - 1)
            .collect();
        (classes, label_of)
    }

    /// The number of classes.
    pub(super) fn len(&self) -> usize {
        self.partition.len() - self.first as usize
    }

    /// The class of a state, if it has one.
    #[inline]
    pub(super) fn class_of(&self, state: StateId) -> Option<u32> {
        self.partition.set_of(state.raw()).checked_sub(self.first)
    }

    /// The numbers of the states of a class.
    fn members(&self, class: u32) -> &[u32] {
        self.partition.elements(class + self.first)
    }

    /// The states of a class.
    pub(super) fn states(&self, class: u32) -> impl Iterator<Item = StateId> {
        self.members(class).iter().map(|&state| StateId::of(state as usize))
    }

    /// Moves the members that `leaves` picks into a class of their own, the last one, and gives its
    /// number. `None`, and no change, if that is all of them or none.
    pub(super) fn split(
        &mut self,
        class: u32,
        mut leaves: impl FnMut(StateId) -> bool,
    ) -> Option<u32> {
        let leaving: Vec<StateId> = self.states(class).filter(|&state| leaves(state)).collect();
        let staying = self.members(class).len() - leaving.len();
        if leaving.is_empty() || staying == 0 {
            return None;
        }
        let set = class + self.first;
        leaving.iter().for_each(|state| {
            self.partition.mark(state.raw());
        });
        self.partition.unmark(set);
        let new = self.partition.cut(set, &[leaving.len(), staying], 1);
        Some(new.start - self.first)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn split_and_look(labels: &[Option<u32>]) -> Vec<Option<u32>> {
        let (mut classes, label_of) = Classes::new(labels);
        assert_eq!(label_of, [3, 7]);
        assert_eq!(classes.split(1, |_| true), None);
        assert_eq!(classes.split(1, |_| false), None);
        assert_eq!(classes.len(), 2);
        assert_eq!(classes.split(1, |state| state.index() == 3), Some(2));
        assert_eq!((classes.len(), classes.states(2).count()), (3, 1));
        (0..labels.len()).map(|state| classes.class_of(StateId::of(state))).collect()
    }

    #[test]
    fn states_without_a_label_have_no_class() {
        let found = split_and_look(&[Some(7), Some(3), None, Some(7), Some(7)]);
        assert_eq!(found, [Some(1), Some(0), None, Some(2), Some(1)]);
        let found = split_and_look(&[Some(7), Some(3), Some(3), Some(7)]);
        assert_eq!(found, [Some(1), Some(0), Some(0), Some(2)]);
    }
}

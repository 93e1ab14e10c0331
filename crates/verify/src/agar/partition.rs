//! A refinable partition of states: classes are stretches of one array, so that a class is split in
//! time proportional to its size and its members are contiguous.

use surmise_model::StateId;

/// The class of a state outside the partition.
pub(super) const NO_CLASS: u32 = u32::MAX;

/// A partition of some of the states `0..n` into classes `0..len()`, none of them empty.
#[derive(Debug, Clone)]
pub(super) struct Partition {
    /// The states of the partition, class by class.
    members: Vec<StateId>,
    /// Where in `members` each class begins and ends.
    ranges: Vec<(u32, u32)>,
    /// The class of every state, or [`NO_CLASS`].
    class_of: Vec<u32>,
}

impl Partition {
    /// The partition that a labelling of the states `0..labels.len()` describes: states with equal
    /// labels share a class, states labelled [`NO_CLASS`] are left out. Classes keep the order of
    /// their labels. Also tells the label of every class.
    pub(super) fn from_labels(labels: &[u32]) -> (Self, Vec<u32>) {
        let mut members: Vec<StateId> =
            (0..labels.len()).filter(|&i| labels[i] != NO_CLASS).map(StateId::of).collect();
        members.sort_by_key(|state| labels[state.index()]);
        let mut result =
            Self { members, ranges: Vec::new(), class_of: vec![NO_CLASS; labels.len()] };
        let mut label_of = Vec::new();
        for (position, &state) in result.members.iter().enumerate() {
            let label = labels[state.index()];
            if label_of.last() != Some(&label) {
                label_of.push(label);
                result.ranges.push((position as u32, position as u32));
            }
            let class = result.ranges.len() - 1;
            result.ranges[class].1 = position as u32 + 1;
            result.class_of[state.index()] = class as u32;
        }
        (result, label_of)
    }

    /// The number of classes.
    pub(super) fn len(&self) -> usize {
        self.ranges.len()
    }

    /// The class of a state, or [`NO_CLASS`] if it is in none.
    #[inline]
    pub(super) fn class_of(&self, state: StateId) -> u32 {
        self.class_of[state.index()]
    }

    /// The states of a class.
    pub(super) fn members(&self, class: u32) -> &[StateId] {
        let (begin, end) = self.ranges[class as usize];
        &self.members[begin as usize..end as usize]
    }

    /// Moves the members that `leaves` picks into a class of their own, the last one, and gives its
    /// number. `None`, and no change, if that is all of them or none.
    pub(super) fn split(
        &mut self,
        class: u32,
        mut leaves: impl FnMut(StateId) -> bool,
    ) -> Option<u32> {
        let (begin, end) = self.ranges[class as usize];
        let (mut stay, mut next) = (begin as usize, begin as usize);
        // Invariant: members[begin..stay] stay, members[stay..next] leave.
        while next < end as usize {
            if !leaves(self.members[next]) {
                self.members.swap(stay, next);
                stay += 1;
            }
            next += 1;
        }
        if stay == begin as usize || stay == end as usize {
            return None;
        }
        let new = self.ranges.len() as u32;
        self.ranges[class as usize].1 = stay as u32;
        self.ranges.push((stay as u32, end));
        for &state in &self.members[stay..end as usize] {
            self.class_of[state.index()] = new;
        }
        Some(new)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn classes_are_split_in_place() {
        let (mut partition, labels) = Partition::from_labels(&[7, 3, NO_CLASS, 7, 7, 3]);
        assert_eq!(labels, [3, 7]);
        let states =
            |numbers: &[usize]| numbers.iter().map(|&i| StateId::of(i)).collect::<Vec<_>>();
        assert_eq!(partition.members(1), states(&[0, 3, 4]));
        assert_eq!(partition.class_of(StateId::of(2)), NO_CLASS);
        assert_eq!(partition.split(1, |_| true), None);
        assert_eq!(partition.split(1, |_| false), None);
        assert_eq!(partition.split(1, |state| state.index() == 3), Some(2));
        assert_eq!((partition.members(1).len(), partition.members(2)), (2, &states(&[3])[..]));
        assert_eq!(partition.class_of(StateId::of(3)), 2);
        assert_eq!(partition.class_of(StateId::of(4)), 1);
        assert_eq!(partition.len(), 3);
    }
}

//! Alphabets: sets of actions as bit sets over a system's action table.

use std::fmt;
use std::hash::{Hash, Hasher};

use fixedbitset::FixedBitSet;

use crate::ActionId;

/// A set of actions. τ is never a member.
///
/// Two alphabets are equal if they have the same members, whatever their capacities.
#[derive(Clone, Default)]
pub struct Alphabet {
    bits: FixedBitSet,
}

impl Alphabet {
    /// The empty alphabet.
    pub const fn new() -> Self {
        Self { bits: FixedBitSet::new() }
    }

    /// Adds an action; tells whether it is new. τ is ignored.
    pub fn insert(&mut self, action: ActionId) -> bool {
        if action.is_tau() {
            return false;
        }
        self.bits.grow(action.index() + 1);
        !self.bits.put(action.index())
    }

    /// Removes an action; tells whether it was there.
    pub fn remove(&mut self, action: ActionId) -> bool {
        let present = self.contains(action);
        if present {
            self.bits.remove(action.index());
        }
        present
    }

    /// Whether the action is a member.
    #[inline]
    pub fn contains(&self, action: ActionId) -> bool {
        self.bits.contains(action.index())
    }

    /// The members, in the order of their ids.
    pub fn iter(&self) -> impl Iterator<Item = ActionId> {
        self.bits.ones().map(ActionId::of)
    }

    /// The number of members.
    pub fn len(&self) -> usize {
        self.bits.count_ones(..)
    }

    /// Whether there is no member.
    pub fn is_empty(&self) -> bool {
        self.bits.is_clear()
    }

    /// Whether every member is one of the other's.
    pub fn is_subset(&self, other: &Self) -> bool {
        self.bits.is_subset(&other.bits)
    }

    /// Whether there is no common member.
    pub fn is_disjoint(&self, other: &Self) -> bool {
        self.bits.is_disjoint(&other.bits)
    }

    /// Adds all members of the other.
    pub fn union_with(&mut self, other: &Self) {
        self.bits.union_with(&other.bits);
    }

    /// Members of either.
    #[must_use]
    pub fn union(&self, other: &Self) -> Self {
        let mut result = self.clone();
        result.union_with(other);
        result
    }

    /// Members of both.
    #[must_use]
    pub fn intersection(&self, other: &Self) -> Self {
        let mut result = self.clone();
        result.bits.intersect_with(&other.bits);
        result
    }

    /// Members that are not the other's.
    #[must_use]
    pub fn difference(&self, other: &Self) -> Self {
        let mut result = self.clone();
        result.bits.difference_with(&other.bits);
        result
    }
}

impl PartialEq for Alphabet {
    fn eq(&self, other: &Self) -> bool {
        self.is_subset(other) && other.is_subset(self)
    }
}

impl Eq for Alphabet {}

impl Hash for Alphabet {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.iter().for_each(|action| action.hash(state));
    }
}

impl fmt::Debug for Alphabet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.bits.ones()).finish()
    }
}

impl FromIterator<ActionId> for Alphabet {
    fn from_iter<I: IntoIterator<Item = ActionId>>(actions: I) -> Self {
        let mut result = Self::new();
        result.extend(actions);
        result
    }
}

impl Extend<ActionId> for Alphabet {
    fn extend<I: IntoIterator<Item = ActionId>>(&mut self, actions: I) {
        for action in actions {
            self.insert(action);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn set(members: &[usize]) -> Alphabet {
        members.iter().map(|&i| ActionId::of(i)).collect()
    }

    #[test]
    fn capacity_does_not_matter() {
        let mut grown = set(&[1, 200]);
        grown.remove(ActionId::of(200));
        assert_eq!(grown, set(&[1]));
        assert!(set(&[1]).is_subset(&grown) && grown.is_subset(&set(&[1, 2])));
        assert_eq!(set(&[1, 2, 300]).difference(&set(&[300])), set(&[1, 2]));
        assert_eq!(set(&[1]).union(&set(&[300])).len(), 2);
        assert!(set(&[1]).is_disjoint(&set(&[300])));
    }

    #[test]
    fn tau_is_never_a_member() {
        assert!(set(&[0]).is_empty());
    }
}

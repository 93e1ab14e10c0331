//! Bunches: what blocks have not yet been compared with separately.
//!
//! A bunch consists of *targets*, each the transitions of the bunch with one action into one block.
//! A bunch with one target is trivial: nothing is left to tell apart in it.

use super::tiered_partition::NONE;
use crate::automata::reduction::Partition;

/// All bunches, by number.
pub(super) struct Bunches {
    /// Transitions by bunch, action and target block; the inert ones together.
    targets: Partition,
    inert: Option<u32>,
    /// The bunch of each target, and the next target of the same bunch.
    bunch_of: Vec<u32>,
    next: Vec<u32>,
    /// The first target of each bunch.
    first: Vec<u32>,
    /// The bunches that may be non-trivial.
    non_trivial: Vec<u32>,
    /// Targets with marks.
    marked: Vec<u32>,
}

impl Bunches {
    /// What bunches of so many transitions take, in bytes.
    pub(super) fn bytes(transitions: usize) -> u64 {
        Partition::bytes(transitions, transitions) + (transitions * 3 * size_of::<u32>()) as u64
    }

    /// One bunch of so many transitions but the inert ones. `target` is a number above 0 for each
    /// pair of an action and a block, and 0 for inert transitions.
    pub(super) fn new(transitions: usize, target: impl Fn(u32) -> u64) -> Self {
        let mut known: Vec<u64> = (0..transitions as u32).map(&target).collect();
        known.sort_unstable();
        known.dedup();
        let number = |key: u64| known.partition_point(|&other| other < key) as u32;
        let keys: Vec<u32> = (0..transitions as u32).map(|t| number(target(t))).collect();
        let targets = Partition::new(&keys);
        let inert = (known.first() == Some(&0)).then_some(0);
        let all = inert.map_or(0, |inert| inert + 1)..targets.len() as u32;
        let next = (0..all.end).map(|set| if set + 1 < all.end { set + 1 } else { NONE });
        Self {
            inert,
            bunch_of: vec![0; targets.len()],
            next: next.collect(),
            first: vec![if all.is_empty() { NONE } else { all.start }],
            non_trivial: if all.is_empty() { Vec::new() } else { vec![0] },
            marked: Vec::new(),
            targets,
        }
    }

    /// Makes one of the smaller targets of a non-trivial bunch a bunch of its own: one with at most
    /// half the transitions.
    pub(super) fn separate_target(&mut self) -> Option<u32> {
        while let Some(&bunch) = self.non_trivial.last() {
            let one = self.first[bunch as usize];
            let other = self.next[one as usize];
            if other == NONE {
                self.non_trivial.pop();
                continue;
            }
            let size = |target| self.targets.elements(target).len();
            let taken = match size(one) <= size(other) {
                true => {
                    self.first[bunch as usize] = other;
                    one
                }
                false => {
                    self.next[one as usize] = self.next[other as usize];
                    other
                }
            };
            self.become_bunch(taken);
            return Some(taken);
        }
        None
    }

    fn become_bunch(&mut self, target: u32) {
        self.bunch_of[target as usize] = self.first.len() as u32;
        self.next[target as usize] = NONE;
        self.first.push(target);
    }

    /// The transitions of a target.
    pub(super) fn transitions(&self, target: u32) -> &[u32] {
        self.targets.elements(target)
    }

    /// Notes that a transition leads to another block than those of its target that are not marked.
    #[inline]
    pub(super) fn mark(&mut self, transition: u32) {
        let target = self.targets.set_of(transition);
        if self.targets.mark(transition) && self.targets.marked(target).len() == 1 {
            self.marked.push(target);
        }
    }

    /// Splits the targets with marks into what is marked and what is not.
    pub(super) fn split_marked(&mut self) {
        while let Some(target) = self.marked.pop() {
            let new = self.targets.split_off(target);
            if new == target {
                continue;
            }
            let bunch = self.bunch_of[target as usize];
            let first = self.first[bunch as usize];
            if self.next[first as usize] == NONE {
                self.non_trivial.push(bunch);
            }
            self.bunch_of.push(bunch);
            self.next.push(first);
            self.first[bunch as usize] = new;
        }
    }

    /// Makes the marked transitions, all of them inert before, a bunch of their own.
    pub(super) fn separate_severed(&mut self) {
        let Some(inert) = self.inert.filter(|_| self.marked.pop().is_some()) else { return };
        let new = self.targets.split_off(inert);
        if new == inert {
            self.inert = None;
        } else {
            self.bunch_of.push(NONE);
            self.next.push(NONE);
        }
        self.become_bunch(new);
    }
}

//! An abstraction of one process as a modal transition system (section 5 of the paper): classes of
//! states, *may* edges that some members have, and *must* edges that, in a sense, all have.
//!
//! There are two senses, one for each direction. Going forward, an edge is a must edge if every
//! member of its *target* has a predecessor in the source: whoever is reached with all members of
//! the source is then reached with all members of the target. Going backward, if every member of
//! its *source* has a successor in the target. Refinement (section 6) splits the class for which
//! that fails, into those members for which it is true and the others; so the two halves are never
//! empty.

use surmise_model::{ActionId, Lts, StateId, Stop};

use super::steps::turned_round;
use crate::automata::Partition;

/// In which direction labels are computed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Direction {
    Forward,
    Backward,
}

/// Whether an edge is a must edge, for both directions.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Must {
    pub(super) forward: bool,
    pub(super) backward: bool,
}

impl Must {
    pub(super) const ALWAYS: Self = Self { forward: true, backward: true };

    pub(super) fn both(self, other: Self) -> Self {
        Self { forward: self.forward && other.forward, backward: self.backward && other.backward }
    }

    pub(super) fn towards(self, direction: Direction) -> bool {
        match direction {
            Direction::Forward => self.forward,
            Direction::Backward => self.backward,
        }
    }
}

/// A may edge of a class.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct ModalEdge {
    pub(super) action: ActionId,
    pub(super) target: u32,
    pub(super) must: Must,
}

/// A process and classes of its states. The initial state is in class 0, always. As long as others
/// are there, too, nothing is known to be reached with all of them.
#[derive(Debug, Clone)]
pub(super) struct Modal {
    lts: Lts,
    incoming: Lts,
    /// Whether it has silent steps.
    is_silent: bool,
    partition: Partition,
    /// The edges of every class, by action and target.
    rows: Vec<Vec<ModalEdge>>,
    /// The actions of every class, and whether all members can do them.
    offers: Vec<Vec<(ActionId, bool)>>,
}

impl Modal {
    /// The trivial abstraction: the initial state, and all others. All states can be reached.
    pub(super) fn new(lts: Lts) -> Result<Self, Stop> {
        let keys: Vec<u32> = lts.states().map(|state| u32::from(state != lts.initial())).collect();
        Self::with_classes(lts, &keys)
    }

    /// All states in one class: the abstraction that multiplies nothing.
    pub(super) fn in_one_class(lts: Lts) -> Result<Self, Stop> {
        let keys = vec![0; lts.num_states()];
        Self::with_classes(lts, &keys)
    }

    /// The abstraction with these classes; that of the initial state is to have the least number.
    pub(super) fn with_classes(lts: Lts, classes: &[u32]) -> Result<Self, Stop> {
        let partition = Partition::new(classes);
        let incoming = turned_round(&lts)?;
        let count = partition.len();
        let is_silent = lts.transitions().any(|(_, edge)| edge.action.is_tau());
        let mut modal = Self {
            lts,
            incoming,
            is_silent,
            partition,
            rows: vec![Vec::new(); count],
            offers: vec![Vec::new(); count],
        };
        (0..count as u32).for_each(|class| modal.renew(class));
        Ok(modal)
    }

    /// The number of classes.
    pub(super) fn len(&self) -> usize {
        self.rows.len()
    }

    pub(super) fn lts(&self) -> &Lts {
        &self.lts
    }

    /// Whether it has silent steps.
    pub(super) fn is_silent(&self) -> bool {
        self.is_silent
    }

    /// The class of the initial state.
    pub(super) fn initial(&self) -> u32 {
        self.class_of(self.lts.initial())
    }

    /// Whether the initial state is alone in its class.
    pub(super) fn initial_is_alone(&self) -> bool {
        self.partition.elements(self.initial()).len() == 1
    }

    /// All others leave the class of the initial state.
    pub(super) fn separate_initial(&mut self) -> Result<Halves, Stop> {
        let (class, initial) = (self.initial(), self.lts.initial());
        let others: Vec<StateId> = self.members(class).filter(|&other| other != initial).collect();
        self.split(class, &others)
    }

    fn class_of(&self, state: StateId) -> u32 {
        self.partition.set_of(state.raw())
    }

    fn members(&self, class: u32) -> impl Iterator<Item = StateId> {
        self.partition.elements(class).iter().map(|&state| StateId::of(state as usize))
    }

    /// The edges of a class.
    pub(super) fn row(&self, class: u32) -> &[ModalEdge] {
        &self.rows[class as usize]
    }

    /// The edges of a class on one action.
    pub(super) fn edges_on(&self, class: u32, action: ActionId) -> &[ModalEdge] {
        let row = self.row(class);
        let start = row.partition_point(|edge| edge.action < action);
        let len = row[start..].partition_point(|edge| edge.action == action);
        &row[start..start + len]
    }

    /// Whether some member of a class can do an action and, if so, whether all can.
    pub(super) fn offer(&self, class: u32, action: ActionId) -> Option<bool> {
        let offers = &self.offers[class as usize];
        let place = offers.binary_search_by_key(&action, |&(action, _)| action).ok()?;
        Some(offers[place].1)
    }

    /// Computes the edges of a class from those of its members.
    fn renew(&mut self, class: u32) {
        // (action, target's class, end of the edge), once with the targets and once with the
        // sources.
        let (mut ends, mut starts) = (Vec::new(), Vec::new());
        let mut offers: Vec<(ActionId, StateId)> = Vec::new();
        for state in self.members(class) {
            for edge in self.lts.edges(state) {
                let target = self.class_of(edge.target);
                ends.push((edge.action, target, edge.target));
                starts.push((edge.action, target, state));
                offers.push((edge.action, state));
            }
        }
        let size = |class: u32| self.partition.elements(class).len();
        for list in [&mut ends, &mut starts] {
            list.sort_unstable();
            list.dedup();
        }
        let same =
            |l: &(ActionId, u32, StateId), r: &(ActionId, u32, StateId)| (l.0, l.1) == (r.0, r.1);
        let edges = ends.chunk_by(same).zip(starts.chunk_by(same)).map(|(ends, starts)| {
            let (action, target, _) = ends[0];
            let must =
                Must { forward: ends.len() == size(target), backward: starts.len() == size(class) };
            ModalEdge { action, target, must }
        });
        let row = edges.collect();
        offers.sort_unstable();
        offers.dedup();
        let offers = offers
            .chunk_by(|l, r| l.0 == r.0)
            .map(|chunk| (chunk[0].0, chunk.len() == size(class)))
            .collect();
        self.rows[class as usize] = row;
        self.offers[class as usize] = offers;
    }

    /// Splits the target of an edge that is no must edge going forward: the members with a
    /// predecessor in the source leave it.
    pub(super) fn split_target(
        &mut self,
        source: u32,
        action: ActionId,
        target: u32,
    ) -> Result<Halves, Stop> {
        let leaves = |state: &StateId| {
            let before = self.incoming.edges_on(*state, action);
            before.iter().any(|edge| self.class_of(edge.target) == source)
        };
        let leaving: Vec<StateId> = self.members(target).filter(leaves).collect();
        self.split(target, &leaving)
    }

    /// Splits the source of an edge that is no must edge going backward: the members with a
    /// successor in the target, or with any at all, leave it.
    pub(super) fn split_source(
        &mut self,
        source: u32,
        action: ActionId,
        target: Option<u32>,
    ) -> Result<Halves, Stop> {
        let leaves = |state: &StateId| {
            let after = self.lts.edges_on(*state, action);
            after.iter().any(|edge| target.is_none_or(|t| self.class_of(edge.target) == t))
        };
        let leaving: Vec<StateId> = self.members(source).filter(leaves).collect();
        self.split(source, &leaving)
    }

    /// Splits a class. The half with the initial state keeps the number.
    fn split(&mut self, class: u32, half: &[StateId]) -> Result<Halves, Stop> {
        let leaving: Vec<StateId> = match half.contains(&self.lts.initial()) {
            true => self.members(class).filter(|state| !half.contains(state)).collect(),
            false => half.to_vec(),
        };
        let staying = self.partition.elements(class).len() - leaving.len();
        if leaving.is_empty() || staying == 0 {
            return Err(Stop::internal("quotient: a split leaves a half empty"));
        }
        let mut before: Vec<u32> = self
            .members(class)
            .flat_map(|state| self.incoming.edges(state))
            .map(|edge| self.class_of(edge.target))
            .filter(|&other| other != class)
            .collect();
        before.sort_unstable();
        before.dedup();
        leaving.iter().for_each(|state| {
            self.partition.mark(state.raw());
        });
        let new = self.partition.split_off(class);
        self.rows.push(Vec::new());
        self.offers.push(Vec::new());
        debug_assert_eq!(new as usize + 1, self.rows.len(), "the abstraction has grown by one");
        before.iter().chain([&class, &new]).for_each(|&class| self.renew(class));
        Ok(Halves { old: class, new, before })
    }
}

/// A class that was split.
#[derive(Debug)]
pub(super) struct Halves {
    /// The half that keeps the number.
    pub(super) old: u32,
    /// The half that left.
    pub(super) new: u32,
    /// The other classes with edges into them. Their edges have changed, too.
    pub(super) before: Vec<u32>,
}

//! Lower labels of places, in one direction: what is known for sure of all members of a place, kept
//! while the abstraction is refined.
//!
//! Lower labels are a fixed point over must edges. When a class is split, both halves keep the
//! label they had: what is true of all members stays true of some. So lower labels only ever grow,
//! and get sharper than those computed from the start with the last abstraction (section 6 of the
//! paper).
//!
//! Upper labels, a fixed point over may edges, are computed when somebody wants to know the
//! equivalence before the end, and never to choose what to refine: as long as a may edge from a
//! label leads out of the label at its other end, the bounds differ. If there is none, they
//! coincide.

use std::cmp::Reverse;
use std::collections::{BinaryHeap, VecDeque};
use std::rc::Rc;

use fixedbitset::FixedBitSet;
use surmise_model::{Context, Lts, Stop};

use super::classes::Classes;
use super::exact;
use super::modal::Direction;
use super::places::{Changes, ERROR, PlaceEdge, Places};
use super::sets::{
    StateSets, all_states, contains, insert, is_empty, is_subset, states, subtract, unite,
    words_for,
};
use super::steps::Steps;
use crate::automata::Pace;

/// The lower labels in one direction.
#[derive(Debug, Clone)]
pub(super) struct Bounds {
    direction: Direction,
    /// The initial state of N.
    initial: usize,
    steps: Rc<Steps>,
    labels: StateSets,
    /// How many must edges away the initial state, or π, is: what the paper calls the distance. As
    /// found; halves of a place keep it.
    distance: Vec<u32>,
    /// Places to be looked at, each once: the label or the edges have changed, or going backward a
    /// label that an edge leads to.
    waiting: VecDeque<u32>,
    is_waiting: FixedBitSet,
    /// Places from which an edge may lead out of a label, with the distance of that edge or less.
    open: BinaryHeap<Reverse<(u32, u32)>>,
    /// The label of π, going backward.
    everything: Vec<usize>,
    /// Room for a set that a step leads to, and for what is new of it.
    image: Vec<usize>,
    new: Vec<usize>,
    /// Whether the labels show that M ‖ N violates P.
    violated: bool,
}

impl Bounds {
    /// Nothing is known but where it starts.
    pub(super) fn new(
        direction: Direction,
        process: &Lts,
        places: &Places<'_>,
        context: &Context<'_>,
    ) -> Result<Self, Stop> {
        announce(places.len(), process.num_states(), context)?;
        let steps = match direction {
            Direction::Forward => Steps::forward(process, &places.alphabet()),
            Direction::Backward => Steps::backward(process, &places.alphabet()),
        };
        let states = process.num_states();
        let mut bounds = Self {
            direction,
            initial: process.initial().index(),
            steps: Rc::new(steps),
            labels: StateSets::new(places.len(), states),
            distance: vec![u32::MAX; places.len()],
            waiting: VecDeque::new(),
            is_waiting: FixedBitSet::with_capacity(places.len()),
            open: BinaryHeap::new(),
            everything: all_states(states),
            image: vec![0; words_for(states)],
            new: vec![0; words_for(states)],
            violated: false,
        };
        match direction {
            Direction::Forward if places.initial_is_alone() => bounds.begin(),
            Direction::Forward => {}
            Direction::Backward => (0..places.len() as u32).for_each(|p| bounds.wait_for(p)),
        }
        Ok(bounds)
    }

    /// Going forward: the initial state of N is met beside that of M ‖ P, which is alone in the
    /// first place.
    fn begin(&mut self) {
        self.image.fill(0);
        insert(&mut self.image, self.initial);
        self.distance[0] = 0;
        self.absorb(0);
        self.wait_for(0);
    }

    /// Takes note that labels are about to be copied.
    pub(super) fn announce_copy(&self, context: &Context<'_>) -> Result<(), Stop> {
        announce(self.distance.len(), self.steps.num_states(), context)
    }

    /// The lower label of a place.
    pub(super) fn label(&self, place: u32) -> &[usize] {
        self.labels.get(place as usize)
    }

    /// Whether the labels show that M ‖ N violates P: a member of a place is reached and does what
    /// P forbids, or an error follows from the initial state.
    pub(super) fn show_violation(&self) -> bool {
        self.violated
    }

    fn wait_for(&mut self, place: u32) {
        if !self.is_waiting.put(place as usize) {
            self.waiting.push_back(place);
        }
    }

    /// Adds the image to a label, and what N reaches from there alone. Tells whether it has grown.
    fn absorb(&mut self, place: u32) -> bool {
        let label = self.labels.get_mut(place as usize);
        if is_subset(&self.image, label) {
            return false;
        }
        self.new.copy_from_slice(&self.image);
        subtract(&mut self.new, label);
        self.steps.close(&mut self.new, label);
        unite(label, &self.new);
        true
    }

    /// Takes note of a split: halves have the same label, and edges have changed.
    pub(super) fn split(&mut self, changes: &Changes, context: &Context<'_>) -> Result<(), Stop> {
        let distances = changes.doubled.len() * 2 * size_of::<u32>();
        context.reserve(self.labels.bytes_for_more(changes.doubled.len()) + distances as u64)?;
        for &(new, old) in &changes.doubled {
            debug_assert_eq!(new as usize, self.distance.len(), "places are numbered in order");
            self.labels.push_copy(old as usize);
            self.distance.push(self.distance[old as usize]);
        }
        self.is_waiting.grow(self.distance.len());
        let begins = self.direction == Direction::Forward && self.distance[0] != 0;
        if begins && changes.initial_is_alone {
            self.begin();
        }
        changes.rows.iter().for_each(|&place| self.wait_for(place));
        Ok(())
    }

    /// Follows must edges until nothing grows. If that is stopped, labels are still right, if
    /// small.
    pub(super) fn propagate(
        &mut self,
        places: &Places<'_>,
        context: &Context<'_>,
    ) -> Result<(), Stop> {
        let mut pace = Pace::new(context);
        let words = self.everything.len() + 1;
        while let Some(place) = self.waiting.pop_front() {
            self.is_waiting.remove(place as usize);
            if !places.is_there(place) {
                continue;
            }
            match self.direction {
                Direction::Forward => self.hand_on(place, places),
                Direction::Backward => self.gather(place, places),
            }
            if let Err(stop) = pace.spend((places.row(place).len() + 1) * words) {
                self.wait_for(place);
                return Err(stop);
            }
        }
        Ok(())
    }

    /// Going forward: what is new in a label is handed on to the places that must edges lead to.
    fn hand_on(&mut self, place: u32, places: &Places<'_>) {
        if is_empty(self.label(place)) {
            return;
        }
        let distance = self.distance[place as usize];
        for same in places.row(place).chunk_by(|l, r| l.action == r.action) {
            let (action, label) = (same[0].action, self.labels.get(place as usize));
            if same.iter().any(|edge| edge.target == ERROR) {
                // Every member is reached beside the label, and one can do that.
                self.violated |= self.steps.is_possible(action, label);
            }
            if !same.iter().any(|edge| edge.must.forward) {
                continue;
            }
            self.steps.image(action, label, &mut self.image);
            for edge in same.iter().filter(|edge| edge.must.forward && edge.target != ERROR) {
                if self.absorb(edge.target) {
                    let known = &mut self.distance[edge.target as usize];
                    *known = (*known).min(distance + 1);
                    self.wait_for(edge.target);
                }
            }
        }
        self.open.push(Reverse((distance, place)));
    }

    /// Going backward: a label gets what the labels allow that must edges lead to.
    fn gather(&mut self, place: u32, places: &Places<'_>) {
        let mut grown = false;
        let mut nearest = u32::MAX;
        for edge in places.row(place) {
            let (_, distance) = self.end(edge);
            nearest = nearest.min(distance);
            if edge.must.backward && distance != u32::MAX {
                let label = match edge.target {
                    ERROR => &self.everything,
                    target => self.labels.get(target as usize),
                };
                self.steps.image(edge.action, label, &mut self.image);
                if self.absorb(place) {
                    let known = &mut self.distance[place as usize];
                    *known = (*known).min(distance + 1);
                    grown = true;
                }
            }
        }
        if grown {
            self.violated |= place == 0 && contains(self.label(0), self.initial);
            places.before(place).iter().for_each(|&before| self.wait_for(before));
        }
        if nearest != u32::MAX {
            self.open.push(Reverse((nearest, place)));
        }
    }

    /// The label at the end of an edge, and its distance from π.
    fn end(&self, edge: &PlaceEdge) -> (&[usize], u32) {
        match edge.target {
            ERROR => (&self.everything, 0),
            target => (self.label(target), self.distance[target as usize]),
        }
    }

    /// An edge that leads out of a label and is no must edge, of these the nearest: from the
    /// initial state its beginning, from π its end. If there is none, lower and upper labels are
    /// the same.
    pub(super) fn nearest(
        &mut self,
        places: &Places<'_>,
        context: &Context<'_>,
    ) -> Result<Option<(u32, PlaceEdge)>, Stop> {
        let mut pace = Pace::new(context);
        while let Some(Reverse((least, place))) = self.open.pop() {
            if !places.is_there(place) {
                continue;
            }
            pace.spend(places.row(place).len() + 1)?;
            let found = places
                .row(place)
                .iter()
                .filter_map(|edge| Some((self.leads_out(place, edge)?, edge)))
                .min_by_key(|&(distance, _)| distance);
            match found {
                None => {}
                Some((distance, &edge)) => {
                    self.open.push(Reverse((distance, place)));
                    if distance <= least {
                        return Ok(Some((place, edge)));
                    }
                }
            }
        }
        Ok(None)
    }

    /// The distance of a may edge, if it is no must edge and there is something at its one end that
    /// the label at the other does not account for.
    fn leads_out(&self, place: u32, edge: &PlaceEdge) -> Option<u32> {
        if edge.must.towards(self.direction) {
            return None;
        }
        let label = self.label(place);
        let (from, to, distance) = match self.direction {
            Direction::Forward if edge.target == ERROR => return None,
            Direction::Forward => (label, self.label(edge.target), self.distance[place as usize]),
            Direction::Backward => {
                let (end, distance) = self.end(edge);
                (end, label, distance)
            }
        };
        (!self.steps.stays_within(edge.action, from, to)).then_some(distance)
    }

    /// The states of N that are one as far as labels tell. Those between the bounds stay alone; if
    /// the bounds are known to coincide there are none.
    pub(super) fn classes(
        &self,
        places: &mut Places<'_>,
        process: &Lts,
        coincide: bool,
        context: &Context<'_>,
    ) -> Result<Classes, Stop> {
        let mut alone = FixedBitSet::with_capacity(process.num_states());
        if coincide {
            places.sweep(context)?;
        } else {
            let (may, there) = places.may(context)?;
            let upper = match self.direction {
                Direction::Forward => exact::forward_labels(&may, process, context)?,
                Direction::Backward => exact::backward_labels(&may, process, context)?,
            };
            for (upper, place) in upper.labels.iter().zip(there) {
                let lower = self.label(place);
                alone.extend(states(upper).filter(|&state| !contains(lower, state)));
            }
        }
        Classes::by_labels(&alone, places.iter().map(|place| self.label(place)), context)
    }

    /// The same for a coarser quotient of N: a class is in a label if one of its members was.
    pub(super) fn rebased(
        &self,
        (before, after): (&Classes, &Classes),
        process: &Lts,
        places: &Places<'_>,
        context: &Context<'_>,
    ) -> Result<Self, Stop> {
        let mut pace = Pace::new(context);
        let mut rebased = Self::new(self.direction, process, places, context)?;
        for place in places.iter() {
            pace.spend(before.of.len() + 1)?;
            let old = self.label(place);
            rebased.image.fill(0);
            for (&old_class, &new_class) in before.of.iter().zip(&after.of) {
                if contains(old, old_class as usize) {
                    insert(&mut rebased.image, new_class as usize);
                }
            }
            rebased.absorb(place);
        }
        rebased.distance.copy_from_slice(&self.distance);
        rebased.violated = self.violated;
        Ok(rebased)
    }
}

/// Announces labels for so many places.
fn announce(places: usize, states: usize, context: &Context<'_>) -> Result<(), Stop> {
    let others = places * 2 * size_of::<u32>();
    context.reserve(StateSets::bytes(places, states) + others as u64)
}

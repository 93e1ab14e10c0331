//! The smaller half of a split, found in time of the smaller half.
//!
//! A block splits into the states from which inert steps lead to a transition of a slice, and the
//! rest. Both halves can be found from their own ends: the first from the sources of the slice
//! backwards along inert transitions; the second from the bottom states without a transition in the
//! slice, adding a state once all its inert transitions lead to states added before and it has none
//! in the slice itself. Nobody knows which half is smaller. So two searches take turns, a
//! transition each; the first to end wins, and one that has found more than half of the block gives
//! up.

use std::ops::Range;

use surmise_model::Stop;

use super::slices::Slices;
use super::tiered_partition::TieredPartition;
use crate::automata::limits::Pace;
use crate::automata::reduction::{Graph, Transposed};

/// What inert transitions look like from their ends.
pub(super) struct Inert {
    /// How many inert transitions each state has.
    pub(super) outgoing: Vec<u32>,
    /// Where τ comes from that was inert in the beginning, by target.
    sources: Transposed<u32>,
}

impl Inert {
    /// The inert transitions in the beginning: all τ between states of one block, or none at all.
    pub(super) fn new(graph: &Graph, block_of: &[u32], any: bool) -> Self {
        let states = graph.num_states();
        let silent = |state: u32| {
            let silent =
                graph.row(state).iter().take_while(move |edge| any && edge.action.is_tau());
            let block = block_of[state as usize];
            silent.map(|edge| edge.target.raw()).filter(move |&to| block_of[to as usize] == block)
        };
        let outgoing = (0..states as u32).map(|state| silent(state).count() as u32).collect();
        let by_target = || {
            (0..states as u32).flat_map(|state| silent(state).map(move |target| (target, state)))
        };
        Self { outgoing, sources: Transposed::new(states, by_target) }
    }
}

/// Which half of a split.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Half {
    /// Inert steps lead to a transition of the slice.
    Reaching,
    /// They do not.
    Rest,
}

/// What is to be split by what.
pub(super) struct Splitting<'a> {
    pub(super) graph: &'a Graph,
    pub(super) sources: &'a [u32],
    pub(super) inert: &'a Inert,
    pub(super) blocks: &'a TieredPartition,
    pub(super) slices: &'a Slices,
    pub(super) block: u32,
    pub(super) slice: u32,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Status {
    Unknown,
    /// A bottom state with a transition in the slice.
    Marked,
    Reaching,
    Rest,
    /// Some inert transitions lead to the rest.
    Candidate,
}

/// Room for the two searches, used again and again.
pub(super) struct Lockstep {
    status: Vec<Status>,
    /// For a candidate: how many of its inert transitions may lead to reaching states.
    untested: Vec<u32>,
    marked: Vec<u32>,
    candidates: Vec<u32>,
    reaching: Search,
    rest: Search,
}

/// The states that a search has found, and where it stands.
#[derive(Default)]
struct Search {
    found: Vec<u32>,
    /// How much of what it begins with it has seen.
    begun: usize,
    /// How many of those found it has expanded, and what is left of the next one.
    expanded: usize,
    incoming: Range<u32>,
    /// The candidate whose transitions are being looked at, and which of them are left.
    tested: Option<(u32, Range<u32>)>,
}

impl Search {
    fn clear(&mut self) {
        self.found.clear();
        *self = Self { found: std::mem::take(&mut self.found), ..Self::default() };
    }
}

impl Lockstep {
    /// What searches in so many states take, in bytes.
    pub(super) fn bytes(states: usize) -> u64 {
        (states * (size_of::<Status>() + 4 * size_of::<u32>())) as u64
    }

    pub(super) fn new(states: usize) -> Self {
        Self {
            status: vec![Status::Unknown; states],
            untested: vec![0; states],
            marked: Vec::new(),
            candidates: Vec::new(),
            reaching: Search::default(),
            rest: Search::default(),
        }
    }

    /// Marks a bottom state that has a transition in the slice to come.
    #[inline]
    pub(super) fn mark(&mut self, bottom: u32) {
        if self.status[bottom as usize] == Status::Unknown {
            self.status[bottom as usize] = Status::Marked;
            self.marked.push(bottom);
        }
    }

    /// How many bottom states are marked.
    pub(super) fn num_marked(&self) -> usize {
        self.marked.len()
    }

    /// Removes all marks.
    pub(super) fn clear(&mut self) {
        for list in [&self.marked, &self.candidates, &self.reaching.found, &self.rest.found] {
            for &state in list {
                self.status[state as usize] = Status::Unknown;
            }
        }
        self.marked.clear();
        self.candidates.clear();
        self.reaching.clear();
        self.rest.clear();
    }

    /// Which half of a block is smaller, and its states. All bottom states of the block with a
    /// transition in the slice are marked, and not all bottom states are; that is forgotten.
    pub(super) fn smaller_half(
        &mut self,
        question: &Splitting<'_>,
        smaller: &mut Vec<u32>,
        pace: &mut Pace<'_>,
    ) -> Result<Half, Stop> {
        let half = question.blocks.size(question.block) / 2;
        smaller.clear();
        let winner = loop {
            pace.spend(2)?;
            let gave_up = |search: &Search| search.found.len() > half;
            assert!(!gave_up(&self.reaching) || !gave_up(&self.rest), "the halves are disjoint");
            if self.reaching.found.len() <= half && self.step_reaching(question) {
                break Half::Reaching;
            }
            if self.rest.found.len() <= half && self.step_rest(question) {
                break Half::Rest;
            }
        };
        let found = match winner {
            Half::Reaching => &self.reaching.found,
            Half::Rest => &self.rest.found,
        };
        debug_assert!(!found.is_empty() && found.len() <= half, "progress: a block splits");
        smaller.extend_from_slice(found);
        self.clear();
        Ok(winner)
    }

    /// One step of the search for the reaching states; tells whether it is at its end.
    fn step_reaching(&mut self, question: &Splitting<'_>) -> bool {
        let search = &mut self.reaching;
        let next = if let Some(&transition) =
            question.slices.transitions(question.slice).get(search.begun)
        {
            search.begun += 1;
            question.sources[transition as usize]
        } else if let Some(incoming) = search.incoming.next() {
            question.inert.sources.value(incoming)
        } else if let Some(&state) = search.found.get(search.expanded) {
            search.expanded += 1;
            search.incoming = question.inert.sources.range(state);
            return false;
        } else {
            return true;
        };
        let status = &mut self.status[next as usize];
        if *status != Status::Reaching && question.blocks.set_of(next) == question.block {
            debug_assert!(*status != Status::Rest, "no state is in both halves");
            *status = Status::Reaching;
            search.found.push(next);
        }
        false
    }

    /// One step of the search for the rest; tells whether it is at its end.
    fn step_rest(&mut self, question: &Splitting<'_>) -> bool {
        let search = &mut self.rest;
        if let Some((state, transitions)) = &mut search.tested {
            match transitions.next() {
                // It has a transition in the slice. All its inert ones lead to the rest: it is
                // going to be a new bottom state, which happens but once.
                Some(transition) if question.slices.slice_of(transition) == question.slice => {
                    search.tested = None;
                }
                Some(_) => {}
                None => {
                    self.status[*state as usize] = Status::Rest;
                    search.found.push(*state);
                    search.tested = None;
                }
            }
        } else if let Some(&bottom) = question.blocks.front(question.block).get(search.begun) {
            search.begun += 1;
            // The other search may have been at marked states, and at no other bottom states.
            if self.status[bottom as usize] == Status::Unknown {
                self.status[bottom as usize] = Status::Rest;
                search.found.push(bottom);
            }
        } else if let Some(incoming) = search.incoming.next() {
            let source = question.inert.sources.value(incoming);
            let status = &mut self.status[source as usize];
            if *status == Status::Reaching || question.blocks.set_of(source) != question.block {
                return false;
            }
            if *status == Status::Unknown {
                *status = Status::Candidate;
                self.candidates.push(source);
                self.untested[source as usize] = question.inert.outgoing[source as usize];
            }
            self.untested[source as usize] -= 1;
            if self.untested[source as usize] == 0 {
                search.tested = Some((source, question.graph.range(source)));
            }
        } else if let Some(&state) = search.found.get(search.expanded) {
            search.expanded += 1;
            search.incoming = question.inert.sources.range(state);
        } else {
            return true;
        }
        false
    }
}

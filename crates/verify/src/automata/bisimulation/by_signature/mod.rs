//! Partition refinement by signatures, for strong and for branching bisimulation.
//!
//! The *signature* of a state is the set of pairs (action, block) it can reach in one step; for
//! branching bisimulation, in one step after any number of inert ones, where a step is inert if it
//! is a τ inside a block, and without the inert steps themselves (Blom and Orzan, "Distributed
//! state space minimization", STTT 7, 2005). Blocks are split by signature until each has one.
//!
//! Rounds over all states would take as many rounds as the longest chain. Instead, as Jacobs and
//! Wißmann do ("Fast coalgebraic bisimilarity minimization", POPL 2023), only *dirty* states are
//! looked at, those whose signature may have changed; a block is split into all its signatures at
//! once, and the largest piece keeps its number, so that a state changes its block at most log n
//! times. A state with many transitions is looked at as a whole whenever one of them changes, and
//! under branching bisimulation all that leads to a dirty state by inert steps is dirty as well: a
//! long line of τ that loses its abilities one by one takes quadratic time. So there is a budget of
//! work, and whoever wants a bound refines what is found within it [by bunches](super::by_bunch).
//!
//! Invariant: all clean states of a block have the same signature with respect to the present
//! partition. No two states of different blocks are bisimilar.
//!
//! For branching bisimulation the graph must have no τ-cycle inside a colour, and such τ must lead
//! to smaller numbers, as [`contract`](super::silent_components::contract) sees to: in ascending
//! order, inert successors come first.

mod signatures;

use std::collections::VecDeque;
use std::ops::Range;

use signatures::Signatures;
use surmise_model::{Context, Stop};

use crate::automata::limits::Pace;
use crate::automata::reduction::{Graph, Incoming, Partition};

/// A partition in which bisimilar states are in one block.
pub(super) enum Refined {
    /// States of one block are bisimilar.
    Stable(Vec<u32>),
    /// The budget came to its end.
    Unfinished(Vec<u32>),
}

/// The coarsest partition of the states in which states of one block have the same colour and the
/// same signature, or what can be found of it with so much work, a transition of a state or of a
/// signature being a unit. `branching` says which signature.
pub(super) fn refine(
    graph: &Graph,
    branching: bool,
    budget: usize,
    context: &Context<'_>,
) -> Result<Refined, Stop> {
    let states = graph.num_states();
    context.reserve(Partition::bytes(states, states) + (states * 12) as u64)?;
    let incoming = graph.incoming(context)?;
    let mut refinement = Refinement {
        graph,
        incoming: &incoming,
        branching,
        partition: Partition::new(graph.colours()),
        waiting: VecDeque::new(),
        signatures: Signatures::default(),
        index_of: vec![0; states],
        marking: Vec::new(),
        list: Vec::new(),
        context: *context,
        pace: Pace::new(context),
        budget,
    };
    for state in 0..states as u32 {
        refinement.mark_dirty(state)?;
    }
    while let Some(block) = refinement.waiting.pop_front() {
        if !refinement.split(block)? {
            return Ok(Refined::Unfinished(refinement.partition.into_sets()));
        }
    }
    Ok(Refined::Stable(refinement.partition.into_sets()))
}

struct Refinement<'a> {
    graph: &'a Graph,
    incoming: &'a Incoming,
    branching: bool,
    /// The blocks; the dirty states are marked.
    partition: Partition,
    /// The blocks with dirty states, each once.
    waiting: VecDeque<u32>,
    signatures: Signatures,
    /// Which of the `signatures` belongs to a state, if it is dirty and was looked at.
    index_of: Vec<u32>,
    /// Room for lists of states, empty between calls.
    marking: Vec<u32>,
    list: Vec<u32>,
    context: Context<'a>,
    pace: Pace<'a>,
    /// How much work may still be done.
    budget: usize,
}

impl Refinement<'_> {
    /// Reports so many units of work.
    fn spend(&mut self, work: usize) -> Result<(), Stop> {
        self.budget = self.budget.saturating_sub(work);
        self.pace.spend(work)
    }

    /// Marks a state as dirty, and with it those whose signature includes its own.
    fn mark_dirty(&mut self, state: u32) -> Result<(), Stop> {
        self.marking.push(state);
        while let Some(state) = self.marking.pop() {
            let block = self.partition.set_of(state);
            if !self.partition.mark(state) {
                continue;
            }
            if self.partition.marked(block).len() == 1 {
                self.waiting.push_back(block);
            }
            if !self.branching {
                continue;
            }
            let incoming = self.incoming.to(state);
            self.spend(incoming.len())?;
            for &transition in incoming {
                let source = self.incoming.source(transition);
                let silent = self.graph.edges()[transition as usize].action.is_tau();
                if silent && self.partition.set_of(source) == block {
                    self.marking.push(source);
                }
            }
        }
        Ok(())
    }

    /// Splits a block by the signatures of its states, and leaves its pieces clean but for what the
    /// split itself changes. Tells whether it did, or stopped because the budget has come to its
    /// end.
    fn split(&mut self, block: u32) -> Result<bool, Stop> {
        if self.partition.elements(block).len() == 1 {
            self.partition.unmark(block);
            return Ok(true);
        }
        self.compute_signatures(block)?;
        if self.budget == 0 {
            return Ok(false);
        }
        let clean = self.partition.unmarked(block).len();
        let sizes = self.signatures.group(clean);
        self.partition.arrange_marked(block, self.signatures.states());
        let largest = (0..sizes.len()).rev().max_by_key(|&piece| sizes[piece]);
        let new = self.partition.cut(block, &sizes, largest.unwrap_or(0));
        self.mark_affected(new)?;
        Ok(true)
    }

    /// Computes the signatures of the dirty states of a block, after that of the clean ones if
    /// there are any, unless the budget comes to its end.
    fn compute_signatures(&mut self, block: u32) -> Result<(), Stop> {
        self.signatures.clear();
        if let Some(&clean) = self.partition.unmarked(block).first() {
            // All clean states have one signature. It is at hand at a state without inert steps;
            // the way there is through clean states, since dirt spreads against inert steps.
            let mut state = clean;
            while let Some(next) = self.inert_successor(state, block) {
                debug_assert!(!self.partition.is_marked(next));
                self.spend(1)?;
                state = next;
            }
            self.compute_signature(state, block)?;
        }
        let mut dirty = std::mem::take(&mut self.list);
        dirty.extend_from_slice(self.partition.marked(block));
        if self.branching {
            dirty.sort_unstable();
        }
        for &state in &dirty {
            if self.budget == 0 {
                break;
            }
            self.index_of[state as usize] = self.signatures.len() as u32;
            self.compute_signature(state, block)?;
        }
        dirty.clear();
        self.list = dirty;
        Ok(())
    }

    /// Computes the signature of a state, those of its inert successors being known.
    fn compute_signature(&mut self, state: u32, block: u32) -> Result<(), Stop> {
        let row = self.graph.row(state);
        self.spend(row.len() + 1)?;
        self.signatures.begin(state, row.len(), &self.context)?;
        for edge in row {
            let target = edge.target.raw();
            let target_block = self.partition.set_of(target);
            if self.branching && edge.action.is_tau() && target_block == block {
                let index = match self.partition.is_marked(target) {
                    true => self.index_of[target as usize] as usize,
                    false => 0,
                };
                self.signatures.include(index);
            } else {
                self.signatures.add(edge.action, target_block);
            }
        }
        let pairs = self.signatures.finish(&self.context)?;
        self.spend(pairs)
    }

    /// A state of the block that an inert step leads to.
    fn inert_successor(&self, state: u32, block: u32) -> Option<u32> {
        if !self.branching {
            return None;
        }
        let silent = self.graph.row(state).iter().take_while(|edge| edge.action.is_tau());
        let mut targets = silent.map(|edge| edge.target.raw());
        targets.find(|&target| self.partition.set_of(target) == block)
    }

    /// Marks the states whose signatures may change because the states of these blocks have moved:
    /// their predecessors, and among themselves those that left the target of an inert step behind.
    fn mark_affected(&mut self, new: Range<u32>) -> Result<(), Stop> {
        let mut moved = std::mem::take(&mut self.list);
        for block in new {
            moved.extend_from_slice(self.partition.elements(block));
        }
        for &state in &moved {
            let incoming = self.incoming.to(state);
            self.spend(incoming.len() + 1)?;
            for &transition in incoming {
                self.mark_dirty(self.incoming.source(transition))?;
            }
            let block = self.partition.set_of(state);
            let mut silent = self.graph.row(state).iter().take_while(|edge| edge.action.is_tau());
            let leaves = |target| self.partition.set_of(target) != block;
            if self.branching && silent.any(|edge| leaves(edge.target.raw())) {
                self.mark_dirty(state)?;
            }
        }
        moved.clear();
        self.list = moved;
        Ok(())
    }
}

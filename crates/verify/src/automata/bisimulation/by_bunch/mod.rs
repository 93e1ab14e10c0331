//! Partition refinement for strong and for branching bisimulation in O(m log n), for n states and m
//! transitions.
//!
//! The algorithm of Jansen, Groote, Keiren and Wijs ("An O(m log n) algorithm for branching
//! bisimilarity on labelled transition systems", TACAS 2020). States are partitioned into *blocks*,
//! transitions into [bunches], and those of a bunch that start in one block are a
//! [slice](slices). A τ inside a block is *inert* and in no bunch. A state without inert
//! transitions is a *bottom state* of its block.
//!
//! Invariant: bisimilar states are in one block. Before a bunch is divided, all slices are
//! *stable*: every bottom state of the block has a transition in the slice, so that every state of
//! the block has one after inert steps. When every bunch has a single action and target block, the
//! blocks are the classes of bisimilarity.
//!
//! One round takes a small part of a bunch, one action into one block with at most half the
//! transitions, and makes it a bunch of its own. Each block with transitions in both is split by
//! whether inert steps lead to the one, then by whether they lead to the other. A split may cut
//! inert transitions; they become a bunch, and some of their sources new bottom states. What
//! reaches these transitions becomes a block of its own whose bottom states are all new, and none
//! of whose slices is known to be stable.
//!
//! Why that takes O(m log n): a transition is in the part taken at most 2 log n times. A state is
//! in the [smaller half](lockstep) of a split at most log n times, and only then its transitions
//! are touched. A state becomes a bottom state once, and its transitions are then looked at once
//! for each slice they are in. Inert transitions are cut once.
//!
//! A departure from the paper: a bunch may contain some of the transitions with one action into one
//! block, and another bunch the others. Nothing depends on them being together.
//!
//! For branching bisimulation the graph must have no cycle of τ inside a colour, which
//! [`contract`](super::silent_components::contract) sees to. For strong bisimulation no transition
//! is inert, and all states are bottom states.

mod bunches;
mod counts;
mod lockstep;
mod slices;
mod tiered_partition;

use bunches::Bunches;
use counts::Counts;
use lockstep::{Half, Inert, Lockstep, Splitting};
use slices::Slices;
use surmise_model::{Context, Stop};
use tiered_partition::TieredPartition;

use crate::automata::limits::Pace;
use crate::automata::reduction::{Graph, Incoming};

/// The classes of bisimilarity, as a refinement of a partition in which bisimilar states are in one
/// block, and states of one block have one colour. `branching` says which bisimulation.
pub(super) fn refine(
    graph: &Graph,
    block_of: Vec<u32>,
    branching: bool,
    context: &Context<'_>,
) -> Result<Vec<u32>, Stop> {
    let (states, transitions) = (graph.num_states(), graph.edges().len());
    context.reserve(
        TieredPartition::bytes(states)
            + Slices::bytes(transitions, states)
            + Bunches::bytes(transitions)
            + Counts::bytes(transitions, states)
            + Lockstep::bytes(states)
            + (transitions * 16 + states * 12) as u64,
    )?;
    let mut refinement = Refinement::new(graph, block_of, branching, context)?;
    refinement.settle()?;
    while let Some(target) = refinement.bunches.separate_target() {
        refinement.stabilise_for(target)?;
        refinement.settle()?;
    }
    Ok(refinement.blocks.into_sets())
}

struct Refinement<'a> {
    graph: &'a Graph,
    incoming: Incoming,
    inert: Inert,
    /// The bottom states are in front.
    blocks: TieredPartition,
    slices: Slices,
    bunches: Bunches,
    counts: Counts,
    lockstep: Lockstep,
    pace: Pace<'a>,
    /// Room for lists, empty between calls.
    sources: Vec<u32>,
    pairs: Vec<(u32, u32)>,
    moved: Vec<u32>,
    severed: Vec<u32>,
    new_bottom: Vec<u32>,
}

/// A block after a split.
struct Split {
    reaching: u32,
    rest: u32,
    /// The slice of the transitions from `reaching` to `rest` that were inert.
    severed: Option<u32>,
    /// How many bottom states of `reaching` are new.
    new_bottom: usize,
    /// What each half has of the slice that was watched.
    watched: Watched,
}

#[derive(Clone, Copy)]
struct Watched {
    reaching: Option<u32>,
    rest: Option<u32>,
}

impl<'a> Refinement<'a> {
    /// The given blocks, and one bunch. All slices are in doubt.
    fn new(
        graph: &'a Graph,
        block_of: Vec<u32>,
        branching: bool,
        context: &Context<'a>,
    ) -> Result<Self, Stop> {
        let (states, transitions) = (graph.num_states(), graph.edges().len());
        let incoming = graph.incoming(context)?;
        let inert = Inert::new(graph, &block_of, branching);
        let num_blocks = block_of.iter().max().map_or(0, |&block| block as usize + 1);
        let is_bottom = |state: u32| inert.outgoing[state as usize] == 0;
        let source = |transition: u32| incoming.source(transition);
        let target = |transition: u32| graph.edges()[transition as usize].target.raw();
        let block = |state: u32| block_of[state as usize];
        let action = |transition: u32| graph.edges()[transition as usize].action;
        let is_inert = |transition: u32| {
            let same_block = block(source(transition)) == block(target(transition));
            branching && action(transition).is_tau() && same_block
        };
        let slices = Slices::new(
            transitions,
            num_blocks,
            |transition| (!is_inert(transition)).then(|| block(source(transition))),
            |transition| is_bottom(source(transition)),
        );
        let by_target = |transition: u32| match is_inert(transition) {
            true => 0,
            false => {
                1 + (u64::from(action(transition).raw()) << 32
                    | u64::from(block(target(transition))))
            }
        };
        let bunches = Bunches::new(transitions, by_target);
        let counts = Counts::new(incoming.sources(), states, |transition| !is_inert(transition));
        let blocks = TieredPartition::new(block_of, num_blocks, is_bottom);
        Ok(Self {
            graph,
            incoming,
            inert,
            blocks,
            slices,
            bunches,
            counts,
            lockstep: Lockstep::new(states),
            pace: Pace::new(context),
            sources: Vec::new(),
            pairs: Vec::new(),
            moved: Vec::new(),
            severed: Vec::new(),
            new_bottom: Vec::new(),
        })
    }

    /// Splits the blocks with transitions both in a new bunch, given by its only target, and in
    /// what remains of the old one.
    fn stabilise_for(&mut self, target: u32) -> Result<(), Stop> {
        let mut sources = std::mem::take(&mut self.sources);
        let mut pairs = std::mem::take(&mut self.pairs);
        for &transition in self.bunches.transitions(target) {
            let source = self.incoming.source(transition);
            // A block of one state never splits: its slices are stable, however coarse.
            if self.blocks.size(self.blocks.set_of(source)) == 1 {
                continue;
            }
            self.slices.carve(transition);
            if self.counts.separate(transition, source) {
                sources.push(source);
            }
        }
        self.pace.spend(self.bunches.transitions(target).len() + 1)?;
        sources.iter().for_each(|&source| self.counts.close(source));
        self.slices.close_for_bunch(&mut pairs);
        for (new, old) in pairs.drain(..) {
            let block = self.slices.block(new);
            self.mark_bottom_sources(new)?;
            // All bottom states have a transition in one of the two slices: those without one in
            // the new slice, in the old one. Those that keep together have one in the new slice.
            if let (Some(block), Some(old)) = self.stabilise(block, new, Some(old))? {
                for &bottom in self.blocks.front(block) {
                    if self.counts.remains(bottom) {
                        self.lockstep.mark(bottom);
                    }
                }
                self.pace.spend(self.blocks.front(block).len())?;
                self.stabilise(block, old, None)?;
            }
        }
        sources.drain(..).for_each(|source| self.counts.forget_remaining(source));
        (self.sources, self.pairs) = (sources, pairs);
        Ok(())
    }

    /// Splits blocks until no slice is in doubt.
    fn settle(&mut self) -> Result<(), Stop> {
        while let Some(slice) = self.slices.next_in_doubt() {
            self.mark_bottom_sources(slice)?;
            self.stabilise(self.slices.block(slice), slice, None)?;
        }
        Ok(())
    }

    /// Marks the bottom states with a transition in a slice.
    fn mark_bottom_sources(&mut self, slice: u32) -> Result<(), Stop> {
        for &transition in self.slices.bottom_transitions(slice) {
            self.lockstep.mark(self.incoming.source(transition));
        }
        self.pace.spend(self.slices.bottom_transitions(slice).len() + 1)
    }

    /// Splits a block so that a slice becomes stable, the bottom states with a transition in it
    /// being marked. Gives the block of those among them, if there are any, and what that block has
    /// of another slice, which is watched. All that has new bottom states is put in doubt.
    fn stabilise(
        &mut self,
        block: u32,
        slice: u32,
        watched: Option<u32>,
    ) -> Result<(Option<u32>, Option<u32>), Stop> {
        if self.lockstep.num_marked() == self.blocks.front(block).len() {
            self.lockstep.clear();
            return Ok((Some(block), watched));
        }
        let split = self.split(block, slice, watched)?;
        let Some(severed) = split.severed else {
            return Ok((Some(split.reaching), split.watched.reaching));
        };
        if split.new_bottom == self.blocks.front(split.reaching).len() {
            self.slices.doubt_all(split.reaching);
            self.new_bottom.clear();
            return Ok((None, None));
        }
        // No old bottom state has a transition that was cut.
        for &bottom in &self.new_bottom {
            self.lockstep.mark(bottom);
        }
        let split = self.split(split.reaching, severed, split.watched.reaching)?;
        self.new_bottom.clear();
        self.slices.doubt_all(split.reaching);
        Ok((Some(split.rest), split.watched.rest))
    }

    /// Splits a block by whether inert steps lead to a transition of a slice. The bottom states
    /// with a transition in the slice are marked, but not all. New bottom states are added to a
    /// list.
    fn split(&mut self, block: u32, slice: u32, watched: Option<u32>) -> Result<Split, Stop> {
        let mut moved = std::mem::take(&mut self.moved);
        let question = Splitting {
            graph: self.graph,
            sources: self.incoming.sources(),
            inert: &self.inert,
            blocks: &self.blocks,
            slices: &self.slices,
            block,
            slice,
        };
        let half = self.lockstep.smaller_half(&question, &mut moved, &mut self.pace)?;
        let new = self.move_to_new_block(block, half, &moved)?;
        self.moved = moved;

        let in_new = watched.and_then(|slice| self.slices.sibling(slice));
        self.slices.close_for_block(new);
        let in_old = watched.filter(|&slice| self.slices.block(slice) == block);
        self.bunches.split_marked();
        let (reaching, rest, watched) = match half {
            Half::Reaching => (new, block, Watched { reaching: in_new, rest: in_old }),
            Half::Rest => (block, new, Watched { reaching: in_old, rest: in_new }),
        };
        let before = self.new_bottom.len();
        let severed = self.sever(reaching)?;
        let new_bottom = self.new_bottom.len() - before;
        Ok(Split { reaching, rest, severed, new_bottom, watched })
    }

    /// Moves states to a new block, and their transitions, which are not closed yet, to new slices
    /// and targets. Notes the inert transitions that this cuts.
    fn move_to_new_block(&mut self, block: u32, half: Half, moved: &[u32]) -> Result<u32, Stop> {
        let mut new = block;
        for &state in moved {
            new = self.blocks.carve(state).unwrap_or(new);
        }
        self.blocks.close(block);
        debug_assert_ne!(new, block, "progress: there is one more block");
        for &state in moved {
            for transition in self.graph.range(state) {
                let target = self.graph.edges()[transition as usize].target.raw();
                if !self.slices.is_inert(transition) {
                    self.slices.carve(transition);
                } else if half == Half::Reaching && self.blocks.set_of(target) != new {
                    self.severed.push(transition);
                }
            }
            for &transition in self.incoming.to(state) {
                let source = self.incoming.source(transition);
                if !self.slices.is_inert(transition) {
                    self.bunches.mark(transition);
                } else if half == Half::Rest && self.blocks.set_of(source) != new {
                    self.severed.push(transition);
                }
            }
            self.pace.spend(self.graph.row(state).len() + self.incoming.to(state).len() + 1)?;
        }
        Ok(new)
    }

    /// Makes the transitions that were cut a bunch, which is a slice of this block, and finds the
    /// new bottom states.
    fn sever(&mut self, block: u32) -> Result<Option<u32>, Stop> {
        if self.severed.is_empty() {
            return Ok(None);
        }
        let from = self.new_bottom.len();
        for &transition in &self.severed {
            let source = self.incoming.source(transition);
            self.slices.carve(transition);
            self.bunches.mark(transition);
            self.counts.count(transition, source);
            let inert = &mut self.inert.outgoing[source as usize];
            *inert -= 1;
            if *inert == 0 {
                self.new_bottom.push(source);
            }
        }
        let slice = self.slices.close_for_severed(block);
        self.bunches.separate_severed();
        for &transition in &self.severed {
            self.counts.close(self.incoming.source(transition));
        }
        self.pace.spend(self.severed.len())?;
        self.severed.clear();
        for &state in &self.new_bottom[from..] {
            self.blocks.advance(state);
            self.graph.range(state).for_each(|transition| self.slices.starts_in_bottom(transition));
            self.pace.spend(self.graph.row(state).len() + 1)?;
        }
        Ok(slice)
    }
}

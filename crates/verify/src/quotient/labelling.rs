//! Labels: the states of M ‖ P decorated with sets of states of N, as the least fixed point of
//! sections 3 and 4 of the paper.
//!
//! Both directions are one computation on a graph and its reverse. A label grows by what is new in
//! the labels before it, and only what is new is handed on: so each step of M ‖ N ‖ P is looked at
//! once, as if that were explored, though no state of it is ever stored but as a bit.

use std::collections::VecDeque;

use fixedbitset::FixedBitSet;
use surmise_model::{Context, Edge, Lts, StateId, Stop};

use super::steps::Steps;
use crate::automata::Pace;

/// The label of every state of a graph, and what it took.
#[derive(Debug)]
pub(super) struct Labelling {
    pub(super) labels: Vec<FixedBitSet>,
    /// Steps of the product of the graph and N that were looked at.
    pub(super) edges: u64,
    /// Whether one of them leads to π.
    pub(super) reaches_error: bool,
}

/// The least labels of a graph with at least these states of N at one of its states. Steps into π
/// hand nothing on: nothing happens there. None if that takes more than `most` steps.
pub(super) fn label(
    graph: &Lts,
    (start, states): (StateId, FixedBitSet),
    steps: &Steps,
    most: u64,
    context: &Context<'_>,
) -> Result<Option<Labelling>, Stop> {
    let bytes = size_of::<FixedBitSet>() + 16 + steps.num_states().div_ceil(8);
    context.reserve((graph.num_states() * bytes) as u64)?;
    let empty = FixedBitSet::with_capacity(steps.num_states());
    let mut point = FixedPoint {
        steps,
        labels: vec![empty; graph.num_states()],
        fresh: vec![None; graph.num_states()],
        waiting: VecDeque::new(),
        edges: 0,
    };
    let mut reaches_error = false;
    point.absorb(start, &states);
    let mut pace = Pace::new(context);
    while let Some(state) = point.waiting.pop_front() {
        let Some(fresh) = point.fresh[state.index()].take() else { continue };
        let (row, before) = (graph.edges(state), point.edges);
        for same in row.chunk_by(|left, right| left.action == right.action) {
            let (image, count) = steps.image(same[0].action, &fresh);
            point.edges += (count * same.len()) as u64;
            for &Edge { target, .. } in same.iter().filter(|_| count > 0) {
                match target.is_error() {
                    true => reaches_error = true,
                    false => point.absorb(target, &image),
                }
            }
        }
        if point.edges > most {
            return Ok(None);
        }
        pace.spend((point.edges - before) as usize + row.len() + 1)?;
    }
    Ok(Some(Labelling { labels: point.labels, edges: point.edges, reaches_error }))
}

/// The computation under way.
struct FixedPoint<'s> {
    steps: &'s Steps,
    labels: Vec<FixedBitSet>,
    /// What is new in a label and not handed on yet.
    fresh: Vec<Option<FixedBitSet>>,
    waiting: VecDeque<StateId>,
    edges: u64,
}

impl FixedPoint<'_> {
    /// Adds states to a label, and what N reaches from them alone.
    fn absorb(&mut self, at: StateId, states: &FixedBitSet) {
        let label = &mut self.labels[at.index()];
        if states.is_subset(label) {
            return;
        }
        let mut new = states.clone();
        new.difference_with(label);
        self.edges += self.steps.close(&mut new, label) as u64;
        label.union_with(&new);
        match &mut self.fresh[at.index()] {
            Some(fresh) => fresh.union_with(&new),
            none => {
                *none = Some(new);
                self.waiting.push_back(at);
            }
        }
    }
}

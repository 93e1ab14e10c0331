//! Labels: the states of M ‖ P decorated with sets of states of N, as the least fixed point of
//! sections 3 and 4 of the paper.
//!
//! Both directions are one computation on a graph and its reverse. A label grows by what is new in
//! the labels before it, and only what is new is handed on: so each step of M ‖ N ‖ P is looked at
//! once, as if that were explored, though no state of it is ever stored but as a bit.

use std::collections::VecDeque;

use surmise_model::{Context, Edge, Lts, StateId, Stop};

use super::sets::{StateSets, is_empty, is_subset, subtract, unite, words_for};
use super::steps::Steps;
use crate::automata::Pace;

/// The label of every state of a graph, and what it took.
#[derive(Debug)]
pub(super) struct Labelling {
    pub(super) labels: StateSets,
    /// Steps of the product of the graph and N that were looked at.
    pub(super) edges: u64,
    /// Whether one of them leads to π.
    pub(super) reaches_error: bool,
}

/// The least labels of a graph with at least these states of N at one of its states. Steps into π
/// hand nothing on: nothing happens there. None if that takes more than `most` steps.
pub(super) fn label(
    graph: &Lts,
    (start, states): (StateId, &[usize]),
    steps: &Steps,
    most: u64,
    context: &Context<'_>,
) -> Result<Option<Labelling>, Stop> {
    let (sets, words) = (graph.num_states(), words_for(steps.num_states()));
    let waiting = (sets * size_of::<StateId>()) as u64;
    context.reserve(2 * StateSets::bytes(sets, steps.num_states()) + waiting)?;
    let mut point = FixedPoint {
        steps,
        labels: StateSets::new(sets, steps.num_states()),
        fresh: StateSets::new(sets, steps.num_states()),
        waiting: VecDeque::new(),
        new: vec![0; words],
        edges: 0,
    };
    let (mut fresh, mut image) = (vec![0; words], vec![0; words]);
    let mut reaches_error = false;
    point.absorb(start, states);
    let mut pace = Pace::new(context);
    while let Some(state) = point.waiting.pop_front() {
        let handed_on = point.fresh.get_mut(state.index());
        fresh.copy_from_slice(handed_on);
        handed_on.fill(0);
        let (row, before) = (graph.edges(state), point.edges);
        for same in row.chunk_by(|left, right| left.action == right.action) {
            let count = steps.image(same[0].action, &fresh, &mut image);
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
    labels: StateSets,
    /// What is new in a label and not handed on yet.
    fresh: StateSets,
    /// The states with something new in their labels.
    waiting: VecDeque<StateId>,
    /// Room for a set.
    new: Vec<usize>,
    edges: u64,
}

impl FixedPoint<'_> {
    /// Adds states to a label, and what N reaches from them alone.
    fn absorb(&mut self, at: StateId, states: &[usize]) {
        let label = self.labels.get_mut(at.index());
        if is_subset(states, label) {
            return;
        }
        self.new.copy_from_slice(states);
        subtract(&mut self.new, label);
        self.edges += self.steps.close(&mut self.new, label) as u64;
        unite(label, &self.new);
        let fresh = self.fresh.get_mut(at.index());
        if is_empty(fresh) {
            self.waiting.push_back(at);
        }
        unite(fresh, &self.new);
    }
}

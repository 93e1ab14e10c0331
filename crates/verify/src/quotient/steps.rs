//! The process N as labels see it: which states one step of N leads to from a set of states.
//!
//! # Alphabets, and τ
//!
//! In the paper M, N and P have one alphabet. Ours are lifted to the union of all: a process has a loop,
//! in every state, on each action that it does not know. The loops are never stored. Where M ‖ P does an
//! action that N does not know, a set of states of N stays as it is; where N does one that M ‖ P does not
//! know, a label is closed under it.
//!
//! τ would be the same action for all in the union, and processes would wait for each other's silent steps.
//! So it is kept apart: τ of M and τ of N count as two actions, each unknown to the other side, and nothing
//! tells them from a private action. That is right because a path of M ‖ N ‖ P is one of the lifted
//! processes with the two kinds of τ told apart, and the other way round: the equivalences speak of
//! paths, never of what is read along them, and P knows neither kind. For the quotient, too: a τ inside
//! a class becomes a loop on τ, which changes no state of anybody, so it can be left out.

use fixedbitset::FixedBitSet;
use surmise_model::{ActionId, Alphabet, Lts, StateId, Stop};

/// The steps of N in one direction. Those that only N takes part in are τ.
#[derive(Debug, Clone)]
pub(super) struct Steps {
    rows: Lts,
}

impl Steps {
    /// From the source of a step to its target. `others` is the alphabet of M ‖ P.
    pub(super) fn forward(process: &Lts, others: &Alphabet) -> Self {
        let shared = process.alphabet().intersection(others);
        let seen = |action| if shared.contains(action) { action } else { ActionId::TAU };
        Self { rows: process.renamed(&shared, seen) }
    }

    /// From the target of a step to its source.
    pub(super) fn backward(process: &Lts, others: &Alphabet) -> Result<Self, Stop> {
        Ok(Self { rows: turned_round(&Self::forward(process, others).rows)? })
    }

    /// The number of states.
    pub(super) fn num_states(&self) -> usize {
        self.rows.num_states()
    }

    /// Whether N takes part in an action of M ‖ P.
    pub(super) fn takes_part(&self, action: ActionId) -> bool {
        self.rows.alphabet().contains(action)
    }

    /// The set that an action of M ‖ P makes of a set of states, and how many steps of N that are.
    pub(super) fn image(&self, action: ActionId, set: &FixedBitSet) -> (FixedBitSet, usize) {
        if !self.takes_part(action) {
            return (set.clone(), set.count_ones(..));
        }
        let mut image = FixedBitSet::with_capacity(self.num_states());
        let mut steps = 0;
        for state in set.ones() {
            for edge in self.rows.edges_on(StateId::of(state), action) {
                image.insert(edge.target.index());
                steps += 1;
            }
        }
        (image, steps)
    }

    /// Whether all that an action of M ‖ P makes of a set of states is in another one.
    pub(super) fn stays_within(
        &self,
        action: ActionId,
        set: &FixedBitSet,
        within: &FixedBitSet,
    ) -> bool {
        if !self.takes_part(action) {
            return set.is_subset(within);
        }
        set.ones().all(|state| {
            let edges = self.rows.edges_on(StateId::of(state), action);
            edges.iter().all(|edge| within.contains(edge.target.index()))
        })
    }

    /// Adds to new states of a label what N reaches from them alone and the label does not have yet.
    /// Gives the number of steps looked at.
    pub(super) fn close(&self, new: &mut FixedBitSet, label: &FixedBitSet) -> usize {
        let mut waiting: Vec<usize> = new.ones().collect();
        let mut steps = 0;
        while let Some(state) = waiting.pop() {
            for edge in self.rows.edges_on(StateId::of(state), ActionId::TAU) {
                steps += 1;
                let target = edge.target.index();
                if !label.contains(target) && !new.put(target) {
                    waiting.push(target);
                }
            }
        }
        steps
    }
}

/// An LTS with every transition turned round. π becomes an ordinary state, the last one, if there is one.
pub(super) fn turned_round(lts: &Lts) -> Result<Lts, Stop> {
    let error = lts.num_states();
    let mut builder = Lts::builder();
    builder.ensure_states(error + usize::from(lts.has_error())).reserve(lts.num_transitions());
    builder.extend_alphabet(lts.alphabet().iter());
    for (source, edge) in lts.transitions() {
        let target = if edge.target.is_error() { StateId::of(error) } else { edge.target };
        builder.add(target, edge.action, source);
    }
    Ok(builder.build()?)
}

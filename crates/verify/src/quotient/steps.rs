//! The process N as labels see it: which states one step of N leads to from a set of states.
//!
//! # Alphabets, and τ
//!
//! In the paper M, N and P have one alphabet. Ours are lifted to the union of all: a process has a
//! loop, in every state, on each action that it does not know. The loops are never stored. Where M
//! ‖ P does an action that N does not know, a set of states of N stays as it is; where N does one
//! that M ‖ P does not know, a label is closed under it.
//!
//! τ would be the same action for all in the union, and processes would wait for each other's
//! silent steps. So it is kept apart: τ of M and τ of N count as two actions, each unknown to the
//! other side, and nothing tells them from a private action. That is right because a path of M ‖ N
//! ‖ P is one of the lifted processes with the two kinds of τ told apart, and the other way round:
//! the equivalences speak of paths, never of what is read along them, and P knows neither kind. For
//! the quotient, too: a τ inside a class becomes a loop on τ, which changes no state of anybody, so
//! it can be left out.

use surmise_model::{ActionId, Alphabet, Edge, Lts, StateId, Stop};

use super::sets::{contains, count, insert, is_empty, is_subset, states};

/// The steps of N in one direction, action by action: a set of states is followed by going through
/// the steps of an action, which is many times as fast as looking each state's up.
#[derive(Debug)]
pub(super) struct Steps {
    states: usize,
    /// For every action of M ‖ P that N takes part in, the pairs of states that it leads between,
    /// in order.
    shared: Vec<Option<Vec<(u32, u32)>>>,
    /// Those of the steps that only N takes part in.
    alone: Vec<(u32, u32)>,
}

impl Steps {
    /// From the source of a step to its target. `others` is the alphabet of M ‖ P.
    pub(super) fn forward(process: &Lts, others: &Alphabet) -> Self {
        Self::new(process, others, |source, target| (source, target))
    }

    /// From the target of a step to its source.
    pub(super) fn backward(process: &Lts, others: &Alphabet) -> Self {
        Self::new(process, others, |source, target| (target, source))
    }

    fn new(process: &Lts, others: &Alphabet, pair: impl Fn(u32, u32) -> (u32, u32)) -> Self {
        let mut shared: Vec<Option<Vec<(u32, u32)>>> = Vec::new();
        for action in process.alphabet().intersection(others).iter() {
            if shared.len() <= action.index() {
                shared.resize_with(action.index() + 1, || None);
            }
            shared[action.index()] = Some(Vec::new());
        }
        let mut alone = Vec::new();
        for (source, Edge { action, target }) in process.transitions() {
            let pair = pair(source.raw(), target.raw());
            match (action.is_tau(), shared.get_mut(action.index())) {
                (false, Some(Some(steps))) => steps.push(pair),
                _ => alone.push(pair),
            }
        }
        for steps in shared.iter_mut().flatten().chain([&mut alone]) {
            steps.sort_unstable();
            steps.dedup();
        }
        Self { states: process.num_states(), shared, alone }
    }

    /// The number of states.
    pub(super) fn num_states(&self) -> usize {
        self.states
    }

    /// The steps of an action of M ‖ P, if N takes part in it.
    fn on(&self, action: ActionId) -> Option<&[(u32, u32)]> {
        match action.is_tau() {
            true => None,
            false => self.shared.get(action.index())?.as_deref(),
        }
    }

    /// Makes `image` the set that an action of M ‖ P makes of a set of states, and gives how many
    /// steps of N that are.
    pub(super) fn image(&self, action: ActionId, set: &[usize], image: &mut [usize]) -> usize {
        let Some(steps) = self.on(action) else {
            image.copy_from_slice(set);
            return count(set);
        };
        image.fill(0);
        let mut found = 0;
        any_from(steps, set, |target| {
            insert(image, target);
            found += 1;
            false
        });
        found
    }

    /// Whether an action of M ‖ P can happen beside a state of a set.
    pub(super) fn is_possible(&self, action: ActionId, set: &[usize]) -> bool {
        match self.on(action) {
            None => !is_empty(set),
            Some(steps) => any_from(steps, set, |_| true),
        }
    }

    /// Whether all that an action of M ‖ P makes of a set of states is in another one.
    pub(super) fn stays_within(&self, action: ActionId, set: &[usize], within: &[usize]) -> bool {
        match self.on(action) {
            None => is_subset(set, within),
            Some(steps) => !any_from(steps, set, |target| !contains(within, target)),
        }
    }

    /// Adds to new states of a label what N reaches from them alone and the label does not have
    /// yet. Gives the number of steps looked at.
    pub(super) fn close(&self, new: &mut [usize], label: &[usize]) -> usize {
        if self.alone.is_empty() || count(new) == self.states {
            return 0;
        }
        let mut waiting: Vec<usize> = states(new).collect();
        let mut steps = 0;
        while let Some(state) = waiting.pop() {
            for &(_, target) in of(&self.alone, state) {
                steps += 1;
                let target = target as usize;
                if !contains(label, target) && !contains(new, target) {
                    insert(new, target);
                    waiting.push(target);
                }
            }
        }
        steps
    }
}

/// Whether something is true of a target of a step from a state of a set: of few states each is
/// looked up, of many all steps are gone through.
fn any_from(steps: &[(u32, u32)], set: &[usize], mut is: impl FnMut(usize) -> bool) -> bool {
    /// One search among all steps takes about as long as looking at so many.
    const SEARCH: usize = 16;
    if steps.len() > SEARCH && count(set) * SEARCH < steps.len() {
        let mut targets = states(set).flat_map(|state| of(steps, state));
        targets.any(|&(_, target)| is(target as usize))
    } else {
        let mut from = steps.iter().filter(|(source, _)| contains(set, *source as usize));
        from.any(|&(_, target)| is(target as usize))
    }
}

/// The steps from a state.
fn of(steps: &[(u32, u32)], state: usize) -> &[(u32, u32)] {
    let start = steps.partition_point(|&(source, _)| (source as usize) < state);
    let len = steps[start..].partition_point(|&(source, _)| source as usize == state);
    &steps[start..start + len]
}

/// An LTS with every transition turned round. π becomes an ordinary state, the last one, if there
/// is one.
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

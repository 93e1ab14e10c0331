//! A shortest run to a bad state, found again from the levels of a search.
//!
//! No parent is stored with a state: that would cost four bytes or more for each of many millions
//! for the sake of a dozen. Instead the levels are walked backwards, and each is expanded once more
//! to find the smallest state with a step to the one already chosen. That takes no longer than the
//! search itself, and the result does not depend on the order within a level.

use surmise_model::{ActionId, Lts, StateId, Step, Trace};

use super::arena::Arena;
use super::bfs::Levels;
use super::product::{Product, Successors};

/// The run from the initial state to a state of the last level.
pub(super) fn to_state<const W: usize>(
    product: &Product<'_>,
    arena: &Arena<W>,
    levels: &Levels,
    last: [u64; W],
) -> Trace {
    let mut states = vec![last];
    let mut successors = Successors::new();
    for depth in (0..levels.depth()).rev() {
        let target = states[states.len() - 1];
        let mut source = None;
        for position in levels.level(depth).iter().cloned().flatten() {
            let state = arena.get(position);
            if source.is_some_and(|smallest| smallest <= state) {
                continue;
            }
            product.expand(&state, &mut successors, |_| ());
            if successors.states().contains(&target) {
                source = Some(state);
            }
        }
        states.push(source.expect("a state was found from the level before its own"));
    }
    let mut tuples = states.iter().rev().map(|state| product.layout.unpack(state));
    let initial = tuples.next().expect("at least the last state");
    let mut trace = Trace { initial, steps: Vec::new() };
    for tuple in tuples {
        let step = steps(product.parts, trace.last_states())
            .into_iter()
            .filter(|step| step.states == tuple)
            .min_by_key(|step| step.action);
        trace.steps.push(step.expect("neighbours on the path are one step apart"));
    }
    trace
}

/// Adds a step into π, the one with the smallest action; gives the part that is there.
pub(super) fn step_into_error(parts: &[&Lts], trace: &mut Trace) -> usize {
    let in_error = |step: &Step| step.states.iter().position(|state| state.is_error());
    let step = steps(parts, trace.last_states())
        .into_iter()
        .filter(|step| in_error(step).is_some())
        .min_by(|a, b| (a.action, &a.states).cmp(&(b.action, &b.states)))
        .expect("the last state of the path has a step into π");
    let part = in_error(&step).expect("filtered above");
    trace.steps.push(step);
    part
}

/// All steps of a tuple, by the definition of composition.
fn steps(parts: &[&Lts], tuple: &[StateId]) -> Vec<Step> {
    let mut steps = Vec::new();
    let mut visible: Vec<ActionId> = Vec::new();
    for (part, (lts, &local)) in parts.iter().zip(tuple).enumerate() {
        for edge in lts.edges(local) {
            if edge.action.is_tau() {
                let mut states = tuple.to_vec();
                states[part] = edge.target;
                steps.push(Step { action: edge.action, states });
            } else {
                visible.push(edge.action);
            }
        }
    }
    visible.sort_unstable();
    visible.dedup();
    for action in visible {
        let mut together = vec![tuple.to_vec()];
        for (part, lts) in parts.iter().enumerate() {
            if lts.alphabet().contains(action) {
                let targets = lts.edges_on(tuple[part], action);
                together = together
                    .iter()
                    .flat_map(|states| {
                        targets.iter().map(move |edge| {
                            let mut states = states.clone();
                            states[part] = edge.target;
                            states
                        })
                    })
                    .collect();
            }
        }
        steps.extend(together.into_iter().map(|states| Step { action, states }));
    }
    steps
}

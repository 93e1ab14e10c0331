//! A shortest run to a bad state, found again from the levels of a search.
//!
//! No parent is stored with a state: that would cost four bytes or more for each of many millions
//! for the sake of a dozen. Instead the levels are walked backwards, and each is expanded once more
//! to find the smallest state with a step to the one already chosen. That takes no longer than the
//! search itself, and the result does not depend on the order within a level.

use surmise_model::{ActionId, Lts, StateId, Step, Trace};

use super::bfs::Badness;
use super::levels::Levels;
use super::product::{PackedProduct, Successors};
use super::store::Store;

/// A run that shows what is wrong with a state of a level: it ends there if that is a deadlock, and
/// with the first bad step, by action and states, otherwise.
pub(super) fn to_badness<const W: usize>(
    product: &PackedProduct<'_>,
    store: &impl Store<W>,
    levels: &Levels,
    state: (usize, [u64; W]),
    badness: Badness,
) -> Trace {
    let parts = &product.parts;
    let mut trace = to_state(product, store, levels, state);
    let before = trace.last_states();
    let is_bad = |step: &Step| match badness {
        Badness::Error => (0..parts.first_monitor).any(|part| step.states[part].is_error()),
        Badness::Violation(part) => parts.violates(part, before[part], step.states[part]),
        Badness::Deadlock => false,
    };
    let bad = steps(product, before).into_iter().filter(is_bad);
    let first = bad.min_by(|a, b| (a.action, &a.states).cmp(&(b.action, &b.states)));
    debug_assert_eq!(first.is_none(), badness == Badness::Deadlock);
    trace.steps.extend(first);
    trace
}

/// The run from the initial state to a state of a level.
fn to_state<const W: usize>(
    product: &PackedProduct<'_>,
    store: &impl Store<W>,
    levels: &Levels,
    (depth, last): (usize, [u64; W]),
) -> Trace {
    let mut states = vec![last];
    let mut successors = Successors::new();
    for depth in (0..depth).rev() {
        let target = states[states.len() - 1];
        let mut source = None;
        for position in levels.level(depth).iter().cloned().flatten() {
            let state = store.get(position);
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
        let step = steps(product, trace.last_states())
            .into_iter()
            .filter(|step| step.states == tuple)
            .min_by_key(|step| step.action);
        trace.steps.push(step.expect("neighbours on the path are one step apart"));
    }
    trace
}

/// All steps of a tuple; those that give way only where there is no other.
fn steps(product: &PackedProduct<'_>, tuple: &[StateId]) -> Vec<Step> {
    let steps = joint_steps(product.parts.ltss, tuple);
    match &product.low {
        Some(low) if steps.is_empty() => joint_steps(low.parts.ltss, tuple),
        _ => steps,
    }
}

/// All steps of a tuple, by the definition of composition.
fn joint_steps(parts: &[&Lts], tuple: &[StateId]) -> Vec<Step> {
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

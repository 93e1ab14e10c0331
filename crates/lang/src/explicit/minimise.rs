//! `minimal`, as LTSA means it.
//!
//! First, states that can do nothing but τ are skipped: `a -> (tau -> P | tau -> Q)` becomes `a ->
//! P | a -> Q`. That keeps traces and the deadlocks after them, though not always weak
//! bisimilarity. Then weak bisimulation: strong bisimulation (Kanellakis and Smolka's refinement of
//! partitions) over the saturated transitions τ* a τ*. To have ended is seen like an action: what
//! can do nothing but end in silence has ended. The result has the members' own transitions, not
//! the saturated ones, and no silent loops: to go on for ever in silence is to stop.

use surmise_model::{ActionId, Context, Edge, Lts, StateId};

use super::GivenUp;
use super::coarsest::{quotient, refine, rows};

/// How many saturated transitions are kept at most.
const MAX_SATURATED: usize = 20_000_000;

/// The minimal LTS, made from a composition.
pub(crate) fn minimise(lts: &Lts, context: &Context<'_>) -> Result<Lts, GivenUp> {
    weakly_minimise(&skip_silent_states(lts, context)?, context)
}

/// The minimal LTS without the first step, as LTSA has it for primitive processes.
pub(crate) fn weakly_minimise(lts: &Lts, context: &Context<'_>) -> Result<Lts, GivenUp> {
    let rows = match lts.transitions().any(|(_, edge)| edge.action.is_tau()) {
        true => saturate(lts, context)?,
        false => rows(lts),
    };
    Ok(quotient(lts, &refine(&rows, lts.end(), context)?)?)
}

/// Leads transitions into a state that only has τ on to where its τ lead. Repeats until nothing
/// changes. The initial state stays.
fn skip_silent_states(lts: &Lts, context: &Context<'_>) -> Result<Lts, GivenUp> {
    let mut rows: Vec<Vec<Edge>> = rows(lts);
    let (mut initial, mut end) = (lts.initial(), lts.end());
    let mut size = rows.len();
    while rows.iter().flatten().any(|edge| edge.action.is_tau()) {
        // Each round goes over everything once.
        context.check()?;
        for (state, row) in rows.iter_mut().enumerate() {
            row.retain(|edge| !(edge.action.is_tau() && edge.target == StateId::of(state)));
        }
        let silent: Vec<bool> = (0..rows.len())
            .map(|state| StateId::of(state) != initial && only_silent(&rows[state]))
            .collect();
        if !silent.contains(&true) {
            break;
        }
        let targets: Vec<Vec<Edge>> = rows.clone();
        for (state, row) in rows.iter_mut().enumerate() {
            if silent[state] {
                continue;
            }
            let mut led: Vec<Edge> = Vec::with_capacity(row.len());
            for &Edge { action, target } in &*row {
                match !target.is_error() && silent[target.index()] {
                    true => led.extend(
                        targets[target.index()].iter().map(|on| Edge { action, target: on.target }),
                    ),
                    false => led.push(Edge { action, target }),
                }
            }
            led.sort_unstable();
            led.dedup();
            *row = led;
        }
        (rows, initial, end) = reachable(rows, initial, end);
        if rows.len() == size {
            break;
        }
        size = rows.len();
    }
    let mut builder = Lts::builder();
    builder.ensure_states(rows.len()).initial(initial);
    builder.extend_alphabet(lts.alphabet().iter());
    if let Some(end) = end {
        builder.end(end);
    }
    for (state, row) in rows.iter().enumerate() {
        for edge in row {
            builder.add(StateId::of(state), edge.action, edge.target);
        }
    }
    Ok(builder.build()?)
}

fn only_silent(row: &[Edge]) -> bool {
    !row.is_empty() && row.iter().all(|edge| edge.action.is_tau())
}

/// The rows of the states that can be reached, renumbered in the order they are met.
fn reachable(
    rows: Vec<Vec<Edge>>,
    initial: StateId,
    end: Option<StateId>,
) -> (Vec<Vec<Edge>>, StateId, Option<StateId>) {
    if initial.is_error() {
        return (rows, initial, end);
    }
    let mut numbers: Vec<Option<StateId>> = vec![None; rows.len()];
    let mut order = vec![initial];
    numbers[initial.index()] = Some(StateId::of(0));
    let mut next = 0;
    while next < order.len() {
        for edge in &rows[order[next].index()] {
            if !edge.target.is_error() && numbers[edge.target.index()].is_none() {
                numbers[edge.target.index()] = Some(StateId::of(order.len()));
                order.push(edge.target);
            }
        }
        next += 1;
    }
    let number = |state: StateId| match state.is_error() {
        true => StateId::ERROR,
        false => numbers[state.index()].unwrap_or(StateId::ERROR),
    };
    let kept = order.iter().map(|state| {
        let row = rows[state.index()].iter();
        row.map(|edge| Edge { action: edge.action, target: number(edge.target) }).collect()
    });
    let kept = kept.collect();
    (kept, StateId::of(0), end.and_then(|end| numbers[end.index()]))
}

/// The transitions τ* a τ* and τ* of every state, unless they are too many.
fn saturate(lts: &Lts, context: &Context<'_>) -> Result<Vec<Vec<Edge>>, GivenUp> {
    let mut total = 0;
    let mut closures: Vec<Vec<StateId>> = Vec::with_capacity(lts.num_states());
    for state in lts.states() {
        context.check()?;
        let closure = silent_closure(lts, &[state]);
        total += closure.len();
        if total > MAX_SATURATED {
            return Err(GivenUp::Silence(MAX_SATURATED));
        }
        closures.push(closure);
    }
    let closure = |state: StateId| match state.is_error() {
        true => &[StateId::ERROR][..],
        false => &closures[state.index()],
    };
    total = 0;
    let mut saturated = Vec::with_capacity(lts.num_states());
    for state in lts.states() {
        context.check()?;
        let mut row: Vec<Edge> = Vec::new();
        for &from in closure(state) {
            row.push(Edge { action: ActionId::TAU, target: from });
            for edge in lts.edges(from).iter().filter(|edge| !edge.action.is_tau()) {
                let after = closure(edge.target).iter();
                row.extend(after.map(|&target| Edge { action: edge.action, target }));
            }
        }
        row.sort_unstable();
        row.dedup();
        total += row.len();
        if total > MAX_SATURATED {
            return Err(GivenUp::Silence(MAX_SATURATED));
        }
        saturated.push(row);
    }
    Ok(saturated)
}

/// The states that τ* reaches from some states, themselves and π included.
pub(super) fn silent_closure(lts: &Lts, states: &[StateId]) -> Vec<StateId> {
    let mut closure = states.to_vec();
    let mut seen: indexmap::IndexSet<StateId, rustc_hash::FxBuildHasher> =
        states.iter().copied().collect();
    let mut next = 0;
    while next < closure.len() {
        for target in lts.successors(closure[next], ActionId::TAU) {
            if seen.insert(target) {
                closure.push(target);
            }
        }
        next += 1;
    }
    closure
}

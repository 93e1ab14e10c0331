//! Shortest runs to bad states, found again from the levels of a search.
//!
//! No parent is stored with a state: that would cost four bytes or more for each of many millions
//! for the sake of a dozen. Instead the levels are walked backwards, and each is expanded once more
//! to find the smallest state with a step to the one already chosen. That takes no longer than the
//! search itself, and the result does not depend on the order within a level.

use surmise_model::{ActionId, Context, Lts, StateId, Step, Stop, Trace};

use super::composed::Badness;
use super::driver::Expansion;
use super::levels::Levels;
use super::product::PackedProduct;
use super::store::Store;
use super::successors::Successors;
use super::tuning::Tuning;
use crate::automata::Pace;

/// The level of a state, and the states on the way back from there to the initial one.
type Way<const W: usize> = (usize, Vec<[u64; W]>);

/// The ways from the initial state to states of levels that were found, each level being expanded
/// once for all of them.
pub(super) fn to_states<const W: usize, E: Expansion<W>>(
    expansion: &E,
    store: &impl Store<W>,
    levels: &Levels,
    found: &[Option<(usize, [u64; W])>],
    (tuning, context): (&Tuning, &Context<'_>),
) -> Result<Vec<Option<Vec<[u64; W]>>>, Stop> {
    let last = found.iter().flatten().map(|&(depth, last)| (depth, vec![last]));
    let mut ways = back(expansion, store, levels, last.collect(), (tuning, context))?.into_iter();
    let way = |found: &Option<_>| {
        let (_, mut states) = found.and_then(|_| ways.next())?;
        states.reverse();
        Some(states)
    };
    Ok(found.iter().map(way).collect())
}

/// The ways back from states of levels.
fn back<const W: usize, E: Expansion<W>>(
    expansion: &E,
    store: &impl Store<W>,
    levels: &Levels,
    mut ways: Vec<Way<W>>,
    (tuning, context): (&Tuning, &Context<'_>),
) -> Result<Vec<Way<W>>, Stop> {
    let mut pace = Pace::new(context);
    let mut room = expansion.room();
    let deepest = ways.iter().map(|&(depth, _)| depth).max().unwrap_or(0);
    let mut successors = Successors::new(tuning);
    for depth in (0..deepest).rev() {
        let on_the_way =
            |(level, states): &Way<W>| (*level > depth).then(|| states[states.len() - 1]);
        let mut targets: Vec<[u64; W]> = ways.iter().filter_map(on_the_way).collect();
        targets.sort_unstable();
        targets.dedup();
        let mut sources: Vec<Option<[u64; W]>> = vec![None; targets.len()];
        for position in levels.level(depth).iter().cloned().flatten() {
            let state = store.get(position);
            if sources.iter().all(|source| source.is_some_and(|smallest| smallest <= state)) {
                continue;
            }
            expansion.retrace(&state, &mut room, &mut successors)?;
            pace.spend((successors.at_once() + successors.effort + 1) as usize * W)?;
            let at_once = successors.states().iter().filter_map(|s| targets.binary_search(s).ok());
            let is_chosen = |place: &usize| {
                successors.choices.iter().any(|choices| choices.contains(&targets[*place]))
            };
            let counted_through = match successors.choices.is_empty() {
                true => 0..0,
                false => 0..targets.len(),
            };
            for place in at_once.chain(counted_through.filter(is_chosen)) {
                let source = &mut sources[place];
                *source = Some(source.map_or(state, |smallest| smallest.min(state)));
            }
        }
        for way in &mut ways {
            if let Some(target) = on_the_way(way) {
                let source = targets.binary_search(&target).ok().and_then(|place| sources[place]);
                way.1.push(source.expect("a state was found from the level before its own"));
            }
        }
    }
    Ok(ways)
}

/// The run along a way, and after it the first bad step, by action and states; if the badness is a
/// deadlock, there is none.
pub(super) fn show<const W: usize>(
    product: &PackedProduct<'_>,
    way: &[[u64; W]],
    badness: Badness,
) -> Trace {
    let parts = &product.parts;
    let mut tuples = way.iter().map(|state| product.layout.unpack(state));
    let initial = tuples.next().expect("at least the last state");
    let mut trace = Trace { initial, steps: Vec::new() };
    for tuple in tuples {
        let action = action_between(product, trace.last_states(), &tuple);
        let action = action.expect("neighbours on the path are one step apart");
        trace.steps.push(Step { action, states: tuple });
    }
    let before = trace.last_states();
    let is_bad = |step: &Step| match badness {
        Badness::Error => (0..parts.first_monitor).any(|part| step.states[part].is_error()),
        Badness::Violation(part) => parts.violates(part, before[part], step.states[part]),
        Badness::Refusal(part, ..) => step.states[part].is_error(),
        Badness::Deadlock => false,
    };
    let steps = match badness {
        Badness::Refusal(_, _, action) => first_steps_on(parts.ltss, before, action),
        _ => first_steps(product, before),
    };
    let bad = steps.into_iter().filter(is_bad);
    let first = bad.min_by(|a, b| (a.action, &a.states).cmp(&(b.action, &b.states)));
    debug_assert_eq!(first.is_none(), badness == Badness::Deadlock);
    trace.steps.extend(first);
    trace
}

/// The first action by which one tuple leads to another, different one.
fn action_between(
    product: &PackedProduct<'_>,
    from: &[StateId],
    to: &[StateId],
) -> Option<ActionId> {
    let action = first_action(product.parts.ltss, from, to);
    action.or_else(|| first_action(product.low.as_ref()?.parts.ltss, from, to))
}

/// As [`action_between`], by the definition of composition: it is an action of whoever moves.
fn first_action(parts: &[&Lts], from: &[StateId], to: &[StateId]) -> Option<ActionId> {
    let mover = from.iter().zip(to).position(|(from, to)| from != to)?;
    let leads = |action: ActionId| {
        parts.iter().enumerate().all(|(part, lts)| {
            let takes_part =
                if action.is_tau() { part == mover } else { lts.alphabet().contains(action) };
            match takes_part {
                true => lts.edges_on(from[part], action).iter().any(|e| e.target == to[part]),
                false => from[part] == to[part],
            }
        })
    };
    let edges = parts[mover].edges(from[mover]).iter();
    let actions = edges.filter(|edge| edge.target == to[mover]).map(|edge| edge.action);
    actions.filter(|&action| leads(action)).min()
}

/// The first steps of a tuple; those that give way only where there is no other.
fn first_steps(product: &PackedProduct<'_>, tuple: &[StateId]) -> Vec<Step> {
    let steps = first_joint_steps(product.parts.ltss, tuple);
    match &product.low {
        Some(low) if steps.is_empty() => first_joint_steps(low.parts.ltss, tuple),
        _ => steps,
    }
}

/// The first steps of a tuple on each action, by the definition of composition.
fn first_joint_steps(parts: &[&Lts], tuple: &[StateId]) -> Vec<Step> {
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
    steps.extend(visible.into_iter().flat_map(|action| first_steps_on(parts, tuple, action)));
    steps
}

/// Of the steps of a tuple on a visible action, the one in which everybody makes its first choice,
/// and those in which one part alone makes another one. Whatever one part does in some step, it
/// does in one of these, and of all steps in which it does so that one is the first.
fn first_steps_on(parts: &[&Lts], tuple: &[StateId], action: ActionId) -> Vec<Step> {
    let mut first = tuple.to_vec();
    let mut others = Vec::new();
    for (part, lts) in parts.iter().enumerate() {
        if lts.alphabet().contains(action) {
            let Some((edge, rest)) = lts.edges_on(tuple[part], action).split_first() else {
                return Vec::new();
            };
            first[part] = edge.target;
            others.extend(rest.iter().map(|edge| (part, edge.target)));
        }
    }
    let instead = |(part, target): (usize, StateId)| {
        let mut states = first.clone();
        states[part] = target;
        Step { action, states }
    };
    let others: Vec<Step> = others.into_iter().map(instead).collect();
    [Step { action, states: first }].into_iter().chain(others).collect()
}

//! From components to a run: the shortest way into one of them, and a short cycle there.

use std::collections::VecDeque;
use std::collections::hash_map::Entry;

use rustc_hash::FxHashMap;
use surmise_model::{ActionId, Stop};

use super::product::{Edge, Product, Watcher};

/// Steps of a product, each with the state it leads to.
type Way = Vec<Edge>;

/// The shortest way into one of these components, which one it is, and the state where the way
/// ends.
pub(super) fn shortest_way<W: Watcher>(
    product: &mut Product<'_, W>,
    components: &[Vec<u32>],
) -> Result<(Way, usize, u32), Stop> {
    let mut of: FxHashMap<u32, usize> = FxHashMap::default();
    for (place, members) in components.iter().enumerate() {
        of.extend(members.iter().map(|&member| (member, place)));
    }
    let initial = product.initial()?;
    let wanted = |state: u32, _: Option<&Edge>| of.contains_key(&state);
    match find_way(product, &initial, |_| true, wanted)? {
        Some((way, end)) => Ok((way, of[&end], end)),
        None => Err(Stop::internal("a component that was found cannot be reached")),
    }
}

/// A cycle through a state, within its component, on which `take` has seen enough: it is told of
/// steps, and `is_new` says whether one would be of use.
pub(super) fn cycle<W: Watcher>(
    product: &mut Product<'_, W>,
    members: &[u32],
    start: u32,
    mut missing: impl FnMut(&Edge) -> bool,
    mut take: impl FnMut(&Edge),
    mut is_done: impl FnMut() -> bool,
) -> Result<Way, Stop> {
    let inside: FxHashMap<u32, ()> = members.iter().map(|&member| (member, ())).collect();
    let inside = |state: u32| inside.contains_key(&state);
    let mut way: Way = Vec::new();
    let mut here = start;
    while !is_done() {
        let wanted = |_: u32, edge: Option<&Edge>| edge.is_some_and(&mut missing);
        let Some((more, end)) = find_way(product, &[here], inside, wanted)? else {
            return Err(Stop::internal("a component lacks a step that it was found to have"));
        };
        more.iter().for_each(&mut take);
        way.extend(more);
        here = end;
    }
    if here != start || way.is_empty() {
        let back = |state: u32, edge: Option<&Edge>| edge.is_some() && state == start;
        let Some((more, _)) = find_way(product, &[here], inside, back)? else {
            return Err(Stop::internal("a component is not strongly connected"));
        };
        way.extend(more);
    }
    Ok(way)
}

/// A shortest way, through states that are allowed, to a state that is wanted, or by a last step
/// that is.
fn find_way<W: Watcher>(
    product: &mut Product<'_, W>,
    from: &[u32],
    allowed: impl Fn(u32) -> bool,
    mut wanted: impl FnMut(u32, Option<&Edge>) -> bool,
) -> Result<Option<(Way, u32)>, Stop> {
    if let Some(&state) = from.iter().find(|&&state| wanted(state, None)) {
        return Ok(Some((Vec::new(), state)));
    }
    // Each state with the step that led there first, and from where.
    let mut found: FxHashMap<u32, Option<(u32, Edge)>> =
        from.iter().map(|&state| (state, None)).collect();
    let mut queue: VecDeque<u32> = from.iter().copied().collect();
    let mut row = Vec::new();
    let mut steps = 0_u32;
    while let Some(state) = queue.pop_front() {
        steps = steps.wrapping_add(1);
        if steps.is_multiple_of(1 << 10) {
            product.context().reserve((found.capacity() * 80) as u64)?;
        }
        row.clear();
        product.row(state, &mut row)?;
        for &edge in row.iter().filter(|edge| allowed(edge.target)) {
            if wanted(edge.target, Some(&edge)) {
                let mut way = vec![edge];
                let mut here = state;
                while let Some(&Some((before, edge))) = found.get(&here) {
                    way.push(edge);
                    here = before;
                }
                way.reverse();
                return Ok(Some((way, edge.target)));
            }
            if let Entry::Vacant(vacant) = found.entry(edge.target) {
                vacant.insert(Some((state, edge)));
                queue.push_back(edge.target);
            }
        }
    }
    Ok(None)
}

/// A run that takes some steps and then goes round a cycle for ever, by packed states. Where it has
/// stopped, nothing happens, and no step repeats.
#[derive(Debug)]
pub(super) struct Lasso {
    pub(super) initial: Vec<u64>,
    /// Each step with the state it leads to.
    pub(super) steps: Vec<(ActionId, Vec<u64>)>,
    /// The number of the first step that repeats; nothing, if it does not matter how the run goes
    /// on.
    pub(super) cycle: Option<usize>,
}

/// The run that takes a way and then goes round a cycle for ever.
pub(super) fn run<W: Watcher>(
    product: &mut Product<'_, W>,
    way: &[Edge],
    cycle: &[Edge],
) -> Result<Lasso, Stop> {
    let initial = product.initial()?;
    let Some(&first) = initial.first() else {
        return Err(Stop::internal("a run without a beginning"));
    };
    let steps = |way: &[Edge]| -> Vec<(ActionId, Vec<u64>)> {
        let step = |edge: &Edge| {
            let state = product.store.get(edge.target).to_vec();
            edge.moved.action.map(|action| (action, state))
        };
        way.iter().filter_map(step).collect()
    };
    let before = steps(way);
    let cycle = (before.len(), steps(cycle));
    let initial = product.store.get(first).to_vec();
    Ok(Lasso { initial, steps: [before, cycle.1].concat(), cycle: Some(cycle.0) })
}

//! `deterministic`: the subset construction.

use indexmap::IndexSet;
use rustc_hash::FxBuildHasher;
use surmise_model::{ActionId, Context, Lts, StateId};

use super::GivenUp;
use super::coarsest::{quotient, refine, rows};
use super::minimise::silent_closure;

/// The smallest deterministic LTS with the same traces; the LTS itself if it is deterministic.
pub(crate) fn trace_minimise(
    lts: &Lts,
    limit: usize,
    context: &Context<'_>,
) -> Result<Lts, GivenUp> {
    if lts.is_deterministic() {
        return Ok(lts.clone());
    }
    let lts = subsets(lts, limit, context)?;
    Ok(quotient(&lts, &refine(&rows(&lts), lts.end(), context)?)?)
}

/// A deterministic LTS with the same traces. A set of states that contains π is π.
pub(crate) fn determinise(lts: &Lts, limit: usize, context: &Context<'_>) -> Result<Lts, GivenUp> {
    match lts.is_deterministic() {
        true => Ok(lts.clone()),
        false => subsets(lts, limit, context),
    }
}

fn subsets(lts: &Lts, limit: usize, context: &Context<'_>) -> Result<Lts, GivenUp> {
    let mut builder = Lts::builder();
    builder.extend_alphabet(lts.alphabet().iter());
    let mut sets: IndexSet<Box<[StateId]>, FxBuildHasher> = IndexSet::default();
    let number = |sets: &mut IndexSet<Box<[StateId]>, FxBuildHasher>,
                  states: &[StateId]|
     -> Result<StateId, GivenUp> {
        // A closure may be as large as the LTS, so each is worth a glance.
        context.check()?;
        let mut closed = silent_closure(lts, states);
        closed.sort_unstable();
        if closed.last().is_some_and(|last| last.is_error()) {
            return Ok(StateId::ERROR);
        }
        if sets.len() >= limit {
            return Err(GivenUp::States(limit));
        }
        context.check_states(sets.len() as u64)?;
        Ok(StateId::of(sets.insert_full(closed.into()).0))
    };
    let initial = number(&mut sets, &[lts.initial()])?;
    let mut next = 0;
    let mut steps: Vec<(ActionId, StateId)> = Vec::new();
    while next < sets.len() {
        steps.clear();
        for &state in &sets[next] {
            let row = lts.edges(state).iter().filter(|edge| !edge.action.is_tau());
            steps.extend(row.map(|edge| (edge.action, edge.target)));
        }
        steps.sort_unstable();
        steps.dedup();
        for group in steps.chunk_by(|left, right| left.0 == right.0) {
            let targets: Vec<StateId> = group.iter().map(|&(_, target)| target).collect();
            let target = number(&mut sets, &targets)?;
            builder.add(StateId::of(next), group[0].0, target);
        }
        next += 1;
    }
    builder.ensure_states(sets.len()).initial(initial);
    // To have ended is to be at the end for sure.
    if let Some(end) = lts.end()
        && let Some(set) = sets.get_index_of(&[end][..])
    {
        builder.end(StateId::of(set));
    }
    Ok(builder.build()?)
}

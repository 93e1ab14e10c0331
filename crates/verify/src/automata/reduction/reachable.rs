//! Reachability inside one LTS.

use surmise_model::{Context, Lts, StateId, Stop};

use crate::automata::limits::{BuildWithin, Pace};

/// The LTS without its unreachable states, the others numbered breadth-first.
pub fn reachable(lts: &Lts, context: &Context<'_>) -> Result<Lts, Stop> {
    let order = breadth_first(lts, context)?;
    context.reserve((lts.num_states() * size_of::<StateId>()) as u64)?;
    let mut number = vec![StateId::ERROR; lts.num_states()];
    for (new, old) in order.iter().enumerate() {
        number[old.index()] = StateId::of(new);
    }
    let renumber = |state: StateId| if state.is_error() { state } else { number[state.index()] };
    let mut builder = Lts::builder();
    builder.ensure_states(order.len()).initial(renumber(lts.initial()));
    builder.extend_alphabet(lts.alphabet().iter());
    if let Some(end) = lts.end().map(renumber).filter(|end| !end.is_error()) {
        builder.end(end);
    }
    for (new, &old) in order.iter().enumerate() {
        builder.make_room(lts.edges(old).len(), context)?;
        for edge in lts.edges(old) {
            builder.add(StateId::of(new), edge.action, renumber(edge.target));
        }
    }
    builder.build_within(context)
}

/// Whether some run of the LTS leads into π.
pub(crate) fn reaches_error(lts: &Lts, context: &Context<'_>) -> Result<bool, Stop> {
    if lts.initial().is_error() || !lts.has_error() {
        return Ok(lts.initial().is_error());
    }
    let states = breadth_first(lts, context)?;
    Ok(states.iter().any(|&state| lts.edges(state).iter().any(|edge| edge.target.is_error())))
}

/// The reachable states but π, in breadth-first order.
fn breadth_first(lts: &Lts, context: &Context<'_>) -> Result<Vec<StateId>, Stop> {
    context.reserve((lts.num_states() * size_of::<StateId>()) as u64)?;
    let mut seen = fixedbitset::FixedBitSet::with_capacity(lts.num_states());
    let mut order = Vec::with_capacity(lts.num_states());
    let mut pace = Pace::new(context);
    let mut meet = |state: StateId, order: &mut Vec<StateId>| {
        if !state.is_error() && !seen.put(state.index()) {
            order.push(state);
        }
    };
    meet(lts.initial(), &mut order);
    let mut next = 0;
    while next < order.len() {
        let edges = lts.edges(order[next]);
        pace.spend(edges.len() + 1)?;
        for edge in edges {
            meet(edge.target, &mut order);
        }
        next += 1;
    }
    Ok(order)
}

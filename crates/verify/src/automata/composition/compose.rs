//! The composition of LTSs as an LTS of its own.
//!
//! Checking a property does not need this: the search explores the product without storing its
//! transitions. Here the transitions are the result.

use std::borrow::Cow;

use surmise_model::{Context, Event, Lts, StateId, Stop};

use super::product::ProductRows;
use crate::automata::limits::{BuildWithin, Interner};

/// So many states lie between two progress events.
const REPORT_EVERY: usize = 1 << 17;

/// The reachable product of LTSs, numbered breadth-first.
///
/// The parts synchronise on the actions that their alphabets share; a part alone does its other
/// actions and its τ. A tuple with a part in π is π. The end state is the one where all parts have
/// ended. The composition of no LTS at all has one state, which is its end.
///
/// The limits of the context apply to the number of states.
pub fn compose(parts: &[&Lts], context: &Context<'_>) -> Result<Lts, Stop> {
    Ok(compose_with_tuples(parts, context)?.0)
}

/// The [composition](compose), and the states of the parts in each of its states.
pub(crate) fn compose_with_tuples(
    parts: &[&Lts],
    context: &Context<'_>,
) -> Result<(Lts, Interner), Stop> {
    let borrowed = parts.iter().map(|&part| Cow::Borrowed(part)).collect();
    let mut product = ProductRows::new(borrowed, context);
    let mut builder = Lts::builder();
    for part in parts {
        builder.extend_alphabet(part.alphabet().iter());
    }
    builder.initial(product.initial()?);

    let mut row = Vec::new();
    let (mut next, mut depth, mut level_end) = (0, 0, product.len());
    while next < product.len() {
        let source = StateId::of(next);
        row.clear();
        product.row(source, &mut row)?;
        builder.make_room(row.len(), context)?;
        for edges in row.chunks(1 << 16) {
            context.check()?;
            for edge in edges {
                builder.add(source, edge.action, edge.target);
            }
        }
        let tuple = product.tuple(source);
        if parts.iter().zip(tuple).all(|(part, &at)| part.end().map(StateId::raw) == Some(at)) {
            builder.end(source);
        }
        next += 1;
        if next == level_end {
            (depth, level_end) = (depth + 1, product.len());
        }
        if next % REPORT_EVERY == 0 {
            context.observer.event(&Event::Searching {
                states: product.len() as u64,
                waiting: (product.len() - next) as u64,
                depth,
                bytes: product.heap_bytes() as u64,
            });
        }
    }
    builder.ensure_states(product.len());
    let tuples = product.into_tuples();
    Ok((builder.build_within(context)?, tuples))
}

//! A weight function between two distributions, made once.

use surmise_model::{Distribution, Rational, StateId};

use super::flow::{Edge, Flow};

/// A weight function, if there is one: places in the two supports with a positive weight. `related`
/// is asked for a place below and a state above.
pub(crate) fn weights(
    below: Distribution<'_>,
    above: Distribution<'_>,
    related: impl Fn(usize, StateId) -> bool,
) -> Option<Vec<(usize, usize, Rational)>> {
    if below.len() == 1 || above.len() == 1 {
        // There is only one way: everything with everything.
        let all =
            || (0..below.len()).flat_map(|row| above.support().map(move |state| (row, state)));
        if !all().all(|(row, state)| related(row, state)) {
            return None;
        }
        let rows = below.iter().enumerate();
        return Some(match above.len() {
            1 => rows.map(|(row, (_, weight))| (row, 0, weight.clone())).collect(),
            _ => above.iter().enumerate().map(|(column, (_, p))| (0, column, p.clone())).collect(),
        });
    }
    let rows = 0..below.len();
    let edges: Vec<Edge> = rows
        .flat_map(|row| above.support().map(move |state| (row, state)))
        .map(|(row, state)| if related(row, state) { Edge::Open(0) } else { Edge::Closed })
        .collect();
    let columns = above.len();
    if edges.chunks(columns).any(|row| row.iter().all(|edge| *edge == Edge::Closed)) {
        return None;
    }
    let weights_of = |distribution: Distribution<'_>| -> Vec<Rational> {
        distribution.iter().map(|(_, weight)| weight.clone()).collect()
    };
    let (one, other) = (weights_of(below), weights_of(above));
    let mut flow = Flow::new(&one.iter().collect::<Vec<_>>(), &other.iter().collect::<Vec<_>>());
    let places = (0..edges.len()).map(|place| (place / columns, place % columns, place));
    flow.maximise(&edges).then(|| {
        let used = places.filter(|&(.., place)| flow.uses(place));
        used.map(|(row, column, place)| (row, column, flow.weight(place))).collect()
    })
}

//! Edges from a node to itself: an arc above the node, with its label on top.

use super::{Edge, Graph, Route};
use crate::geometry::{Curve, Point, Size};

/// How far the arc rises above the node.
const HEIGHT: f64 = 20.0;
/// Half the distance of its ends, and how far it bulges.
const FOOT: f64 = 7.0;
pub(super) const BULGE: f64 = 17.0;
/// How far above a node with a loop, and beside the arc, other edges may go.
pub(super) const UNDER_LABEL: f64 = HEIGHT - 4.0;
/// Between the arc and its label.
const GAP: f64 = 2.0;

/// The room that the loops of each node take above it.
pub(super) fn rooms(graph: &Graph) -> Vec<Size> {
    let mut rooms = vec![Size::default(); graph.nodes.len()];
    for edge in loops(graph) {
        let label = edge.label.unwrap_or_default();
        let room = &mut rooms[edge.source];
        room.width = room.width.max(label.width).max(2.0 * BULGE);
        room.height = room.height.max(HEIGHT + GAP + label.height);
    }
    rooms
}

/// The way of a loop at a node.
pub(super) fn route(edge: &Edge, centre: Point, size: Size) -> Route {
    // The feet stand on the round ends or on the flat top between them.
    let radius = size.height / 2.0;
    let flat = (size.width / 2.0 - radius).max(0.0);
    let from_end = (FOOT - flat).max(0.0);
    let foot = centre.y - (radius * radius - from_end * from_end).max(0.0).sqrt();
    let top = centre.y - radius - HEIGHT;
    // A Bézier curve rises three quarters of the way to the points that pull it.
    let pull = foot - (foot - top) * 4.0 / 3.0;
    let points = vec![
        Point::new(centre.x - FOOT, foot),
        Point::new(centre.x - BULGE, pull),
        Point::new(centre.x + BULGE, pull),
        Point::new(centre.x + FOOT, foot),
    ];
    let label = edge.label.map(|label| Point::new(centre.x, top - GAP - label.height / 2.0));
    Route { curve: Curve { points }, label }
}

fn loops(graph: &Graph) -> impl Iterator<Item = &Edge> {
    graph.edges.iter().filter(|edge| edge.source == edge.target)
}

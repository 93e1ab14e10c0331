//! Coordinates: layers from left to right, and places within them.
//!
//! Places are found by network simplex, section 4.2 of the paper that `layout` names: every piece
//! of an edge wants to be level, the more so the longer the edge, and neighbours keep their
//! distance.

use surmise_model::{Context, Stop};

use super::layers::{Layered, Stands};
use super::simplex::{self, Balance, Constraint};
use super::{Graph, loops};

/// Between neighbours of a layer: nodes, labels, and edges that go through.
const BETWEEN_NODES: f64 = 16.0;
const BETWEEN_LABELS: f64 = 5.0;
const BETWEEN_BENDS: f64 = 9.0;
/// Between layers, at least, and how much more for edges that have to climb.
const BETWEEN_LAYERS: f64 = 13.0;
const CLIMB: f64 = 0.14;
const MOST_CLIMB: f64 = 45.0;
/// Between a label and the line below it.
pub(super) const LABEL_GAP: f64 = 2.0;
/// How much work good places are worth.
const WORK: usize = 3_000_000;

/// Where the nodes of a layered graph are.
pub(super) struct Placed {
    /// The height of the line through each node.
    pub(super) y: Vec<f64>,
    /// How far each reaches above and below its line.
    pub(super) above: Vec<f64>,
    pub(super) below: Vec<f64>,
    /// From where to where each layer reaches.
    pub(super) layers: Vec<(f64, f64)>,
}

impl Placed {
    pub(super) fn middle(&self, layer: usize) -> f64 {
        let (left, right) = self.layers[layer];
        (left + right) / 2.0
    }
}

/// Finds coordinates.
pub(super) fn place(
    graph: &Graph,
    layered: &Layered,
    context: &Context<'_>,
) -> Result<Placed, Stop> {
    let rooms = loops::rooms(graph);
    let reach = |stands: &Stands| match *stands {
        Stands::Node(node) => {
            let half = graph.nodes[node].height / 2.0;
            (half + rooms[node].height, half)
        }
        Stands::Bend(_) => (0.0, 0.0),
        Stands::Label(edge) => {
            let height = graph.edges[edge].label.map_or(0.0, |label| label.height);
            (height + LABEL_GAP, 1.0)
        }
    };
    let (above, below): (Vec<f64>, Vec<f64>) = layered.stands.iter().map(reach).unzip();
    let y = heights(layered, &above, &below, context)?;
    let thickness: Vec<f64> = layered
        .layers
        .iter()
        .map(|layer| {
            let width = |&node: &usize| match layered.stands[node] {
                Stands::Node(node) => graph.nodes[node].width.max(rooms[node].width),
                Stands::Bend(_) => 0.0,
                Stands::Label(edge) => graph.edges[edge].label.map_or(0.0, |label| label.width),
            };
            layer.iter().map(width).fold(0.0, f64::max)
        })
        .collect();
    let mut layers = Vec::with_capacity(thickness.len());
    let mut left = 0.0;
    for (layer, thickness) in thickness.iter().enumerate() {
        layers.push((left, left + thickness));
        let climbs = layered.layers[layer].iter().flat_map(|&node| {
            layered.after[node].iter().map(|&next| (y[node] - y[next]).abs()).collect::<Vec<_>>()
        });
        let climb = (climbs.fold(0.0, f64::max) * CLIMB).min(MOST_CLIMB);
        left += thickness + BETWEEN_LAYERS + climb;
    }
    Ok(Placed { y, above, below, layers })
}

/// The height of every node's line.
fn heights(
    layered: &Layered,
    above: &[f64],
    below: &[f64],
    context: &Context<'_>,
) -> Result<Vec<f64>, Stop> {
    let mut constraints = Vec::new();
    for layer in &layered.layers {
        for pair in layer.windows(2) {
            let (tail, head) = (pair[0], pair[1]);
            let between = match (layered.stands[tail], layered.stands[head]) {
                (Stands::Node(_), Stands::Node(_)) => BETWEEN_NODES,
                (_, Stands::Label(_)) => BETWEEN_LABELS,
                _ => BETWEEN_BENDS,
            };
            let length = (below[tail] + above[head] + between).ceil() as i64;
            constraints.push(Constraint { tail, head, length, weight: 0 });
        }
    }
    let mut total = layered.stands.len();
    for (node, next) in layered.after.iter().enumerate() {
        for &next in next {
            let is_node = |node: usize| matches!(layered.stands[node], Stands::Node(_));
            let weight = match (is_node(node), is_node(next)) {
                (true, true) => 1,
                (false, false) => 8,
                _ => 2,
            };
            // The two meet at a node above both, which pulls at them.
            for head in [node, next] {
                constraints.push(Constraint { tail: total, head, length: 0, weight });
            }
            total += 1;
        }
    }
    let values = simplex::solve(total, &constraints, Balance::Middle, WORK, context)?;
    // Parts that share no layer need not know of each other: all start from zero.
    Ok(values[..layered.stands.len()].iter().map(|&value| value as f64).collect())
}

//! The ways of edges, in the room that nodes, labels and other edges leave.
//!
//! Between two layers there is room everywhere; on a layer, an edge has the room between its
//! neighbours there. An edge of which it is known that it crosses this one nearby is no neighbour.
//! The shortest way through that room is then made smooth. This is section 5 of the paper that
//! `layout` names.

use surmise_model::{Context, Stop};

use super::fit::{Band, smooth};
use super::layers::{Layered, Stands};
use super::place::{LABEL_GAP, Placed};
use super::{Graph, Layout, Route, loops};
use crate::geometry::{Curve, Point, Size};

/// Distance kept from nodes and labels, and from other edges.
const FROM_NODES: f64 = 5.0;
const FROM_EDGES: f64 = 4.0;
/// How far edges that leave a node on one side are spread, and how far two of them are apart at
/// most, in radii.
const SPREAD: f64 = 1.5;
const STEP: f64 = 0.6;
/// On so many layers to the left and right a crossing is nearby.
const NEARBY: usize = 3;

/// Finds the ways of all edges.
pub(super) fn route(
    graph: &Graph,
    layered: &Layered,
    placed: &Placed,
    context: &Context<'_>,
) -> Result<Layout, Stop> {
    let centres: Vec<Point> = (0..graph.nodes.len())
        .map(|node| Point::new(placed.middle(layered.layer[node]), placed.y[node]))
        .collect();
    let mut position = vec![0; layered.stands.len()];
    for layer in &layered.layers {
        for (place, &node) in layer.iter().enumerate() {
            position[node] = place;
        }
    }
    let has_loop = graph.edges.iter().filter(|edge| edge.source == edge.target);
    let has_loop = has_loop.fold(vec![false; graph.nodes.len()], |mut has_loop, edge| {
        has_loop[edge.source] = true;
        has_loop
    });
    let aims = aims(graph, layered, &position, &centres);
    let router = Router { graph, layered, placed, position, has_loop, aims };
    let mut edges = Vec::with_capacity(graph.edges.len());
    for (index, edge) in graph.edges.iter().enumerate() {
        context.check()?;
        edges.push(match edge.source == edge.target {
            true => loops::route(edge, centres[edge.source], graph.nodes[edge.source]),
            false => router.edge(index, &centres),
        });
    }
    Ok(Layout { nodes: centres, edges, size: Size::default() })
}

struct Router<'a> {
    graph: &'a Graph,
    layered: &'a Layered,
    placed: &'a Placed,
    /// The place of every node in its layer.
    position: Vec<usize>,
    has_loop: Vec<bool>,
    /// Where each edge leaves its left end and reaches its right end: near their centres.
    aims: Vec<(Point, Point)>,
}

/// Edges that leave a node on one side aim at points one above the other, so that they are apart
/// where they meet the node.
fn aims(
    graph: &Graph,
    layered: &Layered,
    position: &[usize],
    centres: &[Point],
) -> Vec<(Point, Point)> {
    let mut result = vec![(Point::default(), Point::default()); graph.edges.len()];
    let mut sides: Vec<[Vec<(usize, usize)>; 2]> = vec![Default::default(); graph.nodes.len()];
    for (edge, chain) in layered.chains.iter().enumerate() {
        if let [first, second, ..] = chain[..] {
            let before = chain[chain.len() - 2];
            sides[first][0].push((position[second], edge));
            sides[chain[chain.len() - 1]][1].push((position[before], edge));
        }
    }
    for (node, sides) in sides.iter_mut().enumerate() {
        let radius = graph.nodes[node].height / 2.0;
        for (side, edges) in sides.iter_mut().enumerate() {
            edges.sort_unstable();
            let between = edges.len().saturating_sub(1) as f64;
            let step = (radius * SPREAD / between.max(1.0)).min(radius * STEP);
            for (index, &(_, edge)) in edges.iter().enumerate() {
                let offset = (index as f64 - between / 2.0) * step;
                let aim = centres[node].plus(Point::new(0.0, offset));
                match side == 0 {
                    true => result[edge].0 = aim,
                    false => result[edge].1 = aim,
                }
            }
        }
    }
    result
}

impl Router<'_> {
    fn edge(&self, edge: usize, centres: &[Point]) -> Route {
        let chain = &self.layered.chains[edge];
        let (start, end) = (chain[0], chain[chain.len() - 1]);
        let bands: Vec<Band> =
            (0..chain.len()).flat_map(|index| self.bands(edge, index, centres)).collect();
        let (from, to) = self.aims[edge];
        let corners = shortest(from, to, &bands);
        let mut curve = smooth(&corners, &bands);
        self.clip(&mut curve, start, centres);
        curve.reverse();
        self.clip(&mut curve, end, centres);
        let is_backward = self.layered.reversed[edge];
        if !is_backward {
            curve.reverse();
        }
        let label = chain.iter().find(|&&node| self.layered.stands[node] == Stands::Label(edge));
        let label = label.zip(self.graph.edges[edge].label).map(|(&node, size)| {
            let x = self.placed.middle(self.layered.layer[node]);
            Point::new(x, self.placed.y[node] - LABEL_GAP - size.height / 2.0)
        });
        Route { curve, label }
    }

    /// Cuts off what is inside a node, which is a box with round ends.
    fn clip(&self, curve: &mut Curve, node: usize, centres: &[Point]) {
        let (centre, size) = (centres[node], self.graph.nodes[node]);
        let radius = size.height.min(size.width) / 2.0;
        let flat = (size.width / 2.0 - radius).max(0.0);
        curve.cut_start(|point| {
            let nearest = Point::new(point.x.clamp(centre.x - flat, centre.x + flat), centre.y);
            point.distance(nearest) < radius
        });
    }

    /// The room for an edge on the layer of a node of its chain, from left to right.
    fn bands(&self, edge: usize, index: usize, centres: &[Point]) -> Vec<Band> {
        let node = self.layered.chains[edge][index];
        let (left, right) = self.placed.layers[self.layered.layer[node]];
        let (top, bottom) = self.room(edge, index);
        let y = self.placed.y[node];
        let band = Band { left, right, top: top.min(y), bottom: bottom.max(y) };
        match self.layered.stands[node] {
            Stands::Bend(_) => vec![band],
            Stands::Label(_) => vec![Band { top: y, ..band }],
            Stands::Node(node) => {
                // From the middle on, or up to there, and neither through the arc of the node's own
                // loop nor, farther away, through the label above it.
                let Point { x, y } = centres[node];
                let border = y - self.graph.nodes[node].height / 2.0;
                let (arc, under) = match self.has_loop[node] {
                    true => (band.top.max(border), band.top.max(border - loops::UNDER_LABEL)),
                    false => (band.top, band.top),
                };
                let (near, far) = if index == 0 {
                    let foot = (x + loops::BULGE).min(right);
                    (
                        Band { left: x, right: foot, top: arc, ..band },
                        Band { left: foot, top: under, ..band },
                    )
                } else {
                    let foot = (x - loops::BULGE).max(left);
                    (
                        Band { left: foot, right: x, top: arc, ..band },
                        Band { right: foot, top: under, ..band },
                    )
                };
                if index == 0 { vec![near, far] } else { vec![far, near] }
            }
        }
    }

    /// From where to where the neighbours of a chain's node leave room.
    fn room(&self, edge: usize, index: usize) -> (f64, f64) {
        let node = self.layered.chains[edge][index];
        let layer = &self.layered.layers[self.layered.layer[node]];
        let place = self.position[node];
        let blocks = |&&other: &&usize| match self.layered.stands[other] {
            Stands::Bend(across) => !self.cross(edge, across, self.layered.layer[node]),
            Stands::Node(_) | Stands::Label(_) => true,
        };
        let distance = |other: usize| match self.layered.stands[other] {
            Stands::Bend(_) => FROM_EDGES,
            _ => FROM_NODES,
        };
        let top = layer[..place]
            .iter()
            .rev()
            .find(blocks)
            .map(|&other| self.placed.y[other] + self.placed.below[other] + distance(other));
        let bottom = layer[place + 1..]
            .iter()
            .find(blocks)
            .map(|&other| self.placed.y[other] - self.placed.above[other] - distance(other));
        (top.unwrap_or(f64::NEG_INFINITY), bottom.unwrap_or(f64::INFINITY))
    }

    /// Whether two edges that both pass through a layer cross near it.
    fn cross(&self, one: usize, other: usize, layer: usize) -> bool {
        let at = |edge: usize, layer: usize| {
            let chain = &self.layered.chains[edge];
            let first = self.layered.layer[chain[0]];
            chain.get(layer.checked_sub(first)?).copied()
        };
        let order = |layer: usize| {
            let (one, other) = (at(one, layer)?, at(other, layer)?);
            Some(self.position[one].cmp(&self.position[other]))
        };
        let here = order(layer);
        let differs =
            |near: usize| order(near).is_some_and(|there| there.is_ne() && Some(there) != here);
        (layer.saturating_sub(NEARBY)..=layer + NEARBY).any(differs)
    }
}

/// The shortest way through all bands: a cone of sight from the last corner, which narrows until
/// the way has to turn at one of the points that narrowed it.
fn shortest(start: Point, end: Point, bands: &[Band]) -> Vec<Point> {
    let mut gates: Vec<(f64, f64, f64)> = bands
        .iter()
        .flat_map(|band| [(band.left, band.top, band.bottom), (band.right, band.top, band.bottom)])
        .filter(|gate| start.x < gate.0 && gate.0 < end.x)
        .collect();
    gates.push((end.x, end.y, end.y));
    let mut corners = vec![start];
    let (mut apex, mut from) = (start, 0);
    while from < gates.len() {
        let (mut least, mut most) = (f64::NEG_INFINITY, f64::INFINITY);
        let (mut upper, mut lower) = (from, from);
        let mut turn = None;
        for (index, &(x, top, bottom)) in gates.iter().enumerate().skip(from) {
            let dx = x - apex.x;
            if dx < 1e-6 {
                continue;
            }
            let (up, down) = ((top - apex.y) / dx, (bottom - apex.y) / dx);
            if up > most {
                turn = Some((lower, gates[lower].2));
                break;
            }
            if down < least {
                turn = Some((upper, gates[upper].1));
                break;
            }
            if up >= least {
                (least, upper) = (up, index);
            }
            if down <= most {
                (most, lower) = (down, index);
            }
        }
        let Some((index, y)) = turn else { break };
        apex = Point::new(gates[index].0, y);
        corners.push(apex);
        from = index + 1;
    }
    corners.push(end);
    corners
}

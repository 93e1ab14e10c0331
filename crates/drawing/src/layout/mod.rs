//! Where everything goes in a drawing of a directed graph: boxes and lines in, places and curves
//! out.
//!
//! Layers from left to right, as Graphviz's `dot` draws them: Gansner, Koutsofios, North and Vo, "A
//! technique for drawing directed graphs", IEEE Transactions on Software Engineering 19(3), 1993.
//! Each step has a file:
//!
//! 1. `acyclic`: some edges are turned round for a while, so that there are no cycles;
//! 2. `layers`: every node gets a layer, by network simplex; edges become chains of unit length,
//!    and a label is a node of its edge's chain on a layer between those of states;
//! 3. `order`: the order within layers, with few crossings;
//! 4. `place`: coordinates, by network simplex again;
//! 5. `route`: curves in the room that nodes and labels leave; `fit` makes them smooth, and `loops`
//!    draws edges from a node to itself.
//!
//! No crate does this as well: `layout-rs` writes labels over edges and is slow, `rust-sugiyama`
//! places neither labels nor loops and routes nothing, `dagre` routes through points and not in the
//! room there is, has several times the crossings, and cannot be interrupted.

mod acyclic;
mod fit;
mod layers;
mod loops;
mod order;
mod place;
mod route;
mod simplex;

use surmise_model::{Context, Stop};

use crate::geometry::{Curve, Point, Rectangle, Size};
use acyclic::Breaking;
use layers::Layered;

/// A graph to lay out.
#[derive(Debug, Clone, Default)]
pub struct Graph {
    /// How much room each node takes. It is drawn as a box with round ends.
    pub nodes: Vec<Size>,
    /// The edges, at most one from a node to another (or to itself) for a good picture.
    pub edges: Vec<Edge>,
    /// The node where to start reading, at the left.
    pub first: usize,
}

/// An edge of a graph.
#[derive(Debug, Clone, Copy)]
pub struct Edge {
    /// Where it starts.
    pub source: usize,
    /// Where it ends.
    pub target: usize,
    /// How much room its label takes, if it has one.
    pub label: Option<Size>,
}

/// Where everything is. The left upper corner is (0, 0).
#[derive(Debug, Clone)]
pub struct Layout {
    /// The centre of each node.
    pub nodes: Vec<Point>,
    /// The way of each edge.
    pub edges: Vec<Route>,
    /// How much room everything takes.
    pub size: Size,
}

/// The way of an edge.
#[derive(Debug, Clone, Default)]
pub struct Route {
    /// From the border of its source to that of its target.
    pub curve: Curve,
    /// The centre of its label, if it has one.
    pub label: Option<Point>,
}

/// With more pieces of edges than this, a second way to break cycles is not tried.
const FEW_PIECES: usize = 6000;

/// Lays out a graph. Equal graphs have equal layouts.
pub fn lay_out(graph: &Graph, context: &Context<'_>) -> Result<Layout, Stop> {
    let mut best: Option<(usize, Layered)> = None;
    for breaking in Breaking::ALL {
        let reversed = acyclic::reversed(graph, breaking);
        let mut layered = layers::layered(graph, &reversed, context)?;
        if best.is_some() && layered.num_pieces() > FEW_PIECES {
            continue;
        }
        let crossings = order::reduce_crossings(&mut layered, context)?;
        let cost = layered.cost(crossings);
        if best.as_ref().is_none_or(|(least, _)| cost < *least) {
            best = Some((cost, layered));
        }
    }
    let Some((_, layered)) = best else { return Ok(Layout::empty()) };
    let placed = place::place(graph, &layered, context)?;
    let mut layout = route::route(graph, &layered, &placed, context)?;
    layout.move_to_corner(graph);
    Ok(layout)
}

impl Layout {
    fn empty() -> Self {
        Self { nodes: Vec::new(), edges: Vec::new(), size: Size::default() }
    }

    /// The smallest box around everything.
    fn bounds(&self, graph: &Graph) -> Rectangle {
        let nodes = self.nodes.iter().zip(&graph.nodes);
        let nodes = nodes.map(|(&centre, &size)| Rectangle::around(centre, size));
        let curves = self.edges.iter().map(|route| route.curve.bounds());
        let labels = self.edges.iter().zip(&graph.edges);
        let labels =
            labels.filter_map(|(route, edge)| Some(Rectangle::around(route.label?, edge.label?)));
        nodes.chain(curves).chain(labels).fold(Rectangle::EMPTY, Rectangle::union)
    }

    fn move_to_corner(&mut self, graph: &Graph) {
        let bounds = self.bounds(graph);
        if self.nodes.is_empty() {
            return;
        }
        let by = bounds.least.times(-1.0);
        for centre in &mut self.nodes {
            *centre = centre.plus(by);
        }
        for route in &mut self.edges {
            route.curve.shift(by);
            route.label = route.label.map(|label| label.plus(by));
        }
        let corner = bounds.most.plus(by);
        self.size = Size { width: corner.x, height: corner.y };
    }
}

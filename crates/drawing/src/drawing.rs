//! A picture with a place for everything in it.

use surmise_model::{Context, StateId, Stop};

use crate::geometry::{Point, Rectangle, Size};
use crate::layout::{Edge, Graph, Layout, Route, lay_out};
use crate::picture::{Arrow, Kind, Line, Picture};
use crate::text::width;

/// The size of the type of labels and names, and the height of a line.
pub(crate) const LABEL_TYPE: f64 = 11.0;
pub(crate) const NAME_TYPE: f64 = 12.0;
pub(crate) const LINE_HEIGHT: f64 = 13.0;
/// Of the circle of a state, or of the ends of its box.
pub(crate) const RADIUS: f64 = 14.0;
/// Of the dot where to start.
pub(crate) const START: f64 = 3.0;
/// Of the point of a distribution.
pub(crate) const POINT: f64 = 4.0;

/// A picture in which everything has its place.
pub struct Drawing {
    /// Where everything is.
    pub layout: Layout,
    /// What was laid out: states, π if it is there, and the point where to start.
    pub graph: Graph,
    pub(crate) states: Vec<StateId>,
    /// Those of the graph's edges that stand for transitions; the last edge leads from the point
    /// where to start to the initial state.
    pub(crate) arrows: Vec<Arrow>,
}

impl Drawing {
    /// Finds a place for everything.
    pub fn of(picture: &Picture<'_>, context: &Context<'_>) -> Result<Self, Stop> {
        let states: Vec<StateId> = picture.states().collect();
        let index = |state: StateId| match state.is_error() {
            true => states.len() - 1,
            false => state.index(),
        };
        let mut arrows = Vec::new();
        for state in picture.lts.states() {
            context.check()?;
            arrows.extend(picture.arrows(state));
        }
        let start = states.len();
        let nodes = states.iter().map(|&state| {
            if picture.kind(state) == Kind::Distribution {
                return Size { width: 2.0 * POINT, height: 2.0 * POINT };
            }
            let name = width(&picture.name_of(state)) * NAME_TYPE;
            Size { width: (name + 13.0).max(2.0 * RADIUS), height: 2.0 * RADIUS }
        });
        let point = Size { width: 2.0 * START, height: 2.0 * START };
        let edges = arrows.iter().map(|arrow| Edge {
            source: index(arrow.source),
            target: index(arrow.target),
            label: Some(label_size(arrow)),
        });
        let first = Edge { source: start, target: index(picture.lts.initial()), label: None };
        let graph = Graph {
            nodes: nodes.chain([point]).collect(),
            edges: edges.chain([first]).collect(),
            first: start,
        };
        let layout = lay_out(&graph, context)?;
        Ok(Self { layout, graph, states, arrows })
    }

    /// The box of each state, and that of the point where to start.
    pub fn node_boxes(&self) -> impl Iterator<Item = Rectangle> {
        self.layout
            .nodes
            .iter()
            .zip(&self.graph.nodes)
            .map(|(&at, &size)| Rectangle::around(at, size))
    }

    /// The box of each edge's label.
    pub fn label_boxes(&self) -> impl Iterator<Item = Option<Rectangle>> {
        let edges = self.layout.edges.iter().zip(&self.graph.edges);
        edges.map(|(route, edge)| Some(Rectangle::around(route.label?, edge.label?)))
    }

    /// The arrows with their ways.
    pub(crate) fn routes(&self) -> impl Iterator<Item = (&Arrow, &Route)> {
        self.arrows.iter().zip(&self.layout.edges)
    }

    /// The states with their places and sizes.
    pub(crate) fn places(&self) -> impl Iterator<Item = (StateId, Point, Size)> {
        let places = self.layout.nodes.iter().zip(&self.graph.nodes);
        self.states.iter().zip(places).map(|(&state, (&at, &size))| (state, at, size))
    }
}

fn label_size(arrow: &Arrow) -> Size {
    // Steps of the run are bold, which is wider.
    let width = |line: &Line| width(&line.text) * if line.is_step { 1.1 } else { 1.0 };
    let widest = arrow.lines.iter().map(width).fold(0.0, f64::max);
    Size { width: widest * LABEL_TYPE + 4.0, height: arrow.lines.len() as f64 * LINE_HEIGHT }
}

//! Where everything is in a picture.
//!
//! The layout is that of the crate `dagre`, the algorithm of dagre.js: layers by network simplex,
//! few crossings, and room for the labels of edges, which are most of what there is to read in an
//! LTS. (layout-rs writes labels over edges, and took 13 seconds for 64 states where dagre takes
//! one; rust-sugiyama places neither labels nor loops.)

use std::sync::mpsc::{self, RecvTimeoutError};
use std::thread;
use std::time::Duration;

use dagre::graph::{Graph, GraphOptions};
use dagre::layout::types::LabelPos;
use dagre::{EdgeLabel, LayoutOptions, NodeLabel, Point, RankDir, Ranker, layout};
use surmise_model::{Context, Reason, StateId, Stop};
use unicode_width::UnicodeWidthStr;

use super::picture::{Arrow, state_name};

/// Of the circle of a state.
pub(super) const RADIUS: f64 = 16.0;
/// Of a line of labels.
pub(super) const LINE_HEIGHT: f64 = 14.0;
/// The width of a character of the labels' typeface, which is monospaced so that this is true.
pub(super) const CHARACTER: f64 = 6.7;
/// With more states than this, a cheaper way to choose layers.
const FEW_STATES: usize = 40;

/// Where everything is.
pub(super) struct Placed {
    pub(super) states: Vec<(StateId, Point)>,
    pub(super) arrows: Vec<(Arrow, Route)>,
}

/// The way of an arrow.
pub(super) struct Route {
    pub(super) points: Vec<Point>,
    /// The centre of its label.
    pub(super) label: Point,
}

/// Finds places. The layout cannot be stopped, so it runs on a thread that is left to itself if it
/// has to.
pub(super) fn place(
    states: Vec<StateId>,
    arrows: Vec<Arrow>,
    context: &Context<'_>,
) -> Result<Placed, Stop> {
    let (sender, receiver) = mpsc::channel();
    thread::spawn(move || {
        // Nobody may be waiting for it any more.
        let _ = sender.send(lay_out(&states, arrows));
    });
    loop {
        match receiver.recv_timeout(Duration::from_millis(20)) {
            Ok(placed) => return Ok(placed),
            Err(RecvTimeoutError::Timeout) => context.check()?,
            Err(RecvTimeoutError::Disconnected) => {
                let reason = "the layout of this graph failed; draw it with Graphviz: --to dot";
                return Err(Stop(Reason::Unsupported(reason.into())));
            }
        }
    }
}

fn lay_out(states: &[StateId], arrows: Vec<Arrow>) -> Placed {
    // A multigraph, although there is one arrow from a state to another: to get rid of circles, the
    // layout turns arrows round, and then there can be two.
    let mut graph: Graph<NodeLabel, EdgeLabel> =
        Graph::with_options(GraphOptions { directed: true, multigraph: true, compound: false });
    let size = 2.0 * RADIUS;
    for &state in states {
        let label = NodeLabel { width: size, height: size, ..NodeLabel::default() };
        graph.set_node(state_name(state), Some(label));
    }
    for arrow in &arrows {
        let widest = arrow.labels.iter().map(|label| label.width()).max().unwrap_or(0);
        let label = EdgeLabel {
            width: widest as f64 * CHARACTER + 10.0,
            height: arrow.labels.len() as f64 * LINE_HEIGHT + 4.0,
            labelpos: LabelPos::Center,
            ..EdgeLabel::default()
        };
        graph.set_edge(state_name(arrow.source), state_name(arrow.target), Some(label), None);
    }
    let ranker = match states.len() > FEW_STATES {
        true => Ranker::LongestPath,
        false => Ranker::NetworkSimplex,
    };
    let options = LayoutOptions {
        rankdir: RankDir::LR,
        nodesep: 24.0,
        edgesep: 12.0,
        ranksep: 18.0,
        ranker,
        ..LayoutOptions::default()
    };
    layout(&mut graph, Some(options));
    let centre = |state: StateId| {
        let node = graph.node(&state_name(state));
        let position = node.and_then(|node| Some(Point::new(node.x?, node.y?)));
        position.unwrap_or(Point::new(0.0, 0.0))
    };
    let route = |arrow: &Arrow| {
        let (source, target) = (state_name(arrow.source), state_name(arrow.target));
        let edge = graph.edge(&source, &target, None);
        let points = edge.map_or(Vec::new(), |edge| edge.points.clone());
        let label = edge.and_then(|edge| Some(Point::new(edge.x?, edge.y?)));
        let label = label.unwrap_or_else(|| centre(arrow.source));
        Route { points, label }.meeting(&centre(arrow.source), &centre(arrow.target))
    };
    Placed {
        states: states.iter().map(|&state| (state, centre(state))).collect(),
        arrows: {
            let routes: Vec<Route> = arrows.iter().map(route).collect();
            arrows.into_iter().zip(routes).collect()
        },
    }
}

impl Route {
    /// Lets the way begin and end on the circles of its states: the layout takes them for boxes.
    fn meeting(mut self, source: &Point, target: &Point) -> Self {
        if let [first, second, .., before, last] = &mut self.points[..] {
            *first = on_circle(source, second);
            *last = on_circle(target, before);
        } else if let [first, middle, last] = &mut self.points[..] {
            *first = on_circle(source, middle);
            *last = on_circle(target, middle);
        }
        self
    }
}

/// The point of the circle around `centre` that is nearest to `towards`.
fn on_circle(centre: &Point, towards: &Point) -> Point {
    let (dx, dy) = (towards.x - centre.x, towards.y - centre.y);
    let distance = dx.hypot(dy).max(1e-6);
    Point::new(centre.x + dx / distance * RADIUS, centre.y + dy / distance * RADIUS)
}

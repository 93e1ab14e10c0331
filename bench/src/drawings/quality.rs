//! What is wrong with a drawing, in numbers. It does not matter who drew it.

use surmise_drawing::geometry::{Point, Rectangle};

/// A drawing, reduced to what can be judged.
pub(crate) struct Drawn {
    pub(crate) nodes: Vec<Rectangle>,
    pub(crate) edges: Vec<Line>,
}

/// An edge of a drawing.
pub(crate) struct Line {
    pub(crate) ends: (usize, usize),
    /// Points along its curve, close together.
    pub(crate) points: Vec<Point>,
    pub(crate) label: Option<Rectangle>,
}

/// The numbers.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Quality {
    pub(crate) crossings: usize,
    /// Labels that another edge, another label or a node runs over.
    pub(crate) covered: usize,
    /// Pairs of a node and an edge that runs through it and neither starts nor ends there.
    pub(crate) pierced: usize,
    pub(crate) width: f64,
    pub(crate) height: f64,
}

/// Edges and labels may come as close as this.
const TOUCH: f64 = 1.0;

impl Drawn {
    pub(crate) fn quality(&self) -> Quality {
        let bounds = self.bounds();
        Quality {
            crossings: self.crossings(),
            covered: self.covered(),
            pierced: self.pierced(),
            width: bounds.most.x - bounds.least.x,
            height: bounds.most.y - bounds.least.y,
        }
    }

    fn bounds(&self) -> Rectangle {
        let points = self.edges.iter().flat_map(|edge| &edge.points);
        let all = points.fold(Rectangle::EMPTY, |all, &point| all.with(point));
        let labels = self.edges.iter().filter_map(|edge| edge.label);
        labels.chain(self.nodes.iter().copied()).fold(all, Rectangle::union)
    }

    fn crossings(&self) -> usize {
        let boxes: Vec<Rectangle> = self
            .edges
            .iter()
            .map(|edge| edge.points.iter().fold(Rectangle::EMPTY, |all, &point| all.with(point)))
            .collect();
        let mut crossings = 0;
        for (index, one) in self.edges.iter().enumerate() {
            for (other, other_box) in self.edges[..index].iter().zip(&boxes) {
                if boxes[index].meets(other_box) {
                    crossings += meetings(&one.points, &other.points);
                }
            }
        }
        crossings
    }

    fn covered(&self) -> usize {
        let is_covered = |index: usize, label: Rectangle| {
            let label = label.shrunk(TOUCH);
            let others = || self.edges.iter().enumerate().filter(move |(i, _)| *i != index);
            others().any(|(_, edge)| edge.points.iter().any(|&point| label.contains(point)))
                || others().any(|(_, edge)| edge.label.is_some_and(|other| other.meets(&label)))
                || self.nodes.iter().any(|node| node.shrunk(TOUCH).meets(&label))
        };
        let labels = self.edges.iter().enumerate();
        let labels = labels.filter_map(|(index, edge)| Some((index, edge.label?)));
        labels.filter(|&(index, label)| is_covered(index, label)).count()
    }

    fn pierced(&self) -> usize {
        let mut pierced = 0;
        for edge in &self.edges {
            for (node, bounds) in self.nodes.iter().enumerate() {
                let inside = bounds.shrunk(TOUCH + 2.0);
                if node != edge.ends.0
                    && node != edge.ends.1
                    && edge.points.iter().any(|&point| inside.contains(point))
                {
                    pierced += 1;
                }
            }
        }
        pierced
    }
}

/// How often two lines cross.
fn meetings(one: &[Point], other: &[Point]) -> usize {
    let side =
        |a: Point, b: Point, c: Point| (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x) > 0.0;
    let mut count = 0;
    for a in one.windows(2) {
        let bounds = Rectangle::EMPTY.with(a[0]).with(a[1]);
        for b in other.windows(2) {
            if bounds.meets(&Rectangle::EMPTY.with(b[0]).with(b[1]))
                && side(a[0], a[1], b[0]) != side(a[0], a[1], b[1])
                && side(b[0], b[1], a[0]) != side(b[0], b[1], a[1])
            {
                count += 1;
            }
        }
    }
    count
}

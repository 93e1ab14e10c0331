//! A picture as data: who draws it by other means, a page in a browser, needs to know where
//! everything goes and what it stands for.

use surmise_model::{Context, StateId, Stop};

use crate::drawing::Drawing;
use crate::geometry::{Point, Size};
use crate::picture::{Kind, Picture};
use crate::svg::path;

/// A picture as data. Lengths are those of the SVG.
#[derive(Debug, Clone)]
pub struct Plan {
    /// How large it is.
    pub size: Size,
    /// The dot where to start.
    pub start: Point,
    /// The arrow from there to the initial state, as the path of an SVG.
    pub first: String,
    /// The states, π last.
    pub states: Vec<PlannedState>,
    /// The arrows.
    pub arrows: Vec<PlannedArrow>,
}

/// A state, or the point of a distribution, with its place.
#[derive(Debug, Clone)]
pub struct PlannedState {
    /// Which one.
    pub state: StateId,
    /// What is written into it.
    pub name: String,
    /// What it is, in a word: `plain`, `end`, `deadlock`, `error`, `distribution`.
    pub kind: &'static str,
    /// Its middle.
    pub at: Point,
    /// Its size.
    pub size: Size,
}

/// An arrow with its way.
#[derive(Debug, Clone)]
pub struct PlannedArrow {
    /// Where it starts.
    pub source: StateId,
    /// Where it leads.
    pub target: StateId,
    /// Its way, as the path of an SVG.
    pub path: String,
    /// The middle of its label.
    pub label: Option<Point>,
    /// The lines of the label.
    pub lines: Vec<String>,
    /// All of the label, if some of it is not shown.
    pub all: Option<String>,
}

impl Plan {
    /// Finds a place for everything.
    ///
    /// # Errors
    /// When the context says stop.
    pub fn of(picture: &Picture<'_>, context: &Context<'_>) -> Result<Self, Stop> {
        let drawing = Drawing::of(picture, context)?;
        let states = drawing.places().map(|(state, at, size)| PlannedState {
            state,
            name: picture.name_of(state),
            kind: match picture.kind(state) {
                Kind::Plain => "plain",
                Kind::End => "end",
                Kind::Deadlock => "deadlock",
                Kind::Error => "error",
                Kind::Distribution => "distribution",
            },
            at,
            size,
        });
        let arrows = drawing.routes().map(|(arrow, route)| PlannedArrow {
            source: arrow.source,
            target: arrow.target,
            path: path(&route.curve),
            label: route.label,
            lines: arrow.lines.iter().map(|line| line.text.clone()).collect(),
            all: arrow.all.clone(),
        });
        Ok(Self {
            size: drawing.layout.size,
            start: drawing.layout.nodes.last().copied().unwrap_or(Point::new(0.0, 0.0)),
            first: drawing.layout.edges.last().map(|route| path(&route.curve)).unwrap_or_default(),
            states: states.collect(),
            arrows: arrows.collect(),
        })
    }
}

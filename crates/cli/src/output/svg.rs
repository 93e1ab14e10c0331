//! Pictures as SVG.

use std::fmt::Write as _;

use dagre::Point;
use surmise_model::StateId;
use surmise_verify::{Context, Stop};
use unicode_width::UnicodeWidthStr;

use super::Writable;
use super::layout::{CHARACTER, LINE_HEIGHT, RADIUS, Route, place};
use super::picture::{Arrow, arrows, state_name};

/// Around the whole picture.
const MARGIN: f64 = 12.0;
/// The length of the arrow into the initial state.
const START: f64 = 26.0;

/// An LTS as a picture.
pub(super) fn picture(writable: &Writable<'_>, context: &Context<'_>) -> Result<String, Stop> {
    let lts = writable.lts;
    let mut states: Vec<StateId> = lts.states().collect();
    if lts.has_error() {
        states.push(StateId::ERROR);
    }
    let placed = place(states, arrows(writable), context)?;
    let mut body = String::new();
    let mut bounds = Bounds::default();
    for (state, centre) in &placed.states {
        bounds.add(centre, RADIUS + 2.0);
        if *state == lts.initial() {
            let (from, to, y) = (centre.x - RADIUS - START, centre.x - RADIUS, centre.y);
            bounds.add(&Point::new(from, y), 0.0);
            body += &format!("<path class=\"edge\" d=\"M{from:.1},{y:.1} L{to:.1},{y:.1}\"/>\n");
        }
    }
    for (arrow, route) in &placed.arrows {
        draw_arrow(&mut body, &mut bounds, arrow, route);
    }
    for (state, centre) in &placed.states {
        draw_state(&mut body, *state, centre, lts.end() == Some(*state));
    }
    let (x, y) = (bounds.left - MARGIN, bounds.top - MARGIN);
    let width = bounds.right - bounds.left + 2.0 * MARGIN;
    let height = bounds.bottom - bounds.top + 2.0 * MARGIN;
    let title = escaped(writable.name);
    Ok(format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width:.0}\" height=\"{height:.0}\" \
         viewBox=\"{x:.1} {y:.1} {width:.1} {height:.1}\">\n<title>{title}</title>\n{STYLE}\
         <rect class=\"paper\" x=\"{x:.1}\" y=\"{y:.1}\" width=\"{width:.1}\" \
         height=\"{height:.1}\"/>\n{body}</svg>\n"
    ))
}

const STYLE: &str = "\
<style>
  .paper { fill: white }
  .edge { fill: none; stroke: #555; stroke-width: 1.2; marker-end: url(#tip) }
  .state { fill: #eef3fb; stroke: #27568f; stroke-width: 1.4 }
  .error { fill: #fdecea; stroke: #b3261e }
  .end { fill: none; stroke: #27568f }
  text { font-family: 'DejaVu Sans Mono', Menlo, Consolas, monospace; font-size: 11px }
  text { text-anchor: middle; dominant-baseline: central; fill: #111 }
  .label { paint-order: stroke; stroke: white; stroke-width: 3px }
</style>
<defs><marker id=\"tip\" viewBox=\"0 0 8 8\" refX=\"8\" refY=\"4\" markerWidth=\"7\" markerHeight=\"7\" \
orient=\"auto\"><path d=\"M0,0 L8,4 L0,8 z\" fill=\"#555\"/></marker></defs>
";

/// The smallest box around everything.
struct Bounds {
    left: f64,
    top: f64,
    right: f64,
    bottom: f64,
}

impl Default for Bounds {
    fn default() -> Self {
        Self { left: f64::MAX, top: f64::MAX, right: f64::MIN, bottom: f64::MIN }
    }
}

impl Bounds {
    fn add(&mut self, point: &Point, around: f64) {
        self.add_box(point, around, around);
    }

    fn add_box(&mut self, point: &Point, half_width: f64, half_height: f64) {
        self.left = self.left.min(point.x - half_width);
        self.right = self.right.max(point.x + half_width);
        self.top = self.top.min(point.y - half_height);
        self.bottom = self.bottom.max(point.y + half_height);
    }
}

fn draw_arrow(body: &mut String, bounds: &mut Bounds, arrow: &Arrow, route: &Route) {
    for point in &route.points {
        bounds.add(point, 2.0);
    }
    let _ = writeln!(body, "<path class=\"edge\" d=\"{}\"/>", smooth(&route.points));
    let height = arrow.labels.len() as f64 * LINE_HEIGHT;
    let widest = arrow.labels.iter().map(|label| label.width()).max().unwrap_or(0);
    bounds.add_box(&route.label, widest as f64 * CHARACTER / 2.0, height / 2.0);
    for (line, label) in arrow.labels.iter().enumerate() {
        let y = route.label.y - height / 2.0 + (line as f64 + 0.5) * LINE_HEIGHT;
        let x = route.label.x;
        let _ = writeln!(
            body,
            "<text class=\"label\" x=\"{x:.1}\" y=\"{y:.1}\">{}</text>",
            escaped(label)
        );
    }
}

fn draw_state(body: &mut String, state: StateId, centre: &Point, end: bool) {
    let Point { x, y } = centre;
    let class = if state.is_error() { "state error" } else { "state" };
    let _ =
        writeln!(body, "<circle class=\"{class}\" cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"{RADIUS}\"/>");
    if end {
        let inner = RADIUS - 3.0;
        let _ = writeln!(body, "<circle class=\"end\" cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"{inner}\"/>");
    }
    let _ = writeln!(body, "<text x=\"{x:.1}\" y=\"{y:.1}\">{}</text>", state_name(state));
}

/// A path through the points with round corners.
fn smooth(points: &[Point]) -> String {
    let Some((first, rest)) = points.split_first() else { return String::new() };
    let mut path = format!("M{:.1},{:.1}", first.x, first.y);
    for (index, corner) in rest.iter().enumerate() {
        match rest.get(index + 1) {
            Some(next) if index + 2 < rest.len() => {
                let (x, y) = ((corner.x + next.x) / 2.0, (corner.y + next.y) / 2.0);
                let _ = write!(path, " Q{:.1},{:.1} {x:.1},{y:.1}", corner.x, corner.y);
            }
            Some(next) => {
                let _ =
                    write!(path, " Q{:.1},{:.1} {:.1},{:.1}", corner.x, corner.y, next.x, next.y);
                break;
            }
            None => {
                let _ = write!(path, " L{:.1},{:.1}", corner.x, corner.y);
            }
        }
    }
    path
}

/// Text of an XML document.
fn escaped(text: &str) -> String {
    let mut result = String::new();
    for character in text.chars() {
        match character {
            '<' => result.push_str("&lt;"),
            '>' => result.push_str("&gt;"),
            '&' => result.push_str("&amp;"),
            control if control.is_control() => result.push('\u{fffd}'),
            other => result.push(other),
        }
    }
    result
}

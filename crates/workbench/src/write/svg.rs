//! Pictures as SVG.

use std::fmt::Write as _;

use dagre::Point;
use surmise_model::{Context, StateId, Stop};
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
    let title = escaped(&crate::Name::from(writable.name).to_string());
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

/// A smooth path through all points, on which labels therefore lie: a Catmull-Rom spline.
fn smooth(points: &[Point]) -> String {
    let Some(first) = points.first() else { return String::new() };
    let mut path = format!("M{:.1},{:.1}", first.x, first.y);
    for index in 1..points.len() {
        let (from, to) = (&points[index - 1], &points[index]);
        let before = &points[index.saturating_sub(2)];
        let after = points.get(index + 1).unwrap_or(to);
        let (x1, y1) = (from.x + (to.x - before.x) / 6.0, from.y + (to.y - before.y) / 6.0);
        let (x2, y2) = (to.x - (after.x - from.x) / 6.0, to.y - (after.y - from.y) / 6.0);
        let Point { x, y } = to;
        let _ = write!(path, " C{x1:.1},{y1:.1} {x2:.1},{y2:.1} {x:.1},{y:.1}");
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

#[cfg(test)]
mod tests {
    use surmise_testing::{Shape, random_system, seeds};

    use super::*;

    /// Loops, unreachable states, arrows both ways, π: the layout takes them all, and always gives
    /// the same picture.
    #[test]
    fn any_lts_can_be_drawn() {
        let shape = Shape { states: 1..=12, errors: 40, ..Shape::default() };
        for seed in seeds(60, 2000) {
            let system = random_system(seed, &shape);
            for component in &system.components {
                let (name, lts) = (component.name.as_str(), &component.lts);
                let writable = Writable { name, lts, actions: &system.actions };
                let draw = || picture(&writable, &Context::unlimited()).expect("nobody stops it");
                let text = draw();
                for state in lts.states() {
                    let label = format!(">{}</text>", state.index());
                    assert!(text.contains(&label), "seed {seed}: state {state:?} is missing");
                }
                let arrows = text.matches("class=\"edge\"").count();
                let wanted = super::arrows(&writable).len() + 1;
                assert_eq!(arrows, wanted, "seed {seed}: all arrows and the one to the start");
                assert!(!text.contains("NaN") && !text.contains("d=\"\""), "seed {seed}: {text}");
                assert_eq!(text, draw(), "seed {seed}");
            }
        }
    }
}

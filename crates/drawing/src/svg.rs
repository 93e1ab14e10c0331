//! Pictures as SVG.

use std::fmt::Write as _;

use surmise_model::{Context, StateId, Stop};

use crate::drawing::{Drawing, LABEL_TYPE, LINE_HEIGHT, NAME_TYPE, POINT, RADIUS, START};
use crate::geometry::{Curve, Point, Size};
use crate::layout::Route;
use crate::picture::{Arrow, Kind, Picture};
use crate::text::{shown, width};

/// Around the whole picture: more than an arrow's tip and half a line reach beyond their place.
const MARGIN: f64 = 10.0;
/// The height of the line that explains the marks.
const LEGEND: f64 = 30.0;

/// An LTS as a picture.
pub fn svg(picture: &Picture<'_>, context: &Context<'_>) -> Result<String, Stop> {
    let drawing = Drawing::of(picture, context)?;
    let mut body = String::new();
    for (arrow, route) in drawing.routes() {
        context.check()?;
        draw_arrow(&mut body, arrow, route);
    }
    let first = drawing.layout.edges.last().map(|route| path(&route.curve)).unwrap_or_default();
    let _ = writeln!(body, "<path class=\"edge\" d=\"{first}\"/>");
    if let Some(Point { x, y }) = drawing.layout.nodes.last() {
        let _ =
            writeln!(body, "<circle class=\"start\" cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"{START}\"/>");
    }
    for (state, centre, size) in drawing.places() {
        draw_state(&mut body, picture, state, centre, size);
    }
    let Size { mut width, mut height } = drawing.layout.size;
    let legend = legend(picture, Point::new(0.0, height + LEGEND / 2.0 + 4.0));
    if let Some((text, legend_width)) = legend {
        body += &text;
        width = width.max(legend_width);
        height += LEGEND;
    }
    let (width, height) = (width + 2.0 * MARGIN, height + 2.0 * MARGIN);
    let title = escaped(&shown(picture.name, 200));
    Ok(format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width:.0}\" height=\"{height:.0}\" \
         viewBox=\"{:.1} {:.1} {width:.1} {height:.1}\">\n<title>{title}</title>\n{}\
         <rect class=\"paper\" x=\"{:.1}\" y=\"{:.1}\" width=\"{width:.1}\" \
         height=\"{height:.1}\" rx=\"6\"/>\n{body}</svg>\n",
        -MARGIN,
        -MARGIN,
        style(),
        -MARGIN,
        -MARGIN
    ))
}

/// Colours that are told apart on paper and by those who see few colours: kinds also differ in
/// shape or stroke.
fn style() -> String {
    format!(
        "<style>
  .paper {{ fill: white }}
  .edge {{ fill: none; stroke: #5b6470; stroke-width: 1.1; marker-end: url(#tip) }}
  .edge.run {{ stroke: #c2410c; stroke-width: 2; marker-end: url(#run-tip) }}
  .state {{ fill: #eef3fb; stroke: #27568f; stroke-width: 1.3 }}
  .deadlock {{ fill: #fff1cc; stroke: #8a5a00; stroke-dasharray: 4 2 }}
  .error {{ fill: #fdecea; stroke: #b3261e; stroke-width: 2 }}
  .state.run {{ stroke: #c2410c; stroke-width: 2.4 }}
  .inner {{ fill: none; stroke: #27568f; stroke-width: 1.1 }}
  .start, .point {{ fill: #5b6470 }}
  text {{ font-family: Helvetica, Arial, 'Liberation Sans', 'DejaVu Sans', sans-serif }}
  text {{ font-size: {LABEL_TYPE}px; text-anchor: middle; fill: #1b1f24 }}
  .name {{ font-size: {NAME_TYPE}px }}
  .step {{ fill: #c2410c; font-weight: bold }}
  .legend {{ text-anchor: start; fill: #5b6470 }}
</style>
<defs>{}{}</defs>
",
        tip("tip", "#5b6470", 7),
        tip("run-tip", "#c2410c", 9)
    )
}

fn tip(id: &str, colour: &str, size: usize) -> String {
    format!(
        "<marker id=\"{id}\" viewBox=\"0 0 8 8\" refX=\"7.6\" refY=\"4\" markerWidth=\"{size}\" \
         markerHeight=\"{size}\" markerUnits=\"userSpaceOnUse\" orient=\"auto\">\
         <path d=\"M0,0.8 L8,4 L0,7.2 L1.6,4 z\" fill=\"{colour}\"/></marker>"
    )
}

fn draw_arrow(body: &mut String, arrow: &Arrow, route: &Route) {
    let class = if arrow.is_on_run() { "edge run" } else { "edge" };
    if let Some(all) = &arrow.all {
        let _ = write!(body, "<g><title>{}</title>", escaped(all));
    }
    let _ = writeln!(body, "<path class=\"{class}\" d=\"{}\"/>", path(&route.curve));
    if let Some(Point { x, y }) = route.label {
        let top = y - arrow.lines.len() as f64 * LINE_HEIGHT / 2.0;
        for (index, line) in arrow.lines.iter().enumerate() {
            let y = baseline(top + (index as f64 + 0.5) * LINE_HEIGHT, LABEL_TYPE);
            let class = if line.is_step { " class=\"step\"" } else { "" };
            let text = escaped(&line.text);
            let _ = writeln!(body, "<text{class} x=\"{x:.1}\" y=\"{y:.1}\">{text}</text>");
        }
    }
    if arrow.all.is_some() {
        body.push_str("</g>\n");
    }
}

fn draw_state(body: &mut String, picture: &Picture<'_>, state: StateId, centre: Point, size: Size) {
    let kind = picture.kind(state);
    draw_shape(body, kind, picture.is_on_run(state), centre, size);
    if kind == Kind::Distribution {
        return;
    }
    let (x, y) = (centre.x, baseline(centre.y, NAME_TYPE));
    let name = escaped(&picture.name_of(state));
    let _ = writeln!(body, "<text class=\"name\" x=\"{x:.1}\" y=\"{y:.1}\">{name}</text>");
}

fn draw_shape(body: &mut String, kind: Kind, is_on_run: bool, centre: Point, size: Size) {
    let mut class = String::from(match kind {
        Kind::Plain | Kind::End => "state",
        Kind::Deadlock => "state deadlock",
        Kind::Error => "state error",
        Kind::Distribution => "point",
    });
    if is_on_run {
        class.push_str(" run");
    }
    draw_box(body, &class, centre, size);
    if kind == Kind::End {
        let size = Size { width: size.width - 6.0, height: size.height - 6.0 };
        draw_box(body, "inner", centre, size);
    }
}

/// A box with round ends: a circle if it is as wide as high.
fn draw_box(body: &mut String, class: &str, centre: Point, Size { width, height }: Size) {
    let (x, y, radius) = (centre.x - width / 2.0, centre.y - height / 2.0, height / 2.0);
    let _ = writeln!(
        body,
        "<rect class=\"{class}\" x=\"{x:.1}\" y=\"{y:.1}\" width=\"{width:.1}\" \
         height=\"{height:.1}\" rx=\"{radius:.1}\"/>"
    );
}

/// What the marks mean, if there are any, and how wide that is.
fn legend(picture: &Picture<'_>, mut at: Point) -> Option<(String, f64)> {
    let mut kinds: Vec<Kind> = picture.states().map(|state| picture.kind(state)).collect();
    kinds.sort_unstable();
    kinds.dedup();
    let mut body = String::new();
    let diameter = RADIUS;
    for kind in kinds {
        let meaning = match kind {
            Kind::Plain => continue,
            Kind::End => "end",
            Kind::Deadlock => "deadlock",
            Kind::Error => "error",
            Kind::Distribution => "distribution",
        };
        let centre = Point::new(at.x + diameter / 2.0, at.y);
        let size = if kind == Kind::Distribution { 2.0 * POINT } else { diameter };
        draw_shape(&mut body, kind, false, centre, Size { width: size, height: size });
        let (x, y) = (at.x + diameter + 5.0, baseline(at.y, LABEL_TYPE));
        let _ = writeln!(body, "<text class=\"legend\" x=\"{x:.1}\" y=\"{y:.1}\">{meaning}</text>");
        at.x = x + width(meaning) * LABEL_TYPE + 14.0;
    }
    (!body.is_empty()).then_some((body, at.x))
}

/// Where text stands whose middle is at this height. (`dominant-baseline` would say it, but not all
/// viewers listen.)
fn baseline(middle: f64, size: f64) -> f64 {
    middle + 0.36 * size
}

/// A curve as the path of an SVG.
pub(crate) fn path(curve: &Curve) -> String {
    let mut text = String::new();
    for (index, Point { x, y }) in curve.points.iter().enumerate() {
        let command = match index {
            0 => "M",
            first if first % 3 == 1 => " C",
            _ => " ",
        };
        let _ = write!(text, "{command}{x:.1},{y:.1}");
    }
    text
}

/// Text of an XML document.
pub(crate) fn escaped(text: &str) -> String {
    let mut result = String::new();
    for character in text.chars() {
        match character {
            '<' => result.push_str("&lt;"),
            '>' => result.push_str("&gt;"),
            '&' => result.push_str("&amp;"),
            other => result.push(other),
        }
    }
    result
}

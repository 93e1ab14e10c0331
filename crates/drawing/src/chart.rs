//! Charts: a few lines over a common pair of axes, as SVG.
//!
//! Counts stay until the next one and are drawn as stairs; other numbers lie on straight lines.
//! Lines may go anywhere between the axes, so their names stand below.

use std::fmt::Write as _;

use crate::svg::escaped;

/// Named points, from left to right.
#[derive(Debug, Clone, PartialEq)]
pub struct Line {
    /// What it shows.
    pub name: String,
    /// Where it goes through.
    pub points: Vec<(f64, f64)>,
}

/// Lines over a pair of axes.
#[derive(Debug, Clone, Copy)]
pub struct Chart<'c> {
    /// What is written above.
    pub title: &'c str,
    /// What is counted from left to right.
    pub across: &'c str,
    /// What is counted upwards.
    pub up: &'c str,
    /// What is drawn.
    pub lines: &'c [Line],
    /// What lies between two points.
    pub shape: Shape,
}

/// What lies between two points of a line.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Shape {
    /// A count that stays until the next one.
    Stairs,
    /// A number that changes.
    Straight,
}

const WIDTH: f64 = 640.0;
const HEIGHT: f64 = 400.0;
const LEFT: f64 = 60.0;
const TOP: f64 = 36.0;
const RIGHT: f64 = 20.0;
const BOTTOM: f64 = 48.0;
/// The height of a name below the axes.
const NAME: f64 = 16.0;
/// Colours that are told apart by those who see few colours (Okabe and Ito); lines also differ in
/// strokes.
const COLOURS: [&str; 6] = ["#0072b2", "#d55e00", "#009e73", "#cc79a7", "#56b4e9", "#000000"];
const STROKES: [&str; 4] = ["none", "6 3", "2 2", "8 3 2 3"];

impl Chart<'_> {
    /// The chart as a picture.
    pub fn svg(&self) -> String {
        let points = || self.lines.iter().flat_map(|line| &line.points);
        let (whole, least) = match self.shape {
            Shape::Stairs => (true, 1.0),
            Shape::Straight => (false, f64::MIN_POSITIVE),
        };
        let most_across = points().map(|point| point.0).fold(least, f64::max);
        let most_up = points().map(|point| point.1).fold(least, f64::max);
        let (right, bottom) = (WIDTH - RIGHT, HEIGHT - BOTTOM);
        let x = |value: f64| LEFT + value / most_across * (right - LEFT);
        let y = |value: f64| bottom - value / most_up * (bottom - TOP);
        let mut body = String::new();
        let mut text = |x: f64, y: f64, anchor: &str, text: &str| {
            let _ = writeln!(
                body,
                "<text x=\"{x:.1}\" y=\"{y:.1}\" text-anchor=\"{anchor}\">{}</text>",
                escaped(text)
            );
        };
        text((LEFT + right) / 2.0, 20.0, "middle", self.title);
        text((LEFT + right) / 2.0, HEIGHT - 10.0, "middle", self.across);
        text(LEFT - 48.0, TOP - 10.0, "start", self.up);
        for tick in ticks(most_across, whole) {
            text(x(tick), bottom + 16.0, "middle", &label(tick));
        }
        for tick in ticks(most_up, whole) {
            text(LEFT - 6.0, y(tick) + 4.0, "end", &label(tick));
        }
        for tick in ticks(most_up, whole) {
            let y = y(tick);
            let _ = writeln!(body, "<path class=\"grid\" d=\"M {LEFT:.1} {y:.1} H {right:.1}\"/>");
        }
        let _ = writeln!(
            body,
            "<path class=\"axis\" d=\"M {LEFT:.1} {TOP:.1} V {bottom:.1} H {right:.1}\"/>"
        );
        for (index, line) in self.lines.iter().enumerate() {
            let mut path = String::new();
            for (place, point) in line.points.iter().enumerate() {
                let _ = match place {
                    0 => write!(path, "M {:.1} {:.1}", x(point.0), y(point.1)),
                    _ if self.shape == Shape::Straight => {
                        write!(path, " L {:.1} {:.1}", x(point.0), y(point.1))
                    }
                    _ => write!(path, " H {:.1} V {:.1}", x(point.0), y(point.1)),
                };
            }
            let (colour, stroke) = (COLOURS[index % COLOURS.len()], STROKES[index % STROKES.len()]);
            let style = format!("stroke=\"{colour}\" stroke-dasharray=\"{stroke}\"");
            let _ = writeln!(body, "<path class=\"line\" {style} d=\"{path}\"/>");
            let at = HEIGHT + NAME * (index as f64 + 0.5);
            let _ = writeln!(
                body,
                "<path class=\"line\" {style} d=\"M {LEFT:.1} {:.1} h 28\"/>\n\
                 <text x=\"{:.1}\" y=\"{at:.1}\" text-anchor=\"start\">{}</text>",
                at - 4.0,
                LEFT + 34.0,
                escaped(&line.name)
            );
        }
        let height = HEIGHT + NAME * self.lines.len() as f64;
        format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{WIDTH:.0}\" height=\"{height:.0}\" \
             viewBox=\"0 0 {WIDTH:.0} {height:.0}\">\n<title>{}</title>\n<style>\
             text {{ font: 12px sans-serif; fill: #222 }} .paper {{ fill: #fff }} \
             .axis {{ stroke: #222; fill: none }} .grid {{ stroke: #ddd; fill: none }} \
             .line {{ fill: none; stroke-width: 1.8 }}</style>\n\
             <rect class=\"paper\" width=\"{WIDTH:.0}\" height=\"{height:.0}\"/>\n{body}</svg>\n",
            escaped(self.title)
        )
    }
}

/// Round numbers up to a value, about five of them; whole ones if that is asked.
fn ticks(most: f64, whole: bool) -> Vec<f64> {
    let magnitude = 10f64.powf((most / 5.0).log10().floor());
    let magnitude = if whole { magnitude.max(1.0) } else { magnitude };
    let steps = [1.0, 2.0, 5.0, 10.0].map(|factor| factor * magnitude);
    let step = steps.into_iter().find(|step| most / step <= 6.0).unwrap_or(most);
    (0..).map(|count| f64::from(count) * step).take_while(|&tick| tick <= most).collect()
}

/// A round number as it is written: multiples of 0.2 do not end in a tail of zeros and a four.
fn label(tick: f64) -> String {
    let short: f64 = format!("{tick:.3e}").parse().unwrap_or(tick);
    if short == 0.0 || (1e-4..1e7).contains(&short) {
        short.to_string()
    } else {
        format!("{short:e}")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ticks_are_few_and_round() {
        assert_eq!(ticks(154.0, true), [0.0, 50.0, 100.0, 150.0]);
        assert_eq!(ticks(1.0, true), [0.0, 1.0]);
        assert_eq!(ticks(6.0, true).len(), 7);
        let labels: Vec<String> = ticks(0.9, false).into_iter().map(label).collect();
        assert_eq!(labels, ["0", "0.2", "0.4", "0.6", "0.8"]);
    }

    #[test]
    fn lines_are_stairs_and_names_are_escaped() {
        let lines = [Line { name: "a<b".to_owned(), points: vec![(0.0, 4.0), (2.0, 1.0)] }];
        let chart = Chart { title: "t", across: "x", up: "y", lines: &lines, shape: Shape::Stairs };
        let svg = chart.svg();
        assert!(svg.contains("a&lt;b") && svg.contains("M 60.0 36.0 H 620.0 V 273.0"), "{svg}");
    }

    /// Lines along all four sides of the room between the axes, so that nothing is left free there.
    #[test]
    fn names_cover_no_line_and_are_inside_the_picture() {
        let line = |name: &str, points: &[(f64, f64)]| Line {
            name: name.to_owned(),
            points: points.to_vec(),
        };
        let lines = [
            line("high", &[(0.0, 9.0), (9.0, 9.0)]),
            line("low", &[(0.0, 0.0), (9.0, 0.0)]),
            line("falling late", &[(0.0, 9.0), (9.0, 0.0)]),
        ];
        let svg =
            Chart { title: "t", across: "x", up: "y", lines: &lines, shape: Shape::Stairs }.svg();
        let number = |text: &str, before: &str| -> f64 {
            let rest = text.split_once(before).unwrap().1;
            rest.split(['"', ' ']).next().unwrap().parse().unwrap()
        };
        let height = number(&svg, "height=\"");
        let below_the_axis =
            number(svg.lines().find(|text| text.contains(">x<")).unwrap(), " y=\"");
        for name in ["high", "low", "falling late"] {
            let legend = svg.lines().find(|text| text.contains(&format!(">{name}<"))).unwrap();
            let at = number(legend, " y=\"");
            assert!(below_the_axis + 12.0 <= at && at + 4.0 <= height, "{name} at {at}\n{svg}");
        }
    }
}

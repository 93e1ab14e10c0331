//! Times over k on a logarithmic scale, a panel for each system, as SVG.

use std::error::Error;
use std::io;
use std::path::Path;

use plotters::coord::Shift;
use plotters::prelude::*;

/// Whose times they are: a dashed line for the papers, a full one for us.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Whose {
    Published,
    Ours,
}

#[derive(Debug)]
struct Curve {
    whose: Whose,
    /// The place of its method among those of the panel, which has a colour.
    method: usize,
    /// k and seconds.
    points: Vec<(u32, f64)>,
}

/// What is drawn of a system.
#[derive(Debug)]
pub(crate) struct Panel {
    name: String,
    methods: Vec<String>,
    curves: Vec<Curve>,
}

type Area<'a> = DrawingArea<SVGBackend<'a>, Shift>;

const WIDTH: u32 = 900;
const CHART: u32 = 640;
const HEIGHT: u32 = 320;

impl Panel {
    /// The panel of a name, a new one if need be.
    pub(crate) fn named<'p>(panels: &'p mut Vec<Self>, name: &str) -> &'p mut Self {
        let place = panels.iter().position(|panel| panel.name == name).unwrap_or_else(|| {
            panels.push(Self { name: name.to_owned(), methods: Vec::new(), curves: Vec::new() });
            panels.len() - 1
        });
        &mut panels[place]
    }

    /// Adds a point to a method's curve.
    pub(crate) fn add(&mut self, method: &str, whose: Whose, k: u32, seconds: f64) {
        let method = self.methods.iter().position(|known| known == method).unwrap_or_else(|| {
            self.methods.push(method.to_owned());
            self.methods.len() - 1
        });
        let mut curves = self.curves.iter_mut();
        match curves.find(|curve| (curve.method, curve.whose) == (method, whose)) {
            Some(curve) => curve.points.push((k, seconds)),
            None => self.curves.push(Curve { whose, method, points: vec![(k, seconds)] }),
        }
    }

    fn draw(&self, area: &Area<'_>) -> Result<(), Box<dyn Error>> {
        let (left, right) = area.split_horizontally(CHART);
        let points = || self.curves.iter().flat_map(|curve| &curve.points);
        let first = points().map(|point| point.0).min().unwrap_or(0);
        let last = points().map(|point| point.0).max().unwrap_or(0).max(first + 1);
        let slowest = points().map(|point| point.1).fold(0.1, f64::max);
        let fastest = points().map(|point| point.1).fold(slowest, f64::min);
        let mut chart = ChartBuilder::on(&left)
            .caption(&self.name, ("sans-serif", 18))
            .margin(12)
            .x_label_area_size(32)
            .y_label_area_size(64)
            .build_cartesian_2d(first..last, (fastest / 1.5..slowest * 1.5).log_scale())?;
        let labels = (last - first + 1).min(12) as usize;
        let mut mesh = chart.configure_mesh();
        mesh.x_labels(labels).light_line_style(TRANSPARENT).x_desc("k").y_desc("seconds").draw()?;
        for curve in &self.curves {
            let style = color(curve.method).stroke_width(2);
            let points = curve.points.iter().copied();
            match curve.whose {
                Whose::Ours => chart.draw_series(LineSeries::new(points.clone(), style))?,
                Whose::Published => {
                    chart.draw_series(DashedLineSeries::new(points.clone(), 6, 4, style))?
                }
            };
            let dot = |point| Circle::new(point, 3, color(curve.method).filled());
            chart.draw_series(points.map(dot))?;
        }
        for (place, method) in self.methods.iter().enumerate() {
            let y = 52 + 20 * i32::try_from(place)?;
            let line = [(0, y), (24, y)];
            right.draw(&PathElement::new(line, color(place).stroke_width(3)))?;
            right.draw(&Text::new(method.clone(), (32, y - 6), ("sans-serif", 13)))?;
        }
        Ok(())
    }
}

fn color(method: usize) -> RGBAColor {
    Palette99::pick(method).to_rgba()
}

/// Draws the panels one below the other.
pub(crate) fn draw(path: &Path, title: &str, panels: &[Panel]) -> io::Result<()> {
    let drawn = || -> Result<(), Box<dyn Error>> {
        let height = HEIGHT * u32::try_from(panels.len())? + 40;
        let all = SVGBackend::new(path, (WIDTH, height)).into_drawing_area();
        all.fill(&WHITE)?;
        let mut rest = all.titled(title, ("sans-serif", 20))?;
        for panel in panels {
            let (area, below) = rest.split_vertically(HEIGHT);
            panel.draw(&area)?;
            rest = below;
        }
        all.present()?;
        Ok(())
    };
    drawn().map_err(|error| io::Error::other(error.to_string()))
}

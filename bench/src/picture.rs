//! Times over k on a logarithmic scale, as SVG.

use std::io;
use std::path::Path;

use plotters::prelude::*;

/// A line of the picture.
#[derive(Debug)]
pub(crate) struct Curve {
    pub(crate) name: String,
    /// k and seconds.
    pub(crate) points: Vec<(u32, f64)>,
}

/// Draws curves; without any there is no picture.
pub(crate) fn picture(path: &Path, title: &str, curves: &[Curve]) -> io::Result<()> {
    let points = || curves.iter().flat_map(|curve| &curve.points);
    let (Some(first), Some(last)) =
        (points().map(|point| point.0).min(), points().map(|point| point.0).max())
    else {
        return Ok(());
    };
    let slowest = points().map(|point| point.1).fold(0.1, f64::max);
    let fastest = points().map(|point| point.1).fold(slowest, f64::min);
    let height = 480.max(u32::try_from(curves.len()).unwrap_or(u32::MAX).saturating_mul(16) + 80);
    let area = SVGBackend::new(path, (1000, height)).into_drawing_area();
    let failure = |error: &dyn std::fmt::Display| io::Error::other(error.to_string());
    area.fill(&WHITE).map_err(|error| failure(&error))?;
    let mut chart = ChartBuilder::on(&area)
        .caption(title, ("sans-serif", 20))
        .margin(16)
        .x_label_area_size(36)
        .y_label_area_size(56)
        .right_y_label_area_size(320)
        .build_cartesian_2d(first..last.max(first + 1), (fastest / 1.5..slowest * 1.5).log_scale())
        .map_err(|error| failure(&error))?;
    chart.configure_mesh().x_desc("k").y_desc("seconds").draw().map_err(|error| failure(&error))?;
    for (index, curve) in curves.iter().enumerate() {
        let color = Palette99::pick(index).to_rgba();
        chart
            .draw_series(
                LineSeries::new(curve.points.iter().copied(), color.stroke_width(2)).point_size(3),
            )
            .map_err(|error| failure(&error))?
            .label(&curve.name)
            .legend(move |(x, y)| PathElement::new([(x, y), (x + 16, y)], color.stroke_width(2)));
    }
    chart
        .configure_series_labels()
        .position(SeriesLabelPosition::Coordinate(630, 0))
        .background_style(WHITE)
        .label_font(("sans-serif", 11))
        .draw()
        .map_err(|error| failure(&error))?;
    area.present().map_err(|error| failure(&error))
}

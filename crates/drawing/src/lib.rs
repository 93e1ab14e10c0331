//! Pictures of labelled transition systems, probabilistic ones among them, as SVG and as Graphviz
//! text.
//!
//! [`Picture`] says what is drawn, [`layout`] where everything goes (it knows boxes and lines
//! only), [`svg()`] and [`write_dot`] write it down, a [`Plan`] is
//! for those who draw by other means. Nothing here reads a file, and nothing outside
//! is needed: not even Graphviz.

pub mod chart;
mod distributions;
mod dot;
mod drawing;
pub mod geometry;
pub mod layout;
mod picture;
mod plan;
mod run;
mod svg;
mod text;

pub use distributions::Distributions;
pub use dot::write_dot;
pub use drawing::Drawing;
pub use picture::Picture;
pub use plan::{Plan, PlannedArrow, PlannedState};
pub use run::run_in;
pub use svg::svg;

use std::io;

use surmise_model::Stop;

/// Why a picture was not written.
#[derive(Debug)]
pub enum Failed {
    /// A limit was reached, or somebody interrupted.
    Stopped(Stop),
    /// It could not be written.
    Io(io::Error),
}

impl From<Stop> for Failed {
    fn from(stop: Stop) -> Self {
        Self::Stopped(stop)
    }
}

impl From<io::Error> for Failed {
    fn from(error: io::Error) -> Self {
        Self::Io(error)
    }
}

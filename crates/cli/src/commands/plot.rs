//! `--plot`: the size of an assumption over the steps of its refinement, as a picture. Figure 7 of the Quotient
//! paper.

use std::path::Path;
use std::sync::Mutex;

use surmise::write::chart::{Chart, Line};
use surmise::{Attempt, Failure};
use surmise_model::{Event, Observer};

use crate::session::Session;

/// Notes how assumptions shrink, and passes everything on to somebody else.
pub(super) struct Recorder<'a> {
    next: &'a dyn Observer,
    lines: Mutex<Vec<Line>>,
}

impl<'a> Recorder<'a> {
    pub(super) fn new(next: &'a dyn Observer) -> Self {
        Self { next, lines: Mutex::default() }
    }

    /// Draws what was noted.
    pub(super) fn draw(self, path: &Path, session: &Session) -> Attempt<()> {
        let lines = self.lines.into_inner().unwrap_or_default();
        if lines.is_empty() {
            return Err(Failure::usage(
                "--plot: no assumption was refined, there is nothing to draw",
            ));
        }
        let chart = Chart {
            title: "Size of the assumption over steps of refinement",
            across: "refinement steps",
            up: "states of the assumption",
            lines: &lines,
        };
        session.disk.write(path, chart.svg().as_bytes())
    }
}

impl Observer for Recorder<'_> {
    fn event(&self, event: &Event<'_>) {
        if let Event::Refined { about, steps, assumption: Some(size), .. } = *event
            && let Ok(mut lines) = self.lines.lock()
        {
            if steps == 0 || lines.is_empty() {
                lines.push(Line { name: about.to_owned(), points: Vec::new() });
            }
            if let Some(line) = lines.last_mut() {
                line.points.push((steps as f64, size as f64));
            }
        }
        self.next.event(event);
    }

    fn follows(&self) -> bool {
        self.next.follows()
    }
}

//! The size of an assumption over the steps of its refinement, as a picture. Figure 7 of the
//! Quotient paper.

use std::sync::{Mutex, PoisonError};

use surmise_drawing::chart::{Chart, Line, Shape};
use surmise_model::{Event, Observer};

use crate::{Attempt, Failure, OptionName};

/// Notes how assumptions shrink, and passes everything on to somebody else.
pub(crate) struct Recorder<'a> {
    next: &'a dyn Observer,
    lines: Mutex<Vec<Line>>,
}

impl<'a> Recorder<'a> {
    pub(crate) fn new(next: &'a dyn Observer) -> Self {
        Self { next, lines: Mutex::default() }
    }

    /// A picture of what was noted.
    pub(crate) fn chart(&self) -> Attempt<String> {
        let lines = self.lines.lock().unwrap_or_else(PoisonError::into_inner);
        if lines.is_empty() {
            let message = "no assumption was refined, there is nothing to draw";
            return Err(Failure::usage(message).concerning(OptionName::Plot));
        }
        let chart = Chart {
            title: "Size of the assumption over steps of refinement",
            across: "refinement steps",
            up: "states of the assumption",
            lines: &lines,
            shape: Shape::Stairs,
        };
        Ok(chart.svg())
    }
}

impl Observer for Recorder<'_> {
    fn event(&self, event: &Event<'_>) {
        if let Event::Refined { about, steps, assumption: Some(size), .. } = *event {
            let mut lines = self.lines.lock().unwrap_or_else(PoisonError::into_inner);
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

    fn sees_conjectures(&self) -> bool {
        self.next.sees_conjectures()
    }
}

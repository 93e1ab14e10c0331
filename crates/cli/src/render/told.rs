//! What a question came to, on the terminal: for each kind the file that shows it.

use std::io::{self, Write};

use surmise::{Answer, Finding, Question};

use super::{
    TraceStyle, certify, check, compare, conform, describe, keep, measure, satisfy, write,
};
use crate::annotations::Annotation;
use crate::limits::LimitArgs;
use crate::reply::{Reply, Screen, Status};
use crate::session::Session;

/// The answer to a question.
#[derive(Debug, serde::Serialize)]
#[serde(transparent)]
pub(crate) struct Told {
    finding: Finding,
    #[serde(skip)]
    style: TraceStyle,
}

impl Told {
    /// Asks a question.
    pub(crate) fn ask(
        question: impl Into<Question>,
        limits: &LimitArgs,
        session: &Session,
    ) -> surmise::Attempt<Self> {
        let Answer { finding, .. } = session.ask(question, limits)?;
        Ok(Self { finding, style: TraceStyle::Lanes })
    }

    /// The same with counterexamples in another style.
    pub(crate) fn in_style(self, style: TraceStyle) -> Self {
        Self { style, ..self }
    }
}

impl Reply for Told {
    fn annotations(&self) -> Vec<Annotation> {
        match &self.finding {
            Finding::Checked(report) => Annotation::of_check(report),
            _ => Vec::new(),
        }
    }

    fn status(&self) -> Status {
        self.finding.verdict().into()
    }

    fn show(&self, out: &mut dyn Write, screen: Screen) -> io::Result<()> {
        match &self.finding {
            Finding::Checked(report) => check::show(report, self.style, out, screen),
            Finding::Kept(kept) => keep::show(kept, out),
            Finding::Conformed(report) => conform::show(report, out, screen),
            Finding::Satisfied(report) => satisfy::show(report, out, screen),
            Finding::Measured(report) => measure::show(report, out),
            Finding::Assumed(assumed) => write::show_assumed(assumed, out),
            Finding::Certified(certified) => certify::show(certified, out),
            Finding::Compared(compared) => compare::show(compared, out),
            Finding::Composed(written)
            | Finding::Minimised(written)
            | Finding::Converted(written)
            | Finding::Drawn(written) => write::show(written, out),
            Finding::Described(described) => describe::show(described, out, screen),
            // What pages and editors ask: there is no command that does.
            Finding::Shown(_) | Finding::Stepped(_) | Finding::Proofread(_) => {
                serde_json::to_writer_pretty(&mut *out, &self.finding)?;
                writeln!(out)
            }
        }
    }
}

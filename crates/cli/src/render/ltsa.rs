//! A counterexample in LTSA's words, which its users and their scripts know.

use std::io::{self, Write};

use surmise::report::{TraceReport, ViolationReport};

use super::{BAD, STRONG};

/// The line above a trace.
pub(crate) fn title(trace: &TraceReport) -> String {
    match &trace.violation {
        ViolationReport::Property { property } => {
            format!("Trace to property violation in {property}:")
        }
        ViolationReport::Error { component } => {
            format!("Trace to property violation in {component}:")
        }
        ViolationReport::Deadlock => "Trace to DEADLOCK:".into(),
    }
}

/// The title, and one action a line.
pub(crate) fn show(trace: &TraceReport, out: &mut dyn Write) -> io::Result<()> {
    writeln!(out, "{STRONG}{}{STRONG:#}", title(trace))?;
    let last = trace.steps.len().checked_sub(1);
    for (index, step) in trace.steps.iter().enumerate() {
        let breaks = Some(index) == last && !matches!(trace.violation, ViolationReport::Deadlock);
        match breaks {
            true => writeln!(out, "\t{BAD}{}{BAD:#}", step.action)?,
            false => writeln!(out, "\t{}", step.action)?,
        }
    }
    Ok(())
}

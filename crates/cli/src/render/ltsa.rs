//! A counterexample in LTSA's words, which its users and their scripts know.

use std::io::{self, Write};

use surmise::join;
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
        ViolationReport::Temporal { definition: "progress", property, .. } => {
            format!("Progress violation: {property}\nTrace to terminal set of states:")
        }
        ViolationReport::Temporal { definition: "default progress", .. } => {
            "Progress violation for actions\nTrace to terminal set of states:".into()
        }
        ViolationReport::Temporal { property, .. } => {
            format!("Violation of LTL property: @{property}\nTrace to terminal set of states:")
        }
    }
}

/// The title, and one action a line.
pub(crate) fn show(trace: &TraceReport, out: &mut dyn Write) -> io::Result<()> {
    writeln!(out, "{STRONG}{}{STRONG:#}", title(trace))?;
    let last = trace.steps.len().checked_sub(1);
    let (at_last, cycle) = match trace.violation {
        ViolationReport::Property { .. } | ViolationReport::Error { .. } => (true, None),
        ViolationReport::Deadlock => (false, None),
        ViolationReport::Temporal { cycle, .. } => (false, Some(cycle)),
    };
    for (index, step) in trace.steps.iter().enumerate() {
        if cycle == Some(index) {
            writeln!(out, "{STRONG}Cycle in terminal set:{STRONG:#}")?;
        }
        let breaks = Some(index) == last && at_last;
        match breaks {
            true => writeln!(out, "\t{BAD}{}{BAD:#}", step.action)?,
            false => writeln!(out, "\t{}", step.action)?,
        }
    }
    if let ViolationReport::Temporal { terminal: Some(terminal), .. } = &trace.violation {
        let actions = join(&terminal.actions, ", ");
        writeln!(out, "{STRONG}Actions in terminal set:{STRONG:#}\n\t{{{actions}}}")?;
    }
    Ok(())
}

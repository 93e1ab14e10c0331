//! A counterexample in LTSA's words, which its users and their scripts know.

use std::io::{self, Write};

use surmise::join;
use surmise::report::{TraceReport, ViolationReport};

use super::{BAD, STRONG};

/// The line above a trace.
pub(crate) fn title(trace: &TraceReport) -> String {
    match &trace.violation {
        ViolationReport::Property { property }
        | ViolationReport::Temporal { property, cycle: None, .. } => {
            format!("Trace to property violation in {property}:")
        }
        ViolationReport::Error { component } => {
            format!("Trace to property violation in {component}:")
        }
        ViolationReport::Deadlock => "Trace to DEADLOCK:".into(),
        ViolationReport::Temporal { definition, property, cycle, is_terminal, .. } => {
            let what = match *definition {
                "progress" => format!("Progress violation: {property}"),
                "default progress" => "Progress violation for actions".to_owned(),
                "never claim" => format!("Violation of never claim: {property}"),
                "acceptance" => "Acceptance cycle".to_owned(),
                "progress labels" => "Non-progress cycle".to_owned(),
                _ => format!("Violation of LTL property: @{property}"),
            };
            let stops = *cycle == Some(trace.steps.len());
            let to = match (is_terminal, stops) {
                (true, _) => "Trace to terminal set of states:",
                (false, true) => "Trace to the last state:",
                (false, false) => "Trace to a cycle:",
            };
            format!("{what}\n{to}")
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
        ViolationReport::Temporal { cycle, .. } => (cycle.is_none(), cycle),
    };
    for (index, step) in trace.steps.iter().enumerate() {
        if cycle == Some(index) {
            let is_terminal =
                matches!(trace.violation, ViolationReport::Temporal { is_terminal: true, .. });
            let cycle = if is_terminal { "Cycle in terminal set:" } else { "Cycle:" };
            writeln!(out, "{STRONG}{cycle}{STRONG:#}")?;
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

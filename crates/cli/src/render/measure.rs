//! Probabilities.

use std::io::{self, Write};

use surmise::count;
use surmise::probability::{AskedReport, ProbabilityReport, ProbabilityVerdict, ValueVerdict};

use super::{BAD, FAINT, GOOD, OPEN, STRONG};

/// What was asked of a model, and the probabilities.
pub(crate) fn show(report: &ProbabilityReport, out: &mut dyn Write) -> io::Result<()> {
    let AskedReport { file, kind, constants, sizes } = &report.model;
    write!(out, "{STRONG}{file}{STRONG:#}: {kind}")?;
    for (name, value) in constants {
        write!(out, ", {name}={value}")?;
    }
    writeln!(out)?;
    for verdict in &report.probabilities {
        show_verdict(verdict, out)?;
    }
    if let Some(sizes) = sizes {
        let states = count(sizes.states, "state");
        let choices = count(sizes.choices, "choice");
        let transitions = count(sizes.transitions, "transition");
        writeln!(out, "  {FAINT}{states}, {choices}, {transitions}{FAINT:#}")?;
    }
    Ok(())
}

fn show_verdict(answer: &ProbabilityVerdict, out: &mut dyn Write) -> io::Result<()> {
    let ProbabilityVerdict { property, name, verdict, smallest, largest, .. } = answer;
    if let Some(name) = name {
        write!(out, "\"{name}\": ")?;
    }
    let value = match smallest == largest {
        true => smallest.to_string(),
        false => format!("{smallest} … {largest}, from one initial state to another"),
    };
    let (word, style) = match verdict {
        ValueVerdict::Value => ("", STRONG),
        ValueVerdict::Holds => ("holds", GOOD),
        ValueVerdict::Violated => ("violated", BAD),
        ValueVerdict::Undecided => ("undecided", OPEN),
    };
    match verdict {
        ValueVerdict::Value => writeln!(out, "{property} = {style}{value}{style:#}")?,
        ValueVerdict::Holds | ValueVerdict::Violated | ValueVerdict::Undecided => {
            writeln!(out, "{property}: {style}{word}{style:#}")?;
            writeln!(out, "  the probability is {value}")?;
        }
    }
    match &answer.stopped {
        Some(stopped) => writeln!(out, "  {}", stopped.reason),
        None => Ok(()),
    }
}

//! Probabilities, rewards, and what is asked of them.

use std::io::{self, Write};

use surmise::count;
use surmise::probability::{
    AskedReport, Experiment, ProbabilityReport, ProbabilityVerdict, StrategyReport, ValueVerdict,
};
use unicode_width::UnicodeWidthStr;

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
    show_table(&report.experiments, out)?;
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
    let value = match (smallest, largest) {
        (Some(one), Some(other)) if one == other => one.to_string(),
        (Some(one), Some(other)) => format!("{one} … {other}, from one state to another"),
        _ => String::new(),
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
            if let Some(quantity) = answer.quantity {
                writeln!(out, "  the {quantity} is {value}")?;
            }
        }
    }
    if let Some(stopped) = &answer.stopped {
        writeln!(out, "  {}", stopped.reason)?;
    }
    if let Some(StrategyReport { file, smallest, largest }) = &answer.strategy {
        match smallest == largest {
            true => writeln!(out, "  strategy in {file}, which attains {smallest}")?,
            false => writeln!(out, "  strategy in {file}, which attains {smallest} … {largest}")?,
        }
    }
    if let Some(why) = &answer.without_strategy {
        writeln!(out, "  without a strategy: {why}")?;
    }
    for line in answer.evidence.lines() {
        writeln!(out, "  {line}")?;
    }
    match &answer.uncertified {
        Some(why) => writeln!(out, "  without a certificate: {why}"),
        None => Ok(()),
    }
}

/// A row for each choice of constants, a column for each property.
fn show_table(experiments: &[Experiment], out: &mut dyn Write) -> io::Result<()> {
    let Some(first) = experiments.first() else { return Ok(()) };
    let constants = first.constants.iter().map(|(name, _)| name.to_string());
    let properties = first.probabilities.iter().map(|answer| match &answer.name {
        Some(name) => format!("\"{name}\""),
        None => answer.property.to_string(),
    });
    let head: Vec<String> = constants.chain(["states".to_owned()]).chain(properties).collect();
    let row = |one: &Experiment| -> Vec<String> {
        let constants = one.constants.iter().map(|(_, value)| value.to_string());
        let states = one.sizes.map_or_else(|| "?".to_owned(), |sizes| sizes.states.to_string());
        let answers = one.probabilities.iter().map(cell);
        constants.chain([states]).chain(answers).collect()
    };
    let rows: Vec<Vec<String>> = experiments.iter().map(row).collect();
    let width = |column: usize| {
        rows.iter().chain([&head]).map(|row| row[column].width()).max().unwrap_or(0)
    };
    let widths: Vec<usize> = (0..head.len()).map(width).collect();
    for (index, row) in [&head].into_iter().chain(&rows).enumerate() {
        let cells = row
            .iter()
            .zip(&widths)
            .map(|(cell, width)| format!("{}{cell}", " ".repeat(width - cell.width())));
        let line = cells.collect::<Vec<_>>().join("  ");
        match index {
            0 => writeln!(out, "{STRONG}{line}{STRONG:#}")?,
            _ => writeln!(out, "{line}")?,
        }
    }
    Ok(())
}

/// What came of a property, as short as it can be said.
fn cell(answer: &ProbabilityVerdict) -> String {
    match (answer.verdict, &answer.smallest, &answer.largest) {
        (ValueVerdict::Holds, ..) => "holds".to_owned(),
        (ValueVerdict::Violated, ..) => "violated".to_owned(),
        (ValueVerdict::Undecided, ..) => "undecided".to_owned(),
        (ValueVerdict::Value, Some(one), Some(other)) if one == other => one.short(),
        (ValueVerdict::Value, Some(one), Some(other)) => {
            format!("{} … {}", one.short(), other.short())
        }
        (ValueVerdict::Value, ..) => String::new(),
    }
}

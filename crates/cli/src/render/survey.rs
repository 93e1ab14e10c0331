//! How large probabilistic models are.

use std::io::{self, Write};

use surmise::probability::{PartSizes, PartSurvey, SizesReport, Survey};
use surmise::{Shared, count, few};
use unicode_width::UnicodeWidthStr;

use super::describe::show_alphabets;
use super::{FAINT, OPEN, STRONG, wrapped};
use crate::reply::Screen;

/// Components, the whole, labels, and who shares what with whom.
pub(crate) fn show(
    survey: &Survey,
    shared: &[Shared],
    out: &mut dyn Write,
    screen: Screen,
) -> io::Result<()> {
    let Survey { kind, components, whole, stopped, labels, rewards, questions, .. } = survey;
    let title = "component";
    let whole_name = kind.map_or_else(|| "whole".to_owned(), |kind| format!("whole {kind}"));
    let names = components.iter().map(|part| part.name.to_string().width());
    let widest = names.chain([title.len(), whole_name.len()]).max().unwrap_or(0);
    writeln!(
        out,
        "{STRONG}{title:widest$}  {:>10}  {:>10}  {:>11}  {:>7}{STRONG:#}",
        "states", "choices", "transitions", "actions"
    )?;
    for part in components {
        let pad = widest - part.name.to_string().width();
        write!(out, "{}{:pad$}", part.name, "")?;
        show_part(part, out)?;
    }
    write!(out, "{STRONG}{whole_name:widest$}{STRONG:#}")?;
    match (whole, stopped) {
        (Some(sizes), _) => {
            let SizesReport { states, choices, transitions, .. } = sizes;
            let more = remarks(sizes);
            let end = if more.is_empty() { "" } else { "           " };
            writeln!(
                out,
                "  {states:>10}  {choices:>10}  {transitions:>11}{end}{FAINT}{more}{FAINT:#}"
            )?;
        }
        (None, Some(stopped)) => {
            writeln!(out, "  {OPEN}not known{OPEN:#}: {}", stopped.reason)?;
        }
        (None, None) => writeln!(out, "  {OPEN}not known{OPEN:#}")?,
    }
    if !labels.is_empty() {
        let labels: Vec<String> = labels.iter().map(|label| format!("\"{label}\"")).collect();
        writeln!(out, "\n{STRONG}labels{STRONG:#}")?;
        writeln!(out, "{}", wrapped("  ", &labels, 2, screen.width))?;
    }
    if !rewards.is_empty() {
        let rewards: Vec<String> = rewards.iter().map(ToString::to_string).collect();
        writeln!(out, "\n{STRONG}rewards{STRONG:#}")?;
        writeln!(out, "{}", wrapped("  ", &rewards, 2, screen.width))?;
    }
    if !questions.is_empty() {
        writeln!(out, "\n{STRONG}what could be asked{STRONG:#}")?;
        for question in questions {
            writeln!(out, "  --property '{question}'")?;
        }
    }
    if components.is_empty() {
        return Ok(());
    }
    let explored = components
        .iter()
        .filter_map(|part| part.explored.as_ref().map(|sizes| (&part.name, &sizes.alphabet[..])));
    show_alphabets(explored, shared, components.len() > 1, out, screen)
}

fn show_part(part: &PartSurvey, out: &mut dyn Write) -> io::Result<()> {
    let Some(sizes) = &part.explored else {
        let reason = part.unexplored.as_deref().unwrap_or_default();
        return writeln!(out, "  {OPEN}not known alone{OPEN:#}: {reason}");
    };
    let PartSizes { states, choices, transitions, alphabet, .. } = sizes;
    let actions = alphabet.len();
    write!(out, "  {states:>10}  {choices:>10}  {transitions:>11}  {actions:>7}")?;
    let mut more = Vec::new();
    if sizes.fully_probabilistic {
        more.push("no choice".to_owned());
    } else if !sizes.reactive {
        more.push("several choices with one action".to_owned());
    }
    if !sizes.never_offered.is_empty() {
        more.push(format!("never offers {}", few(&sizes.never_offered, 3)));
    }
    match more.is_empty() {
        true => writeln!(out),
        false => writeln!(out, "  {FAINT}{}{FAINT:#}", more.join(", ")),
    }
}

fn remarks(sizes: &SizesReport) -> String {
    let mut remarks = Vec::new();
    if sizes.initial != 1 {
        remarks.push(count(sizes.initial, "initial state"));
    }
    if sizes.deadlocks > 0 {
        let each = if sizes.deadlocks > 1 { " each" } else { "" };
        remarks.push(format!("{}, with a loop{each}", count(sizes.deadlocks, "deadlock")));
    }
    remarks.join(", ")
}

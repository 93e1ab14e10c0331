//! A counterexample as lanes: one column for each component that takes part, one line for each
//! step.
//!
//! ```text
//!                 client  server  mutex
//!     start       0       0       0
//!  1  request     ● 1     ● 1     │
//!  2  grant       ● 2     ● 0     ✗ π
//! ```
//!
//! A dot says who takes part in a step and where it is afterwards; the cross is on whoever is in π.
//! If the lanes do not fit next to each other, they get letters for names; and if that does not
//! help, each step lists who moves instead.

use std::io::{self, Write};

use unicode_width::UnicodeWidthStr;

use surmise::report::{
    Change, Lane, Move, StepReport, TraceReport, ViolationReport, Waiting, state_name,
};
use surmise::{count, few};

use super::{BAD, FAINT, STRONG, ltsa};
use crate::reply::Screen;

/// Blanks between two columns.
const GAP: usize = 2;
/// At most so many components of a deadlock are listed.
const MOST_WAITING: usize = 12;

/// The whole counterexample.
pub(crate) fn show(trace: &TraceReport, out: &mut dyn Write, screen: Screen) -> io::Result<()> {
    writeln!(out, "{STRONG}{}{STRONG:#}", ltsa::title(trace))?;
    writeln!(out)?;
    let names: Vec<String> = trace.lanes.iter().map(|lane| lane.name.to_string()).collect();
    let letters: Vec<String> = (0..names.len()).map(letter).collect();
    let table = Table::new(trace, names);
    let lettered = Table::new(trace, letters);
    if table.width() <= screen.width {
        table.show(out)?;
    } else if lettered.width() <= screen.width {
        for (letter, lane) in lettered.names.iter().zip(&trace.lanes) {
            writeln!(out, "  {STRONG}{letter}{STRONG:#} {}", lane.name)?;
        }
        writeln!(out)?;
        lettered.show(out)?;
    } else {
        listing(trace, &table, out)?;
    }
    writeln!(out)?;
    let mark = if matches!(trace.violation, ViolationReport::Deadlock) { "!" } else { "✗" };
    writeln!(out, "  {BAD}{mark}{BAD:#} {}", trace.explanation)?;
    if let ViolationReport::Temporal { terminal: Some(terminal), .. } = &trace.violation {
        let states = count(terminal.states as u64, "state");
        match &terminal.actions[..] {
            [] => {}
            actions => writeln!(out, "    in {states} there happen {}", few(actions, 12))?,
        }
    }
    waiting(&trace.waiting, out)?;
    // Nobody asks how long a run is that goes on for ever.
    match trace.shortest || matches!(trace.violation, ViolationReport::Temporal { .. }) {
        true => Ok(()),
        false => writeln!(out, "  {FAINT}there may be a shorter run{FAINT:#}"),
    }
}

/// A, B, …, Z, A2, B2, …
fn letter(index: usize) -> String {
    let letter = char::from(b'A' + (index % 26) as u8);
    match index / 26 {
        0 => letter.to_string(),
        round => format!("{letter}{}", round + 1),
    }
}

/// The lanes under some names, and the widths of the columns.
struct Table<'a> {
    trace: &'a TraceReport,
    /// Of the lanes.
    names: Vec<String>,
    /// Of the steps' numbers.
    numbers: usize,
    /// Of the lines of the text that steps stand on; 0 if none is known.
    lines: usize,
    /// Of the actions.
    actions: usize,
    lanes: Vec<usize>,
}

impl<'a> Table<'a> {
    fn new(trace: &'a TraceReport, names: Vec<String>) -> Self {
        let widest = |words: &mut dyn Iterator<Item = usize>| words.max().unwrap_or(0);
        let mut lanes: Vec<usize> = names.iter().map(|name| name.width()).collect();
        for (width, lane) in lanes.iter_mut().zip(&trace.lanes) {
            *width = (*width).max(initial(lane).width());
        }
        for step in &trace.steps {
            for change in &step.moves {
                let cell = 2 + after(change).width();
                lanes[change.lane] = lanes[change.lane].max(cell);
            }
        }
        Self {
            numbers: trace.steps.len().to_string().len(),
            lines: match widest(&mut trace.steps.iter().map(|step| lines(step).len())) {
                0 => 0,
                width => width.max("line".len()),
            },
            actions: widest(&mut trace.steps.iter().map(|step| step.action.to_string().width()))
                .max("start".len()),
            trace,
            names,
            lanes,
        }
    }

    fn width(&self) -> usize {
        let lanes: usize = self.lanes.iter().map(|width| width + GAP).sum();
        let lines = if self.lines > 0 { self.lines + GAP } else { 0 };
        2 + self.numbers + GAP + lines + self.actions + lanes
    }

    /// What stands left of the lanes.
    fn margin(&self, number: &str, line: &str, action: &str) -> String {
        let pad = self.actions.saturating_sub(action.width());
        let line = match self.lines {
            0 => String::new(),
            width => format!("{line:>width$}  "),
        };
        format!("  {number:>width$}  {line}{action}{:pad$}", "", width = self.numbers)
    }

    fn show(&self, out: &mut dyn Write) -> io::Result<()> {
        let mut names = String::new();
        let mut starts = String::new();
        for ((lane, name), width) in self.trace.lanes.iter().zip(&self.names).zip(&self.lanes) {
            let pad = width - name.width();
            names += &format!("{:GAP$}{name}{:pad$}", "", "");
            let start = initial(lane);
            let pad = width.saturating_sub(start.width());
            starts += &format!("{:GAP$}{start}{:pad$}", "", "");
        }
        writeln!(out, "{}{STRONG}{}{STRONG:#}", self.margin("", "line", ""), names.trim_end())?;
        writeln!(out, "{}{}", self.margin("", "", "start"), starts.trim_end())?;
        for (index, step) in self.trace.steps.iter().enumerate() {
            if cycle(self.trace) == Some(index) {
                writeln!(
                    out,
                    "{STRONG}{}{STRONG:#}",
                    self.margin("↻", "", "for ever:").trim_end()
                )?;
            }
            self.step(index, step, out)?;
        }
        if stops(self.trace) {
            writeln!(out, "{STRONG}{}{STRONG:#}", self.margin("■", "", "nothing more").trim_end())?;
        }
        Ok(())
    }

    fn step(&self, index: usize, step: &StepReport, out: &mut dyn Write) -> io::Result<()> {
        let number = (index + 1).to_string();
        let margin = self.margin(&number, &lines(step), &step.action.to_string());
        match breaks(step) || is_bad_prefix(self.trace, index) {
            true => write!(out, "{BAD}{margin}{BAD:#}")?,
            false => write!(out, "{margin}")?,
        }
        let mut moves = step.moves.iter().peekable();
        for (lane, &width) in self.lanes.iter().enumerate() {
            write!(out, "{:GAP$}", "")?;
            // No blanks at the end of the line.
            let last = lane + 1 == self.lanes.len();
            match moves.next_if(|change| change.lane == lane) {
                Some(change) => {
                    let state = after(change);
                    let pad = if last { 0 } else { width - 2 - state.width() };
                    match change.to {
                        -1 => write!(out, "{BAD}✗ {state}{BAD:#}{:pad$}", "")?,
                        _ => write!(out, "● {state}{:pad$}", "")?,
                    }
                }
                None => {
                    let pad = if last { 0 } else { width - 1 };
                    write!(out, "{FAINT}│{FAINT:#}{:pad$}", "")?;
                }
            }
        }
        writeln!(out)
    }
}

/// The step with which the cycle starts, if the steps repeat from there on.
fn cycle(trace: &TraceReport) -> Option<usize> {
    match trace.violation {
        ViolationReport::Temporal { cycle, .. } => cycle,
        _ => None,
    }
}

/// Whether the run violates a temporal property by stopping.
fn stops(trace: &TraceReport) -> bool {
    cycle(trace) == Some(trace.steps.len())
}

/// Whether a temporal property is false from this step on, however the run goes on.
fn is_bad_prefix(trace: &TraceReport, index: usize) -> bool {
    matches!(trace.violation, ViolationReport::Temporal { cycle: None, .. })
        && index + 1 == trace.steps.len()
}

/// Where a lane starts.
fn initial(lane: &Lane) -> String {
    state_name(lane.initial, lane.initial_name.as_ref())
}

/// Where a lane is after a step, and what it has changed.
fn after(change: &Move) -> String {
    let mut text = state_name(change.to, change.to_name.as_ref());
    for Change { variable, value } in &change.changes {
        text += &format!(" {variable}={value}");
    }
    text
}

/// The lines of the text that a step stands on: two for a rendezvous.
fn lines(step: &StepReport) -> String {
    let lines: Vec<String> =
        step.moves.iter().filter_map(|change| change.line).map(|line| line.to_string()).collect();
    lines.join("+")
}

/// Whether a step leads somebody into π.
fn breaks(step: &StepReport) -> bool {
    step.moves.iter().any(|change| change.to < 0)
}

/// Each step with those who move: for more lanes than there are columns.
fn listing(trace: &TraceReport, table: &Table<'_>, out: &mut dyn Write) -> io::Result<()> {
    for (index, step) in trace.steps.iter().enumerate() {
        if cycle(trace) == Some(index) {
            writeln!(out, "{STRONG}{}{STRONG:#}", table.margin("↻", "", "for ever:").trim_end())?;
        }
        let number = (index + 1).to_string();
        let margin = table.margin(&number, &lines(step), &step.action.to_string());
        let moves: Vec<String> = step
            .moves
            .iter()
            .map(|change| {
                let (from, to) = (state_name(change.from, None), after(change));
                format!("{} {from}→{to}", trace.lanes[change.lane].name)
            })
            .collect();
        let moves = moves.join(", ");
        match breaks(step) || is_bad_prefix(trace, index) {
            true => writeln!(out, "{BAD}{margin}  {moves}{BAD:#}")?,
            false => writeln!(out, "{margin}  {moves}")?,
        }
    }
    Ok(())
}

fn waiting(waiting: &[Waiting], out: &mut dyn Write) -> io::Result<()> {
    let widest = waiting.iter().map(|one| one.component.to_string().width()).max().unwrap_or(0);
    for one in waiting.iter().take(MOST_WAITING) {
        let name = one.component.to_string();
        let pad = widest - name.width();
        write!(
            out,
            "    {name}{:pad$}  in state {}",
            "",
            state_name(one.state, one.name.as_ref())
        )?;
        match (one.ended, one.actions.is_empty()) {
            (true, true) => writeln!(out, " has ended")?,
            (_, true) if !one.statements.is_empty() => {
                let statements = one.statements.iter().map(|text| format!("`{text}`"));
                writeln!(out, " waits at {}", few(&statements.collect::<Vec<_>>(), 5))?;
            }
            (_, true) => writeln!(out, " has stopped")?,
            _ => writeln!(out, " waits for {}", few(&one.actions, 5))?,
        }
    }
    match waiting.len().saturating_sub(MOST_WAITING) {
        0 => Ok(()),
        more => writeln!(out, "    … and {more} more components"),
    }
}

//! Verdicts about formulas.

use std::io::{self, Write};

use surmise::formula::{FormulaVerdict, FormulasReport, Having, Lacking};
use surmise::join;
use surmise::report::{OutcomeReport, UndecidedReport};

use super::check::show_departures;
use super::conform::{show_assumptions, show_counts};
use super::{BAD, GOOD, OPEN, STRONG, tree};
use crate::reply::Screen;

/// Whether a system has formulas, and what shows it.
pub(crate) fn show(report: &FormulasReport, out: &mut dyn Write, screen: Screen) -> io::Result<()> {
    let FormulasReport { components, formulas, .. } = report;
    for FormulaVerdict { formula, verdict, evidence, statistics } in formulas {
        let claim = format!("{STRONG}{} ⊨ {formula}{STRONG:#}", join(components, " ‖ "));
        match verdict {
            OutcomeReport::Holds(Having { groups, assumptions }) => {
                writeln!(out, "{claim}: {GOOD}holds{GOOD:#}")?;
                let groups: Vec<String> = groups
                    .iter()
                    .filter(|group| !group.is_empty())
                    .map(|group| join(group, ", "))
                    .collect();
                match (&assumptions[..], groups.len()) {
                    ([], _) => {}
                    ([_], 1) => writeln!(out, "  by an abstraction")?,
                    _ => writeln!(out, "  by rule ASYM on {}", groups.join(" | "))?,
                }
                show_assumptions(assumptions, out)?;
            }
            OutcomeReport::Violated(Lacking { probability, tree: found }) => {
                writeln!(out, "{claim}: {BAD}violated{BAD:#}")?;
                if let Some(probability) = probability {
                    writeln!(out, "  by this tree, with probability {probability}")?;
                }
                tree::show(found, components, formula, out)?;
            }
            OutcomeReport::Undecided(UndecidedReport { reason, known, .. }) => {
                writeln!(out, "{claim}: {OPEN}undecided{OPEN:#}: {reason}")?;
                writeln!(out, "  {known}")?;
            }
        }
        for line in evidence.lines() {
            writeln!(out, "  {line}")?;
        }
        show_counts(statistics, out, screen)?;
    }
    show_departures(report.departures.as_ref(), out)
}

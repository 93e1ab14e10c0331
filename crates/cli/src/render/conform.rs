//! Verdicts about conformance.

use std::io::{self, Write};

use surmise::conformance::{
    ConformanceProofReport, ConformedReport, Conforming, Departing, ProbabilisticAssumptionReport,
};
use surmise::report::{OutcomeReport, StatisticsReport, UndecidedReport};
use surmise::{count, few, join};

use super::check::show_departures;
use super::{BAD, FAINT, GOOD, OPEN, STRONG, tree, wrapped};
use crate::reply::Screen;

/// Whether a system conforms, and what shows it.
pub(crate) fn show(
    report: &ConformedReport,
    out: &mut dyn Write,
    screen: Screen,
) -> io::Result<()> {
    let ConformedReport { components, specification, verdict, evidence, .. } = report;
    let ConformedReport { statistics, solver, .. } = report;
    let claim = format!("{STRONG}{} ≼ {}{STRONG:#}", join(components, " ‖ "), specification.name);
    match verdict {
        OutcomeReport::Holds(Conforming { proof }) => {
            writeln!(out, "{claim}: {GOOD}holds{GOOD:#}")?;
            show_proof(proof, out)?;
        }
        OutcomeReport::Violated(Departing { tree: found }) => {
            writeln!(out, "{claim}: {BAD}violated{BAD:#}")?;
            tree::show(found, components, &specification.name, out)?;
        }
        OutcomeReport::Undecided(UndecidedReport { reason, known, .. }) => {
            writeln!(out, "{claim}: {OPEN}undecided{OPEN:#}: {reason}")?;
            writeln!(out, "  {known}")?;
        }
    }
    if !specification.ignores.is_empty() {
        let ignored = few(&specification.ignores, 8);
        writeln!(out, "  {FAINT}{} does not speak about {ignored}{FAINT:#}", specification.name)?;
    }
    if let Some(solver) = solver {
        writeln!(out, "  {FAINT}simulations decided by {solver}{FAINT:#}")?;
    }
    for line in evidence.lines() {
        writeln!(out, "  {line}")?;
    }
    show_counts(statistics, out, screen)?;
    show_departures(report.departures.as_ref(), out)
}

/// What was counted, in a line, if anything was.
pub(crate) fn show_counts(
    statistics: &StatisticsReport,
    out: &mut dyn Write,
    screen: Screen,
) -> io::Result<()> {
    if statistics.is_empty() {
        return Ok(());
    }
    let counts: Vec<String> =
        statistics.iter().map(|(name, value)| format!("{name} {value}")).collect();
    writeln!(out, "{FAINT}{}{FAINT:#}", wrapped("  ", &counts, 2, screen.width))
}

fn show_proof(proof: &ConformanceProofReport, out: &mut dyn Write) -> io::Result<()> {
    let ConformanceProofReport { groups, assumptions, pairs } = proof;
    let pairs = count(*pairs as u64, "pair");
    let groups: Vec<String> =
        groups.iter().filter(|group| !group.is_empty()).map(|group| join(group, ", ")).collect();
    let by = match &assumptions[..] {
        [] => String::new(),
        [_] if groups.len() == 1 => "an abstraction, and ".to_owned(),
        _ => format!("rule ASYM on {}, and ", groups.join(" | ")),
    };
    writeln!(out, "  by {by}a simulation of {pairs}")?;
    show_assumptions(assumptions, out)
}

/// A line for each assumption.
pub(crate) fn show_assumptions(
    assumptions: &[ProbabilisticAssumptionReport],
    out: &mut dyn Write,
) -> io::Result<()> {
    for ProbabilisticAssumptionReport { name, states, transitions, abstracts } in assumptions {
        let (states, transitions) =
            (count(*states as u64, "state"), count(*transitions as u64, "transition"));
        writeln!(
            out,
            "  {name}: {states}, {transitions}; an abstraction of {}",
            count(*abstracts as u64, "state")
        )?;
    }
    Ok(())
}

//! Verdicts for people.

use std::io::{self, Write};

use surmise::methods::MadeDepartures;
use surmise::model::Count;
use surmise::report::{
    AssumptionReport, CheckReport, ClaimReport, ModelReport, OutcomeReport, ProofReport, Proved,
    RaceReport, RangeReport, Refuted, ReuseReport, SubstituteReport, UndecidedReport,
    VerdictReport,
};
use surmise::{Explanation, Name, Named, count, few, join};

use super::{BAD, FAINT, GOOD, OPEN, STRONG, lanes, ltsa, wrapped};
use crate::reply::Screen;

/// How to show a counterexample.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum TraceStyle {
    /// One column for each component that takes part, one line for each step.
    Lanes,
    /// The actions alone, in LTSA's words.
    Ltsa,
}

impl Named for TraceStyle {
    const ALL: &'static [(Self, &'static str, &'static str)] = &[
        (Self::Lanes, "lanes", "One column for each component that takes part, one line a step"),
        (Self::Ltsa, "ltsa", "The actions alone, in LTSA's words"),
    ];
}

/// What was checked, the verdicts, and what was not checked.
pub(crate) fn show(
    report: &CheckReport,
    style: TraceStyle,
    out: &mut dyn Write,
    screen: Screen,
) -> io::Result<()> {
    for model in &report.models {
        model_line(model, out)?;
    }
    for (index, verdict) in report.verdicts.iter().enumerate() {
        if index > 0 {
            writeln!(out)?;
        }
        show_verdict(verdict, report.method, style, out, screen)?;
        // What several verdicts took together is told once.
        let next = report.verdicts.get(index + 1);
        if next.is_none_or(|next| (next.by, &next.statistics) != (verdict.by, &verdict.statistics))
        {
            show_statistics(verdict, out, screen)?;
        }
    }
    show_ranges(&report.ranges, out)?;
    show_departures(report.departures.as_ref(), out)?;
    if !report.not_part.is_empty() {
        let process = report.models.iter().find_map(|model| model.process.as_ref());
        let of = process.map_or_else(|| "the system".to_owned(), ToString::to_string);
        let names = join(&report.not_part, ", ");
        writeln!(out, "\n{OPEN}defined, not part of {of}{OPEN:#}: {names}")?;
    }
    let claims: Vec<String> = report
        .unchecked
        .iter()
        .filter(|unchecked| unchecked.is_claim)
        .map(|unchecked| format!("{} {}", unchecked.kind, unchecked.name).trim_end().to_owned())
        .collect();
    if !claims.is_empty() {
        writeln!(out, "\n{OPEN}declared, not checked{OPEN:#}: {}", claims.join(", "))?;
    }
    Ok(())
}

/// What the components were cut to.
fn show_ranges(ranges: &[RangeReport], out: &mut dyn Write) -> io::Result<()> {
    if ranges.is_empty() {
        return Ok(());
    }
    let all: Vec<String> = ranges
        .iter()
        .map(|range| format!("{} {}..{}", range.name, range.low, range.high))
        .collect();
    let shown = match ranges.iter().all(|range| range.shown) {
        true => format!("{FAINT}values never leave their ranges"),
        false => format!("{OPEN}not shown that values stay in their ranges{OPEN:#}{FAINT}"),
    };
    writeln!(out, "\n{shown}: {}{FAINT:#}", few(&all, 8))
}

/// What was read, where a file leaves a choice.
fn model_line(model: &ModelReport, out: &mut dyn Write) -> io::Result<()> {
    let Some(process) = &model.process else { return Ok(()) };
    write!(out, "{FAINT}{}: {process}", model.file)?;
    if !model.parameters.is_empty() {
        let values: Vec<String> =
            model.parameters.iter().map(|(name, value)| format!("{name}={value}")).collect();
        write!(out, " with {}", values.join(", "))?;
    }
    if !model.other_processes.is_empty() {
        let is = if model.other_processes.len() == 1 { "is" } else { "are" };
        write!(out, " (there {is} also {})", few(&model.other_processes, 8))?;
    }
    writeln!(out, "{FAINT:#}")
}

fn show_verdict(
    verdict: &VerdictReport,
    method: &str,
    style: TraceStyle,
    out: &mut dyn Write,
    screen: Screen,
) -> io::Result<()> {
    let by = match (&verdict.race, verdict.by == method) {
        (Some(race), _) => format!(" {FAINT}({}){FAINT:#}", won(race)),
        (None, true) => String::new(),
        (None, false) => format!(" {FAINT}(by {}){FAINT:#}", verdict.by),
    };
    let claim = format!("{STRONG}{}{STRONG:#}", verdict.claim);
    let by = match &verdict.claim {
        ClaimReport::Temporal(property) => format!(" {}{by}", property.basis()),
        ClaimReport::Property { .. } | ClaimReport::NoError | ClaimReport::NoDeadlock => by,
    };
    match &verdict.outcome {
        OutcomeReport::Holds(Proved { proof }) => {
            writeln!(out, "{claim}: {GOOD}holds{GOOD:#}{by}")?;
            show_proof(proof, verdict, out, screen)?;
        }
        OutcomeReport::Violated(Refuted { counterexample }) => {
            writeln!(out, "{claim}: {BAD}violated{BAD:#}{by}")?;
            match style {
                TraceStyle::Lanes => lanes::show(counterexample, out, screen)?,
                TraceStyle::Ltsa => ltsa::show(counterexample, out)?,
            }
        }
        OutcomeReport::Undecided(UndecidedReport { reason, known, assumptions, .. }) => {
            writeln!(out, "{claim}: {OPEN}undecided{OPEN:#}: {reason}{by}")?;
            writeln!(out, "  {known}")?;
            for SubstituteReport { about, assumption } in assumptions {
                let about = format!(" can stand for {}", join(about, ", "));
                show_assumption(assumption, &about, out, screen)?;
            }
        }
    }
    for line in [counted(verdict), interruption(verdict)].into_iter().flatten() {
        writeln!(out, "  {line}")?;
    }
    if let Some(reused) = &verdict.reused {
        writeln!(out, "  {reused}")?;
    }
    for line in verdict.evidence.lines() {
        writeln!(out, "  {line}")?;
    }
    Ok(())
}

/// Who answered, and who could not by then.
fn won(race: &RaceReport) -> String {
    let RaceReport { winner, round, tried } = race;
    match (round, &tried[..]) {
        (1, []) => format!("by {winner}"),
        (_, []) => format!("by {winner} in round {round}"),
        _ => format!("by {winner} in round {round}; {} tried", tried.join(", ")),
    }
}

/// That a verdict rests on counting: how many rounds no run has more of.
fn counted(verdict: &VerdictReport) -> Option<String> {
    let rounds = verdict.statistics.get(&Count::Rounds.to_string())?.as_u64()?;
    let rounds = count(rounds, "round");
    Some(format!("no run has more than {rounds} of what would violate it, fair or not"))
}

/// That a verdict rests on an assumption which was not refined to the end.
fn interruption(verdict: &VerdictReport) -> Option<String> {
    let statistic = |count: Count| verdict.statistics.get(&count.to_string())?.as_u64();
    let steps = count(statistic(Count::InterruptedAfter)?, "step");
    let size = statistic(Count::LargestAssumption)?;
    let decided = !matches!(verdict.outcome, OutcomeReport::Undecided(_));
    decided.then(|| format!("interrupted after {steps}: |A| = {size}"))
}

fn show_proof(
    proof: &ProofReport,
    verdict: &VerdictReport,
    out: &mut dyn Write,
    screen: Screen,
) -> io::Result<()> {
    let (name, rule) = match proof {
        ProofReport::Exhaustive if verdict.reused.as_ref().is_some_and(ReuseReport::succeeded) => {
            return writeln!(out, "  by visiting all reachable states, then: none is bad");
        }
        ProofReport::Exhaustive => {
            let states = verdict.statistics.get("states").and_then(serde_json::Value::as_u64);
            let reduced = Count::ReducedStates.to_string();
            let is_reduced = verdict.statistics.get(&reduced).is_some_and(|states| *states != 0);
            return match is_reduced {
                true => {
                    let states = count(states.unwrap_or(0), "state");
                    writeln!(
                        out,
                        "  visited {states} that stand for all reachable ones: none is bad"
                    )
                }
                false if matches!(verdict.claim, ClaimReport::Temporal(_)) => {
                    let states = count(states.unwrap_or(0), "state");
                    writeln!(out, "  visited {states}: no run violates it")
                }
                false => {
                    let states = count(states.unwrap_or(0), "reachable state");
                    writeln!(out, "  visited {states}: none is bad")
                }
            };
        }
        ProofReport::Invariant { nodes } => {
            let nodes = count(*nodes as u64, "node");
            return writeln!(out, "  by an invariant of {nodes}: no state in it is bad");
        }
        ProofReport::Asym(rule) => ("ASYM", rule),
        ProofReport::Circ(rule) => ("CIRC-N", rule),
        ProofReport::Sym(rule) => ("SYM-N", rule),
        ProofReport::Circular(rule) => ("CIRC-AG_N", rule),
    };
    let groups: Vec<String> = rule.groups.iter().map(|group| join(group, ", ")).collect();
    writeln!(out, "  by rule {name} on {}", groups.join(" | "))?;
    for assumption in &rule.assumptions {
        show_assumption(assumption, "", out, screen)?;
    }
    Ok(())
}

fn show_assumption(
    assumption: &AssumptionReport,
    about: &str,
    out: &mut dyn Write,
    screen: Screen,
) -> io::Result<()> {
    /// More actions than these need not be read.
    const MOST: usize = 16;
    let AssumptionReport { name, states, alphabet, .. } = assumption;
    let mut words: Vec<String> = alphabet.iter().take(MOST).map(ToString::to_string).collect();
    if alphabet.len() > MOST {
        words.push(format!("… ({} more)", alphabet.len() - MOST));
    }
    let start = format!("  {name}{about}: {} over {{", count(*states as u64, "state"));
    writeln!(out, "{}}}", wrapped(&start, &words, 6, screen.width.saturating_sub(1)))?;
    match &assumption.explanation {
        Some(explanation) => show_explanation(explanation, "    ", out),
        None => Ok(()),
    }
}

/// What an assumption allows, a sentence a line.
pub(crate) fn show_explanation(
    explanation: &Explanation,
    indent: &str,
    out: &mut dyn Write,
) -> io::Result<()> {
    for sentence in &explanation.sentences {
        writeln!(out, "{indent}{}", Name::from(sentence))?;
    }
    if !explanation.is_complete() {
        let actions = few(&explanation.left_out, 8);
        writeln!(out, "{indent}{OPEN}not in words{OPEN:#}: when {actions} may happen")?;
    }
    Ok(())
}

/// What the method did that its paper does not, if the user asked about that.
pub(crate) fn show_departures(
    departures: Option<&MadeDepartures>,
    out: &mut dyn Write,
) -> io::Result<()> {
    match departures.filter(|departures| departures.asked) {
        Some(departures) => writeln!(out, "{FAINT}{departures}{FAINT:#}"),
        None => Ok(()),
    }
}

fn show_statistics(verdict: &VerdictReport, out: &mut dyn Write, screen: Screen) -> io::Result<()> {
    let (premises, others): (Vec<_>, Vec<_>) = verdict
        .statistics
        .iter()
        .partition(|(name, _)| name.starts_with("premise ") && name.ends_with(" states"));
    // All digits of what is longer are in the JSON.
    const MOST_DIGITS: usize = 40;
    let shown = |value: &serde_json::Value| match value {
        serde_json::Value::String(digits) if digits.len() > MOST_DIGITS => {
            format!("about {}.{}e{}", &digits[..1], &digits[1..3], digits.len() - 1)
        }
        serde_json::Value::String(digits) => digits.clone(),
        value => value.to_string(),
    };
    let others = others.iter().map(|(name, value)| format!("{name} {}", shown(value))).collect();
    // Those after the last one that was reached need not be read.
    let last = premises.iter().rposition(|(_, value)| value.as_u64() != Some(0));
    let premises = premises[..last.map_or(0, |last| last + 1)].iter();
    let premises = premises.map(|(_, value)| value.to_string()).collect();
    for (start, items) in [("  ", others), ("  states for each premise ", premises)] {
        let items: Vec<String> = items;
        if !items.is_empty() {
            let text = wrapped(start, &items, 2, screen.width);
            writeln!(out, "{FAINT}{text}{FAINT:#}")?;
        }
    }
    Ok(())
}

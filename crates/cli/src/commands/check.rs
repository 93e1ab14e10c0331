//! `surmise check`: does the system have the property?

use std::io::{self, Write};
use std::path::PathBuf;

use clap::{Args, ValueEnum};
use serde::Serialize;
use surmise_model::{Context, Outcome as Verdict, Reason, Report, System};
use surmise_verify::vacuity::vacuity;

use self::evidence::{EvidenceArgs, EvidenceReport};
use self::proof::ProofReport;
use crate::answer::{Answer, Screen, Status};
use crate::failure::{Failure, Outcome, warning};
use crate::limits::LimitArgs;
use crate::load::{self, LoadArgs};
use crate::methods::{Claim, MethodArgs};
use crate::render::diagnostics::Remark;
use crate::render::trace::TraceReport;
use crate::render::{BAD, FAINT, GOOD, OPEN, STRONG, lanes, ltsa, wrapped};
use crate::session::Session;

mod evidence;
mod proof;
pub(crate) mod properties;

const EXAMPLES: &str = "\
Examples:
  Two components and a property, each an .aut file:
    surmise check client.aut server.aut --property mutex.aut
  Without a property: neither deadlocks nor error states, like LTSA's safety check:
    surmise check client.aut server.aut
  A property and deadlocks, within limits, for a program:
    surmise check *.aut --property p.aut --deadlock --timeout 60s --memory 4GiB --format json
  With a proof or a counterexample that can be checked independently:
    surmise check *.aut --property p.aut --certificate p.json
    surmise certify *.aut --property p.aut p.json";

/// Check properties of components that run side by side
///
/// Components synchronise on the actions that their alphabets share. A property is an LTS that
/// allows the traces it has; actions that are not in its alphabet do not concern it. With every
/// property it is also checked that no component reaches its own error state.
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Arguments {
    /// Files with the components; `-` is standard input
    #[arg(required = true, value_name = "MODEL")]
    models: Vec<PathBuf>,
    /// A property: the name of one in the models, or a file; can be repeated
    #[arg(short, long = "property", value_name = "NAME|FILE")]
    properties: Vec<String>,
    /// Check that there is no deadlock, too
    #[arg(short, long)]
    deadlock: bool,
    /// How to show a counterexample
    #[arg(long, value_enum, default_value_t = TraceStyle::Lanes, value_name = "STYLE")]
    trace: TraceStyle,
    #[command(flatten)]
    method: MethodArgs,
    #[command(flatten)]
    evidence: EvidenceArgs,
    #[command(flatten)]
    load: LoadArgs,
    #[command(flatten)]
    limits: LimitArgs,
}

/// How to show a counterexample.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum TraceStyle {
    /// One column for each component that takes part, one line for each step
    Lanes,
    /// The actions alone, in LTSA's words
    Ltsa,
}

/// The verdicts.
#[derive(Debug, Serialize)]
pub(crate) struct Checked {
    method: String,
    components: Vec<String>,
    verdicts: Vec<ClaimVerdict>,
    #[serde(skip)]
    trace: TraceStyle,
}

/// One claim and what came of it.
#[derive(Debug, Serialize)]
struct ClaimVerdict {
    claim: ClaimReport,
    #[serde(flatten)]
    outcome: OutcomeReport,
    #[serde(skip_serializing_if = "EvidenceReport::is_empty")]
    evidence: EvidenceReport,
    statistics: serde_json::Map<String, serde_json::Value>,
}

#[derive(Debug, Serialize)]
#[serde(tag = "kind", rename_all = "kebab-case")]
enum ClaimReport {
    Property { name: String },
    NoError,
    NoDeadlock,
    Safety,
}

#[derive(Debug, Serialize)]
#[serde(tag = "verdict", rename_all = "lowercase")]
enum OutcomeReport {
    Holds { proof: ProofReport },
    Violated { counterexample: Box<TraceReport> },
    Unknown { limit: &'static str, reason: String, known: String },
}

/// Does it.
pub(crate) fn run(arguments: &Arguments, session: &Session) -> Outcome<Checked> {
    arguments.limits.within(session, |context| check(arguments, session, context))
}

fn check(arguments: &Arguments, session: &Session, context: &Context<'_>) -> Outcome<Checked> {
    let mut system = load::system(&arguments.models, &arguments.load, session, context)?;
    if system.components.is_empty() {
        return Err(Failure::usage("there is no component to check"));
    }
    let (chosen, mut written) =
        properties::choose(&arguments.properties, &mut system, &arguments.load, session, context)?;
    let claims = arguments.method.claims(chosen, arguments.deadlock)?;
    if arguments.evidence.wants_assumptions() && !arguments.method.finds_assumptions() {
        return Err(Failure::usage_with_help(
            format!("--assumptions: the method {} makes none", arguments.method.name()),
            "leave it out, or use --method learn or --method agar",
        ));
    }
    let several = claims.len() > 1;
    let mut verdicts = Vec::new();
    for claim in claims {
        let threads = arguments.limits.threads();
        let mut report = arguments.method.check(&system, claim, threads, context)?;
        let label = several.then(|| claim.label(&system));
        let evidence = arguments.evidence.take(
            &mut system,
            &mut written,
            label.as_deref(),
            &mut report,
            (session, context),
        )?;
        if let (Verdict::Holds(_), Claim::Property(id)) = (&report.outcome, claim)
            && let Some(vacuity) = vacuity(&system, id, context)
        {
            let name = &system.property(id).name;
            session.remark(Remark::bare(warning(format!("property {name} holds, but {vacuity}"))));
        }
        verdicts.push(ClaimVerdict::new(&system, claim, &report, evidence)?);
    }
    Ok(Checked {
        method: arguments.method.name(),
        components: system.components.iter().map(|component| component.name.clone()).collect(),
        verdicts,
        trace: arguments.trace,
    })
}

impl ClaimVerdict {
    fn new(
        system: &System,
        claim: Claim,
        report: &Report,
        evidence: EvidenceReport,
    ) -> Outcome<Self> {
        let outcome = match &report.outcome {
            Verdict::Holds(proof) => {
                OutcomeReport::Holds { proof: ProofReport::new(system, proof)? }
            }
            Verdict::Violated(counterexample) => OutcomeReport::Violated {
                counterexample: Box::new(TraceReport::new(system, counterexample)),
            },
            Verdict::Unknown(unknown) => OutcomeReport::Unknown {
                limit: limit_name(&unknown.reason),
                reason: unknown.reason.to_string(),
                known: unknown.known.clone(),
            },
        };
        let claim = match claim {
            Claim::Property(id) => ClaimReport::Property { name: system.property(id).name.clone() },
            Claim::NoError => ClaimReport::NoError,
            Claim::NoDeadlock => ClaimReport::NoDeadlock,
            Claim::Safety => ClaimReport::Safety,
        };
        // Bytes depend on the number of threads, and the answer must not.
        let statistics = report.statistics.iter().filter(|(count, _)| count.is_repeatable());
        let statistics =
            statistics.map(|(count, value)| (count.to_string(), value.into())).collect();
        Ok(Self { claim, outcome, evidence, statistics })
    }

    fn status(&self) -> Status {
        match self.outcome {
            OutcomeReport::Holds { .. } => Status::Success,
            OutcomeReport::Violated { .. } => Status::Violated,
            OutcomeReport::Unknown { .. } => Status::Undecided,
        }
    }
}

/// One word for programs.
fn limit_name(reason: &Reason) -> &'static str {
    match reason {
        Reason::Cancelled => "interrupt",
        Reason::TimeLimit => "time",
        Reason::MemoryLimit(_) => "memory",
        Reason::StateLimit(_) => "states",
        _ => "unsupported",
    }
}

impl Answer for Checked {
    fn status(&self) -> Status {
        let statuses = || self.verdicts.iter().map(ClaimVerdict::status);
        // A violation is a fact, whatever else is undecided.
        match statuses().any(|status| status == Status::Violated) {
            true => Status::Violated,
            false => statuses().max().unwrap_or(Status::Success),
        }
    }

    fn show(&self, out: &mut dyn Write, screen: Screen) -> io::Result<()> {
        for (index, verdict) in self.verdicts.iter().enumerate() {
            if index > 0 {
                writeln!(out)?;
            }
            verdict.show(self.trace, out, screen)?;
        }
        Ok(())
    }
}

impl ClaimVerdict {
    fn show(&self, style: TraceStyle, out: &mut dyn Write, screen: Screen) -> io::Result<()> {
        let name = match &self.claim {
            ClaimReport::Property { name } => format!("property {name}"),
            ClaimReport::NoError => "no error".into(),
            ClaimReport::NoDeadlock => "no deadlock".into(),
            ClaimReport::Safety => "no deadlocks/errors".into(),
        };
        let name = format!("{STRONG}{name}{STRONG:#}");
        match &self.outcome {
            OutcomeReport::Holds { proof } => {
                match self.claim {
                    ClaimReport::Safety => writeln!(out, "{GOOD}No deadlocks/errors{GOOD:#}")?,
                    _ => writeln!(out, "{name}: {GOOD}holds{GOOD:#}")?,
                }
                proof.show(out, screen)?;
            }
            OutcomeReport::Violated { counterexample } => {
                writeln!(out, "{name}: {BAD}violated{BAD:#}")?;
                match style {
                    TraceStyle::Lanes => lanes::show(counterexample, out, screen)?,
                    TraceStyle::Ltsa => ltsa::show(counterexample, out)?,
                }
            }
            OutcomeReport::Unknown { reason, known, .. } => {
                writeln!(out, "{name}: {OPEN}undecided{OPEN:#}: {reason}")?;
                writeln!(out, "  {known}")?;
            }
        }
        for line in self.evidence.lines() {
            writeln!(out, "  {line}")?;
        }
        self.show_statistics(out, screen)
    }

    fn show_statistics(&self, out: &mut dyn Write, screen: Screen) -> io::Result<()> {
        let (premises, others): (Vec<_>, Vec<_>) = self
            .statistics
            .iter()
            .partition(|(name, _)| name.starts_with("premise ") && name.ends_with(" states"));
        let others = others.iter().map(|(name, value)| format!("{name} {value}")).collect();
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
}

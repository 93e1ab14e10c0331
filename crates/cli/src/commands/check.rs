//! `surmise check`: does the system have the property?

use std::io::{self, Write};
use std::path::PathBuf;

use clap::{Args, ValueEnum};
use serde::Serialize;
use surmise_model::{Outcome as Verdict, Proof, Reason, Report, Rule, System};
use surmise_verify::Context;
use surmise_verify::vacuity::vacuity;

use crate::answer::{Answer, Screen, Status};
use crate::failure::{Failure, Outcome, warning};
use crate::limits::LimitArgs;
use crate::load::{self, LoadArgs};
use crate::methods::{Claim, MethodArgs};
use crate::render::diagnostics::Remark;
use crate::render::trace::TraceReport;
use crate::render::{BAD, FAINT, GOOD, OPEN, STRONG, count, lanes, ltsa, wrapped};
use crate::session::Session;

pub(crate) mod properties;

const EXAMPLES: &str = "\
Examples:
  Two components and a property, each an .aut file:
    surmise check client.aut server.aut --property mutex.aut
  Without a property: neither deadlocks nor error states, like LTSA's safety check:
    surmise check client.aut server.aut
  A property and deadlocks, within limits, for a program:
    surmise check *.aut --property p.aut --deadlock --timeout 60s --memory 4GiB --format json";

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

/// How it was shown.
#[derive(Debug, Serialize)]
#[serde(tag = "rule", rename_all = "kebab-case")]
enum ProofReport {
    Exhaustive { states: u64 },
    DeadlockFree { states: u64, error_free: bool },
    Asym { groups: Vec<Vec<String>>, assumptions: Vec<usize> },
    Circ { groups: Vec<Vec<String>>, assumptions: Vec<usize> },
    Sym { groups: Vec<Vec<String>>, assumptions: Vec<usize> },
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
    let chosen =
        properties::choose(&arguments.properties, &mut system, &arguments.load, session, context)?;
    let claims = arguments.method.claims(chosen, arguments.deadlock)?;
    let mut verdicts = Vec::new();
    for claim in claims {
        let threads = arguments.limits.threads();
        let report = arguments.method.check(&system, claim, threads, context)?;
        if let (Verdict::Holds(_), Claim::Property(id)) = (&report.outcome, claim)
            && let Some(vacuity) = vacuity(&system, id, context)
        {
            let name = &system.property(id).name;
            session.remark(Remark::bare(warning(format!("property {name} holds, but {vacuity}"))));
        }
        verdicts.push(ClaimVerdict::new(&system, claim, &report));
    }
    Ok(Checked {
        method: arguments.method.name(),
        components: system.components.iter().map(|component| component.name.clone()).collect(),
        verdicts,
        trace: arguments.trace,
    })
}

impl ClaimVerdict {
    fn new(system: &System, claim: Claim, report: &Report) -> Self {
        let outcome = match &report.outcome {
            Verdict::Holds(proof) => {
                OutcomeReport::Holds { proof: ProofReport::new(system, proof) }
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
        let statistics = report.statistics.iter().filter(|(name, _)| !name.ends_with("bytes"));
        let statistics = statistics.map(|(name, value)| (name.to_owned(), value.into())).collect();
        Self { claim, outcome, statistics }
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

impl ProofReport {
    fn new(system: &System, proof: &Proof) -> Self {
        let names = |groups: &[Vec<surmise_model::ComponentId>]| {
            let name = |&id| system.component(id).name.clone();
            groups.iter().map(|group| group.iter().map(name).collect()).collect()
        };
        let sizes = |assumptions: &[surmise_model::Assumption]| {
            assumptions.iter().map(|assumption| assumption.lts.num_states()).collect()
        };
        match &proof.rule {
            Rule::Exhaustive { states } => Self::Exhaustive { states: *states },
            Rule::DeadlockFree { states, error_free } => {
                Self::DeadlockFree { states: *states, error_free: *error_free }
            }
            Rule::Asym { groups, assumptions } => {
                Self::Asym { groups: names(groups), assumptions: sizes(assumptions) }
            }
            Rule::Circ { groups, assumptions } => {
                Self::Circ { groups: names(groups), assumptions: sizes(assumptions) }
            }
            Rule::Sym { groups, assumptions } => {
                Self::Sym { groups: names(groups), assumptions: sizes(assumptions) }
            }
        }
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
                proof.show(out)?;
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
        let statistics: Vec<String> =
            self.statistics.iter().map(|(name, value)| format!("{name} {value}")).collect();
        match statistics.is_empty() {
            true => Ok(()),
            false => {
                let text = wrapped("  ", &statistics, 2, screen.width);
                writeln!(out, "{FAINT}{text}{FAINT:#}")
            }
        }
    }
}

impl ProofReport {
    fn show(&self, out: &mut dyn Write) -> io::Result<()> {
        let (rule, groups, assumptions) = match self {
            Self::Exhaustive { states } | Self::DeadlockFree { states, .. } => {
                let states = count(*states, "reachable state");
                return writeln!(out, "  visited {states}: none is bad");
            }
            Self::Asym { groups, assumptions } => ("ASYM", groups, assumptions),
            Self::Circ { groups, assumptions } => ("CIRC-N", groups, assumptions),
            Self::Sym { groups, assumptions } => ("SYM-N", groups, assumptions),
        };
        let groups: Vec<String> = groups.iter().map(|group| group.join(", ")).collect();
        let sizes: Vec<String> =
            assumptions.iter().map(|&states| count(states as u64, "state")).collect();
        writeln!(out, "  by rule {rule} on {}", groups.join(" | "))?;
        writeln!(out, "  with assumptions of {}", sizes.join(", "))
    }
}

//! `surmise check --specification`: does a probabilistic system conform?

use std::io::{self, Write};
use std::path::{Path, PathBuf};

use clap::Args;
use serde::Serialize;
use surmise::conformance::{
    ConformanceEvidence, ConformanceProofReport, ConformanceVerdict, ConformedReport, EngineKind,
    ProbabilisticAssumptionReport, answer, self_check, smt_question,
};
use surmise::load::{self, Specified};
use surmise::report::EvidenceReport;
use surmise::write::{FileFormat, WritableLpts};
use surmise::{Attempt, Failure, count, few, join};
use surmise_model::{
    ConformanceOutcome, ConformanceReport, Context, ProbabilisticAssumption, ProbabilisticSystem,
    StochasticTree,
};
use surmise_verify::probabilistic::refinement::Engine;

use super::evidence::{EvidenceArgs, labelled};
use crate::answer::{Answer, Screen, Status};
use crate::arguments::{InputArgs, MethodArgs, OutputArgs};
use crate::choice::choice;
use crate::render::{BAD, FAINT, GOOD, OPEN, STRONG, tree, wrapped};
use crate::session::Session;
use crate::solver::Solver;

/// What the arguments of a check cannot have beside `--specification`.
const OTHERS: &[&str] =
    &["properties", "deadlock", "no_deadlock", "trace", "given", "probabilities", "assume", "plot"];

/// What to conform to.
#[derive(Debug, Args)]
pub(super) struct ConformanceArgs {
    /// Check that the system, which may have probabilities, conforms to the one in this file: that it is strongly
    /// simulated by it. What the specification does not speak about may happen at any time
    #[arg(short, long, value_name = "FILE", conflicts_with_all = OTHERS)]
    specification: Option<PathBuf>,
    /// Write the question, about the whole system, for an SMT solver: `sat` means that it conforms
    #[arg(long, value_name = "FILE.smt2", requires = "specification")]
    smt: Option<PathBuf>,
    /// Who decides simulations [default: flow]
    #[arg(long, value_parser = choice::<EngineKind>(), value_name = "ENGINE", requires = "specification")]
    engine: Option<EngineKind>,
}

/// Whether it conforms.
#[derive(Debug, Serialize)]
pub(crate) struct Conformed {
    #[serde(flatten)]
    report: ConformedReport,
}

impl ConformanceArgs {
    /// Checks it; nothing if no specification is named.
    pub(super) fn check(
        &self,
        models: &[PathBuf],
        method: &MethodArgs,
        evidence: &EvidenceArgs,
        input: &InputArgs,
        session: &Session,
        context: &Context<'_>,
    ) -> Attempt<Option<Conformed>> {
        let Some(specification) = &self.specification else { return Ok(None) };
        let kind = method.conformance()?;
        let written =
            [&self.smt, &evidence.certificate, &evidence.counterexample, &evidence.assumptions];
        let mut asked =
            load::specified(models, specification, &input.options(), &session.disk, context)?;
        session.disk.refuse_inputs(written.into_iter().flatten().map(PathBuf::as_path))?;
        session.remark_all(std::mem::take(&mut asked.loaded.remarks));
        if let Some(path) = &self.smt {
            session.disk.write(path, smt_question(&asked, context)?.as_bytes())?;
        }
        let solver = match self.engine.unwrap_or_default() {
            EngineKind::Flow => None,
            EngineKind::Smt => Some(Solver::on_the_path()?),
        };
        let engine = solver.as_ref().map_or(Engine::Flow, |solver| Engine::Solver(solver));
        let mut report = answer(&asked, kind, engine, &method.options(false), context)?;
        let evidence = take(evidence, &asked, &mut report, session, context)?;
        let mut report = ConformedReport::new(&asked, kind, &report, evidence);
        report.solver = solver.map(|solver| solver.name().into());
        Ok(Some(Conformed { report }))
    }
}

/// Deals with the evidence.
fn take(
    wanted: &EvidenceArgs,
    asked: &Specified,
    report: &mut ConformanceReport,
    session: &Session,
    context: &Context<'_>,
) -> Attempt<EvidenceReport> {
    let mut done = EvidenceReport::default();
    if wanted.wants_certificate()
        && let Some(evidence) = ConformanceEvidence::of(asked, report)
    {
        let confirm = || self_check(asked, &evidence, report, context);
        let text = || evidence.certificate.to_json();
        wanted.certify(confirm, text, None, &mut done, session)?;
    }
    let system = &asked.loaded.system;
    match &report.outcome {
        ConformanceOutcome::Holds(proof) => {
            if let Some(path) = &wanted.assumptions {
                done.assumptions =
                    write_assumptions(path, system, &proof.assumptions, session, context)?;
            }
        }
        ConformanceOutcome::Violated(tree) => {
            if let Some(path) = &wanted.counterexample {
                done.counterexample = write_tree(path, system, tree, session, context)?;
            }
        }
        ConformanceOutcome::Unknown(_) => {}
    }
    Ok(done)
}

/// Writes assumptions, each to a file if there are several, and tells which.
pub(super) fn write_assumptions(
    path: &Path,
    system: &ProbabilisticSystem,
    assumptions: &[ProbabilisticAssumption],
    session: &Session,
    context: &Context<'_>,
) -> Attempt<Vec<String>> {
    let mut written = Vec::new();
    for (index, assumption) in assumptions.iter().enumerate() {
        let name = format!("A{}", index + 1);
        let several = (assumptions.len() > 1).then_some(&*name);
        let file = session.disk.unused(&labelled(path, several));
        let (lpts, actions) = (&assumption.lpts, &system.actions);
        let writable = WritableLpts { name: &name, lpts, actions, force: false };
        let output = OutputArgs::to_file(file);
        written.extend(output.write(&writable, FileFormat::Json, session, context)?.file);
    }
    Ok(written)
}

/// Writes a tree as an LPTS, in the format that the name of the file asks for.
pub(super) fn write_tree(
    path: &Path,
    system: &ProbabilisticSystem,
    tree: &StochasticTree,
    session: &Session,
    context: &Context<'_>,
) -> Attempt<Option<String>> {
    let lpts =
        tree.to_lpts(&system.alphabet()).map_err(|error| Failure::usage(error.to_string()))?;
    let writable =
        WritableLpts { name: "tree", lpts: &lpts, actions: &system.actions, force: false };
    let output = OutputArgs::to_file(path.to_owned());
    Ok(output.write(&writable, FileFormat::Json, session, context)?.file)
}

impl Answer for Conformed {
    fn status(&self) -> Status {
        match self.report.verdict {
            ConformanceVerdict::Holds { .. } => Status::Success,
            ConformanceVerdict::Violated { .. } => Status::Violated,
            ConformanceVerdict::Undecided { .. } => Status::Undecided,
        }
    }

    fn show(&self, out: &mut dyn Write, screen: Screen) -> io::Result<()> {
        let ConformedReport { components, specification, verdict, evidence, .. } = &self.report;
        let ConformedReport { statistics, solver, .. } = &self.report;
        let claim =
            format!("{STRONG}{} ≼ {}{STRONG:#}", join(components, " ‖ "), specification.name);
        match verdict {
            ConformanceVerdict::Holds { proof } => {
                writeln!(out, "{claim}: {GOOD}holds{GOOD:#}")?;
                show_proof(proof, out)?;
            }
            ConformanceVerdict::Violated { tree: found } => {
                writeln!(out, "{claim}: {BAD}violated{BAD:#}")?;
                tree::show(found, components, &specification.name, out)?;
            }
            ConformanceVerdict::Undecided { reason, known, .. } => {
                writeln!(out, "{claim}: {OPEN}undecided{OPEN:#}: {reason}")?;
                writeln!(out, "  {known}")?;
            }
        }
        if !specification.ignores.is_empty() {
            let ignored = few(&specification.ignores, 8);
            writeln!(
                out,
                "  {FAINT}{} does not speak about {ignored}{FAINT:#}",
                specification.name
            )?;
        }
        if let Some(solver) = solver {
            writeln!(out, "  {FAINT}simulations decided by {solver}{FAINT:#}")?;
        }
        for line in evidence.lines() {
            writeln!(out, "  {line}")?;
        }
        show_counts(statistics, out, screen)
    }
}

/// What was counted, in a line, if anything was.
pub(super) fn show_counts(
    statistics: &serde_json::Map<String, serde_json::Value>,
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
pub(super) fn show_assumptions(
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

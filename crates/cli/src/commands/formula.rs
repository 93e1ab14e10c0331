//! `surmise check --property 'P<=0.01 [ F "fail" ]'`: does a probabilistic system have a formula?

use std::io::{self, Write};
use std::path::PathBuf;

use serde::Serialize;
use surmise::formula::{
    FormulaEvidence, FormulaVerdict, FormulaVerdictKind, FormulasReport, answer, is_formula,
    self_check,
};
use surmise::load::{self, Formulated};
use surmise::report::EvidenceReport;
use surmise::{Attempt, Failure, Name, join};
use surmise_model::{Context, FormulaOutcome, FormulaProof, FormulaReport};

use super::conformance::{show_assumptions, show_counts, write_assumptions, write_tree};
use super::evidence::{EvidenceArgs, labelled};
use crate::answer::{Answer, Screen, Status};
use crate::arguments::{InputArgs, MethodArgs};
use crate::limits::Clock;
use crate::render::{BAD, GOOD, OPEN, STRONG, tree};
use crate::session::Session;

/// Whether it has them.
#[derive(Debug, Serialize)]
pub(crate) struct Formulas {
    #[serde(flatten)]
    report: FormulasReport,
}

/// What else the user wants.
pub(super) struct Wishes<'a> {
    pub(super) method: &'a MethodArgs,
    pub(super) evidence: &'a EvidenceArgs,
    pub(super) input: &'a InputArgs,
}

/// Checks formulas.
pub(super) fn check(
    models: &[PathBuf],
    properties: &[String],
    wishes: &Wishes<'_>,
    session: &Session,
    context: &Context<'_>,
    clock: &Clock,
) -> Attempt<Formulas> {
    if let Some(other) = properties.iter().find(|property| !is_formula(property)) {
        return Err(Failure::usage_with_help(
            format!("--property: `{}` is no formula, and others are", Name::from(other.as_str())),
            "check them one after the other",
        ));
    }
    let Wishes { method, evidence, input } = wishes;
    let kind = method.conformance()?;
    let mut report: Option<FormulasReport> = None;
    for (index, text) in properties.iter().enumerate() {
        let mut asked = load::formulated(models, text, &input.options(), &session.disk, context)?;
        let written = [&evidence.certificate, &evidence.counterexample, &evidence.assumptions];
        session.disk.refuse_inputs(written.into_iter().flatten().map(PathBuf::as_path))?;
        let remarks = std::mem::take(&mut asked.remarks);
        if index == 0 {
            session.remark_all(remarks);
        }
        let options = method.options(false);
        let ask = |context: &Context<'_>| answer(&asked, kind, &options, context);
        let mut found = clock.share(properties.len() - index, context, ask)?;
        let several = (properties.len() > 1).then(|| (index + 1).to_string());
        let taken = take(evidence, several.as_deref(), &asked, &mut found, session, context)?;
        let report = report.get_or_insert_with(|| FormulasReport::new(&asked, kind));
        report.formulas.push(FormulaVerdict::new(&asked, &found, taken));
    }
    match report {
        Some(report) => Ok(Formulas { report }),
        None => Err(Failure::usage("there is nothing to check")),
    }
}

/// Lets the checker confirm a verdict, and writes what is wanted of its evidence; with a number in the names of files if there are several formulas.
fn take(
    wanted: &EvidenceArgs,
    number: Option<&str>,
    asked: &Formulated,
    report: &mut FormulaReport,
    session: &Session,
    context: &Context<'_>,
) -> Attempt<EvidenceReport> {
    let mut done = EvidenceReport::default();
    if wanted.wants_certificate()
        && let Some(evidence) = FormulaEvidence::of(asked, report)
    {
        let confirm = || self_check(asked, &evidence, report, context);
        let text = || evidence.certificate.to_json();
        wanted.certify(confirm, text, number, &mut done, session)?;
    }
    match &report.outcome {
        FormulaOutcome::Holds(FormulaProof { assumptions, .. }) => {
            if let Some(path) = &wanted.assumptions {
                let path = labelled(path, number);
                done.assumptions =
                    write_assumptions(&path, &asked.system, assumptions, session, context)?;
            }
        }
        FormulaOutcome::Violated(tree) => {
            if let Some(path) = &wanted.counterexample {
                let path = labelled(path, number);
                done.counterexample = write_tree(&path, &asked.system, tree, session, context)?;
            }
        }
        FormulaOutcome::Unknown(_) => {}
    }
    Ok(done)
}

impl Answer for Formulas {
    fn status(&self) -> Status {
        let of = |formula: &FormulaVerdict| match formula.verdict {
            FormulaVerdictKind::Holds { .. } => Status::Success,
            FormulaVerdictKind::Violated { .. } => Status::Violated,
            FormulaVerdictKind::Undecided { .. } => Status::Undecided,
        };
        let all = || self.report.formulas.iter().map(of);
        match all().any(|status| status == Status::Violated) {
            true => Status::Violated,
            false => all().max().unwrap_or(Status::Success),
        }
    }

    fn show(&self, out: &mut dyn Write, screen: Screen) -> io::Result<()> {
        let FormulasReport { components, formulas, .. } = &self.report;
        for FormulaVerdict { formula, verdict, evidence, statistics } in formulas {
            let claim = format!("{STRONG}{} ⊨ {formula}{STRONG:#}", join(components, " ‖ "));
            match verdict {
                FormulaVerdictKind::Holds { groups, assumptions } => {
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
                FormulaVerdictKind::Violated { probability, tree: found } => {
                    writeln!(out, "{claim}: {BAD}violated{BAD:#}")?;
                    if let Some(probability) = probability {
                        writeln!(out, "  by this tree, with probability {probability}")?;
                    }
                    tree::show(found, components, formula, out)?;
                }
                FormulaVerdictKind::Undecided { reason, known, .. } => {
                    writeln!(out, "{claim}: {OPEN}undecided{OPEN:#}: {reason}")?;
                    writeln!(out, "  {known}")?;
                }
            }
            for line in evidence.lines() {
                writeln!(out, "  {line}")?;
            }
            show_counts(statistics, out, screen)?;
        }
        Ok(())
    }
}

//! What is done with the evidence for a verdict: checking it independently, and writing it down.

use std::fs;
use std::path::{Path, PathBuf};

use clap::Args;
use clap::builder::FalseyValueParser;
use serde::Serialize;
use surmise_model::certificate::itf;
use surmise_model::{
    Certificate, Context, Outcome as Verdict, Proof, Property, Reason, Report, System, Unknown,
};

use super::proof;
use crate::failure::{Failure, Outcome, warning};
use crate::output::{FileFormat, OutputArgs, Writable};
use crate::render::diagnostics::Remark;
use crate::session::Session;

/// What to do with the evidence.
#[derive(Debug, Args)]
#[command(next_help_heading = "Evidence")]
pub(super) struct EvidenceArgs {
    /// Write the proof or the counterexample to a file that `surmise certify` checks; if there are
    /// several verdicts, to one file each, with their names before the extension
    #[arg(long, value_name = "FILE")]
    certificate: Option<PathBuf>,
    /// Write counterexamples to a file, in the same way: as a certificate, or in the Informal Trace
    /// Format if its name ends with .itf.json
    #[arg(long, value_name = "FILE")]
    counterexample: Option<PathBuf>,
    /// Write the assumptions of proofs to files, in the same way, with A1, A2, … before the
    /// extension if there are several: .svg and .dot draw them, .lts, .aut and .json tell them
    #[arg(long, value_name = "FILE", value_parser = lts_file)]
    assumptions: Option<PathBuf>,
    /// Let the independent checker confirm every verdict before it is reported
    #[arg(long, env = "SURMISE_SELF_CHECK", hide_env_values = true)]
    #[arg(value_parser = FalseyValueParser::new())]
    self_check: bool,
}

/// What was done with it.
#[derive(Debug, Default, Serialize)]
pub(super) struct EvidenceReport {
    /// Where the certificate is.
    #[serde(skip_serializing_if = "Option::is_none")]
    certificate: Option<String>,
    /// Where the counterexample is.
    #[serde(skip_serializing_if = "Option::is_none")]
    counterexample: Option<String>,
    /// Where the assumptions are.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    assumptions: Vec<String>,
    /// Whether the independent checker confirmed the verdict; absent if it was not asked, or did
    /// not come to an end.
    #[serde(skip_serializing_if = "Option::is_none")]
    confirmed: Option<bool>,
}

/// The name of a file whose extension tells the format of an LTS.
fn lts_file(name: &str) -> Result<PathBuf, String> {
    let path = PathBuf::from(name);
    match FileFormat::of(&path) {
        Some(_) => Ok(path),
        None => Err("the extension has to be .svg, .dot, .lts, .aut or .json".to_owned()),
    }
}

impl EvidenceArgs {
    /// Whether assumptions are to be written.
    pub(super) fn wants_assumptions(&self) -> bool {
        self.assumptions.is_some()
    }

    /// Deals with the evidence in a report. `written` are the properties as their author wrote
    /// them, which is what a certificate is about; engines got them deterministic. `label` tells
    /// this verdict from others, if there are others.
    ///
    /// A verdict that the checker refuses is an internal error: the report becomes undecided.
    pub(super) fn take(
        &self,
        system: &mut System,
        written: &mut Vec<Property>,
        label: Option<&str>,
        report: &mut Report,
        (session, context): (&Session, &Context<'_>),
    ) -> Outcome<EvidenceReport> {
        std::mem::swap(&mut system.properties, written);
        let result = self.take_as_written(system, label, report, session, context);
        std::mem::swap(&mut system.properties, written);
        result
    }

    fn take_as_written(
        &self,
        system: &System,
        label: Option<&str>,
        report: &mut Report,
        session: &Session,
        context: &Context<'_>,
    ) -> Outcome<EvidenceReport> {
        let mut done = EvidenceReport::default();
        if let (Some(path), Verdict::Holds(proof)) = (&self.assumptions, &report.outcome) {
            done.assumptions = write_assumptions(path, label, system, proof, session, context)?;
        }
        if self.certificate.is_none() && self.counterexample.is_none() && !self.self_check {
            return Ok(done);
        }
        let certificate = match &report.outcome {
            Verdict::Holds(proof) => Certificate::of_proof(system, proof)
                .map_err(|error| Failure::usage(error.to_string()))?,
            Verdict::Violated(run) => Certificate::of_counterexample(system, run),
            Verdict::Unknown(_) => return Ok(done),
        };
        if self.self_check {
            match surmise_certify::check(system, &certificate, context) {
                Ok(_) => done.confirmed = Some(true),
                Err(refusal) if refusal.is_undecided() => {
                    let message = format!("the verdict was not confirmed: {refusal}");
                    session.remark(Remark::bare(warning(message)));
                }
                Err(refusal) => {
                    let what =
                        format!("internal error: the checker refuses the verdict: {refusal}");
                    let known = "please report this, with the model".to_owned();
                    let reason = Reason::Unsupported(what);
                    report.outcome = Verdict::Unknown(Unknown { reason, known });
                    done.confirmed = Some(false);
                    return Ok(done);
                }
            }
        }
        if let Some(path) = &self.certificate {
            done.certificate = Some(write(path, label, &certificate.to_json())?);
        }
        if let (Some(path), Verdict::Violated(run)) = (&self.counterexample, &report.outcome) {
            let is_itf = path.to_string_lossy().ends_with(".itf.json");
            let text = if is_itf { itf(system, run) } else { certificate.to_json() };
            done.counterexample = Some(write(path, label, &text)?);
        }
        Ok(done)
    }
}

impl EvidenceReport {
    /// Whether there is nothing to report.
    pub(super) fn is_empty(&self) -> bool {
        self.lines().next().is_none() && self.confirmed.is_none()
    }

    /// What to tell people about it, a line each.
    pub(super) fn lines(&self) -> impl Iterator<Item = String> {
        let confirmed = (self.confirmed == Some(true))
            .then(|| "confirmed by the independent checker".to_owned());
        let certificate = self.certificate.as_ref().map(|path| format!("certificate in {path}"));
        let trace = self.counterexample.as_ref().map(|path| format!("counterexample in {path}"));
        let assumptions = self.assumptions.iter().map(|path| format!("assumption in {path}"));
        [confirmed, certificate, trace].into_iter().flatten().chain(assumptions)
    }
}

/// Writes each assumption of a proof to a file, and tells the names.
fn write_assumptions(
    path: &Path,
    label: Option<&str>,
    system: &System,
    proof: &Proof,
    session: &Session,
    context: &Context<'_>,
) -> Outcome<Vec<String>> {
    let (actions, assumptions) = proof::assumptions(system, proof)?;
    let mut files = Vec::with_capacity(assumptions.len());
    for (index, assumption) in assumptions.iter().enumerate() {
        let name = proof::name(index);
        let several = (assumptions.len() > 1).then_some(&*name);
        let file = labelled(path, label.into_iter().chain(several));
        let writable = Writable { name: &name, lts: &assumption.lts, actions: &actions };
        let output = OutputArgs::to_file(file);
        let written = output.write(&writable, FileFormat::Svg, session, context)?;
        files.extend(written.file);
    }
    Ok(files)
}

/// The name of a file with labels, if there are any, before its extensions.
fn labelled<'l>(path: &Path, labels: impl IntoIterator<Item = &'l str>) -> PathBuf {
    // A name may contain what a file system does not want.
    let unwanted = |c: char| !c.is_alphanumeric() && !"-_".contains(c);
    let labels = labels.into_iter().map(|label| format!(".{}", label.replace(unwanted, "_")));
    let labels: String = labels.collect();
    if labels.is_empty() {
        return path.to_owned();
    }
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    let (stem, extension) = name.split_once('.').unwrap_or((&name, "json"));
    path.with_file_name(format!("{stem}{labels}.{extension}"))
}

/// Writes a file, with the label before its extensions if there is one, and tells its name.
fn write(path: &Path, label: Option<&str>, text: &str) -> Outcome<String> {
    let path = labelled(path, label);
    let name = path.display().to_string();
    fs::write(&path, text).map_err(|error| Failure::file("write", &name, &error))?;
    Ok(name)
}

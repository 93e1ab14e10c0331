//! What is done with the evidence for a verdict: checking it independently, and writing it down.

use std::path::{Path, PathBuf};

use clap::Args;
use clap::builder::FalseyValueParser;
use surmise::check::{Answer, Evidence, self_check};
use surmise::load::Loaded;
use surmise::methods::{METHODS, Method};
use surmise::report::{ClaimReport, EvidenceReport, action_names};
use surmise::write::{FileFormat, Writable};
use surmise::{Attempt, Failure, Remark, warning};
use surmise_model::certificate::itf;
use surmise_model::{Context, Outcome, System};

use crate::arguments::OutputArgs;
use crate::session::Session;

/// What to do with the evidence.
#[derive(Debug, Args)]
#[command(next_help_heading = "Evidence")]
pub(super) struct EvidenceArgs {
    /// Write the proof or the counterexample to a file that `surmise certify` checks; if there are
    /// several verdicts, to one file each, with their names before the extension
    #[arg(long, value_name = "FILE")]
    pub(super) certificate: Option<PathBuf>,
    /// Write counterexamples to a file, in the same way: as a certificate, or in the Informal Trace
    /// Format if its name ends with .itf.json; with --specification, a tree as .svg, .dot, .json, .prism or .aut
    #[arg(long, value_name = "FILE")]
    pub(super) counterexample: Option<PathBuf>,
    /// Write the assumptions of proofs, or those that a `quotient` without a verdict got to, to files, in
    /// the same way, with A1, A2, … before the extension if there are several: .svg and .dot draw
    /// them, .lts, .aut and .json tell them
    #[arg(long, value_name = "FILE", value_parser = lts_file)]
    pub(super) assumptions: Option<PathBuf>,
    /// Let the independent checker confirm every verdict before it is reported
    #[arg(long, env = "SURMISE_SELF_CHECK", hide_env_values = true)]
    #[arg(value_parser = FalseyValueParser::new())]
    pub(super) self_check: bool,
}

/// What there is more than one of, so that files need names to tell them apart.
#[derive(Debug, Clone, Copy)]
pub(super) struct Several {
    /// Claims.
    pub(super) claims: bool,
    /// Verdicts with assumptions.
    pub(super) with_assumptions: bool,
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
    /// Says so if a method has no evidence of the kind that is wanted.
    pub(super) fn refuse(&self, method: &dyn Method) -> Attempt<()> {
        if self.assumptions.is_none() || method.finds_assumptions() {
            return Ok(());
        }
        let able = METHODS.iter().filter(|method| method.finds_assumptions());
        let able: Vec<&str> = able.map(|method| method.name()).collect();
        Err(Failure::usage_with_help(
            format!("--assumptions: the method {} makes none", method.name()),
            format!("leave it out, or use --method {}", able.join(" or --method ")),
        ))
    }

    /// Says so if a file that would be written is an input, before any work is done.
    pub(super) fn refuse_inputs(&self, claims: &[ClaimReport], session: &Session) -> Attempt<()> {
        let wanted = [&self.certificate, &self.counterexample, &self.assumptions];
        for path in wanted.into_iter().flatten() {
            session.disk.refuse_inputs([path.as_path()])?;
            for claim in claims {
                let file = labelled(path, [claim.label()]);
                session.disk.refuse_inputs([file.as_path()])?;
            }
        }
        Ok(())
    }

    /// Whether a certificate is needed, to be written or to be checked.
    pub(super) fn wants_certificate(&self) -> bool {
        self.certificate.is_some() || self.self_check
    }

    /// Lets the checker confirm a verdict, if that is wanted, and writes its certificate, if that is and the checker does not refuse it.
    pub(super) fn certify(
        &self,
        confirm: impl FnOnce() -> Result<bool, String>,
        text: impl FnOnce() -> String,
        label: Option<&str>,
        done: &mut EvidenceReport,
        session: &Session,
    ) -> Attempt<()> {
        if self.self_check {
            match confirm() {
                Ok(confirmed) => done.confirmed = Some(confirmed),
                Err(why) => {
                    let message = format!("the verdict was not confirmed: {why}");
                    session.remark(Remark::bare(warning(message)));
                }
            }
        }
        if let Some(path) = &self.certificate
            && done.confirmed != Some(false)
        {
            done.certificate = Some(write(path, label, &text(), session)?);
        }
        Ok(())
    }

    /// Deals with the evidence for an answer.
    ///
    /// An answer that the checker refuses is a mistake of ours: it becomes undecided.
    pub(super) fn take(
        &self,
        loaded: &Loaded,
        several: Several,
        answer: &mut Answer,
        session: &Session,
        context: &Context<'_>,
    ) -> Attempt<EvidenceReport> {
        let system = &loaded.system;
        let claim = ClaimReport::new(system, answer.claim);
        let label = several.claims.then(|| claim.label());
        let mut done = EvidenceReport::default();
        if let Some(path) = &self.assumptions {
            let label = label.filter(|_| several.with_assumptions);
            done.assumptions = write_assumptions(path, label, system, answer, session, context)?;
        }
        if self.counterexample.is_none() && !self.wants_certificate() {
            return Ok(done);
        }
        let Some(evidence) = Evidence::of(system, loaded.subject(), &answer.report)? else {
            return Ok(done);
        };
        let confirm = || self_check(system, &evidence, &mut answer.report, context);
        let text = || evidence.certificate.to_json();
        self.certify(confirm, text, label, &mut done, session)?;
        if done.confirmed == Some(false) {
            return Ok(done);
        }
        if let (Some(path), Outcome::Violated(run)) = (&self.counterexample, &answer.report.outcome)
        {
            let is_itf = path.to_string_lossy().ends_with(".itf.json");
            let text = if is_itf { itf(system, run) } else { evidence.certificate.to_json() };
            done.counterexample = Some(write(path, label, &text, session)?);
        }
        Ok(done)
    }
}

/// Writes each assumption of a verdict to a file, and tells the names.
fn write_assumptions(
    path: &Path,
    label: Option<&str>,
    system: &System,
    answer: &Answer,
    session: &Session,
    context: &Context<'_>,
) -> Attempt<Vec<String>> {
    let assumptions = answer.assumptions();
    if assumptions.is_empty() {
        return Ok(Vec::new());
    }
    let actions = action_names(system, answer.claim)?;
    let mut files = Vec::with_capacity(assumptions.len());
    for (index, lts) in assumptions.iter().enumerate() {
        let name = format!("A{}", index + 1);
        let several = (assumptions.len() > 1).then_some(&*name);
        let file = session.disk.unused(&labelled(path, label.into_iter().chain(several)));
        let writable = Writable::new(&name, lts, &actions);
        let output = OutputArgs::to_file(file);
        let written = output.write(&writable, FileFormat::Svg, session, context)?;
        files.extend(written.file);
    }
    Ok(files)
}

/// The name of a file with labels, if there are any, before its extensions.
pub(super) fn labelled<'l>(path: &Path, labels: impl IntoIterator<Item = &'l str>) -> PathBuf {
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
fn write(path: &Path, label: Option<&str>, text: &str, session: &Session) -> Attempt<String> {
    let path = session.disk.unused(&labelled(path, label));
    session.disk.write(&path, text.as_bytes())?;
    Ok(path.display().to_string())
}

//! The evidence for verdicts, whatever they are about: it is made a certificate, the independent
//! checker confirms it, and what is wanted of it is written to files.

use std::borrow::Cow;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};
use surmise_certify::Refusal;
use surmise_model::{ActionTable, Context, Limits, Lpts, Lts, Outcome, Reason, Report, Unknown};

use crate::desk::Desk;
use crate::questions::Output;
use crate::report::EvidenceReport;
use crate::write::{FileFormat, Writable, WritableLpts};
use crate::{Attempt, warning};

/// What to do with the evidence for verdicts.
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct EvidenceOptions {
    /// Where the proof or the counterexample is written that can be checked independently. If there
    /// are several verdicts, to one file each, with their names before the extension.
    pub certificate: Option<PathBuf>,
    /// Where counterexamples are written, in the same way.
    pub counterexample: Option<PathBuf>,
    /// Where assumptions are written, in the same way, with A1, A2, … before the extension if there
    /// are several.
    pub assumptions: Option<PathBuf>,
    /// Whether the independent checker is to confirm every verdict.
    pub confirm: Option<Confirm>,
}

/// How far the independent checker goes.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Confirm {
    /// At most so many states, if there is a limit of its own.
    pub states: Option<u64>,
}

impl Confirm {
    /// The context of the checker.
    pub(crate) fn context<'c>(self, context: &Context<'c>) -> Context<'c> {
        let states = self.states.or(context.limits.states);
        Context { limits: Limits { states, ..context.limits }, ..*context }
    }
}

/// What verdicts are about: it knows what shows them.
pub(crate) trait Evident {
    /// Why something holds.
    type Proof;
    /// What shows that it does not.
    type Counterexample;
    /// Both as a file.
    type Certificate;

    /// The evidence as a file; none if there is no verdict.
    fn certificate(
        &self,
        outcome: &Outcome<Self::Proof, Self::Counterexample>,
    ) -> Attempt<Option<Self::Certificate>>;

    /// The text of the file.
    fn text(&self, certificate: &Self::Certificate) -> String;

    /// What the independent checker has against it.
    fn check(
        &self,
        certificate: &Self::Certificate,
        context: &Context<'_>,
    ) -> Result<(), Box<Refusal>>;

    /// The assumptions of a proof, or those that can be used although there is no verdict.
    fn assumptions<'o>(
        &self,
        outcome: &'o Outcome<Self::Proof, Self::Counterexample>,
    ) -> Vec<AnyLts<'o>>;

    /// What their actions are called.
    fn actions(&self) -> Attempt<Cow<'_, ActionTable>>;

    /// Writes a counterexample to a file.
    fn write_counterexample(
        &self,
        counterexample: &Self::Counterexample,
        file: PathBuf,
        desk: Desk<'_>,
    ) -> Attempt<Option<String>>;
}

/// An LTS, with or without probabilities.
#[derive(Debug, Clone, Copy)]
pub(crate) enum AnyLts<'a> {
    Plain(&'a Lts),
    Probabilistic(&'a Lpts),
}

/// What is put before the extension of files, so that they can be told apart.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Label<'a> {
    /// For every file.
    pub(crate) all: Option<&'a str>,
    /// For files of assumptions.
    pub(crate) assumptions: Option<&'a str>,
}

impl EvidenceOptions {
    /// Says so if a file that would be written is an input, before any work is done.
    pub(crate) fn refuse_inputs<'l>(
        &self,
        labels: impl IntoIterator<Item = &'l str>,
        desk: Desk<'_>,
    ) -> Attempt<()> {
        let wanted = [&self.certificate, &self.counterexample, &self.assumptions];
        let wanted: Vec<&Path> = wanted.into_iter().flatten().map(PathBuf::as_path).collect();
        desk.files().refuse_inputs(&wanted)?;
        for label in labels {
            for path in &wanted {
                desk.files().refuse_inputs(&[&labelled(path, [label])])?;
            }
        }
        Ok(())
    }

    /// Deals with the evidence for a verdict. One that the checker refuses is a mistake of ours: it
    /// becomes undecided, and nothing is written.
    pub(crate) fn take<E: Evident>(
        &self,
        about: &E,
        label: Label<'_>,
        report: &mut Report<E::Proof, E::Counterexample>,
        desk: Desk<'_>,
    ) -> Attempt<EvidenceReport> {
        let mut done = EvidenceReport::default();
        let certificate = match self.certificate.is_some() || self.confirm.is_some() {
            true => about.certificate(&report.outcome)?,
            false => None,
        };
        if let (Some(certificate), Some(confirm)) = (&certificate, self.confirm) {
            done.confirmed = confirmed(about, certificate, confirm, report, desk);
        }
        if done.confirmed == Some(false) {
            return Ok(done);
        }
        if let (Some(path), Some(certificate)) = (&self.certificate, &certificate) {
            let path = desk.files().unused(&labelled(path, label.all));
            desk.write(&path, about.text(certificate).as_bytes())?;
            done.certificate = Some(path.display().to_string());
        }
        if let Some(path) = &self.assumptions {
            let assumptions = about.assumptions(&report.outcome);
            if !assumptions.is_empty() {
                done.assumptions = written(path, label, &assumptions, &*about.actions()?, desk)?;
            }
        }
        if let (Some(path), Outcome::Violated(found)) = (&self.counterexample, &report.outcome) {
            let path = desk.files().unused(&labelled(path, label.all));
            done.counterexample = about.write_counterexample(found, path, desk)?;
        }
        Ok(done)
    }
}

/// Lets the checker confirm a verdict: whether it did, if it came to an end.
fn confirmed<E: Evident>(
    about: &E,
    certificate: &E::Certificate,
    confirm: Confirm,
    report: &mut Report<E::Proof, E::Counterexample>,
    desk: Desk<'_>,
) -> Option<bool> {
    let context = confirm.context(desk.context);
    match about.check(certificate, &context) {
        Ok(()) => Some(true),
        Err(refusal) if refusal.is_undecided() => {
            // Whoever limits the checker knows that it may not come to an end.
            if confirm.states.is_none() {
                desk.note(warning(format!("the verdict was not confirmed: {refusal}")));
            }
            None
        }
        Err(refusal) => {
            let reason = Reason::Internal(format!("the checker refuses the verdict: {refusal}"));
            let unknown = Unknown::new(reason, "please report this, with the model");
            report.outcome = Outcome::Unknown(unknown);
            Some(false)
        }
    }
}

/// Writes each of some assumptions to a file, and tells the names.
fn written(
    path: &Path,
    label: Label<'_>,
    assumptions: &[AnyLts<'_>],
    actions: &ActionTable,
    desk: Desk<'_>,
) -> Attempt<Vec<String>> {
    let mut files = Vec::with_capacity(assumptions.len());
    for (index, assumption) in assumptions.iter().enumerate() {
        let name = &*format!("A{}", index + 1);
        let several = (assumptions.len() > 1).then_some(name);
        let labels = label.assumptions.into_iter().chain(several);
        let output = Output::to_file(desk.files().unused(&labelled(path, labels)));
        let written = match *assumption {
            AnyLts::Plain(lts) => {
                output.write(&Writable::new(name, lts, actions), FileFormat::Json, desk)?
            }
            AnyLts::Probabilistic(lpts) => {
                let writable = WritableLpts { name, lpts, actions, force: false };
                output.write(&writable, FileFormat::Json, desk)?
            }
        };
        files.extend(written.file);
    }
    Ok(files)
}

/// The name of a file with labels, if there are any, before its extensions.
pub(crate) fn labelled<'l>(path: &Path, labels: impl IntoIterator<Item = &'l str>) -> PathBuf {
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

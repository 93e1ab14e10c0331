//! What `surmise info` says of probabilistic models.

use std::io::{self, Write};
use std::path::PathBuf;

use serde::Serialize;
use surmise::load::{self, Probabilistic};
use surmise::probability::{PartSizes, PartSurvey, SizesReport, Survey};
use surmise::{Attempt, count, few};
use surmise_model::Context;
use unicode_width::UnicodeWidthStr;

use super::info::{Shared, show_alphabets};
use crate::answer::{Answer, Screen, Status};
use crate::arguments::InputArgs;
use crate::render::{FAINT, OPEN, STRONG, wrapped};
use crate::session::Session;

/// How large a probabilistic model is, and who shares what with whom.
#[derive(Debug, Serialize)]
pub(crate) struct Surveyed {
    #[serde(flatten)]
    survey: Survey,
    shared: Vec<Shared>,
}

/// Surveys a PRISM model, if that is what the only file is.
pub(super) fn prism(
    models: &[PathBuf],
    input: &InputArgs,
    session: &Session,
    context: &Context<'_>,
) -> Attempt<Option<Surveyed>> {
    let options = input.options();
    let Some(text) = load::prism(models, &options, &session.disk, context)? else {
        return Ok(None);
    };
    let (survey, remarks) = Survey::of_prism(&text, &options.prism.modules, context)?;
    session.remark_all(remarks);
    Ok(Some(Surveyed::new(survey)))
}

/// Surveys components of several files.
pub(super) fn components(loaded: &Probabilistic, context: &Context<'_>) -> Attempt<Surveyed> {
    Survey::of_components(loaded, context).map(Surveyed::new)
}

impl Surveyed {
    fn new(survey: Survey) -> Self {
        let names = survey.components.iter().map(|part| part.name.raw());
        let shared = Shared::all(names, survey.alphabets.iter(), &survey.actions);
        Self { survey, shared }
    }
}

impl Answer for Surveyed {
    /// What could not be counted within the limits is not known.
    fn status(&self) -> Status {
        match &self.survey.stopped {
            Some(_) => Status::Undecided,
            None => Status::Success,
        }
    }

    fn show(&self, out: &mut dyn Write, screen: Screen) -> io::Result<()> {
        let Survey { kind, components, whole, stopped, labels, .. } = &self.survey;
        let title = "component";
        let whole_name = kind.map_or_else(|| "whole".to_owned(), |kind| format!("whole {kind}"));
        let names = components.iter().map(|part| part.name.to_string().width());
        let widest = names.chain([title.len(), whole_name.len()]).max().unwrap_or(0);
        writeln!(
            out,
            "{STRONG}{title:widest$}  {:>10}  {:>10}  {:>11}  {:>7}{STRONG:#}",
            "states", "choices", "transitions", "actions"
        )?;
        for part in components {
            let pad = widest - part.name.to_string().width();
            write!(out, "{}{:pad$}", part.name, "")?;
            show_part(part, out)?;
        }
        write!(out, "{STRONG}{whole_name:widest$}{STRONG:#}")?;
        match (whole, stopped) {
            (Some(sizes), _) => {
                let SizesReport { states, choices, transitions, .. } = sizes;
                let more = remarks(sizes);
                let end = if more.is_empty() { "" } else { "           " };
                writeln!(
                    out,
                    "  {states:>10}  {choices:>10}  {transitions:>11}{end}{FAINT}{more}{FAINT:#}"
                )?;
            }
            (None, Some(stopped)) => {
                writeln!(out, "  {OPEN}not known{OPEN:#}: {}", stopped.reason)?;
            }
            (None, None) => writeln!(out, "  {OPEN}not known{OPEN:#}")?,
        }
        if !labels.is_empty() {
            let labels: Vec<String> = labels.iter().map(|label| format!("\"{label}\"")).collect();
            writeln!(out, "\n{STRONG}labels{STRONG:#}")?;
            writeln!(out, "{}", wrapped("  ", &labels, 2, screen.width))?;
        }
        if components.is_empty() {
            return Ok(());
        }
        let explored = components.iter().filter_map(|part| {
            part.explored.as_ref().map(|sizes| (&part.name, &sizes.alphabet[..]))
        });
        show_alphabets(explored, &self.shared, components.len() > 1, out, screen)
    }
}

fn show_part(part: &PartSurvey, out: &mut dyn Write) -> io::Result<()> {
    let Some(sizes) = &part.explored else {
        let reason = part.unexplored.as_deref().unwrap_or_default();
        return writeln!(out, "  {OPEN}not known alone{OPEN:#}: {reason}");
    };
    let PartSizes { states, choices, transitions, alphabet, .. } = sizes;
    let actions = alphabet.len();
    write!(out, "  {states:>10}  {choices:>10}  {transitions:>11}  {actions:>7}")?;
    let mut more = Vec::new();
    if sizes.fully_probabilistic {
        more.push("no choice".to_owned());
    } else if !sizes.reactive {
        more.push("several choices with one action".to_owned());
    }
    if !sizes.never_offered.is_empty() {
        more.push(format!("never offers {}", few(&sizes.never_offered, 3)));
    }
    match more.is_empty() {
        true => writeln!(out),
        false => writeln!(out, "  {FAINT}{}{FAINT:#}", more.join(", ")),
    }
}

fn remarks(sizes: &SizesReport) -> String {
    let mut remarks = Vec::new();
    if sizes.initial != 1 {
        remarks.push(count(sizes.initial, "initial state"));
    }
    if sizes.deadlocks > 0 {
        let each = if sizes.deadlocks > 1 { " each" } else { "" };
        remarks.push(format!("{}, with a loop{each}", count(sizes.deadlocks, "deadlock")));
    }
    remarks.join(", ")
}

//! What there is to complain about, at a place in a file: for whoever shows a change with remarks
//! beside its lines.
//!
//! Two dialects: SARIF 2.1.0, which code scanners upload, and the workflow commands of GitHub
//! Actions, which are lines of a log.

use std::fs;
use std::io::{self, Write};
use std::path::Path;

use serde_json::{Value, json};
use surmise::check::in_the_text;
use surmise::load::{Draft, language_of};
use surmise::model::{Context, Severity, Span};
use surmise::report::{ClaimReport, OutcomeReport, VerdictReport};
use surmise::{CheckReport, Files, Place, Remark, Texts};

/// How bad it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Level {
    Error,
    Warning,
    Note,
}

impl Level {
    /// As SARIF calls it.
    const fn sarif(self) -> &'static str {
        match self {
            Self::Error => "error",
            Self::Warning => "warning",
            Self::Note => "note",
        }
    }

    /// As GitHub does.
    const fn github(self) -> &'static str {
        match self {
            Self::Error => "error",
            Self::Warning => "warning",
            Self::Note => "notice",
        }
    }
}

/// One complaint.
#[derive(Debug)]
pub(crate) struct Annotation {
    /// What kind of complaint it is.
    pub(crate) rule: &'static str,
    pub(crate) level: Level,
    pub(crate) message: String,
    /// The file, and a line and a column of it, counted from 1.
    pub(crate) place: Option<(String, usize, usize)>,
}

/// The kinds of complaints.
const RULES: [(&str, &str); 5] = [
    ("input", "Something about the text of a model"),
    ("violated", "A claim is violated"),
    ("undecided", "A claim could not be decided within the limits"),
    ("unexpected", "A verdict is not the expected one"),
    ("stopped", "The work was stopped before there was an answer"),
];

impl Annotation {
    /// A remark about a text.
    pub(crate) fn of(remark: &Remark) -> io::Result<Self> {
        let diagnostic = &remark.diagnostic;
        let file = remark.source.as_ref().map(|source| source.name.clone());
        let place = remark.places()?.first().map(|place| (place.line.number, Place::column(place)));
        let mut message = diagnostic.message.clone();
        if let Some(help) = &diagnostic.help {
            message = format!("{message}\nhelp: {help}");
        }
        Ok(Self {
            rule: "input",
            level: match diagnostic.severity {
                Severity::Error => Level::Error,
                Severity::Warning => Level::Warning,
                Severity::Note => Level::Note,
            },
            message,
            place: file.map(|file| {
                let (line, column) = place.unwrap_or((1, 1));
                (file, line, column)
            }),
        })
    }

    /// The claims of a report that are not known to hold, each where it is defined.
    pub(crate) fn of_check(report: &CheckReport) -> Vec<Self> {
        report.verdicts.iter().filter_map(|verdict| of_verdict(report, verdict)).collect()
    }
}

fn of_verdict(report: &CheckReport, verdict: &VerdictReport) -> Option<Annotation> {
    let VerdictReport { claim, outcome, .. } = verdict;
    let (rule, level, message) = match outcome {
        OutcomeReport::Holds(_) => return None,
        OutcomeReport::Violated(found) => {
            let run = &found.counterexample;
            let steps = run.steps.iter().map(|step| step.action.to_string());
            let steps = steps.collect::<Vec<_>>().join(" → ");
            let message = format!("{claim} is violated: {}\n{steps}", run.explanation);
            ("violated", Level::Error, message)
        }
        OutcomeReport::Undecided(open) => {
            ("undecided", Level::Warning, format!("{claim} is undecided: {}", open.reason))
        }
    };
    Some(Annotation { rule, level, message, place: place_of(report, claim) })
}

/// Where a claim is defined: its name in one of the models, or else the process that was checked,
/// or else the first line.
fn place_of(report: &CheckReport, claim: &ClaimReport) -> Option<(String, usize, usize)> {
    let first = report.models.first()?;
    let named = match claim {
        ClaimReport::Property { name } => Some(in_the_text(name.raw()).to_owned()),
        ClaimReport::Temporal(temporal) => Some(temporal.name.raw().to_owned()),
        ClaimReport::NoError | ClaimReport::NoDeadlock => None,
    };
    let named =
        named.into_iter().flat_map(|name| report.models.iter().map(move |m| (m, name.clone())));
    let process = first.process.iter().map(|process| (first, process.raw().to_owned()));
    let mut places = named.chain(process).filter_map(|(model, name)| {
        let (line, column) = defined(Path::new(&model.file), &name)?;
        Some((model.file.clone(), line, column))
    });
    Some(places.next().unwrap_or_else(|| (first.file.clone(), 1, 1)))
}

/// The line and the column where a file defines a name.
fn defined(path: &Path, name: &str) -> Option<(usize, usize)> {
    let text = fs::read_to_string(path).ok()?;
    let files = Texts::default();
    let draft =
        Draft { text: &text, path, files: &files as &dyn Files, context: &Context::unlimited() };
    let outline = language_of(path, &text)?.outline(&draft).ok()??;
    let symbol = outline.symbols.iter().find(|symbol| symbol.name == name)?;
    let Span { start, .. } = symbol.definition;
    let line_start = text[..start].rfind('\n').map_or(0, |end| end + 1);
    let line = text[..start].matches('\n').count() + 1;
    Some((line, text[line_start..start].chars().count() + 1))
}

/// Writes all of them as SARIF 2.1.0.
pub(crate) fn write_sarif(all: &[Annotation], out: &mut dyn Write) -> io::Result<()> {
    let result = |annotation: &Annotation| {
        let location = |(file, line, column): &(String, usize, usize)| {
            json!({ "physicalLocation": {
                "artifactLocation": { "uri": file.replace('\\', "/") },
                "region": { "startLine": line, "startColumn": column },
            } })
        };
        json!({
            "ruleId": annotation.rule,
            "level": annotation.level.sarif(),
            "message": { "text": annotation.message },
            "locations": annotation.place.iter().map(location).collect::<Vec<Value>>(),
        })
    };
    let rule = |(id, text): (&str, &str)| json!({ "id": id, "shortDescription": { "text": text } });
    let log = json!({
        "$schema": "https://json.schemastore.org/sarif-2.1.0.json",
        "version": "2.1.0",
        "runs": [{
            "tool": { "driver": {
                "name": "surmise",
                "version": env!("CARGO_PKG_VERSION"),
                "rules": RULES.map(rule),
            } },
            "columnKind": "unicodeCodePoints",
            "results": all.iter().map(result).collect::<Vec<Value>>(),
        }],
    });
    serde_json::to_writer_pretty(&mut *out, &log)?;
    out.write_all(b"\n")
}

/// Writes all of them as commands of a GitHub workflow.
pub(crate) fn write_github(all: &[Annotation], out: &mut dyn Write) -> io::Result<()> {
    for Annotation { rule, level, message, place } in all {
        write!(out, "::{} title=surmise {rule}", level.github())?;
        if let Some((file, line, column)) = place {
            write!(out, ",file={},line={line},col={column}", escaped(file, true))?;
        }
        writeln!(out, "::{}", escaped(message, false))?;
    }
    Ok(())
}

/// A text that ends no command; as the value of a property, nor that property.
fn escaped(text: &str, is_property: bool) -> String {
    let text = text.replace('%', "%25").replace('\r', "%0D").replace('\n', "%0A");
    match is_property {
        true => text.replace(':', "%3A").replace(',', "%2C"),
        false => text,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_text_ends_a_command() {
        let annotation = Annotation {
            rule: "violated",
            level: Level::Error,
            message: "a\n::error::b % c".to_owned(),
            place: Some(("x,y:z.lts".to_owned(), 3, 7)),
        };
        let mut out = Vec::new();
        write_github(&[annotation], &mut out).expect("memory");
        let text = String::from_utf8(out).expect("a text");
        let expected = "::error title=surmise violated,file=x%2Cy%3Az.lts,line=3,col=7::\
                        a%0A::error::b %25 c\n";
        assert_eq!(text, expected);
    }
}

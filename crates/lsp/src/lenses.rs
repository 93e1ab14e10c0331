//! "Check" over composite processes, properties and claims, with the verdict once there is one.

use lsp_types::{CodeLens, Command};
use serde_json::json;
use surmise::{
    Answer, Attempt, Failure, Finding, Named, OutcomeReport, Outline, SymbolKind, Verdict,
};

use crate::document::Document;
use crate::work::Target;

/// The command that checks something.
pub(crate) const CHECK: &str = "surmise.check";

/// The command that shows what came of it.
pub(crate) const SHOW: &str = "surmise.show";

/// What came of a check, for people.
#[derive(Debug, Clone)]
pub(crate) struct Summary {
    pub(crate) verdict: Option<Verdict>,
    /// In a few words.
    pub(crate) title: String,
    /// In full: each claim, and the run of a violation.
    pub(crate) text: String,
}

/// The lenses of a text; `summary` knows what came of a check, `is_running` what is being checked.
pub(crate) fn lenses(
    document: &Document,
    outline: &Outline,
    uri: &str,
    summary: impl Fn(&Target) -> Option<Summary>,
    is_running: impl Fn(&Target) -> bool,
) -> Vec<CodeLens> {
    let is_checked = |kind: SymbolKind| {
        matches!(kind, SymbolKind::Composite | SymbolKind::Property | SymbolKind::Claim)
    };
    let named = outline.symbols.iter().filter(|symbol| is_checked(symbol.kind));
    let named = named.map(|symbol| (Some(symbol.name.clone()), symbol.definition));
    let whole = (None, surmise::model::Span::default());
    let mut lenses = Vec::new();
    for (name, place) in std::iter::once(whole).chain(named) {
        let target = Target { uri: uri.to_owned(), name };
        let arguments = Some(vec![json!({ "uri": target.uri, "name": target.name })]);
        let command = |title: String, command: &str| Command {
            title,
            command: command.to_owned(),
            arguments: arguments.clone(),
        };
        let range = document.range(place);
        let mut add = |title: String, name: &str| {
            let command = Some(command(title, name));
            lenses.push(CodeLens { range, command, data: None });
        };
        let verb = if target.name.is_some() { "check" } else { "check all" };
        match summary(&target) {
            _ if is_running(&target) => add("checking …".to_owned(), ""),
            Some(summary) => {
                add(summary.title, SHOW);
                add(format!("{verb} again"), CHECK);
            }
            None => add(verb.to_owned(), CHECK),
        }
    }
    lenses
}

/// What came of a check, for people.
pub(crate) fn summary(answer: &Attempt<Answer>) -> Summary {
    let answer = match answer {
        Ok(answer) => answer,
        Err(Failure::Wrong(remarks)) => {
            let said = remarks.iter().map(|remark| remark.diagnostic.message.clone());
            let text = said.collect::<Vec<_>>().join("\n");
            return Summary { verdict: None, title: "cannot be checked".to_owned(), text };
        }
        Err(Failure::Stopped(stopped)) => {
            let text = stopped.reason.to_string();
            return Summary { verdict: None, title: format!("stopped: {text}"), text };
        }
    };
    let verdict = answer.verdict();
    let lines = match &answer.finding {
        Finding::Checked(report) => report.verdicts.iter().map(line).collect(),
        _ => vec![verdict.name().to_owned()],
    };
    let mark = match verdict {
        Verdict::Holds => "✓",
        Verdict::Violated => "✗",
        Verdict::Undecided => "?",
    };
    let title = match &*lines {
        [] => format!("{mark} {}", verdict.name()),
        [first, ..] => format!("{mark} {}", first.lines().next().unwrap_or_default()),
    };
    Summary { verdict: Some(verdict), title, text: lines.join("\n") }
}

/// A claim and what came of it; the run in a second line.
fn line(verdict: &surmise::report::VerdictReport) -> String {
    let claim = &verdict.claim;
    match &verdict.outcome {
        OutcomeReport::Holds(_) => format!("{claim}: holds"),
        OutcomeReport::Undecided(open) => format!("{claim}: undecided, {}", open.reason),
        OutcomeReport::Violated(found) => {
            let run = &found.counterexample;
            let steps = run.steps.iter().map(|step| step.action.raw());
            let steps = steps.collect::<Vec<_>>().join(" → ");
            let steps = if steps.is_empty() { "at the very beginning".to_owned() } else { steps };
            format!("{claim}: violated\n    {steps}\n    {}", run.explanation)
        }
    }
}

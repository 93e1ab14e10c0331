//! Diagnostics with the lines of the text they speak about.
//!
//! `annotate-snippets` draws them, the crate behind the look of rustc's: it takes an excerpt and
//! the number of its first line, so that a huge file need not be in memory, and it shares `anstyle`
//! with the argument parser. (miette and ariadne want the whole text or a cache of it.)

use annotate_snippets::{AnnotationKind, Group, Level, Origin, Renderer, Snippet};
use surmise::model::{Diagnostic, Severity};
use surmise::{Name, Place, Remark};

use crate::arguments::flag;

/// A remark as text, with colours.
pub(crate) fn text(remark: &Remark, width: usize) -> String {
    let Diagnostic { severity, message, help, .. } = &remark.diagnostic;
    let level = match severity {
        Severity::Error => Level::ERROR,
        Severity::Warning => Level::WARNING,
        Severity::Note => Level::NOTE,
    };
    // A text that is gone by now cannot be quoted; the message is still worth something.
    let places = remark.places().unwrap_or_default();
    // Names in a message come from the text, which may contain anything.
    let harmless = |text: &str| Name::from(text).to_string();
    let (mut message, mut help) = (harmless(message), help.as_deref().map(harmless));
    if let Some(option) = remark.option {
        message = format!("{}: {message}", flag(option));
    }
    if let (Some(help), Some(remedy)) = (&mut help, remark.remedy) {
        *help = format!("{help} ({})", flag(remedy));
    }
    let mut group = Group::with_title(level.primary_title(message.as_str()));
    if let Some(source) = &remark.source {
        group = quote(group, &source.name, &places);
    }
    if let Some(help) = &help {
        group = group.element(Level::HELP.message(help.as_str()));
    }
    let renderer = Renderer::styled().term_width(width);
    let text = renderer.render(&[group]);
    // A blank line after those that take more than one.
    let end = if text.contains('\n') { "\n\n" } else { "\n" };
    text + end
}

/// Adds the lines that matter. Places on one line are drawn on it together.
fn quote<'a>(mut group: Group<'a>, name: &'a str, places: &'a [Place<'a>]) -> Group<'a> {
    if places.is_empty() {
        return group.element(Origin::path(name));
    }
    for (index, place) in places.iter().enumerate() {
        let same_line = |other: &&Place<'_>| other.line == place.line;
        if places[..index].iter().any(|earlier| same_line(&earlier)) {
            continue;
        }
        if place.is_far_out() {
            group = group.element(Origin::path(name).line(place.line.number));
            continue;
        }
        let texts = places.iter().filter(same_line).map(|other| other.text.as_str());
        let longest = texts.max_by_key(|text| text.len()).unwrap_or_default();
        let mut snippet = Snippet::source(longest).path(name).line_start(place.line.number);
        for (other, same) in places.iter().enumerate().filter(|(_, other)| same_line(other)) {
            let kind = if other == 0 { AnnotationKind::Primary } else { AnnotationKind::Context };
            snippet = snippet.annotation(kind.span(same.range()).label(same.label));
        }
        group = group.element(snippet);
    }
    group
}

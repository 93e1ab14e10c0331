//! Diagnostics with the lines of the text they speak about.
//!
//! `annotate-snippets` draws them, the crate behind the look of rustc's: it takes an excerpt and the
//! number of its first line, so that a huge file need not be in memory, and it shares `anstyle` with
//! the argument parser. (miette and ariadne want the whole text or a cache of it.)

use std::io;
use std::sync::Arc;

use annotate_snippets::{AnnotationKind, Group, Level, Origin, Renderer, Snippet};
use serde_json::{Value, json};
use surmise_model::{Diagnostic, Severity, Span};

use crate::source::{LinePosition, Source};

/// A diagnostic and the text it is about.
#[derive(Debug, Clone)]
pub(crate) struct Remark {
    /// What is said.
    pub(crate) diagnostic: Diagnostic,
    source: Option<Arc<Source>>,
}

impl Remark {
    /// About a text.
    pub(crate) fn about(source: &Arc<Source>, diagnostic: Diagnostic) -> Self {
        Self { diagnostic, source: Some(Arc::clone(source)) }
    }

    /// About nothing that can be shown.
    pub(crate) fn bare(diagnostic: Diagnostic) -> Self {
        Self { diagnostic, source: None }
    }

    /// All places with their words, the main one first.
    fn places(&self) -> Vec<(Span, &str)> {
        let Diagnostic { span, label, related, .. } = &self.diagnostic;
        let related = related.iter().map(|(span, text)| (*span, text.as_str()));
        span.iter().map(|&span| (span, label.as_str())).chain(related).collect()
    }
}

/// At most so much of a text is shown for one place.
const LONGEST_EXCERPT: usize = 4096;

/// A place, the line where it begins, and the text from there to the end of its last line.
struct Excerpt<'a> {
    span: Span,
    label: &'a str,
    line: LinePosition,
    text: String,
}

fn excerpts<'a>(source: &Source, places: &[(Span, &'a str)]) -> io::Result<Vec<Excerpt<'a>>> {
    let starts: Vec<usize> = places.iter().map(|(span, _)| span.start).collect();
    let mut excerpts = Vec::new();
    for (&(span, label), line) in places.iter().zip(source.lines_of(&starts)?) {
        let text = source.excerpt(line.start, span.end, LONGEST_EXCERPT)?;
        excerpts.push(Excerpt { span, label, line, text });
    }
    Ok(excerpts)
}

impl Excerpt<'_> {
    /// The place within the excerpt, cut to what is shown and to whole characters.
    fn range(&self) -> std::ops::Range<usize> {
        let boundary = |position: usize| {
            let position = (position - self.line.start).min(self.text.len());
            (0..=position).rev().find(|&i| self.text.is_char_boundary(i)).unwrap_or(0)
        };
        boundary(self.span.start)..boundary(self.span.end)
    }

    /// The column in characters, counted from 1.
    fn column(&self) -> usize {
        self.text[..self.range().start].chars().count() + 1
    }

    /// Whether the line goes on so far before the place that it cannot be shown.
    fn is_far_out(&self) -> bool {
        self.span.start - self.line.start > self.text.len()
    }
}

/// A remark as text, with colours.
pub(crate) fn text(remark: &Remark, width: usize) -> String {
    let Diagnostic { severity, message, help, .. } = &remark.diagnostic;
    let level = match severity {
        Severity::Error => Level::ERROR,
        Severity::Warning => Level::WARNING,
        Severity::Note => Level::NOTE,
    };
    let places = remark.places();
    // A text that is gone by now cannot be quoted; the message is still worth something.
    let excerpts = match &remark.source {
        Some(source) => excerpts(source, &places).unwrap_or_default(),
        None => Vec::new(),
    };
    let mut group = Group::with_title(level.primary_title(message.as_str()));
    if let Some(source) = &remark.source {
        group = quote(group, &source.name, &excerpts);
    }
    if let Some(help) = help {
        group = group.element(Level::HELP.message(help.as_str()));
    }
    let renderer = Renderer::styled().term_width(width);
    let text = renderer.render(&[group]);
    // A blank line after those that take more than one.
    let end = if text.contains('\n') { "\n\n" } else { "\n" };
    text + end
}

/// Adds the lines that matter. Places on one line are drawn on it together.
fn quote<'a>(mut group: Group<'a>, name: &'a str, excerpts: &'a [Excerpt<'a>]) -> Group<'a> {
    if excerpts.is_empty() {
        return group.element(Origin::path(name));
    }
    for (index, excerpt) in excerpts.iter().enumerate() {
        let same_line = |other: &&Excerpt<'_>| other.line == excerpt.line;
        if excerpts[..index].iter().any(|earlier| same_line(&earlier)) {
            continue;
        }
        if excerpt.is_far_out() {
            group = group.element(Origin::path(name).line(excerpt.line.number));
            continue;
        }
        let texts = excerpts.iter().filter(same_line).map(|other| other.text.as_str());
        let longest = texts.max_by_key(|text| text.len()).unwrap_or_default();
        let mut snippet = Snippet::source(longest).path(name).line_start(excerpt.line.number);
        for (other, same) in excerpts.iter().enumerate().filter(|(_, other)| same_line(other)) {
            let kind = if other == 0 { AnnotationKind::Primary } else { AnnotationKind::Context };
            snippet = snippet.annotation(kind.span(same.range()).label(same.label));
        }
        group = group.element(snippet);
    }
    group
}

/// A remark for programs.
pub(crate) fn json(remark: &Remark) -> io::Result<Value> {
    let Diagnostic { severity, message, help, span, .. } = &remark.diagnostic;
    let mut places = Vec::new();
    if let Some(source) = &remark.source {
        for excerpt in excerpts(source, &remark.places())? {
            places.push(json!({
                "line": excerpt.line.number,
                "column": excerpt.column(),
                "start": excerpt.span.start,
                "end": excerpt.span.end,
                "label": excerpt.label,
            }));
        }
    }
    let mut places = places.into_iter();
    let place = span.and_then(|_| places.next());
    Ok(json!({
        "severity": match severity {
            Severity::Error => "error",
            Severity::Warning => "warning",
            Severity::Note => "note",
        },
        "message": message,
        "help": help,
        "file": remark.source.as_ref().map(|source| &source.name),
        "place": place,
        "related": places.collect::<Vec<Value>>(),
    }))
}

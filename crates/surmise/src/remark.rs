//! Something to say about a text, and where in it.

use std::io;
use std::sync::Arc;

use serde_json::{Value, json};
use surmise_model::{Diagnostic, Severity, Span};

use crate::source::{LinePosition, Source};
use crate::{Named, OptionName};

/// A diagnostic and the text it is about.
#[derive(Debug, Clone)]
pub struct Remark {
    /// What is said.
    pub diagnostic: Diagnostic,
    /// The text, if it is about one.
    pub source: Option<Arc<Source>>,
    /// The option that it concerns, if it concerns one.
    pub option: Option<OptionName>,
    /// The option that helps, if one does.
    pub remedy: Option<OptionName>,
}

/// A place of a remark: the line where it begins, and the text from there to the end of its last
/// line.
#[derive(Debug)]
pub struct Place<'a> {
    /// The bytes that are meant.
    pub span: Span,
    /// A few words about them.
    pub label: &'a str,
    /// The line where they begin.
    pub line: LinePosition,
    /// From the beginning of that line, but not much more than [`LONGEST_EXCERPT`].
    pub text: String,
}

/// At most so much of a text is quoted for one place.
const LONGEST_EXCERPT: usize = 4096;

/// A warning that has no place in a text.
pub fn warning(message: impl Into<String>) -> Diagnostic {
    Diagnostic { severity: Severity::Warning, ..Diagnostic::note(message) }
}

impl Remark {
    /// About a text.
    pub fn about(source: &Arc<Source>, diagnostic: Diagnostic) -> Self {
        Self { diagnostic, source: Some(Arc::clone(source)), option: None, remedy: None }
    }

    /// About nothing that can be shown.
    pub fn bare(diagnostic: Diagnostic) -> Self {
        Self { diagnostic, source: None, option: None, remedy: None }
    }

    /// The places that matter, the main one first. None if the text is gone by now.
    pub fn places(&self) -> io::Result<Vec<Place<'_>>> {
        let Some(source) = &self.source else { return Ok(Vec::new()) };
        let Diagnostic { span, label, related, .. } = &self.diagnostic;
        let related = related.iter().map(|(span, text)| (*span, text.as_str()));
        let spans: Vec<(Span, &str)> =
            span.iter().map(|&span| (span, label.as_str())).chain(related).collect();
        let starts: Vec<usize> = spans.iter().map(|(span, _)| span.start).collect();
        let mut places = Vec::with_capacity(spans.len());
        for ((span, label), line) in spans.into_iter().zip(source.lines_of(&starts)?) {
            let text = source.excerpt(line.start, span.end, LONGEST_EXCERPT)?;
            places.push(Place { span, label, line, text });
        }
        Ok(places)
    }

    /// The remark for programs.
    pub fn json(&self) -> io::Result<Value> {
        let Diagnostic { severity, message, help, span, .. } = &self.diagnostic;
        let place = |place: Place<'_>| {
            json!({
                "line": place.line.number,
                "column": place.column(),
                "start": place.span.start,
                "end": place.span.end,
                "label": place.label,
            })
        };
        let mut places = self.places()?.into_iter().map(place);
        let main = span.and_then(|_| places.next());
        Ok(json!({
            "severity": match severity {
                Severity::Error => "error",
                Severity::Warning => "warning",
                Severity::Note => "note",
            },
            "message": message,
            "help": help,
            "option": self.option.map(Named::name),
            "remedy": self.remedy.map(Named::name),
            "file": self.source.as_ref().map(|source| &source.name),
            "place": main,
            "related": places.collect::<Vec<Value>>(),
        }))
    }
}

impl Place<'_> {
    /// The place within the excerpt, cut to what is there and to whole characters.
    pub fn range(&self) -> std::ops::Range<usize> {
        let boundary = |position: usize| {
            let position = (position - self.line.start).min(self.text.len());
            (0..=position).rev().find(|&i| self.text.is_char_boundary(i)).unwrap_or(0)
        };
        boundary(self.span.start)..boundary(self.span.end)
    }

    /// The column in characters, counted from 1.
    pub fn column(&self) -> usize {
        self.text[..self.range().start].chars().count() + 1
    }

    /// Whether the line goes on so far before the place that it cannot be shown.
    pub fn is_far_out(&self) -> bool {
        self.span.start - self.line.start > self.text.len()
    }
}

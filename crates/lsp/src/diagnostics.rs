//! What is wrong with a text, as the protocol says it.

use lsp_types::{
    Diagnostic as Told, DiagnosticRelatedInformation, DiagnosticSeverity, Location, Uri,
};
use surmise::model::{Diagnostic, Severity};

use crate::document::Document;

/// Who says it.
pub(crate) const SOURCE: &str = "surmise";

/// A diagnostic of the library for the editor.
pub(crate) fn told(diagnostic: &Diagnostic, document: &Document, uri: &Uri) -> Told {
    let Diagnostic { severity, message, span, label, help, related } = diagnostic;
    let mut text = message.clone();
    if !label.is_empty() {
        text = format!("{text}: {label}");
    }
    if let Some(help) = help {
        text = format!("{text}\nhelp: {help}");
    }
    let related = related.iter().map(|(span, message)| DiagnosticRelatedInformation {
        location: Location::new(uri.clone(), document.range(*span)),
        message: message.clone(),
    });
    let related: Vec<_> = related.collect();
    Told {
        range: document.range(span.unwrap_or_default()),
        severity: Some(match severity {
            Severity::Error => DiagnosticSeverity::ERROR,
            Severity::Warning => DiagnosticSeverity::WARNING,
            Severity::Note => DiagnosticSeverity::INFORMATION,
        }),
        source: Some(SOURCE.to_owned()),
        message: text,
        related_information: (!related.is_empty()).then_some(related),
        ..Told::default()
    }
}

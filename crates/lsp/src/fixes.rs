//! Quick fixes: what a help line says to write instead.

use lsp_types::{CodeAction, CodeActionKind, Range, TextEdit, Uri, WorkspaceEdit};
use surmise::instead;
use surmise::model::Diagnostic;

use crate::document::Document;

/// The fixes for what is wrong within a range.
pub(crate) fn fixes(
    diagnostics: &[Diagnostic],
    document: &Document,
    uri: &Uri,
    range: Range,
) -> Vec<CodeAction> {
    let mut fixes = Vec::new();
    for diagnostic in diagnostics {
        let Some((span, text)) = instead(diagnostic) else { continue };
        let place = document.range(span);
        if place.end < range.start || range.end < place.start {
            continue;
        }
        let edit = TextEdit::new(place, text.to_owned());
        fixes.push(CodeAction {
            title: format!("Write `{text}`"),
            kind: Some(CodeActionKind::QUICKFIX),
            diagnostics: Some(vec![crate::diagnostics::told(diagnostic, document, uri)]),
            edit: Some(WorkspaceEdit::new([(uri.clone(), vec![edit])].into())),
            is_preferred: Some(true),
            ..CodeAction::default()
        });
    }
    fixes
}

//! Quick fixes: what a help line says to write instead.

use lsp_types::{CodeAction, CodeActionKind, Range, TextEdit, Uri, WorkspaceEdit};
use surmise::model::{Diagnostic, Span};

use crate::document::Document;

/// Help lines that begin so name, in backquotes, what belongs in the place of the mistake.
const OPENINGS: [&str; 5] = [
    "did you mean ",
    "such names start with a capital: ",
    "values are compared by ",
    "a definition ends with ",
    "a name is defined by ",
];

/// What to write instead of what stands at the place of a diagnostic.
fn instead(diagnostic: &Diagnostic) -> Option<(Span, &str)> {
    let help = diagnostic.help.as_deref()?;
    let named = OPENINGS.iter().find_map(|opening| help.strip_prefix(opening))?;
    let (text, _) = named.strip_prefix('`')?.split_once('`')?;
    Some((diagnostic.span?, text))
}

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

//! What is said about a text, in its order: every language says it in the same way.

use surmise_model::Diagnostic;

/// How many diagnostics of one text are reported.
const MAX_DIAGNOSTICS: usize = 200;

/// Diagnostics in the order of the text, each once; of too many, the first, errors before others.
pub(crate) fn in_order(mut diagnostics: Vec<Diagnostic>) -> Vec<Diagnostic> {
    diagnostics.sort_by_key(|diagnostic| (diagnostic.severity, diagnostic.span));
    diagnostics.dedup();
    if diagnostics.len() > MAX_DIAGNOSTICS {
        let more = diagnostics.len() - MAX_DIAGNOSTICS;
        diagnostics.truncate(MAX_DIAGNOSTICS);
        diagnostics.push(Diagnostic::note(format!("{more} more messages are not shown")));
    }
    diagnostics.sort_by_key(|diagnostic| (diagnostic.span.is_none(), diagnostic.span));
    diagnostics
}

//! What a network defines: the names that it gives to its parts, and the labels it speaks of.

use rustc_hash::FxHashMap;
use surmise_model::Span;

use super::Word;
use super::parse::parse_all;
use crate::outline::{Outline, SymbolKind, Tracer};

/// What a network defines and uses. Nobody defines a label: its first place counts as its
/// definition.
pub fn outline(source: &str) -> Outline {
    let (parts, diagnostics) = parse_all(source);
    let mut tracer = Tracer::default();
    let mut labels: FxHashMap<String, Span> = FxHashMap::default();
    for part in &parts {
        if let Some(name) = part.name.as_ref().map(unquoted) {
            let kind = match part.is_property {
                true => SymbolKind::Property,
                false => SymbolKind::Component,
            };
            tracer.define(kind, &name.text, name.span);
        }
        // What is renamed or hidden is a label of the file; what it becomes is everybody's.
        for label in part.renamed.iter().map(|(_, new)| unquoted(new)) {
            let definition = *labels.entry(label.text.clone()).or_insert(label.span);
            tracer.define(SymbolKind::Action, &label.text, definition);
            tracer.mention(definition, label.span);
        }
    }
    tracer.outline(source, diagnostics)
}

/// A word without the quotes around it.
fn unquoted(word: &Word) -> Word {
    let Word { text, mut span } = word.clone();
    if span.end - span.start == text.len() + 2 {
        span = Span::new(span.start + 1, span.end - 1);
    }
    Word { text, span }
}

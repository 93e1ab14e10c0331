//! Names that can go on where the cursor is.

use std::collections::BTreeSet;

use lsp_types::{CompletionItem, CompletionItemKind};
use surmise::load::Language;
use surmise::{Outline, SymbolKind};

use crate::document::Document;

/// All names of a text, the words of its language, and the other words that stand in it: actions
/// are defined nowhere.
pub(crate) fn completions(document: &Document, outline: &Outline) -> Vec<CompletionItem> {
    let mut known = BTreeSet::new();
    let mut items = Vec::new();
    for symbol in &outline.symbols {
        if known.insert(symbol.name.as_str()) {
            items.push(CompletionItem {
                label: symbol.name.clone(),
                kind: Some(kind(symbol.kind)),
                detail: Some(symbol.kind.to_string()),
                ..CompletionItem::default()
            });
        }
    }
    let keywords = document.language.map(Language::keywords).unwrap_or_default();
    for keyword in keywords {
        if known.insert(keyword) {
            let kind = Some(CompletionItemKind::KEYWORD);
            items.push(CompletionItem { label: keyword.to_owned(), kind, ..Default::default() });
        }
    }
    let is_letter = |letter: char| letter.is_alphanumeric() || letter == '_';
    let words = document.text.split(|letter: char| !is_letter(letter));
    for word in words.filter(|word| word.starts_with(|first: char| first.is_lowercase())) {
        if known.insert(word) {
            let kind = Some(CompletionItemKind::TEXT);
            items.push(CompletionItem { label: word.to_owned(), kind, ..Default::default() });
        }
    }
    items
}

fn kind(kind: SymbolKind) -> CompletionItemKind {
    match kind {
        SymbolKind::Constant => CompletionItemKind::CONSTANT,
        SymbolKind::Range | SymbolKind::Set => CompletionItemKind::ENUM,
        SymbolKind::Process | SymbolKind::Composite | SymbolKind::Component => {
            CompletionItemKind::CLASS
        }
        SymbolKind::LocalProcess | SymbolKind::Inline => CompletionItemKind::FUNCTION,
        SymbolKind::Property | SymbolKind::Claim => CompletionItemKind::PROPERTY,
        SymbolKind::Parameter | SymbolKind::Index | SymbolKind::Variable => {
            CompletionItemKind::VARIABLE
        }
        SymbolKind::Type => CompletionItemKind::STRUCT,
        SymbolKind::Label => CompletionItemKind::REFERENCE,
        SymbolKind::Formula | SymbolKind::Rewards => CompletionItemKind::VALUE,
        SymbolKind::Module => CompletionItemKind::MODULE,
        SymbolKind::Action => CompletionItemKind::EVENT,
    }
}

//! Names: where one is defined and used, what else it could be called, and what a text defines.

use lsp_types::{DocumentSymbol, Location, SymbolInformation, SymbolKind as Shown, TextEdit, Uri};
use surmise::model::{Diagnostic, Span};
use surmise::{Files, Outline, Symbol, SymbolKind};

use crate::document::{Document, symbol_at};

/// Where the name at a byte is defined.
pub(crate) fn definition(
    document: &Document,
    outline: &Outline,
    uri: &Uri,
    at: usize,
) -> Option<Location> {
    let (symbol, _) = symbol_at(outline, at)?;
    Some(Location::new(uri.clone(), document.range(symbol.definition)))
}

/// All places of the name at a byte, its definition first if that is wanted.
pub(crate) fn references(outline: &Outline, at: usize, with_definition: bool) -> Vec<Span> {
    let Some((symbol, _)) = symbol_at(outline, at) else { return Vec::new() };
    let definition = with_definition.then_some(symbol.definition);
    definition.into_iter().chain(symbol.uses.iter().copied()).collect()
}

/// The changes that give the name at a byte another one. The new text must mean the same: as many
/// mistakes as before, and a name with as many places.
pub(crate) fn rename(
    document: &Document,
    outline: &Outline,
    files: &dyn Files,
    at: usize,
    name: &str,
) -> Result<Vec<TextEdit>, String> {
    let (symbol, _) = symbol_at(outline, at).ok_or("no name stands here that the text defines")?;
    let mut places = references(outline, at, true);
    places.sort_unstable();
    let mut text = document.text.clone();
    for place in places.iter().rev() {
        text.replace_range(place.start..place.end, name);
    }
    let before = places.iter().filter(|place| place.start < symbol.definition.start).count();
    let length = symbol.definition.end - symbol.definition.start;
    let start = symbol.definition.start - before * length + before * name.len();
    let renamed = document.outline_of(&text, files).unwrap_or_default();
    let errors = |outline: &Outline| {
        outline.diagnostics.iter().filter(|diagnostic| diagnostic.is_error()).count()
    };
    if errors(&renamed) > errors(outline) {
        let is_new = |found: &&Diagnostic| {
            found.is_error()
                && outline.diagnostics.iter().all(|known| known.message != found.message)
        };
        let why = renamed.diagnostics.iter().find(is_new);
        let why = why.map_or_else(String::new, |diagnostic| format!(": {diagnostic}"));
        return Err(format!("`{name}` cannot be the name of this {}{why}", symbol.kind));
    }
    let same = |found: &&Symbol| found.definition.start == start && found.name == name;
    match renamed.symbols.iter().find(same) {
        Some(found) if found.uses.len() == symbol.uses.len() => {
            let edit = |place: &Span| TextEdit::new(document.range(*place), name.to_owned());
            Ok(places.iter().map(edit).collect())
        }
        _ => Err(format!("`{name}` would mean something else in some of the places")),
    }
}

/// The names of a text, as an outline of it. What is bound inside of a definition is left out.
pub(crate) fn document_symbols(document: &Document, outline: &Outline) -> Vec<DocumentSymbol> {
    let symbols = outline.symbols.iter().filter(|symbol| is_global(symbol.kind));
    let shown = |symbol: &Symbol| {
        let range = document.range(symbol.definition);
        #[expect(deprecated, reason = "the protocol's type has no other constructor")]
        DocumentSymbol {
            name: symbol.name.clone(),
            detail: Some(symbol.kind.to_string()),
            kind: shown_kind(symbol.kind),
            tags: None,
            deprecated: None,
            range,
            selection_range: range,
            children: None,
        }
    };
    symbols.map(shown).collect()
}

/// The names of a text that have some letters in them.
pub(crate) fn matching(
    document: &Document,
    outline: &Outline,
    uri: &Uri,
    query: &str,
) -> Vec<SymbolInformation> {
    let query = query.to_lowercase();
    let fits =
        |symbol: &&Symbol| is_global(symbol.kind) && symbol.name.to_lowercase().contains(&query);
    let shown = |symbol: &Symbol| {
        #[expect(deprecated, reason = "the protocol's type has no other constructor")]
        SymbolInformation {
            name: symbol.name.clone(),
            kind: shown_kind(symbol.kind),
            tags: None,
            deprecated: None,
            location: Location::new(uri.clone(), document.range(symbol.definition)),
            container_name: None,
        }
    };
    outline.symbols.iter().filter(fits).map(shown).collect()
}

fn is_global(kind: SymbolKind) -> bool {
    !matches!(kind, SymbolKind::Index | SymbolKind::Parameter | SymbolKind::Action)
}

fn shown_kind(kind: SymbolKind) -> Shown {
    match kind {
        SymbolKind::Constant => Shown::CONSTANT,
        SymbolKind::Range | SymbolKind::Set => Shown::ENUM,
        SymbolKind::Process | SymbolKind::Composite | SymbolKind::Component => Shown::CLASS,
        SymbolKind::LocalProcess | SymbolKind::Inline => Shown::FUNCTION,
        SymbolKind::Property | SymbolKind::Claim => Shown::PROPERTY,
        SymbolKind::Parameter | SymbolKind::Index | SymbolKind::Variable => Shown::VARIABLE,
        SymbolKind::Type => Shown::STRUCT,
        SymbolKind::Label => Shown::KEY,
        SymbolKind::Formula | SymbolKind::Rewards => Shown::OBJECT,
        SymbolKind::Module => Shown::MODULE,
        SymbolKind::Action => Shown::EVENT,
    }
}

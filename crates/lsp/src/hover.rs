//! What a name stands for: its kind, its definition, the value of a constant, the size of a
//! process.

use std::time::Duration;

use lsp_types::{Hover, HoverContents, MarkupContent, MarkupKind};
use surmise::load::{Draft, InputOptions, LanguageName};
use surmise::model::Context;
use surmise::{Describe, Described, Finding, Limits, Name, Outline, Request, Symbol, SymbolKind};

use crate::document::{Document, symbol_at};
use crate::overlay::Overlay;

/// Nobody waits longer for a word about a name.
const PATIENCE: Duration = Duration::from_millis(400);

/// So many actions of an alphabet are shown.
const ACTIONS: usize = 24;

/// A few words about the name at a byte.
pub(crate) fn hover(
    document: &Document,
    outline: &Outline,
    overlay: &Overlay,
    at: usize,
) -> Option<Hover> {
    let (symbol, place) = symbol_at(outline, at)?;
    let line = document.lines.line(&document.text, symbol.definition.start).trim();
    let mut text = format!("**{}** `{}`\n\n```\n{line}\n```", symbol.kind, symbol.name);
    if let Some(more) = value(document, overlay, symbol).or_else(|| size(document, overlay, symbol))
    {
        text.push_str("\n\n");
        text.push_str(&more);
    }
    let contents = MarkupContent { kind: MarkupKind::Markdown, value: text };
    Some(Hover { contents: HoverContents::Markup(contents), range: Some(document.range(place)) })
}

/// The value of a constant or a range.
fn value(document: &Document, overlay: &Overlay, symbol: &Symbol) -> Option<String> {
    let Document { text, path, language, .. } = document;
    let draft = Draft { text, path, files: overlay, context: &Context::unlimited() };
    let constants = (*language)?.constants(&draft).ok()?;
    let (_, value) = constants.into_iter().find(|(place, _)| *place == symbol.definition)?;
    Some(format!("{} = {value}", symbol.name))
}

/// The states and actions of a process, if they are found out soon.
fn size(document: &Document, overlay: &Overlay, symbol: &Symbol) -> Option<String> {
    use SymbolKind::{Composite, Process, Property};
    let is_fsp = document.language?.name() == LanguageName::Fsp;
    if !is_fsp || !matches!(symbol.kind, Process | Composite | Property) {
        return None;
    }
    let input = InputOptions::default().for_process(&symbol.name);
    let describe = Describe { models: vec![document.path.clone()], input };
    let limits = Limits { time: Some(PATIENCE), memory: None, states: None };
    let answer = Request::new(describe).within(limits).answer(overlay).ok()?;
    let Finding::Described(Described::Plain(info)) = answer.finding else { return None };
    let all: Vec<_> = info.components.iter().chain(&info.properties).collect();
    let mut actions: Vec<&str> =
        all.iter().flat_map(|part| part.alphabet.iter().map(Name::raw)).collect();
    actions.sort_unstable();
    actions.dedup();
    let shown = actions.iter().take(ACTIONS).map(|action| format!("`{action}`"));
    let shown = shown.collect::<Vec<_>>().join(", ");
    let more = match actions.len().saturating_sub(ACTIONS) {
        0 => String::new(),
        more => format!(" and {more} more"),
    };
    let size = match &*all {
        [one] => format!("{} states, {} transitions", one.states, one.transitions),
        many => format!("{} components", many.len()),
    };
    Some(format!("{size}; alphabet {{{shown}{more}}}"))
}

//! A text that is open in the editor.

use std::path::PathBuf;

use lsp_types::{Range, TextDocumentContentChangeEvent};
use surmise::load::{Draft, Language, language_of};
use surmise::model::{Context, Diagnostic, Span};
use surmise::{Files, Outline, Symbol};

use crate::positions::Lines;

/// An open text, and what is known about it.
pub(crate) struct Document {
    pub(crate) path: PathBuf,
    pub(crate) version: i32,
    pub(crate) text: String,
    pub(crate) lines: Lines,
    pub(crate) language: Option<&'static dyn Language>,
    /// What it defines, as it is now; nothing until somebody asks.
    outline: Option<Outline>,
    /// What compiling said of this very text.
    pub(crate) compiled: Vec<Diagnostic>,
    /// Whether the editor was told what is wrong with this very text.
    pub(crate) is_told: bool,
}

impl Document {
    pub(crate) fn new(path: PathBuf, version: i32, text: String) -> Self {
        let (lines, language) = (Lines::new(&text), language_of(&path, &text));
        let compiled = Vec::new();
        Self { path, version, text, lines, language, outline: None, compiled, is_told: false }
    }

    /// Takes over what was typed.
    pub(crate) fn change(&mut self, version: i32, changes: Vec<TextDocumentContentChangeEvent>) {
        for change in changes {
            match change.range {
                None => self.text = change.text,
                Some(Range { start, end }) => {
                    let start = self.lines.offset(&self.text, start);
                    let end = self.lines.offset(&self.text, end).max(start);
                    self.text.replace_range(start..end, &change.text);
                }
            }
            // The next change counts by the lines that this one leaves.
            self.lines = Lines::new(&self.text);
        }
        self.version = version;
        self.language = language_of(&self.path, &self.text);
        self.compiled.clear();
        self.forget();
    }

    /// Something that the text mentions is different.
    pub(crate) fn forget(&mut self) {
        self.outline = None;
        self.is_told = false;
    }

    /// What the text defines.
    pub(crate) fn outline(&mut self, files: &dyn Files, context: &Context<'_>) -> &Outline {
        let Self { text, path, language, outline, .. } = self;
        outline.get_or_insert_with(|| {
            let draft = Draft { text, path, files, context };
            let outline = language.and_then(|language| language.outline(&draft).ok().flatten());
            outline.unwrap_or_default()
        })
    }

    /// What the text with other words in it would define.
    pub(crate) fn outline_of(&self, text: &str, files: &dyn Files) -> Option<Outline> {
        let draft = Draft { text, path: &self.path, files, context: &Context::unlimited() };
        self.language?.outline(&draft).ok().flatten()
    }

    pub(crate) fn range(&self, span: Span) -> Range {
        self.lines.range(&self.text, span)
    }
}

/// The name that stands at a byte, and the place that it takes there.
pub(crate) fn symbol_at(outline: &Outline, offset: usize) -> Option<(&Symbol, Span)> {
    let is_here = |span: &Span| span.start <= offset && offset <= span.end;
    outline.symbols.iter().find_map(|symbol| {
        let mut places = std::iter::once(symbol.definition).chain(symbol.uses.iter().copied());
        places.find(is_here).map(|place| (symbol, place))
    })
}

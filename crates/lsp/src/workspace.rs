//! The texts that are open, what is around them, and what is known about both.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::str::FromStr;
use std::sync::Arc;

use lsp_types::{
    CodeAction, CodeActionOrCommand, CodeActionParams, CodeLens, CodeLensParams, CompletionParams,
    CompletionResponse, Diagnostic as Told, DiagnosticSeverity, DocumentFormattingParams,
    DocumentLink, DocumentLinkParams, DocumentSymbolParams, DocumentSymbolResponse,
    GotoDefinitionParams, GotoDefinitionResponse, Hover, HoverParams, Location, Position,
    PrepareRenameResponse, ReferenceParams, RenameParams, SymbolInformation,
    TextDocumentPositionParams, TextEdit, Uri, WorkspaceEdit, WorkspaceSymbolParams,
    WorkspaceSymbolResponse,
};
use surmise::model::{Context, Diagnostic, Span};
use surmise::{Host, Outline, SymbolKind, Verdict};

use crate::document::{Document, symbol_at};
use crate::lenses::{self, Summary};
use crate::overlay::Overlay;
use crate::work::Target;
use crate::{completion, diagnostics, fixes, hover, links, names, place};

/// Finds all models in a folder, with their texts.
pub type Finder = dyn Fn(&Path) -> Vec<(PathBuf, String)>;

/// What an editor's server borrows from the machine.
pub struct Surroundings {
    /// The machine's files and its clock.
    pub host: Arc<dyn Host>,
    /// Finds all models in a folder.
    pub models: Box<Finder>,
}

impl std::fmt::Debug for Surroundings {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Surroundings").finish_non_exhaustive()
    }
}

/// What the server knows.
pub(crate) struct Workspace {
    surroundings: Surroundings,
    /// The folders that the editor has opened.
    pub(crate) folders: Vec<PathBuf>,
    /// By their URIs.
    pub(crate) documents: BTreeMap<String, Document>,
    /// What came of checks of the texts as they are.
    pub(crate) summaries: BTreeMap<Target, Summary>,
    /// What is being checked.
    pub(crate) running: Vec<Target>,
}

impl Workspace {
    pub(crate) fn new(surroundings: Surroundings) -> Self {
        Self {
            surroundings,
            folders: Vec::new(),
            documents: BTreeMap::new(),
            summaries: BTreeMap::new(),
            running: Vec::new(),
        }
    }

    /// The machine's files behind the texts that are open.
    pub(crate) fn overlay(&self) -> Overlay {
        let open = self.documents.values();
        let texts = open.map(|open| (open.path.clone(), Arc::new(open.text.clone().into_bytes())));
        Overlay { texts: texts.collect(), host: Arc::clone(&self.surroundings.host) }
    }

    /// A text has changed: what came of checks is out of date, and who mentions it may be wrong
    /// now.
    pub(crate) fn changed(&mut self, uri: &Uri) {
        self.summaries.retain(|target, _| target.uri != uri.as_str());
        let path = place::path_of(uri);
        for document in self.documents.values_mut() {
            if links::mentioned(document).iter().any(|(_, mentioned)| *mentioned == path) {
                document.forget();
            }
        }
    }

    /// An open text with what it defines, and the files around it.
    fn read(&mut self, uri: &Uri) -> Option<(&Document, Outline, Overlay)> {
        let overlay = self.overlay();
        let document = self.documents.get_mut(uri.as_str())?;
        let outline = document.outline(&overlay, &Context::unlimited()).clone();
        Some((&*document, outline, overlay))
    }

    /// The same, and the byte of a position.
    fn at(
        &mut self,
        at: &TextDocumentPositionParams,
    ) -> Option<(&Document, Outline, Overlay, usize)> {
        let (document, outline, overlay) = self.read(&at.text_document.uri)?;
        let offset = document.lines.offset(&document.text, at.position);
        Some((document, outline, overlay, offset))
    }

    /// All that is wrong with a text.
    pub(crate) fn diagnostics(&mut self, uri: &Uri) -> Vec<Told> {
        let summaries: Vec<(Option<String>, Summary)> = self
            .summaries
            .iter()
            .filter(|(target, _)| target.uri == uri.as_str())
            .map(|(target, summary)| (target.name.clone(), summary.clone()))
            .collect();
        let Some((document, outline, _)) = self.read(uri) else { return Vec::new() };
        let all = all_diagnostics(document, &outline);
        let mut told: Vec<Told> =
            all.iter().map(|diagnostic| diagnostics::told(diagnostic, document, uri)).collect();
        for (name, summary) in summaries {
            if summary.verdict == Some(Verdict::Violated) {
                let symbol =
                    outline.symbols.iter().find(|symbol| Some(&symbol.name) == name.as_ref());
                let place = symbol.map_or_else(Span::default, |symbol| symbol.definition);
                told.push(Told {
                    range: document.range(place),
                    severity: Some(DiagnosticSeverity::WARNING),
                    source: Some(diagnostics::SOURCE.to_owned()),
                    message: summary.text,
                    ..Told::default()
                });
            }
        }
        told
    }

    pub(crate) fn hover(&mut self, asked: &HoverParams) -> Result<Option<Hover>, String> {
        let found = self.at(&asked.text_document_position_params);
        Ok(found.and_then(|(document, outline, overlay, at)| {
            hover::hover(document, &outline, &overlay, at)
        }))
    }

    pub(crate) fn definition(
        &mut self,
        asked: &GotoDefinitionParams,
    ) -> Result<Option<GotoDefinitionResponse>, String> {
        let asked = &asked.text_document_position_params;
        let Some((document, outline, _, at)) = self.at(asked) else { return Ok(None) };
        let uri = &asked.text_document.uri;
        let file = links::mentioned(document)
            .into_iter()
            .find(|(span, _)| span.start <= at && at <= span.end);
        let file = file.and_then(|(_, path)| place::uri_of(&path));
        let file = file.map(|uri| Location::new(uri, Default::default()));
        let found = file.or_else(|| names::definition(document, &outline, uri, at));
        Ok(found.map(GotoDefinitionResponse::Scalar))
    }

    pub(crate) fn references(
        &mut self,
        asked: &ReferenceParams,
    ) -> Result<Option<Vec<Location>>, String> {
        let (at, with_definition) =
            (&asked.text_document_position, asked.context.include_declaration);
        let Some((document, outline, _, offset)) = self.at(at) else { return Ok(None) };
        let places = names::references(&outline, offset, with_definition);
        let uri = &at.text_document.uri;
        let location = |span: &Span| Location::new(uri.clone(), document.range(*span));
        Ok(Some(places.iter().map(location).collect()))
    }

    pub(crate) fn prepare_rename(
        &mut self,
        at: &TextDocumentPositionParams,
    ) -> Result<Option<PrepareRenameResponse>, String> {
        Ok(self.at(at).and_then(|(document, outline, _, at)| {
            let (_, place) = symbol_at(&outline, at)?;
            Some(PrepareRenameResponse::Range(document.range(place)))
        }))
    }

    pub(crate) fn rename(&mut self, asked: &RenameParams) -> Result<Option<WorkspaceEdit>, String> {
        let RenameParams { text_document_position: at, new_name, .. } = asked;
        let Some((document, outline, overlay, offset)) = self.at(at) else { return Ok(None) };
        let edits = names::rename(document, &outline, &overlay, offset, new_name)?;
        Ok(Some(WorkspaceEdit::new([(at.text_document.uri.clone(), edits)].into())))
    }

    pub(crate) fn completion(
        &mut self,
        asked: &CompletionParams,
    ) -> Result<Option<CompletionResponse>, String> {
        let found = self.read(&asked.text_document_position.text_document.uri);
        Ok(found.map(|(document, outline, _)| {
            CompletionResponse::Array(completion::completions(document, &outline))
        }))
    }

    pub(crate) fn document_symbols(
        &mut self,
        asked: &DocumentSymbolParams,
    ) -> Result<Option<DocumentSymbolResponse>, String> {
        Ok(self.read(&asked.text_document.uri).map(|(document, outline, _)| {
            DocumentSymbolResponse::Nested(names::document_symbols(document, &outline))
        }))
    }

    /// Names of all models in the folders of the editor, as they are there or on disk.
    pub(crate) fn symbols(
        &mut self,
        asked: &WorkspaceSymbolParams,
    ) -> Result<Option<WorkspaceSymbolResponse>, String> {
        let mut found: Vec<SymbolInformation> = Vec::new();
        let open: Vec<Uri> =
            self.documents.keys().filter_map(|uri| Uri::from_str(uri).ok()).collect();
        for uri in &open {
            if let Some((document, outline, _)) = self.read(uri) {
                found.extend(names::matching(document, &outline, uri, &asked.query));
            }
        }
        let overlay = self.overlay();
        for (path, text) in self.folders.iter().flat_map(|root| (self.surroundings.models)(root)) {
            let Some(uri) = place::uri_of(&path).filter(|_| !overlay.texts.contains_key(&path))
            else {
                continue;
            };
            let mut document = Document::new(path, 0, text);
            let outline = document.outline(&overlay, &Context::unlimited()).clone();
            found.extend(names::matching(&document, &outline, &uri, &asked.query));
        }
        Ok(Some(WorkspaceSymbolResponse::Flat(found)))
    }

    pub(crate) fn fixes(
        &mut self,
        asked: &CodeActionParams,
    ) -> Result<Option<Vec<CodeActionOrCommand>>, String> {
        let uri = &asked.text_document.uri;
        let Some((document, outline, _)) = self.read(uri) else { return Ok(None) };
        let all = all_diagnostics(document, &outline);
        let fixes: Vec<CodeAction> = fixes::fixes(&all, document, uri, asked.range);
        Ok(Some(fixes.into_iter().map(CodeActionOrCommand::CodeAction).collect()))
    }

    pub(crate) fn lenses(
        &mut self,
        asked: &CodeLensParams,
    ) -> Result<Option<Vec<CodeLens>>, String> {
        let uri = &asked.text_document.uri;
        let (summaries, running) = (self.summaries.clone(), self.running.clone());
        Ok(self.read(uri).map(|(document, outline, _)| {
            let summary = |target: &Target| summaries.get(target).cloned();
            let is_running = |target: &Target| running.contains(target);
            lenses::lenses(document, &outline, uri.as_str(), summary, is_running)
        }))
    }

    pub(crate) fn links(
        &mut self,
        asked: &DocumentLinkParams,
    ) -> Result<Option<Vec<DocumentLink>>, String> {
        let Some(document) = self.documents.get(asked.text_document.uri.as_str()) else {
            return Ok(None);
        };
        let link = |(span, path): (Span, PathBuf)| DocumentLink {
            range: document.range(span),
            target: place::uri_of(&path),
            tooltip: None,
            data: None,
        };
        Ok(Some(links::mentioned(document).into_iter().map(link).collect()))
    }

    pub(crate) fn format(
        &mut self,
        asked: &DocumentFormattingParams,
    ) -> Result<Option<Vec<TextEdit>>, String> {
        let Some(document) = self.documents.get(asked.text_document.uri.as_str()) else {
            return Ok(None);
        };
        let text = document.language.and_then(|language| language.format(&document.text));
        let Some(text) = text else { return Ok(None) };
        if text == document.text {
            return Ok(Some(Vec::new()));
        }
        let end = document.lines.position(&document.text, document.text.len());
        let all = lsp_types::Range::new(Position::new(0, 0), end);
        Ok(Some(vec![TextEdit::new(all, text)]))
    }

    /// What a name of a text is the name of.
    pub(crate) fn kind_of(&mut self, uri: &Uri, name: &str) -> Option<SymbolKind> {
        let (_, outline, _) = self.read(uri)?;
        outline.symbols.iter().find(|symbol| symbol.name == name).map(|symbol| symbol.kind)
    }
}

/// What the outline says, and what compiling adds to it.
fn all_diagnostics(document: &Document, outline: &Outline) -> Vec<Diagnostic> {
    let mut all = outline.diagnostics.clone();
    for more in &document.compiled {
        if all.iter().all(|known| (known.span, &known.message) != (more.span, &more.message)) {
            all.push(more.clone());
        }
    }
    all
}

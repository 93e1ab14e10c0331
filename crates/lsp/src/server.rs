//! The conversation with an editor: messages are answered in the order in which they come.
//!
//! Diagnostics are sent when no further message waits, so that nobody is told about a text that has
//! changed again. Checks run beside; the answer to the request that started one comes when it ends.

use std::fmt;

use crossbeam_channel::{Receiver, Sender, select, unbounded};
use lsp_server::{Connection, ErrorCode, Message, Notification, Request, RequestId, Response};
use lsp_types::notification::{self, Notification as _};
use lsp_types::request::{self, Request as _};
use lsp_types::{
    CancelParams, ClientCapabilities, DidChangeTextDocumentParams, DidCloseTextDocumentParams,
    DidOpenTextDocumentParams, DidSaveTextDocumentParams, ExecuteCommandParams, InitializeParams,
    MessageType, NumberOrString, ProgressParams, ProgressParamsValue, PublishDiagnosticsParams,
    ShowMessageParams, Uri, WorkDoneProgress, WorkDoneProgressBegin, WorkDoneProgressCancelParams,
    WorkDoneProgressCreateParams, WorkDoneProgressEnd,
};
use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::{Value, json};
use surmise::Canceller;

use crate::capabilities::capabilities;
use crate::document::Document;
use crate::lenses::{CHECK, SHOW, summary};
use crate::place;
use crate::work::{self, Done, Target};
use crate::workspace::{Surroundings, Workspace};

/// The connection to the editor is broken.
#[derive(Debug)]
pub struct Broken(String);

impl fmt::Display for Broken {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "the editor does not speak the protocol: {}", self.0)
    }
}

impl std::error::Error for Broken {}

fn broken(error: impl fmt::Display) -> Broken {
    Broken(error.to_string())
}

/// Speaks with an editor until it says good-bye, or is gone.
///
/// # Errors
/// That it does not keep to the protocol.
pub fn serve(connection: &Connection, surroundings: Surroundings) -> Result<(), Broken> {
    let (id, parameters) = connection.initialize_start().map_err(broken)?;
    let parameters: InitializeParams = serde_json::from_value(parameters).map_err(broken)?;
    let about = json!({
        "capabilities": capabilities(),
        "serverInfo": { "name": "surmise", "version": env!("CARGO_PKG_VERSION") },
    });
    connection.initialize_finish(id, about).map_err(broken)?;
    let mut server = Server::new(connection, &parameters, surroundings);
    let result = server.run();
    server.running.iter().for_each(|running| running.canceller.cancel());
    result
}

/// A check that runs, and the request that waits for it.
struct Running {
    request: RequestId,
    target: Target,
    canceller: Canceller,
}

impl Running {
    /// What the editor calls its progress.
    fn token(&self) -> NumberOrString {
        token(&self.request)
    }
}

fn token(request: &RequestId) -> NumberOrString {
    NumberOrString::String(format!("check-{request}"))
}

/// What a command is about.
#[derive(Debug, Deserialize)]
struct Subject {
    uri: Uri,
    #[serde(default)]
    name: Option<String>,
}

struct Server<'c> {
    connection: &'c Connection,
    workspace: Workspace,
    refreshes_lenses: bool,
    shows_progress: bool,
    running: Vec<Running>,
    done: (Sender<Done>, Receiver<Done>),
    /// How many requests were sent to the editor.
    asked: i32,
}

impl<'c> Server<'c> {
    fn new(
        connection: &'c Connection,
        parameters: &InitializeParams,
        surroundings: Surroundings,
    ) -> Self {
        let ClientCapabilities { workspace: about, window, .. } = &parameters.capabilities;
        let lenses = about.as_ref().and_then(|about| about.code_lens.as_ref());
        let mut workspace = Workspace::new(surroundings);
        let folders = parameters.workspace_folders.iter().flatten();
        workspace.folders = folders.map(|folder| place::path_of(&folder.uri)).collect();
        Self {
            connection,
            workspace,
            refreshes_lenses: lenses.and_then(|lenses| lenses.refresh_support).unwrap_or(false),
            shows_progress: window.as_ref().and_then(|it| it.work_done_progress).unwrap_or(false),
            running: Vec::new(),
            done: unbounded(),
            asked: 0,
        }
    }

    fn run(&mut self) -> Result<(), Broken> {
        let Connection { receiver, .. } = self.connection;
        loop {
            select! {
                recv(receiver) -> message => match message {
                    Ok(Message::Request(request)) => {
                        if self.connection.handle_shutdown(&request).map_err(broken)? {
                            return Ok(());
                        }
                        self.answer(request);
                    }
                    Ok(Message::Notification(notification)) => self.hear(notification),
                    // Nothing depends on what the editor says to our requests.
                    Ok(Message::Response(_)) => {}
                    // The editor is gone without a word.
                    Err(_) => return Ok(()),
                },
                recv(self.done.1) -> done => if let Ok(done) = done { self.finish(done) },
            }
            if receiver.is_empty() {
                self.tell_diagnostics();
            }
        }
    }

    fn send(&self, message: impl Into<Message>) {
        // An editor that is gone is noticed where messages are received.
        let _ = self.connection.sender.send(message.into());
    }

    fn notify<N: notification::Notification>(&self, parameters: N::Params) {
        self.send(Notification::new(N::METHOD.to_owned(), parameters));
    }

    fn ask<R: request::Request>(&mut self, parameters: R::Params) {
        self.asked += 1;
        self.send(Request::new(self.asked.into(), R::METHOD.to_owned(), parameters));
    }

    /// Answers a request by what the workspace knows.
    fn on<R: request::Request>(
        &mut self,
        request: Request,
        know: impl FnOnce(&mut Workspace, &R::Params) -> Result<R::Result, String>,
    ) {
        let Request { id, params, .. } = request;
        let response = match serde_json::from_value(params) {
            Err(error) => Response::new_err(id, ErrorCode::InvalidParams as i32, error.to_string()),
            Ok(parameters) => match know(&mut self.workspace, &parameters) {
                Ok(result) => Response::new_ok(id, result),
                Err(why) => Response::new_err(id, ErrorCode::RequestFailed as i32, why),
            },
        };
        self.send(response);
    }

    fn answer(&mut self, asked: Request) {
        match asked.method.as_str() {
            request::HoverRequest::METHOD => {
                self.on::<request::HoverRequest>(asked, Workspace::hover);
            }
            request::GotoDefinition::METHOD => {
                self.on::<request::GotoDefinition>(asked, Workspace::definition);
            }
            request::References::METHOD => {
                self.on::<request::References>(asked, Workspace::references);
            }
            request::PrepareRenameRequest::METHOD => {
                self.on::<request::PrepareRenameRequest>(asked, Workspace::prepare_rename);
            }
            request::Rename::METHOD => self.on::<request::Rename>(asked, Workspace::rename),
            request::Completion::METHOD => {
                self.on::<request::Completion>(asked, Workspace::completion);
            }
            request::DocumentSymbolRequest::METHOD => {
                self.on::<request::DocumentSymbolRequest>(asked, Workspace::document_symbols);
            }
            request::WorkspaceSymbolRequest::METHOD => {
                self.on::<request::WorkspaceSymbolRequest>(asked, Workspace::symbols);
            }
            request::CodeActionRequest::METHOD => {
                self.on::<request::CodeActionRequest>(asked, Workspace::fixes);
            }
            request::CodeLensRequest::METHOD => {
                self.on::<request::CodeLensRequest>(asked, Workspace::lenses);
            }
            request::DocumentLinkRequest::METHOD => {
                self.on::<request::DocumentLinkRequest>(asked, Workspace::links);
            }
            request::Formatting::METHOD => {
                self.on::<request::Formatting>(asked, Workspace::format);
            }
            request::ExecuteCommand::METHOD => self.execute(asked),
            method => {
                let message = format!("`{method}` is not known here");
                let code = ErrorCode::MethodNotFound as i32;
                self.send(Response::new_err(asked.id, code, message));
            }
        }
    }

    /// Takes note of what the editor tells.
    fn hear(&mut self, told: Notification) {
        match told.method.as_str() {
            notification::DidOpenTextDocument::METHOD => {
                let Some(DidOpenTextDocumentParams { text_document: open }) = read(told) else {
                    return;
                };
                let document = Document::new(place::path_of(&open.uri), open.version, open.text);
                self.workspace.documents.insert(open.uri.as_str().to_owned(), document);
                self.workspace.changed(&open.uri);
                self.compile(open.uri);
            }
            notification::DidChangeTextDocument::METHOD => {
                let Some(DidChangeTextDocumentParams { text_document, content_changes }) =
                    read(told)
                else {
                    return;
                };
                let (uri, version) = (text_document.uri, text_document.version);
                if let Some(document) = self.workspace.documents.get_mut(uri.as_str()) {
                    document.change(version, content_changes);
                    self.workspace.changed(&uri);
                }
            }
            notification::DidSaveTextDocument::METHOD => {
                if let Some(DidSaveTextDocumentParams { text_document, .. }) = read(told) {
                    self.compile(text_document.uri);
                }
            }
            notification::DidCloseTextDocument::METHOD => {
                let Some(DidCloseTextDocumentParams { text_document: closed }) = read(told) else {
                    return;
                };
                self.workspace.documents.remove(closed.uri.as_str());
                self.workspace.changed(&closed.uri);
                let none = PublishDiagnosticsParams::new(closed.uri, Vec::new(), None);
                self.notify::<notification::PublishDiagnostics>(none);
            }
            notification::Cancel::METHOD => {
                if let Some(CancelParams { id }) = read(told) {
                    let id = match id {
                        NumberOrString::Number(number) => number.into(),
                        NumberOrString::String(text) => RequestId::from(text),
                    };
                    self.cancel(|running| running.request == id);
                }
            }
            notification::WorkDoneProgressCancel::METHOD => {
                if let Some(WorkDoneProgressCancelParams { token }) = read(told) {
                    self.cancel(|running| running.token() == token);
                }
            }
            _ => {}
        }
    }

    fn cancel(&self, which: impl Fn(&Running) -> bool) {
        self.running.iter().filter(|it| which(it)).for_each(|it| it.canceller.cancel());
    }

    /// Finds out what evaluating a text adds to its outline.
    fn compile(&mut self, uri: Uri) {
        if let Some(document) = self.workspace.documents.get(uri.as_str())
            && work::is_compiled(document)
        {
            work::compile(uri, document, self.workspace.overlay(), &self.done.0);
        }
    }

    /// Sends what is wrong with the texts that have changed.
    fn tell_diagnostics(&mut self) {
        let untold = self.workspace.documents.iter().filter(|(_, document)| !document.is_told);
        let untold: Vec<Uri> = untold.filter_map(|(uri, _)| uri.parse().ok()).collect();
        for uri in untold {
            let diagnostics = self.workspace.diagnostics(&uri);
            let document = self.workspace.documents.get_mut(uri.as_str());
            let version = document.map(|document| {
                document.is_told = true;
                document.version
            });
            let told = PublishDiagnosticsParams::new(uri, diagnostics, version);
            self.notify::<notification::PublishDiagnostics>(told);
        }
    }

    /// Runs a command of a lens.
    fn execute(&mut self, asked: Request) {
        let wrong = |id: RequestId, why: &str| {
            Response::new_err(id, ErrorCode::InvalidParams as i32, why.to_owned())
        };
        let subject = serde_json::from_value::<ExecuteCommandParams>(asked.params).ok();
        let subject =
            subject.and_then(|ExecuteCommandParams { command, mut arguments, .. }| {
                let subject: Subject = serde_json::from_value(arguments.pop()?).ok()?;
                Some((command, subject))
            });
        let Some((command, Subject { uri, name })) = subject else {
            return self.send(wrong(asked.id, "a command is about a `uri` and perhaps a `name`"));
        };
        let target = Target { uri: uri.as_str().to_owned(), name };
        let kind = target.name.as_ref().and_then(|name| self.workspace.kind_of(&uri, name));
        let Some(document) = self.workspace.documents.get(&target.uri) else {
            return self.send(wrong(asked.id, "this text is not open"));
        };
        match command.as_str() {
            CHECK => {
                let overlay = self.workspace.overlay();
                let id = asked.id.clone();
                let canceller =
                    work::check(id, target.clone(), kind, document, overlay, &self.done.0);
                self.begin(Running { request: asked.id, target, canceller });
            }
            SHOW => {
                if let Some(summary) = self.workspace.summaries.get(&target) {
                    let message = summary.text.clone();
                    self.notify::<notification::ShowMessage>(ShowMessageParams {
                        typ: MessageType::INFO,
                        message,
                    });
                }
                self.send(Response::new_ok(asked.id, Value::Null));
            }
            other => self.send(wrong(asked.id, &format!("there is no command `{other}`"))),
        }
    }

    /// A check has begun.
    fn begin(&mut self, running: Running) {
        if self.shows_progress {
            let token = running.token();
            let create = WorkDoneProgressCreateParams { token: token.clone() };
            self.ask::<request::WorkDoneProgressCreate>(create);
            let what = running.target.name.clone();
            let begin = WorkDoneProgressBegin {
                title: format!("Checking {}", what.unwrap_or_else(|| "all".to_owned())),
                cancellable: Some(true),
                ..WorkDoneProgressBegin::default()
            };
            self.progress(token, WorkDoneProgress::Begin(begin));
        }
        self.workspace.running.push(running.target.clone());
        self.running.push(running);
        self.refresh_lenses();
    }

    fn progress(&self, token: NumberOrString, progress: WorkDoneProgress) {
        let value = ProgressParamsValue::WorkDone(progress);
        self.notify::<notification::Progress>(ProgressParams { token, value });
    }

    fn refresh_lenses(&mut self) {
        if self.refreshes_lenses {
            self.ask::<request::CodeLensRefresh>(());
        }
    }

    /// Takes note of what was done beside.
    fn finish(&mut self, done: Done) {
        match done {
            Done::Compiled { uri, version, diagnostics } => {
                if let Some(document) = self.workspace.documents.get_mut(uri.as_str())
                    && document.version == version
                {
                    document.compiled = diagnostics;
                    document.is_told = false;
                }
            }
            Done::Checked { request, target, version, answer } => {
                if self.shows_progress {
                    let end = WorkDoneProgressEnd { message: None };
                    self.progress(token(&request), WorkDoneProgress::End(end));
                }
                self.running.retain(|running| running.request != request);
                self.workspace.running = self.running.iter().map(|it| it.target.clone()).collect();
                let summary = summary(&answer);
                let response = match &*answer {
                    Ok(answer) => Response::new_ok(request, answer),
                    Err(_) => {
                        let code = ErrorCode::RequestFailed as i32;
                        Response::new_err(request, code, summary.text.clone())
                    }
                };
                // What came of a text that has changed since tells nothing about it.
                if let Some(document) = self.workspace.documents.get_mut(&target.uri)
                    && document.version == version
                {
                    document.is_told = false;
                    self.workspace.summaries.insert(target, summary);
                }
                self.send(response);
                self.refresh_lenses();
            }
        }
    }
}

fn read<T: DeserializeOwned>(told: Notification) -> Option<T> {
    serde_json::from_value(told.params).ok()
}

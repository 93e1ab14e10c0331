//! What runs beside the conversation: compiling what was opened or saved, and checking what
//! somebody wants to know.

use std::path::Path;
use std::sync::Arc;
use std::thread;
use std::time::Duration;

use crossbeam_channel::Sender;
use lsp_server::RequestId;
use lsp_types::Uri;
use surmise::check::Wanted;
use surmise::load::{InputOptions, Language, LanguageName};
use surmise::model::Diagnostic;
use surmise::{
    Answer, Attempt, Canceller, Check, Describe, Failure, Job, Limits, Remark, Request, SymbolKind,
};

use crate::document::Document;
use crate::overlay::Overlay;

/// How long a model may be compiled to see what is wrong with it, and in how much memory.
const COMPILING: Limits =
    Limits { time: Some(Duration::from_secs(5)), memory: Some(1 << 30), states: None };

/// What is checked: a composite process, a property, or all that a file declares.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Target {
    pub(crate) uri: String,
    /// The process or property, if it is not the whole file.
    pub(crate) name: Option<String>,
}

/// Work that has ended.
pub(crate) enum Done {
    /// What compiling said of a text.
    Compiled { uri: Uri, version: i32, diagnostics: Vec<Diagnostic> },
    /// What came of a check.
    Checked { request: RequestId, target: Target, version: i32, answer: Box<Attempt<Answer>> },
}

/// Whether compiling says more of a text than its outline does, without exploring a whole model.
pub(crate) fn is_compiled(document: &Document) -> bool {
    use LanguageName::{Aut, Fsp, Json, Net};
    let name = document.language.map(Language::name);
    matches!(name, Some(Fsp | Net | Aut | Json))
}

/// Compiles a text.
pub(crate) fn compile(uri: Uri, document: &Document, overlay: Overlay, to: &Sender<Done>) {
    let (path, version, to) = (document.path.clone(), document.version, to.clone());
    let describe = Describe { models: vec![path.clone()], ..Describe::default() };
    let job = Job::start(Request::new(describe).within(COMPILING), Arc::new(overlay));
    thread::spawn(move || {
        let remarks = match job.wait() {
            Ok(answer) => answer.remarks,
            Err(Failure::Wrong(remarks)) => remarks,
            // A model that takes long is no mistake.
            Err(Failure::Stopped(_)) => Vec::new(),
        };
        let diagnostics = about(remarks, &path);
        // The conversation may be over.
        let _ = to.send(Done::Compiled { uri, version, diagnostics });
    });
}

/// What is said about a file.
fn about(remarks: Vec<Remark>, path: &Path) -> Vec<Diagnostic> {
    let name = path.display().to_string();
    let is_here = |remark: &Remark| remark.source.as_ref().is_some_and(|it| it.name == name);
    remarks.into_iter().filter(is_here).map(|remark| remark.diagnostic).collect()
}

/// Checks something. The answer is also that to the request.
pub(crate) fn check(
    request: RequestId,
    target: Target,
    kind: Option<SymbolKind>,
    document: &Document,
    overlay: Overlay,
    to: &Sender<Done>,
) -> Canceller {
    let mut check = Check::of([document.path.clone()]);
    check.ignore_unchecked = true;
    match (&target.name, kind) {
        (Some(name), Some(SymbolKind::Property | SymbolKind::Claim)) => {
            check.wanted = Wanted::only([name.clone()]);
        }
        (Some(name), _) => check.input = InputOptions::default().for_process(name),
        (None, _) => {}
    }
    let (version, to) = (document.version, to.clone());
    let job = Job::start(check, Arc::new(overlay));
    let canceller = job.canceller();
    thread::spawn(move || {
        let answer = Box::new(job.wait());
        // The conversation may be over.
        let _ = to.send(Done::Checked { request, target, version, answer });
    });
    canceller
}

//! Questions of the page: answered by jobs, told line by line while they run.
//!
//! Two checks run at once, and what an editor asks as one types does not wait for them. Every job
//! has a limit of time and memory, whatever the page asks for, and ends when nobody listens any
//! more.

use std::collections::BTreeMap;
use std::io;
use std::path::Path;
use std::sync::mpsc::RecvTimeoutError;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::Duration;

use axum::Json;
use axum::body::Body;
use axum::extract::{Query, State};
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use serde::Deserialize;
use surmise::model::{Clock, Context, ReadError};
use surmise::{Canceller, Document, Files, Host, Job, Limits, Question};
use tokio::sync::{OwnedSemaphorePermit, Semaphore, mpsc};
use tokio_stream::wrappers::ReceiverStream;

use super::folder::Folder;
use super::refused;
use crate::{Desk, Envelope, event_line, last_line};

/// So many checks run at once, and so many questions that are answered as one types.
const CHECKS: usize = 2;
const GLANCES: usize = 2;

/// What an editor asks for is wanted now or not at all.
const GLANCE: Duration = Duration::from_secs(20);

/// How often to look whether anybody listens.
const LOOK: Duration = Duration::from_millis(50);

/// So many lines wait to be sent.
const WAITING_LINES: usize = 256;

/// Where questions are worked on.
pub(super) struct Desks {
    lender: Arc<Lender>,
    limits: Limits,
    checks: Arc<Semaphore>,
    glances: Arc<Semaphore>,
    running: Arc<Mutex<BTreeMap<String, Canceller>>>,
}

/// What the page calls a question, to cancel it.
#[derive(Deserialize)]
pub(super) struct Which {
    id: String,
}

impl Desks {
    pub(super) fn new(folder: Arc<Folder>, host: Arc<dyn Host>, limits: Limits) -> Self {
        let places = |most| Arc::new(Semaphore::new(most));
        Self {
            lender: Arc::new(Lender { folder, host }),
            limits,
            checks: places(CHECKS),
            glances: places(GLANCES),
            running: Arc::default(),
        }
    }

    /// The limits of a question: those that it has, and never more than those of the studio.
    fn limits(&self, asked: Limits, is_glance: bool) -> Limits {
        fn least<T: Ord>(one: Option<T>, other: Option<T>) -> Option<T> {
            one.into_iter().chain(other).min()
        }
        let time = least(asked.time, self.limits.time);
        Limits {
            time: if is_glance { least(time, Some(GLANCE)) } else { time },
            memory: least(asked.memory, self.limits.memory),
            states: least(asked.states, self.limits.states),
        }
    }
}

fn lock<T>(what: &Mutex<T>) -> MutexGuard<'_, T> {
    what.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Answers a question.
pub(super) async fn ask(
    State(desks): State<Arc<Desks>>,
    Query(Which { id }): Query<Which>,
    Json(Envelope { mut request, texts }): Json<Envelope>,
) -> Response {
    let is_glance = matches!(
        request.question,
        Question::Proofread(_) | Question::Show(_) | Question::Step(_) | Question::Describe(_)
    );
    request.limits = desks.limits(request.limits, is_glance);
    let places = if is_glance { &desks.glances } else { &desks.checks };
    let Ok(place) = Arc::clone(places).acquire_owned().await else {
        return refused(StatusCode::SERVICE_UNAVAILABLE, "the studio is closing");
    };
    let desk = Arc::new(Desk::new(texts, Arc::clone(&desks.lender) as Arc<dyn Host>));
    let job = Job::start(request, Arc::clone(&desk) as Arc<dyn Host>);
    lock(&desks.running).insert(id.clone(), job.canceller());
    let (lines, told) = mpsc::channel(WAITING_LINES);
    let running = Arc::clone(&desks.running);
    let teller = Teller { id, job, desk, lines, running, _place: place };
    match thread::Builder::new().name("teller".to_owned()).spawn(|| teller.tell()) {
        Ok(_) => {
            let lines = Body::from_stream(ReceiverStream::new(told));
            ([(header::CONTENT_TYPE, "application/x-ndjson")], lines).into_response()
        }
        Err(_) => refused(StatusCode::SERVICE_UNAVAILABLE, "there is no thread to be had"),
    }
}

/// Stops a question, which then says what it has found so far.
pub(super) async fn cancel(
    State(desks): State<Arc<Desks>>,
    Query(Which { id }): Query<Which>,
) -> Response {
    // Whatever is not running any more need not be stopped.
    if let Some(canceller) = lock(&desks.running).get(&id) {
        canceller.cancel();
    }
    StatusCode::NO_CONTENT.into_response()
}

/// Passes on what a job tells.
struct Teller {
    id: String,
    job: Job,
    desk: Arc<Desk>,
    lines: mpsc::Sender<io::Result<String>>,
    running: Arc<Mutex<BTreeMap<String, Canceller>>>,
    _place: OwnedSemaphorePermit,
}

impl Teller {
    fn tell(mut self) {
        let events = self.job.events();
        let mut is_heard = true;
        loop {
            match events.recv_timeout(LOOK) {
                Ok(event) => {
                    let line = event_line(&event);
                    is_heard = is_heard && self.lines.blocking_send(Ok(line)).is_ok();
                }
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => break,
            }
            if !is_heard || self.lines.is_closed() {
                self.job.cancel();
            }
        }
        let Self { id, job, desk, lines, running, _place } = self;
        let last = last_line(job.wait(), &desk);
        lock(&running).remove(&id);
        // Nobody may be there any more.
        let _ = lines.blocking_send(Ok(last));
    }
}

/// The files of the folder, and the clock and memory of who opened the studio.
struct Lender {
    folder: Arc<Folder>,
    host: Arc<dyn Host>,
}

impl Files for Lender {
    fn open(&self, path: &Path, _: &Context<'_>) -> Result<Arc<dyn Document>, ReadError> {
        Ok(Arc::new(self.folder.text(path)?))
    }

    fn exists(&self, path: &Path) -> bool {
        self.folder.file(path).is_ok_and(|file| file.exists())
    }
}

impl Host for Lender {
    fn clock(&self) -> Option<&dyn Clock> {
        self.host.clock()
    }

    fn memory_in_use(&self) -> u64 {
        self.host.memory_in_use()
    }
}

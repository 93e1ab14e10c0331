//! A question that is being answered, on a thread of its own.
//!
//! A [`Job`] owns everything that the work needs, the request, the host and the flag that stops it,
//! and lends it to the thread. So it has no lifetimes, and can be held by a server, by another
//! language or by whoever just waits.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, Receiver, SyncSender, TrySendError};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::{self, JoinHandle};
use std::time::Duration;

use surmise_model::{Context, Interrupt, Observer, Reason};

use crate::desk::Desk;
use crate::{Answer, Attempt, Event, Failure, Host, Remark, Request};

/// So many events wait for a reader.
const WAITING_EVENTS: usize = 1024;

/// Numbers of states are told no more often: each wakes the reader.
const BETWEEN_NUMBERS: Duration = Duration::from_millis(20);

/// Models are nested as deep as people write them.
const STACK: usize = 64 << 20;

/// A question that is being answered. If a job is dropped, it is stopped.
#[derive(Debug)]
pub struct Job {
    /// The thread, or why there is none; nothing once somebody waits for it.
    thread: Option<Attempt<JoinHandle<Attempt<Answer>>>>,
    canceller: Canceller,
    events: Option<Receiver<Event>>,
    has_reader: Arc<AtomicBool>,
}

/// What stops a job.
#[derive(Debug, Clone)]
pub struct Canceller(Arc<Interrupt<'static>>);

impl Canceller {
    /// Stops the job, which then says what it has found so far.
    pub fn cancel(&self) {
        self.0.cancel();
    }
}

impl Job {
    /// Starts to answer a request.
    pub fn start(request: impl Into<Request>, host: Arc<dyn Host>) -> Self {
        let request = request.into();
        let (sender, events) = mpsc::sync_channel(WAITING_EVENTS);
        let has_reader = Arc::new(AtomicBool::new(false));
        let outbox = Outbox {
            sender,
            has_reader: Arc::clone(&has_reader),
            host: Arc::clone(&host),
            next_number: Mutex::default(),
            follows: request.follow,
            sees_conjectures: request.conjectures,
        };
        let canceller = Canceller(Arc::new(Interrupt::new()));
        let flag = canceller.clone();
        // The outbox is the thread's: events end when the work does.
        let work = move || request.answer_with(&*host, &outbox, &flag.0);
        let thread = thread::Builder::new().name("job".to_owned()).stack_size(STACK).spawn(work);
        let thread = thread.map_err(|error| {
            let message = format!("there is no thread to be had: {error}");
            Failure::Stopped(Reason::Unsupported(message).into())
        });
        Self { thread: Some(thread), canceller, events: Some(events), has_reader }
    }

    /// What the job tells while it runs. Ends when the job does. The events can be taken once; who
    /// takes them and does not read them holds the job up.
    pub fn events(&mut self) -> Receiver<Event> {
        self.has_reader.store(true, Ordering::Relaxed);
        self.events.take().unwrap_or_else(|| mpsc::channel().1)
    }

    /// Stops the job, which then says what it has found so far.
    pub fn cancel(&self) {
        self.canceller.cancel();
    }

    /// What stops the job, for somebody else.
    pub fn canceller(&self) -> Canceller {
        self.canceller.clone()
    }

    /// Whether there is an answer already, or a reason why there is none.
    pub fn is_finished(&self) -> bool {
        let thread = self.thread.as_ref().and_then(|thread| thread.as_ref().ok());
        thread.is_none_or(JoinHandle::is_finished)
    }

    /// Waits for the answer.
    ///
    /// # Errors
    /// The request or the models are wrong, or the job was stopped before there was anything to
    /// say.
    pub fn wait(mut self) -> Attempt<Answer> {
        let panicked =
            || Failure::Stopped(Reason::Internal("the work ended in a panic".to_owned()).into());
        let thread = self.thread.take().ok_or_else(panicked)??;
        thread.join().map_err(|_| panicked())?
    }
}

impl Drop for Job {
    fn drop(&mut self) {
        self.cancel();
    }
}

/// Somebody who is told what happens.
pub trait Listener: Sync {
    /// Takes note of an event. Called from the threads of the engines.
    fn hear(&self, event: Event);

    /// Whether the reasoning is of interest. If not, it is not put into words.
    fn follows(&self) -> bool {
        false
    }

    /// Whether the assumptions that are proposed are of interest. If not, they are not copied.
    fn sees_conjectures(&self) -> bool {
        false
    }
}

/// Nobody listens.
impl Listener for () {
    fn hear(&self, _: Event) {}
}

/// Where events wait for their reader.
struct Outbox {
    sender: SyncSender<Event>,
    has_reader: Arc<AtomicBool>,
    host: Arc<dyn Host>,
    /// When numbers may be told again.
    next_number: Mutex<Duration>,
    follows: bool,
    sees_conjectures: bool,
}

impl Outbox {
    /// Whether a number would come too soon after the last one. Without a clock none does.
    fn is_too_soon(&self) -> bool {
        let Some(clock) = self.host.clock() else { return false };
        // Whoever finds it taken comes at the same time as another.
        let Ok(mut next) = self.next_number.try_lock() else { return true };
        let now = clock.now();
        let is_too_soon = now < *next;
        if !is_too_soon {
            *next = now + BETWEEN_NUMBERS;
        }
        is_too_soon
    }
}

impl Listener for Outbox {
    /// If nobody reads, what does not fit is lost; if somebody does, what passes by.
    fn hear(&self, event: Event) {
        if event.is_number() && self.is_too_soon() {
            return;
        }
        match self.sender.try_send(event) {
            Err(TrySendError::Full(event))
                if !event.is_passing() && self.has_reader.load(Ordering::Relaxed) =>
            {
                // The reader may be gone by now.
                let _ = self.sender.send(event);
            }
            _ => {}
        }
    }

    fn follows(&self) -> bool {
        self.follows
    }

    fn sees_conjectures(&self) -> bool {
        self.sees_conjectures
    }
}

impl Request {
    /// Answers the request here and now, without a thread.
    ///
    /// # Errors
    /// The request or the models are wrong, or a limit was reached before there was anything to
    /// say.
    pub fn answer(&self, host: &dyn Host) -> Attempt<Answer> {
        self.answer_with(host, &(), &Interrupt::new())
    }

    /// The same, with somebody who listens, and a flag that stops it.
    ///
    /// # Errors
    /// The request or the models are wrong, or the work was stopped before there was anything to
    /// say.
    pub fn answer_with(
        &self,
        host: &dyn Host,
        listener: &dyn Listener,
        interrupt: &Interrupt<'_>,
    ) -> Attempt<Answer> {
        let remarks: Mutex<Vec<Remark>> = Mutex::default();
        let note = |remark: Remark| {
            listener.hear(Event::Remark { remark: Box::new(remark.clone()) });
            remarks.lock().unwrap_or_else(PoisonError::into_inner).push(remark);
        };
        let timed = match (self.limits.time, host.clock()) {
            (None, _) => interrupt.child(),
            (Some(time), Some(clock)) => interrupt.child_until(clock, time),
            (Some(_), None) => {
                return Err(Failure::usage("a time limit needs a clock, and there is none here"));
            }
        };
        let context = Context {
            limits: surmise_model::Limits {
                memory: self.limits.memory,
                states: self.limits.states,
            },
            interrupt: &timed,
            observer: &Observed(listener),
            memory_in_use: &|| host.memory_in_use(),
        };
        let desk = Desk { host, context: &context, listener: &note };
        let finding = self.question.ask(desk)?;
        let remarks = remarks.into_inner().unwrap_or_else(PoisonError::into_inner);
        Ok(Answer { remarks, finding })
    }
}

/// Passes the events of engines on.
struct Observed<'a>(&'a dyn Listener);

impl Observer for Observed<'_> {
    fn event(&self, event: &surmise_model::Event<'_>) {
        self.0.hear(event.into());
    }

    fn follows(&self) -> bool {
        self.0.follows()
    }

    fn sees_conjectures(&self) -> bool {
        self.0.sees_conjectures()
    }
}

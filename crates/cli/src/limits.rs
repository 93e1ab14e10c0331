//! Time, memory and the interrupt key: how running work is watched and stopped.
//!
//! Whoever works polls its context. Here is who raises the interrupts: a timer thread for
//! `--timeout`, a signal handler for Ctrl-C and termination. Memory is what the program's allocator
//! has handed out.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::thread;
use std::time::{Duration, Instant};

use clap::Args;
use surmise_model::{Context, Interrupt, Limits};

use crate::allocator;
use crate::session::Session;
use crate::terminal_observer::TerminalObserver;
use crate::units;

/// The interrupt of the whole process, which Ctrl-C raises. All others are its children.
static INTERRUPT: Interrupt<'static> = Interrupt::new();

/// How much a command may use.
#[derive(Debug, Args)]
#[command(next_help_heading = "Limits")]
pub(crate) struct LimitArgs {
    /// Stop after this time, for example 60s or 5min
    #[arg(long, value_parser = units::duration, value_name = "TIME")]
    timeout: Option<Duration>,
    /// Stop before using more memory than this, for example 512MiB or 4GiB
    #[arg(long, value_parser = units::bytes, value_name = "SIZE")]
    memory: Option<u64>,
    /// Stop when so many states are stored, for example 10M
    #[arg(long, value_parser = units::count, value_name = "COUNT")]
    states: Option<u64>,
}

impl LimitArgs {
    fn limits(&self) -> Limits {
        Limits { memory: self.memory, states: self.states }
    }

    /// Runs something within the limits, the clock ticking and progress shown.
    pub(crate) fn within<T>(
        &self,
        session: &Session,
        work: impl FnOnce(&Context<'_>, &Clock) -> T,
    ) -> T {
        let clock = Clock { start: Instant::now(), timeout: self.timeout };
        let progress = TerminalObserver::new(session.shows_progress(), session.narrates());
        let context = Context {
            limits: self.limits(),
            interrupt: &INTERRUPT,
            observer: &progress,
            memory_in_use: &allocator::in_use,
        };
        let result = clock.share(1, &context, |context| work(context, &clock));
        let most_memory = allocator::most_in_use();
        progress.finish(most_memory);
        session.took(progress.elapsed(), most_memory);
        result
    }

    /// Runs something beside others within limits of its own, the clock starting now.
    pub(crate) fn beside_others<T>(&self, work: impl FnOnce(&Context<'_>) -> T) -> T {
        let clock = Clock { start: Instant::now(), timeout: self.timeout };
        let context = Context {
            limits: self.limits(),
            interrupt: &INTERRUPT,
            observer: &(),
            memory_in_use: &allocator::in_use,
        };
        clock.share(1, &context, work)
    }
}

/// The time that is left.
pub(crate) struct Clock {
    start: Instant,
    timeout: Option<Duration>,
}

impl Clock {
    /// Runs the first of so many pieces of work, which get the same share of the time that is left.
    pub(crate) fn share<T>(
        &self,
        pieces: usize,
        context: &Context<'_>,
        work: impl FnOnce(&Context<'_>) -> T,
    ) -> T {
        let Some(timeout) = self.timeout else { return work(context) };
        let left = timeout.saturating_sub(self.start.elapsed());
        let share = left / u32::try_from(pieces.max(1)).unwrap_or(u32::MAX);
        let interrupt = context.interrupt.child();
        let (finished, over) = mpsc::channel::<()>();
        thread::scope(|scope| {
            scope.spawn(|| {
                let over = over;
                // Who can make do with what there is gets the second half for that.
                for raise in [Interrupt::hurry, Interrupt::time_out] {
                    match over.recv_timeout(share / 2) {
                        Err(RecvTimeoutError::Timeout) => raise(&interrupt),
                        _ => return,
                    }
                }
            });
            let result = work(&Context { interrupt: &interrupt, ..*context });
            drop(finished);
            result
        })
    }
}

/// From now on Ctrl-C stops the running work, which then says what it knows; a second one ends the
/// program at once.
pub(crate) fn listen_for_interrupts() {
    static ASKED: AtomicBool = AtomicBool::new(false);
    let handler = || {
        if ASKED.swap(true, Ordering::Relaxed) {
            // As a shell reports a program that died of Ctrl-C.
            std::process::exit(130);
        }
        INTERRUPT.cancel();
    };
    // It can only fail if there is a handler already. Then Ctrl-C does what that one does.
    let _ = ctrlc::set_handler(handler);
}

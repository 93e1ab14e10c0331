//! Time, memory and the interrupt key: how a running engine is watched and stopped.
//!
//! Engines and compilers poll their context. Here is who raises the interrupt: a timer thread for
//! `--timeout`, a signal handler for Ctrl-C and termination. Memory is what the program's allocator
//! has handed out.

use std::alloc::System;
use std::num::NonZeroUsize;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::thread;
use std::time::{Duration, Instant};

use cap::Cap;
use clap::Args;

use surmise_model::{Context, Interrupt, Limits};

use crate::progress::Progress;
use crate::session::Session;
use crate::units;

/// Counts what is allocated. It never refuses: engines ask before they allocate.
#[global_allocator]
static ALLOCATOR: Cap<System> = Cap::new(System, usize::MAX);

/// The one interrupt of the process.
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
    /// How many threads to use; the answer does not depend on it
    #[arg(long, default_value = "1", value_name = "COUNT")]
    threads: NonZeroUsize,
}

impl LimitArgs {
    /// How many threads to use.
    pub(crate) fn threads(&self) -> usize {
        self.threads.get()
    }

    /// Runs something within the limits, the clock ticking and progress shown.
    pub(crate) fn within<T>(&self, session: &Session, work: impl FnOnce(&Context<'_>) -> T) -> T {
        if let Some(timeout) = self.timeout {
            // Not joined: it ends with the process.
            thread::spawn(move || {
                thread::sleep(timeout);
                INTERRUPT.time_out();
            });
        }
        let progress = Progress::new(session.shows_progress(), session.narrates());
        let context = Context {
            limits: Limits { memory: self.memory, states: self.states },
            interrupt: &INTERRUPT,
            observer: &progress,
            memory_in_use: &|| ALLOCATOR.allocated() as u64,
        };
        let result = work(&context);
        let most_memory = ALLOCATOR.max_allocated() as u64;
        progress.finish(most_memory);
        session.took(progress.elapsed(), most_memory);
        result
    }

    /// Runs something beside others within limits of its own, the clock starting now.
    pub(crate) fn beside_others<T>(&self, work: impl FnOnce(&Context<'_>) -> T) -> T {
        let interrupt = Interrupt::new();
        let (finished, over) = mpsc::channel::<()>();
        thread::scope(|scope| {
            scope.spawn(|| {
                let over = over;
                let start = Instant::now();
                while let Err(RecvTimeoutError::Timeout) = over.recv_timeout(GLANCE) {
                    if INTERRUPT.reason().is_some() {
                        interrupt.cancel();
                    }
                    if self.timeout.is_some_and(|timeout| start.elapsed() >= timeout) {
                        interrupt.time_out();
                    }
                }
            });
            let context = Context {
                limits: Limits { memory: self.memory, states: self.states },
                interrupt: &interrupt,
                observer: &(),
                memory_in_use: &|| ALLOCATOR.allocated() as u64,
            };
            let result = work(&context);
            drop(finished);
            result
        })
    }
}

/// How often the clock and the interrupt key are looked at for work beside others.
const GLANCE: Duration = Duration::from_millis(20);

/// From now on Ctrl-C stops the running engine, which then says what it knows; a second one ends
/// the program at once.
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

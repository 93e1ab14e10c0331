//! How much a command may use, and the interrupt key.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use clap::Args;
use surmise::model::Interrupt;
use surmise::{Limits, Question, Request};

use crate::units;

/// The interrupt of the whole process, which Ctrl-C raises.
static INTERRUPT: Interrupt<'static> = Interrupt::new();

/// How much a command may use.
#[derive(Debug, Args)]
#[command(next_help_heading = "Limits")]
pub(crate) struct LimitArgs {
    /// Stop after this time: 60s, 5min
    #[arg(long, value_parser = units::duration, value_name = "TIME")]
    timeout: Option<Duration>,
    /// Stop before using more memory than this: 512MiB, 4GiB
    #[arg(long, value_parser = units::bytes, value_name = "SIZE")]
    memory: Option<u64>,
    /// Stop when this many states are stored: 10M
    #[arg(long, value_parser = units::count, value_name = "COUNT")]
    states: Option<u64>,
}

impl LimitArgs {
    /// A question within these limits.
    pub(crate) fn request(&self, question: impl Into<Question>) -> Request {
        Request::new(question).within(self.limits())
    }

    /// The limits.
    pub(crate) fn limits(&self) -> Limits {
        let Self { timeout: time, memory, states } = *self;
        Limits { time, memory, states }
    }
}

/// The flag that Ctrl-C raises.
pub(crate) fn interrupt() -> &'static Interrupt<'static> {
    &INTERRUPT
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

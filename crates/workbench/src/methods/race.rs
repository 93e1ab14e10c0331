//! Running entries of a race, on one thread or several, with the same result.
//!
//! An entry is *settled* if entries before it have decided all of its claims: it is not started then, or
//! stopped by an interrupt of its own, and in either case what it had to say is forgotten. Every other
//! entry runs until it is done or its budget is used up. So what comes of a round is what would come of
//! running the entries one after the other. What an entry tells is kept until its turn comes.
//!
//! Memory is shared: an entry that runs out of it beside others runs once more, alone.

use std::collections::BTreeMap;
use std::panic::resume_unwind;
use std::sync::{Mutex, PoisonError};

use surmise_model::{Context, Event, Interrupt, Observer, Outcome, Reason, Report};

use crate::Attempt;

/// Work on some claims, within a budget.
pub(super) struct Entry {
    pub(super) claims: Vec<usize>,
    pub(super) budget: Option<u64>,
}

/// What came of an entry.
pub(super) struct Ran {
    /// One for each claim.
    pub(super) reports: Vec<Report>,
    /// How many looks at the context it took.
    pub(super) spent: u64,
    /// The reasoning, line by line.
    pub(super) told: Vec<String>,
}

/// What the threads share.
#[derive(Default)]
struct Board {
    next: usize,
    /// The first entry that decided each claim.
    decided: BTreeMap<usize, usize>,
    results: BTreeMap<usize, Attempt<Ran>>,
}

impl Board {
    fn is_settled(&self, number: usize, entries: &[Entry]) -> bool {
        let by_earlier = |claim: &usize| self.decided.get(claim).is_some_and(|&by| by < number);
        entries[number].claims.iter().all(by_earlier)
    }
}

/// Runs entries: what came of each that is not settled by those before it.
pub(super) fn run(
    entries: &[Entry],
    threads: usize,
    context: &Context<'_>,
    work: impl Fn(usize, &Context<'_>) -> Attempt<Vec<Report>> + Sync,
    is_verdict: impl Fn(usize, &Report, usize) -> bool + Sync,
) -> Attempt<Vec<Option<Ran>>> {
    let interrupts: Vec<Interrupt<'_>> =
        entries.iter().map(|entry| context.interrupt.child_with_budget(entry.budget)).collect();
    let board = Mutex::new(Board::default());
    let lock = || board.lock().unwrap_or_else(PoisonError::into_inner);
    let run_one = |number: usize, interrupt: &Interrupt<'_>| {
        let recorder = Recorder { inner: context.observer, told: Mutex::default() };
        let own = Context { interrupt, observer: &recorder, ..*context };
        let reports = work(number, &own);
        let told = recorder.told.into_inner().unwrap_or_else(PoisonError::into_inner);
        let mut board = lock();
        for (which, report) in reports.iter().flatten().enumerate() {
            if is_verdict(number, report, which) {
                let claim = entries[number].claims[which];
                let first = board.decided.entry(claim).or_insert(number);
                *first = number.min(*first);
            }
        }
        for (later, interrupt) in interrupts.iter().enumerate().skip(number + 1) {
            if board.is_settled(later, entries) {
                interrupt.cancel();
            }
        }
        let ran = reports.map(|reports| Ran { reports, spent: interrupt.spent(), told });
        board.results.insert(number, ran);
    };
    let take_turns = || {
        loop {
            let mut board = lock();
            let number = board.next;
            if number == entries.len() {
                break;
            }
            board.next += 1;
            let settled = board.is_settled(number, entries);
            drop(board);
            if !settled {
                run_one(number, &interrupts[number]);
            }
        }
    };
    match threads.min(entries.len()) {
        0 | 1 => take_turns(),
        several => std::thread::scope(|scope| {
            let threads: Vec<_> = (0..several).map(|_| scope.spawn(take_turns)).collect();
            for thread in threads {
                thread.join().unwrap_or_else(|panic| resume_unwind(panic));
            }
        }),
    }
    if threads > 1 {
        for (number, entry) in entries.iter().enumerate() {
            let again = {
                let board = lock();
                !board.is_settled(number, entries)
                    && board.results.get(&number).is_some_and(needs_room)
            };
            if again {
                run_one(number, &context.interrupt.child_with_budget(entry.budget));
            }
        }
    }
    let mut board = board.into_inner().unwrap_or_else(PoisonError::into_inner);
    let mut results = Vec::with_capacity(entries.len());
    for number in 0..entries.len() {
        let settled = board.is_settled(number, entries);
        let result = board.results.remove(&number).filter(|_| !settled);
        results.push(result.transpose()?);
    }
    Ok(results)
}

/// Whether memory was what it lacked.
fn needs_room(result: &Attempt<Ran>) -> bool {
    let lacks = |report: &Report| match &report.outcome {
        Outcome::Unknown(unknown) => matches!(unknown.reason, Reason::MemoryLimit(_)),
        _ => false,
    };
    result.as_ref().is_ok_and(|ran| ran.reports.iter().any(lacks))
}

/// Keeps the reasoning for later; how far the work is goes on at once.
struct Recorder<'a> {
    inner: &'a dyn Observer,
    told: Mutex<Vec<String>>,
}

impl Observer for Recorder<'_> {
    fn event(&self, event: &Event<'_>) {
        match event {
            Event::Narration(line) => {
                let mut told = self.told.lock().unwrap_or_else(PoisonError::into_inner);
                told.push((*line).to_owned());
            }
            event => self.inner.event(event),
        }
    }

    fn follows(&self) -> bool {
        self.inner.follows()
    }
}

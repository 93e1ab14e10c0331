//! Running entries side by side: each has a thread of its own, and waits when it has spent what it
//! may in a round. So nobody begins again, and still only as many work at a time as there are
//! processors for.
//!
//! In a round the entries get their turn in a fixed order. One that can no longer be the first to
//! decide something is stopped, and what it has to say is forgotten: so what comes of a race does
//! not depend on the number of threads. What an entry tells is kept until the race is over.

use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use surmise_model::{Context, Interrupt, Purse};

use super::entry::{Decided, Entry, Field, Ran};
use super::rounds::milestone;
use crate::Attempt;

/// How often somebody looks whether everything is to stop, while all others work.
const GLANCE: Duration = Duration::from_millis(2);

/// How a race side by side ends.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum End {
    /// Everything is decided that can be, or somebody has stopped it.
    Over,
    /// In this round somebody had too little memory beside the others.
    NeedsRoom(u32),
}

/// Where an entry is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum State {
    /// It begins, or begins again, when its turn comes.
    Ready,
    Working,
    /// It waits for a round.
    Waiting(u32),
    Done,
}

/// What an entry may do, and what it does.
#[derive(Debug)]
struct Lane {
    state: State,
    /// The round that it may work in.
    round: u32,
    /// The round that it has come to.
    reached: u32,
    /// After this round it stops.
    last: u32,
    /// The round that it was not paid for when it stopped.
    wanted: u32,
}

/// What the threads share.
#[derive(Debug, Default)]
struct Board {
    lanes: Vec<Lane>,
    decided: Decided,
    results: Vec<Option<Attempt<Ran>>>,
    /// Whether somebody had too little memory while others held some.
    is_crowded: bool,
}

/// The board, and for each entry a flag to stop it.
struct Office<'a> {
    field: &'a Field<'a>,
    stops: Vec<Interrupt<'a>>,
    board: Mutex<Board>,
    /// Rings for whoever gives turns, when somebody waits or is done.
    bell: Condvar,
    /// Ring for each entry, when it may go on or is to stop.
    calls: Vec<Condvar>,
}

/// Runs all entries, so many at a time, until everything is decided that can be.
pub(super) fn run(
    field: &Field<'_>,
    threads: usize,
    decided: &mut Decided,
    results: &mut [Option<Ran>],
) -> Attempt<End> {
    let office = Office::new(field);
    let end = std::thread::scope(|scope| {
        let begin = |number: usize| {
            let office = &office;
            scope.spawn(move || office.work(number));
        };
        let end = (1..).find_map(|round| office.round(round, threads, &begin));
        office.stop_all();
        end.unwrap_or(End::Over)
    });
    let board = office.board.into_inner().unwrap_or_else(PoisonError::into_inner);
    *decided = board.decided;
    for (result, ran) in results.iter_mut().zip(board.results) {
        *result = ran.transpose()?;
    }
    Ok(end)
}

impl<'a> Office<'a> {
    fn new(field: &'a Field<'a>) -> Self {
        let lane =
            |_: &Entry| Lane { state: State::Ready, round: 0, reached: 1, last: 0, wanted: 0 };
        let lanes: Vec<Lane> = field.entries.iter().map(lane).collect();
        let results = lanes.iter().map(|_| None).collect();
        Self {
            field,
            stops: field.entries.iter().map(|_| field.context.interrupt.child()).collect(),
            board: Mutex::new(Board { lanes, results, ..Board::default() }),
            bell: Condvar::new(),
            calls: field.entries.iter().map(|_| Condvar::new()).collect(),
        }
    }

    fn board(&self) -> MutexGuard<'_, Board> {
        self.board.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Does the work of an entry, on a thread of its own.
    fn work(&self, number: usize) {
        let _leaving = Leaving { office: self, number };
        let turns = Turns { office: self, number };
        let interrupt = self.stops[number].child_paid_by(&turns);
        let own = Context { interrupt: &interrupt, ..*self.field.context };
        let (reports, told) = self.field.run(number, &own);
        let mut board = self.board();
        let Lane { reached, last, .. } = board.lanes[number];
        let before = board.results[number].take().and_then(Result::ok);
        let ran = reports.map(|reports| Ran::new(reports, (reached, last), told).after(before));
        match &ran {
            // What it knew when memory was short depends on the others: it is asked again, alone.
            Ok(ran) if ran.lacks_memory() && board.others_hold_memory(number) => {
                board.is_crowded = true;
            }
            // Who is stopped because of the others has nothing to say; who is stopped from outside
            // has.
            Ok(ran) if ran.was_cancelled() && self.field.context.interrupt.reason().is_none() => {}
            Ok(ran) => {
                board.decided.add(self.field, number, ran);
                if !ran.is_final() {
                    board.lanes[number].state = State::Ready;
                }
            }
            Err(_) => {}
        }
        board.results[number] = Some(ran);
    }

    /// Gives everybody a turn, in order, and waits until all have had it. Says so if the race ends.
    fn round(&self, round: u32, threads: usize, begin: &dyn Fn(usize)) -> Option<End> {
        let mut next = 0;
        let mut board = self.board();
        loop {
            if self.field.context.interrupt.reason().is_some() {
                return Some(End::Over);
            }
            self.stop_settled(&mut board, round);
            if board.is_crowded {
                return Some(End::NeedsRoom(round));
            }
            let working = board.lanes.iter().filter(|lane| lane.state == State::Working).count();
            if next < board.lanes.len() && working < threads.max(1) {
                let in_parts = self.field.entries[next].in_parts;
                let last = if in_parts { milestone(round) } else { u32::MAX };
                if board.lanes[next].begins(last) {
                    begin(next);
                }
                board.lanes[next].give_turn(round);
                self.calls[next].notify_one();
                next += 1;
            } else if working > 0 {
                let waited = self.bell.wait_timeout(board, GLANCE);
                (board, _) = waited.unwrap_or_else(PoisonError::into_inner);
            } else {
                let over = board.lanes.iter().all(|lane| lane.state == State::Done);
                return over.then_some(End::Over);
            }
        }
    }

    /// Stops those who can no longer be the first to decide something.
    fn stop_settled(&self, board: &mut Board, round: u32) {
        let Board { lanes, decided, .. } = board;
        for ((number, entry), lane) in self.field.entries.iter().enumerate().zip(lanes) {
            if decided.last_round(entry, number).is_some_and(|last| last < round) {
                self.stop(number, lane);
            }
        }
    }

    fn stop(&self, number: usize, lane: &mut Lane) {
        lane.last = 0;
        match lane.state {
            State::Ready => lane.state = State::Done,
            // Who is stopped from outside is to say so.
            State::Working | State::Waiting(_)
                if self.field.context.interrupt.reason().is_none() =>
            {
                self.stops[number].cancel();
            }
            _ => {}
        }
        self.calls[number].notify_one();
    }

    /// Stops everybody. Those who work go on to their next look, those who wait are sent away.
    fn stop_all(&self) {
        let mut board = self.board();
        for (number, lane) in board.lanes.iter_mut().enumerate() {
            self.stop(number, lane);
        }
    }
}

impl Board {
    /// Whether others than an entry have begun, and are not done.
    fn others_hold_memory(&self, number: usize) -> bool {
        let mut others = self.lanes.iter().enumerate().filter(|&(other, _)| other != number);
        others.any(|(_, lane)| matches!(lane.state, State::Working | State::Waiting(_)))
    }
}

impl Lane {
    /// Lets it begin, if it is ready and gets farther than the time before until a last round.
    fn begins(&mut self, last: u32) -> bool {
        let begins = self.state == State::Ready && self.wanted <= last;
        if begins {
            *self = Self { state: State::Waiting(1), round: 0, reached: 1, last, wanted: 0 };
        }
        begins
    }

    /// Lets it work in a round, if it has come so far.
    fn give_turn(&mut self, round: u32) {
        if matches!(self.state, State::Waiting(wanted) if wanted <= round) {
            self.state = State::Working;
        }
        self.round = round;
    }
}

/// Pays for an entry, round by round.
struct Turns<'a> {
    office: &'a Office<'a>,
    number: usize,
}

impl std::fmt::Debug for Turns<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Turns").field("number", &self.number).finish_non_exhaustive()
    }
}

impl Purse for Turns<'_> {
    fn more(&self, spent: u64) -> Option<u64> {
        let (round, budget) = self.office.field.entries[self.number].rounds.with(spent);
        let mut board = self.office.board();
        loop {
            let lane = &mut board.lanes[self.number];
            if round > lane.last {
                lane.wanted = round;
                return None;
            }
            if round <= lane.round {
                lane.reached = round;
                return Some(budget);
            }
            lane.state = State::Waiting(round);
            self.office.bell.notify_one();
            let call = &self.office.calls[self.number];
            board = call.wait(board).unwrap_or_else(PoisonError::into_inner);
        }
    }
}

/// Says when a thread ends, however it does.
struct Leaving<'a> {
    office: &'a Office<'a>,
    number: usize,
}

impl Drop for Leaving<'_> {
    fn drop(&mut self) {
        let mut board = self.office.board();
        let state = &mut board.lanes[self.number].state;
        if *state != State::Ready {
            *state = State::Done;
        }
        self.office.bell.notify_one();
    }
}

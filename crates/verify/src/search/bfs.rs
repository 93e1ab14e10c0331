//! Breadth-first search, level by level, on one thread or several.
//!
//! A level is a list of runs in the arena. Threads take blocks of it, expand the states and insert
//! their successors, which make up the next level. Two things end a *round* before the level is
//! done: no room (the index or the arena grows, and the next round takes up what was left), and an
//! interruption (the search stops).
//!
//! **Several things at once.** Each kind of badness that is sought gets the first level on which a
//! state has it. The search goes on until all are found, or nothing new is.
//!
//! **The same answer whatever the threads do.** Which states are on a level does not depend on the
//! order in which they were found; so nothing that is reported may depend on anything else. Once a
//! bad state is seen, the rest of its level is still looked through, and the smallest bad packed
//! state counts; the [trace](super::path) is chosen by the same measure. For the same reason
//! only levels that were looked through to their ends are counted, and one on which the limit on
//! states is passed is looked through, too, though nothing more is stored.

use std::panic::resume_unwind;
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};

use surmise_model::{Context, Count, Event, Reason, Stop};

use super::arena::{Full, Writer};
use super::driver::{Driven, Driver, Enough, Expansion};
use super::levels::Levels;
use super::round::{Block, Round, Share, cut};
use super::store::{Misfit, Store};
use super::successors::Successors;
use super::tuning::Tuning;
use super::{path, statistics};
use crate::automata::afterwards;

/// Levels with fewer states are not worth starting threads for.
const PARALLEL: u64 = 4096;

/// Between two looks at the limits at most so many words of successors are made, but for those that
/// one state has at once.
const WORDS: u64 = 1 << 15;

/// The driver that goes level by level: the first way that it finds to something is a shortest one.
#[derive(Debug, Clone)]
pub struct LevelByLevel {
    /// How many threads work. What is found does not depend on it.
    pub threads: usize,
    /// Numbers that make no difference to what is found.
    pub tuning: Tuning,
}

impl Driver for LevelByLevel {
    fn drive<const W: usize, E: Expansion<W>, S: Store<W>>(
        &self,
        expansion: &E,
        store: impl Fn() -> S,
        enough: Enough,
        context: &Context<'_>,
    ) -> Result<Driven<W>, Misfit> {
        let mut bfs = Bfs::new(self, expansion, enough, context, store());
        let stop = bfs.run(expansion.initial()).err();
        if let Some(misfit) = bfs.store.misfit() {
            return Err(misfit);
        }
        let depth = bfs.done.saturating_sub(1) as u64;
        let mut statistics = statistics(bfs.expanded, bfs.transitions, depth);
        if expansion.reduces() {
            statistics.set(Count::ReducedStates, bfs.reduced);
        }
        statistics.set(Count::Bytes, bfs.store.bytes());
        let Bfs { store, levels, found, .. } = &bfs;
        let find = |context: &Context<'_>| {
            path::to_states(expansion, store, levels, found, (&self.tuning, context))
        };
        let ways = match &stop {
            Some(Stop(Reason::TimeLimit | Reason::Cancelled | Reason::WorkLimit)) => {
                afterwards(context, find)
            }
            _ => find(context),
        };
        Ok(match ways {
            Ok(ways) => Driven { ways, stop, is_complete: bfs.is_complete, statistics },
            Err(late) => {
                let ways = vec![None; expansion.kinds()];
                let is_complete = bfs.is_complete;
                Driven { ways, stop: stop.or(Some(late)), is_complete, statistics }
            }
        })
    }
}

/// A breadth-first search under way.
struct Bfs<'a, const W: usize, E, S> {
    expansion: &'a E,
    enough: Enough,
    threads: usize,
    tuning: &'a Tuning,
    context: &'a Context<'a>,
    store: S,
    /// The levels so far, the one being expanded last.
    levels: Levels,
    /// How many levels were looked through.
    done: usize,
    /// States on these.
    expanded: u64,
    /// Transitions from these.
    transitions: u64,
    /// How many of these states have steps that were not followed.
    reduced: u64,
    /// For each badness that is sought the smallest state that has it, on the first level where one
    /// does, and the number of that level.
    found: Vec<Option<(usize, [u64; W])>>,
    /// Which of them were seen, on the level being expanded, too.
    seen: Vec<AtomicBool>,
    /// How many were.
    num_seen: AtomicUsize,
    /// With how many states the search ends, once something is found.
    states: u64,
    /// Whether nothing is left to expand.
    is_complete: bool,
}

/// The successors of a state on their way into the store.
struct Stage<const W: usize, F> {
    successors: Successors<W>,
    /// How many steps there are, those that are counted through included.
    steps: u64,
    fetched: F,
}

impl<const W: usize, F: Default> Stage<W, F> {
    fn new(tuning: &Tuning) -> Self {
        Self { successors: Successors::new(tuning), steps: 0, fetched: F::default() }
    }
}

impl<'a, const W: usize, E: Expansion<W>, S: Store<W>> Bfs<'a, W, E, S> {
    fn new(
        driver: &'a LevelByLevel,
        expansion: &'a E,
        enough: Enough,
        context: &'a Context<'a>,
        store: S,
    ) -> Self {
        let kinds = expansion.kinds();
        Self {
            expansion,
            enough,
            threads: driver.threads.max(1),
            tuning: &driver.tuning,
            context,
            store,
            levels: Levels::default(),
            done: 0,
            expanded: 0,
            transitions: 0,
            reduced: 0,
            found: vec![None; kinds],
            seen: (0..kinds).map(|_| AtomicBool::new(false)).collect(),
            num_seen: AtomicUsize::new(0),
            states: u64::MAX,
            is_complete: false,
        }
    }

    /// Searches from an initial state until everything sought is found or nothing new is.
    fn run(&mut self, initial: [u64; W]) -> Result<(), Stop> {
        let mut writers: Vec<Writer> = Vec::new();
        writers.resize_with(self.threads, Writer::default);
        self.insert_initial(&initial, &mut writers[0])?;
        loop {
            let size = self.levels.push(writers.iter_mut().flat_map(Writer::take_runs));
            self.is_complete = size == 0;
            if size == 0 || self.has_seen_enough() || self.expanded + size > self.states {
                return Ok(());
            }
            self.context.check_states(self.expanded + size)?;
            self.store.look_back(self.expanded + size)?;
            self.expand_level(size, &mut writers)?;
        }
    }

    fn has_seen_enough(&self) -> bool {
        !self.found.is_empty() && self.num_seen.load(Ordering::Relaxed) >= self.wanted()
    }

    /// How many kinds of badness are to be found.
    fn wanted(&self) -> usize {
        self.enough.kinds.min(self.found.len())
    }

    fn insert_initial(&mut self, initial: &[u64; W], writer: &mut Writer) -> Result<(), Stop> {
        let successors = 2 * self.threads * self.expansion.widest() * size_of::<[u64; W]>();
        self.context.reserve(self.store.bytes() + successors as u64)?;
        let is_new = self.store.put(initial, writer, self.context)?;
        debug_assert!(is_new, "the store is empty");
        Ok(())
    }

    /// Expands the last level, in as many rounds as it takes.
    fn expand_level(&mut self, size: u64, writers: &mut [Writer]) -> Result<(), Stop> {
        let before = self.expanded + size;
        let threads = if size < PARALLEL { 1 } else { writers.len() };
        let mut level = Share { left: cut(self.levels.last()), ..Share::default() };
        let mut new = 0;
        while !level.left.is_empty() {
            let round = Round {
                blocks: std::mem::take(&mut level.left),
                before,
                next: AtomicUsize::new(0),
                over: AtomicBool::new(false),
                looking_only: AtomicBool::new(self.has_seen_enough() || level.stop.is_some()),
                new: AtomicU64::new(new),
            };
            level.merge(self.work_together(&round, &mut writers[..threads]));
            new = round.new.into_inner();
            match level.stop {
                None | Some(Stop(Reason::StateLimit(_))) => {}
                Some(stop) => return self.give_up(level.bad, stop),
            }
            let next = round.next.into_inner().min(round.blocks.len());
            level.left.extend_from_slice(&round.blocks[next..]);
            for writer in &mut *writers {
                self.store.give_back(writer);
            }
            let entries = std::mem::take(&mut level.entries);
            if let Err(stop) = self.store.grow(entries, threads, self.context) {
                return self.give_up(level.bad, stop);
            }
        }
        self.expanded = before;
        self.transitions = self.transitions.saturating_add(level.transitions);
        self.reduced += level.reduced;
        self.keep(level.bad);
        self.done += 1;
        level.stop.map_or(Ok(()), Err)
    }

    /// Stops in the middle of a level. A bad state that was found there is perhaps not the
    /// smallest, but bad enough for a verdict.
    fn give_up(&mut self, bad: Vec<Option<[u64; W]>>, stop: Stop) -> Result<(), Stop> {
        self.keep(bad);
        Err(stop)
    }

    /// Keeps what was found on the last level.
    fn keep(&mut self, bad: Vec<Option<[u64; W]>>) {
        let depth = self.levels.depth();
        for (found, state) in self.found.iter_mut().zip(bad) {
            *found = found.take().or(state.map(|state| (depth, state)));
        }
        if self.states == u64::MAX && self.found.iter().any(Option::is_some) {
            self.states = self.expanded.saturating_mul(2).saturating_add(self.enough.states);
        }
    }

    /// A round: one thread for each writer.
    fn work_together(&self, round: &Round, writers: &mut [Writer]) -> Share<W> {
        let Some((own, others)) = writers.split_first_mut() else { return Share::default() };
        std::thread::scope(|scope| {
            let work = |writer| scope.spawn(move || self.work(round, writer));
            let threads: Vec<_> = others.iter_mut().map(work).collect();
            let mut share = self.work(round, own);
            for thread in threads {
                share.merge(thread.join().unwrap_or_else(|panic| resume_unwind(panic)));
            }
            share
        })
    }

    /// One thread's work in a round.
    fn work(&self, round: &Round, writer: &mut Writer) -> Share<W> {
        let mut share = Share::default();
        let mut pipeline = [Stage::new(self.tuning), Stage::new(self.tuning)];
        let mut room = self.expansion.room();
        while !round.over.load(Ordering::Relaxed) {
            let number = round.next.fetch_add(1, Ordering::Relaxed);
            let Some(block) = round.blocks.get(number) else { break };
            let rooms = (&mut pipeline, &mut room);
            let done = self
                .look_at_limits(round, &mut share)
                .map_err(|full| (block.clone(), full))
                .and_then(|()| self.expand_block(round, block, writer, rooms, &mut share));
            self.context.interrupt.work(std::mem::take(&mut share.words));
            if let Err((left, full)) = done {
                round.over.store(true, Ordering::Relaxed);
                share.left.push(left);
                if let Full::Stop(stop) = full {
                    share.stop = Some(stop);
                }
            }
            if number.is_multiple_of(64) {
                self.report(round.before + round.new.load(Ordering::Relaxed));
            }
        }
        share
    }

    /// Looks whether to go on; if there are too many states, only to look at what is there.
    fn look_at_limits(&self, round: &Round, share: &mut Share<W>) -> Result<(), Full> {
        self.context.interrupt.work(std::mem::take(&mut share.words));
        let states = round.before + round.new.load(Ordering::Relaxed);
        if let Err(stop) = self.context.check_states(states) {
            round.looking_only.store(true, Ordering::Relaxed);
            share.stop = Some(stop);
        }
        self.context.check().map_err(Full::Stop)
    }

    /// Expands the states of a block. Successors of one state are inserted while those of the next
    /// are fetched from memory. On failure gives what was not dealt with.
    fn expand_block(
        &self,
        round: &Round,
        block: &Block,
        writer: &mut Writer,
        ([ready, fetching], room): (&mut [Stage<W, S::Fetched>; 2], &mut E::Room),
        share: &mut Share<W>,
    ) -> Result<(), (Block, Full)> {
        let Block { states, counted } = block;
        let from = |start, counted| Block { states: start..states.end, counted };
        let mut new = 0;
        ready.steps = 0;
        ready.successors.clear();
        for position in states.start..=states.end {
            fetching.successors.clear();
            fetching.steps = 0;
            let mut room_for_next = Ok(());
            if position < states.end {
                let state = self.store.get(position);
                let Stage { successors, steps, fetched } = fetching;
                let each = |successor: &[u64; W]| self.store.prefetch(successor);
                self.expansion
                    .expand(&state, room, successors, each)
                    .map_err(|stop| (from(position, 0), Full::Stop(stop)))?;
                *steps = successors.steps();
                if successors.is_suspicious() {
                    self.examine(&state, successors, round, share);
                }
                if !round.looking_only.load(Ordering::Relaxed) {
                    let states = successors.states();
                    room_for_next = self.store.fetch(
                        Some((position, &state)),
                        states,
                        fetched,
                        writer,
                        self.context,
                    );
                }
            }
            if !round.looking_only.load(Ordering::Relaxed)
                && let Err(full) = self.insert(ready, writer, &mut new)
            {
                // It is the successors of the state before this one that found no room.
                share.entries = (ready.successors.states().len() * self.threads) as u64;
                round.new.fetch_add(new, Ordering::Relaxed);
                return Err((from(position - 1, 0), full));
            }
            share.transitions = share.transitions.saturating_add(ready.steps);
            share.reduced += u64::from(ready.successors.is_reduced);
            share.words += fetching.successors.at_once() * W as u64 + fetching.successors.effort;
            if let Err(full) = room_for_next {
                share.entries = (fetching.successors.states().len() * self.threads) as u64;
                round.new.fetch_add(new, Ordering::Relaxed);
                return Err((from(position, 0), full));
            }
            if !fetching.successors.choices.is_empty() {
                round.new.fetch_add(std::mem::take(&mut new), Ordering::Relaxed);
                let counted = if position == states.start { *counted } else { 0 };
                self.count_through(round, (position, counted), fetching, writer, share)
                    .map_err(|(counted, full)| (from(position, counted), full))?;
            } else if share.words >= WORDS {
                round.new.fetch_add(std::mem::take(&mut new), Ordering::Relaxed);
                self.look_at_limits(round, share).map_err(|full| (from(position, 0), full))?;
            }
            std::mem::swap(ready, fetching);
        }
        round.new.fetch_add(new, Ordering::Relaxed);
        Ok(())
    }

    /// Inserts the successors of a state of which some are to be counted through, but for so many
    /// of these. On failure gives how many of these are in the store.
    #[cold]
    fn count_through(
        &self,
        round: &Round,
        (position, mut counted): (u64, u64),
        stage: &mut Stage<W, S::Fetched>,
        writer: &mut Writer,
        share: &mut Share<W>,
    ) -> Result<(), (u64, Full)> {
        let state = self.store.get(position);
        stage.successors.skip(counted);
        let mut is_first = true;
        while !round.looking_only.load(Ordering::Relaxed) {
            let mut new = 0;
            let inserted = self.insert(stage, writer, &mut new);
            round.new.fetch_add(new, Ordering::Relaxed);
            let states = stage.successors.states().len() as u64;
            share.words += states * W as u64;
            let fetched = inserted.and_then(|()| {
                counted += if std::mem::take(&mut is_first) { 0 } else { states };
                self.look_at_limits(round, share)?;
                if !stage.successors.count_on() {
                    return Ok(false);
                }
                let Stage { successors, fetched, .. } = &mut *stage;
                let from = Some((position, &state));
                let states = successors.states();
                self.store.fetch(from, states, fetched, writer, self.context).map(|()| true)
            });
            match fetched {
                Ok(true) => {}
                Ok(false) => break,
                Err(full) => {
                    share.entries = stage.successors.states().len() as u64 * self.threads as u64;
                    return Err((counted, full));
                }
            }
        }
        let is_reduced = stage.successors.is_reduced;
        stage.successors.clear();
        stage.successors.is_reduced = is_reduced;
        Ok(())
    }

    /// Takes note of what is wrong with a state, given its successors.
    #[cold]
    fn examine(
        &self,
        state: &[u64; W],
        successors: &Successors<W>,
        round: &Round,
        share: &mut Share<W>,
    ) {
        for kind in 0..self.found.len() {
            // A level before this one had it?
            if self.found[kind].is_some() || !self.expansion.is_bad(kind, state, successors) {
                continue;
            }
            share.found_bad(kind, *state);
            let first = !self.seen[kind].swap(true, Ordering::Relaxed);
            if first && self.num_seen.fetch_add(1, Ordering::Relaxed) + 1 == self.wanted() {
                round.looking_only.store(true, Ordering::Relaxed);
            }
        }
    }

    /// Inserts successors, and counts those that are new.
    #[inline]
    fn insert(
        &self,
        Stage { successors, fetched, .. }: &Stage<W, S::Fetched>,
        writer: &mut Writer,
        new: &mut u64,
    ) -> Result<(), Full> {
        let states = successors.states();
        self.store.draw(writer, states.len() as u64)?;
        for successor in states.iter().enumerate() {
            *new += u64::from(self.store.insert(successor, fetched, writer, self.context)?);
        }
        Ok(())
    }

    fn report(&self, states: u64) {
        self.context.observer.event(&Event::Searching {
            states,
            waiting: states.saturating_sub(self.expanded),
            depth: self.levels.depth() as u32,
            bytes: self.store.bytes(),
        });
    }
}

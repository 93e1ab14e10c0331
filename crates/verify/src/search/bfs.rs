//! Breadth-first search, level by level, on one thread or several.
//!
//! A level is a list of runs in the arena. Threads take blocks of it, expand the states and insert
//! their successors, which make up the next level. Two things end a *round* before the level is
//! done: no room (the index or the arena grows, and the next round takes up what was left), and a
//! limit (the search stops).
//!
//! **The same answer whatever the threads do.** Which states are on a level does not depend on the
//! order in which they were found; so nothing that is reported may depend on anything else. Once a
//! bad state is seen, the rest of its level is still looked through, and the smallest bad packed
//! state counts; the [trace](super::path) is chosen by the same measure.

use std::ops::Range;
use std::panic::resume_unwind;
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};

use surmise_model::{Context, Event, Stop};

use super::SearchOptions;
use super::arena::{Arena, Full, Writer};
use super::index::{Index, Inserted};
use super::product::{Product, Successors};

/// States in a block: few enough to poll limits often, many enough to make taking one cheap.
const BLOCK: u64 = 256;
/// Levels with fewer states are not worth starting threads for.
const PARALLEL: u64 = 4096;

/// What is wrong with a state: an error one step away comes before a deadlock.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Badness {
    /// A step leads to π.
    Error,
    /// No step is possible.
    Deadlock,
}

/// The end of a search.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum End<const W: usize> {
    /// Nothing bad is reachable.
    Exhausted,
    /// The smallest bad state of the last level.
    Bad(Badness, [u64; W]),
    /// A limit was reached.
    Stopped(Stop),
}

/// A breadth-first search of a product.
pub(super) struct Bfs<'a, const W: usize, I> {
    product: &'a Product<'a>,
    options: &'a SearchOptions,
    context: &'a Context<'a>,
    /// The packed tuple of everybody's end, if all parts have one.
    end_state: Option<[u64; W]>,
    index: I,
    pub(super) arena: Arena<W>,
    /// The levels so far, the one being expanded last.
    pub(super) levels: Levels,
    /// States on the levels before the last.
    pub(super) expanded: u64,
    /// Transitions from expanded states.
    pub(super) transitions: u64,
}

/// The levels of a search, each a list of runs of positions in the arena.
#[derive(Debug, Default)]
pub(super) struct Levels {
    runs: Vec<Range<u64>>,
    /// Where in `runs` each level starts.
    starts: Vec<usize>,
}

impl Levels {
    /// Adds a level unless it is empty; gives its size.
    fn push(&mut self, runs: impl Iterator<Item = Range<u64>>) -> u64 {
        let start = self.runs.len();
        self.runs.extend(runs);
        if start < self.runs.len() {
            self.starts.push(start);
        }
        self.runs[start..].iter().map(|run| run.end - run.start).sum()
    }

    /// The number of the last level; the initial state is on level 0.
    pub(super) fn depth(&self) -> usize {
        self.starts.len().saturating_sub(1)
    }

    /// The runs of a level.
    pub(super) fn level(&self, depth: usize) -> &[Range<u64>] {
        let end = self.starts.get(depth + 1).copied().unwrap_or(self.runs.len());
        &self.runs[self.starts[depth]..end]
    }

    fn last(&self) -> &[Range<u64>] {
        self.starts.last().map_or(&[], |&start| &self.runs[start..])
    }
}

/// What the threads of one round share.
struct Round {
    blocks: Vec<Range<u64>>,
    next: AtomicUsize,
    /// No thread shall take another block.
    over: AtomicBool,
    /// A bad state was seen: stop inserting.
    looking_only: AtomicBool,
    found: AtomicU64,
}

/// What one thread, or all of them together, achieved in a round.
#[derive(Default)]
struct Progress<const W: usize> {
    transitions: u64,
    /// Blocks that were taken and not finished.
    left: Vec<Range<u64>>,
    bad: Option<(Badness, [u64; W])>,
    stop: Option<Stop>,
    /// The index needs room for so many entries.
    entries: u64,
}

impl<const W: usize> Progress<W> {
    fn found_bad(&mut self, bad: (Badness, [u64; W])) {
        self.bad = Some(self.bad.map_or(bad, |other| other.min(bad)));
    }

    fn merge(&mut self, other: Self) {
        self.transitions += other.transitions;
        self.left.extend(other.left);
        if let Some(bad) = other.bad {
            self.found_bad(bad);
        }
        self.stop = self.stop.take().or(other.stop);
        self.entries = self.entries.max(other.entries);
    }
}

impl<'a, const W: usize, I: Index<W>> Bfs<'a, W, I> {
    pub(super) fn new(
        product: &'a Product<'a>,
        options: &'a SearchOptions,
        context: &'a Context<'a>,
        index: I,
    ) -> Self {
        let ends: Option<Vec<_>> = product.parts.iter().map(|lts| lts.end()).collect();
        Self {
            product,
            options,
            context,
            end_state: ends.map(|tuple| product.layout.pack(&tuple)),
            index,
            arena: Arena::new(product.layout.bound),
            levels: Levels::default(),
            expanded: 0,
            transitions: 0,
        }
    }

    /// Memory of states and index, in bytes.
    pub(super) fn bytes(&self) -> u64 {
        self.index.bytes() + self.arena.bytes()
    }

    /// Searches from an initial state.
    pub(super) fn run(&mut self, initial: [u64; W]) -> End<W> {
        let mut writers: Vec<Writer> = Vec::new();
        writers.resize_with(self.options.threads.max(1), Writer::default);
        if let Err(stop) = self.insert_initial(&initial, &mut writers[0]) {
            return End::Stopped(stop);
        }
        loop {
            let size = self.levels.push(writers.iter_mut().flat_map(Writer::take_runs));
            if size == 0 {
                return End::Exhausted;
            }
            match self.expand_level(size, &mut writers) {
                Err(stop) => return End::Stopped(stop),
                Ok(Some((badness, state))) => {
                    self.expanded += size;
                    return End::Bad(badness, state);
                }
                Ok(None) => self.expanded += size,
            }
        }
    }

    fn insert_initial(&mut self, initial: &[u64; W], writer: &mut Writer) -> Result<(), Stop> {
        self.context.reserve(self.bytes())?;
        self.context.check_states(1)?;
        match self.arena.make_room(writer, self.context) {
            Err(Full::Stop(stop)) => return Err(stop),
            room => debug_assert_eq!(room, Ok(())),
        }
        self.index.insert(initial, &self.arena, writer);
        Arena::<W>::commit(writer);
        Ok(())
    }

    /// Expands the last level, in as many rounds as it takes; gives the smallest bad state.
    fn expand_level(
        &mut self,
        size: u64,
        writers: &mut [Writer],
    ) -> Result<Option<(Badness, [u64; W])>, Stop> {
        let mut blocks = cut(self.levels.last());
        let mut bad = None;
        let mut found = 0;
        while !blocks.is_empty() {
            let round = Round {
                blocks,
                next: AtomicUsize::new(0),
                over: AtomicBool::new(false),
                looking_only: AtomicBool::new(bad.is_some()),
                found: AtomicU64::new(found),
            };
            let before = self.expanded + size;
            let threads = if size < PARALLEL { 1 } else { writers.len() };
            let progress = self.work_together(&round, before, &mut writers[..threads]);
            found = round.found.into_inner();
            self.transitions += progress.transitions;
            bad = bad.into_iter().chain(progress.bad).min();
            match progress.stop {
                // Perhaps not the smallest, but bad enough for a verdict.
                Some(_) if bad.is_some() => return Ok(bad),
                Some(stop) => return Err(stop),
                None => {}
            }
            let next = round.next.into_inner().min(round.blocks.len());
            blocks = progress.left;
            blocks.extend_from_slice(&round.blocks[next..]);
            for writer in &mut *writers {
                self.index.room().give_back(writer);
            }
            if self.arena.is_tight() {
                self.arena.grow();
            }
            if self.index.room().left() < progress.entries {
                self.index.grow(progress.entries, &self.arena, threads, self.context)?;
            }
        }
        Ok(bad)
    }

    /// A round: one thread for each writer. `before` states are on this level and those before it.
    fn work_together(&self, round: &Round, before: u64, writers: &mut [Writer]) -> Progress<W> {
        let Some((own, others)) = writers.split_first_mut() else { return Progress::default() };
        std::thread::scope(|scope| {
            let work = |writer| scope.spawn(move || self.work(round, before, writer));
            let threads: Vec<_> = others.iter_mut().map(work).collect();
            let mut progress = self.work(round, before, own);
            for thread in threads {
                progress.merge(thread.join().unwrap_or_else(|panic| resume_unwind(panic)));
            }
            progress
        })
    }

    /// One thread's work in a round.
    fn work(&self, round: &Round, before: u64, writer: &mut Writer) -> Progress<W> {
        let mut progress = Progress::default();
        let mut pipeline = [Successors::new(), Successors::new()];
        while !round.over.load(Ordering::Relaxed) {
            let number = round.next.fetch_add(1, Ordering::Relaxed);
            let Some(block) = round.blocks.get(number) else { break };
            let states = before + round.found.load(Ordering::Relaxed);
            let limits = self.context.check().and_then(|()| self.context.check_states(states));
            let done = match limits {
                Err(stop) => Err((block.start, Full::Stop(stop))),
                Ok(()) => self.expand_block(round, block, writer, &mut pipeline, &mut progress),
            };
            if let Err((position, full)) = done {
                round.over.store(true, Ordering::Relaxed);
                progress.left.push(position..block.end);
                if let Full::Stop(stop) = full {
                    progress.stop = Some(stop);
                }
            }
            if number.is_multiple_of(64) {
                self.report(states);
            }
        }
        progress
    }

    /// Expands the states of a block. Successors of one state are inserted while those of the next
    /// are fetched from memory. On failure gives the first position that was not dealt with.
    fn expand_block(
        &self,
        round: &Round,
        block: &Range<u64>,
        writer: &mut Writer,
        [ready, fetching]: &mut [Successors<W>; 2],
        progress: &mut Progress<W>,
    ) -> Result<(), (u64, Full)> {
        let mut found = 0;
        ready.clear();
        for position in block.start..=block.end {
            fetching.clear();
            if position < block.end {
                let state = self.arena.get(position);
                self.product.expand(&state, fetching, |successor| self.index.prefetch(successor));
                if let Some(badness) = self.badness(&state, fetching) {
                    round.looking_only.store(true, Ordering::Relaxed);
                    progress.found_bad((badness, state));
                }
            }
            if !round.looking_only.load(Ordering::Relaxed) {
                match self.insert(ready, writer) {
                    Ok(new) => found += new,
                    Err(full) => {
                        // It is the successors of the state before this one that found no room.
                        let entries = (ready.states().len() * self.options.threads.max(1)) as u64;
                        progress.entries = entries;
                        return Err((position - 1, full));
                    }
                }
            }
            progress.transitions += ready.states().len() as u64 + u64::from(ready.error);
            std::mem::swap(ready, fetching);
        }
        round.found.fetch_add(found, Ordering::Relaxed);
        Ok(())
    }

    /// What is wrong with a state, given its successors.
    #[inline]
    fn badness(&self, state: &[u64; W], successors: &Successors<W>) -> Option<Badness> {
        if successors.error && self.options.errors {
            return Some(Badness::Error);
        }
        let stuck = successors.states().is_empty() && !successors.error;
        let deadlock = stuck && self.options.deadlocks && self.end_state != Some(*state);
        deadlock.then_some(Badness::Deadlock)
    }

    /// Inserts successors; gives how many are new.
    #[inline]
    fn insert(&self, successors: &Successors<W>, writer: &mut Writer) -> Result<u64, Full> {
        let states = successors.states();
        self.index.room().draw(writer, states.len() as u64)?;
        let mut new = 0;
        for state in states {
            self.arena.make_room(writer, self.context)?;
            match self.index.insert(state, &self.arena, writer) {
                Inserted::Old => continue,
                Inserted::New => {}
                Inserted::NewEntry => writer.permits -= 1,
            }
            Arena::<W>::commit(writer);
            new += 1;
        }
        Ok(new)
    }

    fn report(&self, states: u64) {
        self.context.observer.event(&Event::Searching {
            states,
            waiting: states.saturating_sub(self.expanded),
            depth: self.levels.depth() as u32,
            bytes: self.bytes(),
        });
    }
}

/// Cuts runs into blocks.
fn cut(runs: &[Range<u64>]) -> Vec<Range<u64>> {
    runs.iter()
        .flat_map(|run| {
            let starts = (run.start..run.end).step_by(BLOCK as usize);
            starts.map(|start| start..(start + BLOCK).min(run.end))
        })
        .collect()
}

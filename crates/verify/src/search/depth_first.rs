//! Depth-first search, on one thread: some run to something, where all the shorter ones are too
//! many.
//!
//! Level by level, a run of a thousand steps is found when everything is known that is nearer. Here
//! the last state found is expanded first. The states on the way are kept, so a way to what is
//! found costs nothing; it is mostly a long one.

use surmise_model::{Context, Count, Event, Statistics, Stop};

use super::arena::Writer;
use super::driver::{Driven, Driver, Enough, Expansion};
use super::store::{Misfit, Store};
use super::successors::Successors;
use super::tuning::Tuning;

/// Between two looks at the limits at most so many states are expanded.
const STATES: u64 = 256;

/// The driver that goes deep first.
#[derive(Debug, Clone)]
pub(super) struct DepthFirst {
    pub(super) tuning: Tuning,
}

impl Driver for DepthFirst {
    fn drive<const W: usize, E: Expansion<W>, S: Store<W>>(
        &self,
        expansion: &E,
        store: impl Fn() -> S,
        enough: Enough,
        context: &Context<'_>,
    ) -> Result<Driven<W>, Misfit> {
        let mut dive = Dive {
            store: store(),
            writer: Writer::default(),
            way: Vec::new(),
            waiting: Vec::new(),
            ways: vec![None; expansion.kinds()],
            states: 0,
            transitions: 0,
        };
        let stop = dive.run(expansion, &self.tuning, enough, context).err();
        if let Some(misfit) = dive.store.misfit() {
            return Err(misfit);
        }
        let mut statistics = Statistics::default();
        statistics.set(Count::States, dive.states);
        statistics.set(Count::Transitions, dive.transitions);
        statistics.set(Count::Bytes, dive.store.bytes());
        let is_complete = stop.is_none() && dive.way.is_empty();
        Ok(Driven { ways: dive.ways, stop, is_complete, statistics })
    }
}

/// A depth-first search under way.
struct Dive<const W: usize, S> {
    store: S,
    writer: Writer,
    /// The states from the initial one to the one that was expanded last, each with where those
    /// begin that wait behind it.
    way: Vec<([u64; W], usize)>,
    /// Successors of states on the way that are still to be expanded.
    waiting: Vec<[u64; W]>,
    ways: Vec<Option<Vec<[u64; W]>>>,
    states: u64,
    transitions: u64,
}

impl<const W: usize, S: Store<W>> Dive<W, S> {
    /// Searches until enough is found or nothing new is.
    fn run<E: Expansion<W>>(
        &mut self,
        expansion: &E,
        tuning: &Tuning,
        enough: Enough,
        context: &Context<'_>,
    ) -> Result<(), Stop> {
        let mut room = expansion.room();
        let mut out = Successors::new(tuning);
        let wanted = enough.kinds.min(self.ways.len());
        let mut last = u64::MAX;
        let mut next = Some(expansion.initial());
        if let Some(initial) = &next {
            self.store.put(initial, &mut self.writer, context)?;
        }
        while let Some(state) = next {
            if self.states.is_multiple_of(STATES) {
                context.check()?;
                context.check_states(self.states)?;
                if self.states.is_multiple_of(STATES * 256) {
                    context.observer.event(&Event::Searching {
                        states: self.states,
                        waiting: self.waiting.len() as u64,
                        depth: self.way.len() as u32,
                        bytes: self.store.bytes(),
                    });
                }
            }
            self.states += 1;
            self.way.push((state, self.waiting.len()));
            expansion.expand(&state, &mut room, &mut out, |_| ())?;
            self.transitions += out.steps();
            context.interrupt.work((out.at_once() + 1) * W as u64);
            if out.is_suspicious() && self.examine(expansion, &state, &out) {
                last = last.min(self.states.saturating_mul(2).saturating_add(enough.states));
            }
            let found = self.ways.iter().flatten().count();
            if found >= wanted && wanted > 0 || self.states >= last {
                return Ok(());
            }
            loop {
                for successor in out.states() {
                    if self.store.put(successor, &mut self.writer, context)? {
                        self.waiting.push(*successor);
                    }
                }
                if !out.count_on() {
                    break;
                }
            }
            // Nothing looks at what was written since: it is not kept by runs.
            self.writer.take_runs();
            next = self.back();
        }
        Ok(())
    }

    /// The state to expand next, with the way back to where it waits.
    fn back(&mut self) -> Option<[u64; W]> {
        while let Some(&(_, start)) = self.way.last() {
            if self.waiting.len() > start {
                return self.waiting.pop();
            }
            self.way.pop();
        }
        None
    }

    /// Takes note of what is wrong with a state, the last on the way; gives whether it is the first
    /// to be wrong like that.
    #[cold]
    fn examine<E: Expansion<W>>(
        &mut self,
        expansion: &E,
        state: &[u64; W],
        out: &Successors<W>,
    ) -> bool {
        let mut is_first = false;
        for kind in 0..self.ways.len() {
            if self.ways[kind].is_none() && expansion.is_bad(kind, state, out) {
                self.ways[kind] = Some(self.way.iter().map(|&(state, _)| state).collect());
                is_first = true;
            }
        }
        is_first
    }
}

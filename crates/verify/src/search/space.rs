//! Searching a [`PlainSpace`]: states on the fly, whatever language they come from.
//!
//! The driver and the stores are those of a product. What is bad is a state here, not a step, and
//! the actions of a run are asked for when there is one to show.

use std::sync::OnceLock;

use surmise_model::{ActionId, Context, Diagnostic, Halt, PlainSpace, Reason, Statistics, Stop};

use super::bfs::LevelByLevel;
use super::driver::{Driven, Driver, Enough, Expansion};
use super::position_index::PositionIndex;
use super::store::{Plain, Store};
use super::successors::Successors;
use super::tree::Tree;
use super::{MAX_WORDS, SearchOptions};

/// States of so many words are folded.
const FOLDED: usize = 8;

/// What can be wrong with a state.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Wrong {
    /// It is bad in this way.
    Bad(usize),
    /// There is no step, and the model may not end there.
    Deadlock,
}

/// A run of a space.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SpaceRun {
    /// The words of the initial state.
    pub initial: Vec<u64>,
    /// Each step with the words of the state it leads to.
    pub steps: Vec<(ActionId, Vec<u64>)>,
}

/// The result of searching a space.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SpaceSearch {
    /// For each thing sought a shortest run to a state that has it, if one was found.
    pub runs: Vec<Option<SpaceRun>>,
    /// Why it was stopped, if it was. Otherwise what was not found does not exist.
    pub stop: Option<Stop>,
    /// `states`, `transitions` and `depth`, as of any search.
    pub statistics: Statistics,
}

/// Searches a space for several things at once, level by level. No step is left out.
///
/// # Errors
/// When the model is wrong in a state that is reached.
pub fn search_space(
    space: &dyn PlainSpace,
    sought: &[Wrong],
    options: &SearchOptions,
    context: &Context<'_>,
) -> Result<SpaceSearch, Box<Diagnostic>> {
    let bound = u128::MAX;
    let driver = options.driver();
    let search = Searching { space, sought, driver: &driver, context };
    match space.words() {
        0..=1 => search.with(|states| {
            search.drive::<1, _>(states, || Plain::new(bound, PositionIndex::new(bound)))
        }),
        2..=FOLDED => search.with(|states| {
            let tree = || Tree::<FOLDED>::new(bound, 2, options.tuning.root_bits);
            let plain = || Plain::new(bound, PositionIndex::new(bound));
            search.drive(states, tree).or_else(|| search.drive::<FOLDED, _>(states, plain))
        }),
        words if words <= MAX_WORDS => search.with(|states| {
            search.drive::<MAX_WORDS, _>(states, || Plain::new(bound, PositionIndex::new(bound)))
        }),
        words => {
            let why = format!("a state of {words} words is wider than the search can take");
            let stop = Some(Stop(Reason::Unsupported(why)));
            let runs = vec![None; sought.len()];
            Ok(SpaceSearch { runs, stop, statistics: Statistics::default() })
        }
    }
}

/// A search of a space, before it is known how wide its states are.
struct Searching<'a> {
    space: &'a dyn PlainSpace,
    sought: &'a [Wrong],
    driver: &'a LevelByLevel,
    context: &'a Context<'a>,
}

impl Searching<'_> {
    /// Drives a search with one kind of store, unless that does not suit.
    fn drive<const W: usize, S: Store<W>>(
        &self,
        states: &mut States<'_, W>,
        store: impl Fn() -> S,
    ) -> Option<Driven<W>> {
        let driven = self.driver.drive::<W, _, S>(&*states, &store, Enough::ALL, self.context);
        if states.fault.get().is_none() || self.driver.threads <= 1 {
            return driven.ok();
        }
        // Which of several faults is met first depends on the threads.
        let alone = LevelByLevel { threads: 1, ..self.driver.clone() };
        let _ = states.fault.take();
        alone.drive::<W, _, S>(&*states, store, Enough::ALL, self.context).ok()
    }

    /// Searches with states of one width.
    fn with<const W: usize>(
        &self,
        drive: impl Fn(&mut States<'_, W>) -> Option<Driven<W>>,
    ) -> Result<SpaceSearch, Box<Diagnostic>> {
        let Self { space, sought, context, .. } = *self;
        let stopped = |stop| {
            let runs = vec![None; sought.len()];
            Ok(SpaceSearch { runs, stop: Some(stop), statistics: Statistics::default() })
        };
        let mut initial = [0; W];
        match space.initial(&mut initial[..space.words()]) {
            Ok(()) => {}
            Err(Halt::Fault(diagnostic)) => return Err(diagnostic),
            Err(Halt::Stop(stop)) => return stopped(stop),
        }
        let mut states = States { space, sought, initial, fault: OnceLock::new(), context };
        let Some(Driven { ways, stop, statistics }) = drive(&mut states) else {
            return stopped(Stop::internal("no store takes the states of a space"));
        };
        if let Some(diagnostic) = states.fault.get() {
            return Err(diagnostic.clone());
        }
        let show = |way: Option<Vec<[u64; W]>>| way.map(|way| states.show(&way)).transpose();
        match ways.into_iter().map(show).collect::<Result<_, Halt>>() {
            Ok(runs) => Ok(SpaceSearch { runs, stop, statistics }),
            Err(Halt::Fault(diagnostic)) => Err(diagnostic),
            Err(Halt::Stop(stop)) => stopped(stop),
        }
    }
}

/// The states of a space, with as many words as there is room for; those that it has not are zero.
struct States<'a, const W: usize> {
    space: &'a dyn PlainSpace,
    sought: &'a [Wrong],
    initial: [u64; W],
    /// What was wrong with the model, if anything was.
    fault: OnceLock<Box<Diagnostic>>,
    context: &'a Context<'a>,
}

impl<const W: usize> States<'_, W> {
    fn words<'s>(&self, state: &'s [u64; W]) -> &'s [u64] {
        &state[..self.space.words()]
    }

    /// The run along a way: between two states the smallest action that leads there.
    fn show(&self, way: &[[u64; W]]) -> Result<SpaceRun, Halt> {
        let mut steps = Vec::new();
        for (from, to) in way.iter().zip(way.iter().skip(1)) {
            let mut first: Option<ActionId> = None;
            self.space.steps(self.words(from), &mut |action, target| {
                if target == self.words(to) {
                    first = Some(first.map_or(action, |first| first.min(action)));
                }
                Ok(())
            })?;
            let missing = || Stop::internal("a step of a space was there before and is not now");
            steps.push((first.ok_or_else(missing)?, self.words(to).to_vec()));
        }
        let initial = way.first().map(|initial| self.words(initial).to_vec()).unwrap_or_default();
        Ok(SpaceRun { initial, steps })
    }
}

impl<const W: usize> Expansion<W> for States<'_, W> {
    type Room = ();

    fn room(&self) {}

    fn initial(&self) -> [u64; W] {
        self.initial
    }

    fn expand(
        &self,
        state: &[u64; W],
        (): &mut (),
        out: &mut Successors<W>,
        mut each: impl FnMut(&[u64; W]),
    ) -> Result<(), Stop> {
        out.clear();
        let words = self.words(state);
        let mut told = 0_usize;
        let done = self.space.steps(words, &mut |_, target| {
            told += 1;
            if told.is_power_of_two() {
                self.context.reserve((told * size_of::<[u64; W]>()) as u64)?;
            }
            let mut successor = [0; W];
            successor[..words.len()].copy_from_slice(target);
            each(&successor);
            out.push(successor);
            Ok(())
        });
        // A bad state is to be looked at, whatever its steps are.
        if (0..self.sought.len()).any(|kind| self.is_sought(kind, words)) {
            out.violations.push(*state);
        }
        match done {
            Ok(()) => Ok(()),
            Err(Halt::Stop(stop)) => Err(stop),
            Err(Halt::Fault(diagnostic)) => {
                self.fault.get_or_init(|| diagnostic);
                Err(Stop::internal("a fault of the model, which is told instead"))
            }
        }
    }

    fn kinds(&self) -> usize {
        self.sought.len()
    }

    fn is_bad(&self, kind: usize, state: &[u64; W], successors: &Successors<W>) -> bool {
        let words = self.words(state);
        match self.sought[kind] {
            Wrong::Bad(_) => self.is_sought(kind, words),
            Wrong::Deadlock => successors.is_stuck() && !self.space.may_end(words),
        }
    }

    fn widest(&self) -> usize {
        0
    }
}

impl<const W: usize> States<'_, W> {
    /// Whether a state is bad in a way that is sought.
    fn is_sought(&self, kind: usize, words: &[u64]) -> bool {
        matches!(self.sought[kind], Wrong::Bad(bad) if self.space.is_bad(bad, words))
    }
}

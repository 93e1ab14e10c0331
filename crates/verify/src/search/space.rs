//! Searching a [`PlainSpace`]: states on the fly, whatever language they come from.
//!
//! The driver and the stores are those of a product. What is bad is a state here, not a step, and
//! the actions of a run are asked for when there is one to show.

use std::sync::OnceLock;

use surmise_model::{
    ActionId, Context, Count, Diagnostic, FoundStep, Halt, PlainSpace, Reason, Statistics, Stepper,
    Stop,
};

use super::bfs::LevelByLevel;
use super::decide::no_violation_within;
use super::depth_first::DepthFirst;
use super::driver::{Driven, Driver, Enough, Expansion};
use super::position_index::PositionIndex;
use super::store::{Plain, Store};
use super::successors::Successors;
use super::tree::Tree;
use super::{MAX_WORDS, SearchOptions};

/// States of so many words are folded.
const FOLDED: usize = 8;

/// For so many successors of one state memory is asked for.
const MANY: usize = 1 << 10;

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
    /// Why it was stopped, if it was.
    pub stop: Option<Stop>,
    /// Whether nothing is left to explore: what was not found does not exist then.
    pub is_complete: bool,
    /// `states`, `transitions` and `depth`, as of any search.
    pub statistics: Statistics,
}

impl SpaceSearch {
    /// What is known of what was not found.
    pub fn known(&self) -> String {
        let Self { statistics, .. } = self;
        no_violation_within(statistics.of(Count::States), statistics.of(Count::Depth))
    }
}

/// Searches a space for several things at once, level by level, until enough is found. Steps are
/// left out only if the options say so, and those that the space itself leaves out.
///
/// # Errors
/// When the model is wrong in a state that is reached.
pub fn search_space(
    space: &dyn PlainSpace,
    (sought, enough): (&[Wrong], Enough),
    options: &SearchOptions,
    context: &Context<'_>,
) -> Result<SpaceSearch, Box<Diagnostic>> {
    let bound = u128::MAX;
    let driver = options.driver();
    let reduces = options.reduce;
    let search = Searching { space, sought, enough, reduces, driver: &driver, context };
    match space.words() {
        0..=1 => search.with(|states| {
            search.drive::<1, _>(states, || Plain::new(bound, PositionIndex::new(bound)))
        }),
        2 => search.folded::<2>(options),
        3..=FOLDED => search.folded::<FOLDED>(options),
        words if words <= MAX_WORDS => search.with(|states| {
            search.drive::<MAX_WORDS, _>(states, || Plain::new(bound, PositionIndex::new(bound)))
        }),
        words => {
            let why = format!("a state of {words} words is wider than the search can take");
            let stop = Some(Stop(Reason::Unsupported(why)));
            let runs = vec![None; sought.len()];
            let statistics = Statistics::default();
            Ok(SpaceSearch { runs, stop, is_complete: false, statistics })
        }
    }
}

/// Searches a space depth first, for some run to each of several things.
///
/// # Errors
/// When the model is wrong in a state that is reached.
pub fn dive(
    space: &dyn PlainSpace,
    (sought, enough): (&[Wrong], Enough),
    options: &SearchOptions,
    context: &Context<'_>,
) -> Result<SpaceSearch, Box<Diagnostic>> {
    let (driver, reduces) = (DepthFirst { tuning: options.tuning.clone() }, options.reduce);
    let search = Searching { space, sought, enough, reduces, driver: &driver, context };
    match space.words() {
        0..=FOLDED => search.with::<FOLDED>(|states| search.drive_once(states, &driver, plain)),
        _ => search.with::<MAX_WORDS>(|states| search.drive_once(states, &driver, plain)),
    }
}

/// A store that keeps states as they are.
fn plain<const W: usize>() -> Plain<W, PositionIndex> {
    Plain::new(u128::MAX, PositionIndex::new(u128::MAX))
}

/// A search of a space, before it is known how wide its states are.
struct Searching<'a, D> {
    space: &'a dyn PlainSpace,
    sought: &'a [Wrong],
    enough: Enough,
    reduces: bool,
    driver: &'a D,
    context: &'a Context<'a>,
}

impl Searching<'_, LevelByLevel> {
    /// Searches with states that are folded, unless that does not suit.
    fn folded<const W: usize>(
        &self,
        options: &SearchOptions,
    ) -> Result<SpaceSearch, Box<Diagnostic>> {
        let tree = || Tree::<W>::new(u128::MAX, 2, options.tuning.root_bits);
        self.with(|states| self.drive(states, tree).or_else(|| self.drive::<W, _>(states, plain)))
    }

    /// Drives a search with one kind of store, unless that does not suit.
    fn drive<const W: usize, S: Store<W>>(
        &self,
        states: &mut States<'_, W>,
        store: impl Fn() -> S,
    ) -> Option<Driven<W>> {
        let driven = self.drive_once(states, self.driver, &store);
        if states.fault.get().is_none() || self.driver.threads <= 1 {
            return driven;
        }
        // Which of several faults is met first depends on the threads.
        let alone = LevelByLevel { threads: 1, ..self.driver.clone() };
        let _ = states.fault.take();
        self.drive_once(states, &alone, store)
    }
}

impl<D> Searching<'_, D> {
    /// Has a driver search once.
    fn drive_once<const W: usize, S: Store<W>>(
        &self,
        states: &States<'_, W>,
        driver: &impl Driver,
        store: impl Fn() -> S,
    ) -> Option<Driven<W>> {
        driver.drive::<W, _, S>(states, store, self.enough, self.context).ok()
    }

    /// Searches with states of one width.
    fn with<const W: usize>(
        &self,
        drive: impl Fn(&mut States<'_, W>) -> Option<Driven<W>>,
    ) -> Result<SpaceSearch, Box<Diagnostic>> {
        let Self { space, sought, reduces, context, .. } = *self;
        let stopped = |stop| {
            let runs = vec![None; sought.len()];
            let statistics = Statistics::default();
            Ok(SpaceSearch { runs, stop: Some(stop), is_complete: false, statistics })
        };
        let mut initial = [0; W];
        match space.initial(&mut initial[..space.words()]) {
            Ok(()) => {}
            Err(Halt::Fault(diagnostic)) => return Err(diagnostic),
            Err(Halt::Stop(stop)) => return stopped(stop),
        }
        let fault = OnceLock::new();
        let mut states = States { space, sought, reduces, initial, fault, context };
        let Some(Driven { ways, stop, is_complete, statistics }) = drive(&mut states) else {
            return stopped(Stop::internal("no store takes the states of a space"));
        };
        if let Some(diagnostic) = states.fault.get() {
            return Err(diagnostic.clone());
        }
        let show = |way: Option<Vec<[u64; W]>>| way.map(|way| states.show(&way)).transpose();
        match ways.into_iter().map(show).collect::<Result<_, Halt>>() {
            Ok(runs) => Ok(SpaceSearch { runs, stop, is_complete, statistics }),
            Err(Halt::Fault(diagnostic)) => Err(diagnostic),
            Err(Halt::Stop(stop)) => stopped(stop),
        }
    }
}

/// The states of a space, with as many words as there is room for; those that it has not are zero.
struct States<'a, const W: usize> {
    space: &'a dyn PlainSpace,
    sought: &'a [Wrong],
    /// Whether steps are left out.
    reduces: bool,
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
        let mut stepper = self.space.stepper();
        for (from, to) in way.iter().zip(way.iter().skip(1)) {
            let mut first: Option<ActionId> = None;
            stepper.steps(self.words(from), &mut |action, target| {
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

impl<'a, const W: usize> Expansion<W> for States<'a, W> {
    type Room = Box<dyn Stepper + 'a>;

    fn room(&self) -> Self::Room {
        self.space.stepper()
    }

    fn initial(&self) -> [u64; W] {
        self.initial
    }

    fn expand(
        &self,
        state: &[u64; W],
        stepper: &mut Self::Room,
        out: &mut Successors<W>,
        mut each: impl FnMut(&[u64; W]),
    ) -> Result<(), Stop> {
        let reduced = self.tell(state, out, &mut each, |words, found| match self.reduces {
            true => stepper.some_steps(words, found),
            false => stepper.steps(words, found).map(|()| false),
        })?;
        out.is_reduced = reduced;
        Ok(())
    }

    fn retrace(
        &self,
        state: &[u64; W],
        stepper: &mut Self::Room,
        out: &mut Successors<W>,
    ) -> Result<(), Stop> {
        self.tell(state, out, &mut |_| (), |words, found| {
            stepper.steps(words, found).map(|()| false)
        })?;
        Ok(())
    }

    fn reduces(&self) -> bool {
        self.reduces
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
    /// Has the steps of a state told; gives whether there may be others.
    #[inline]
    fn tell(
        &self,
        state: &[u64; W],
        out: &mut Successors<W>,
        each: &mut impl FnMut(&[u64; W]),
        steps: impl FnOnce(&[u64], &mut FoundStep<'_>) -> Result<bool, Halt>,
    ) -> Result<bool, Stop> {
        out.clear();
        let words = self.words(state);
        let mut told = 0_usize;
        let done = steps(words, &mut |_, target| {
            told += 1;
            if told >= MANY && told.is_power_of_two() {
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
            Ok(reduced) => Ok(reduced),
            Err(Halt::Stop(stop)) => Err(stop),
            Err(Halt::Fault(diagnostic)) => {
                self.fault.get_or_init(|| diagnostic);
                Err(Stop::internal("a fault of the model, which is told instead"))
            }
        }
    }

    /// Whether a state is bad in a way that is sought.
    fn is_sought(&self, kind: usize, words: &[u64]) -> bool {
        matches!(self.sought[kind], Wrong::Bad(bad) if self.space.is_bad(bad, words))
    }
}

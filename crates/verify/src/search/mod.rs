//! Monolithic search: the product of any number of LTSs, explored breadth-first on the fly.
//!
//! The product is never stored as a graph. [`parts`] says who takes part and how, [`layout`] packs
//! a tuple of local states into a few machine words, [`product`] computes successors from tables, a
//! [`store`] keeps the states that were found and knows them again, [`bfs`] drives it all on one
//! thread or several, [`stubborn`] leaves out steps that make no difference, if that is wanted, and
//! [`path`] finds a shortest run to what was found. [`mod@decide`] has one exploration answer
//! several [goals](goal), [`several`] has one find several runs into π, and [`mod@check`] turns
//! claims into goals.

mod arena;
mod arrangement;
mod bfs;
mod bitmap_index;
mod build;
mod check;
mod choices;
mod composed;
mod decide;
mod depth_first;
mod driver;
mod goal;
mod index;
mod layout;
mod levels;
mod parts;
mod path;
mod position_index;
mod prefetch;
mod product;
mod round;
mod several;
mod space;
mod store;
mod stubborn;
mod successors;
mod tree;
mod tuning;
mod words;

use surmise_model::{Context, Count, Lts, Reason, Statistics, Stop, Trace};

use self::arrangement::Arrangement;
use self::bitmap_index::BitmapIndex;
use self::composed::{Badness, Composed, Sought};
use self::layout::Layout;
use self::parts::Parts;
use self::position_index::PositionIndex;
use self::product::PackedProduct;
use self::store::Plain;
use self::tree::Tree;

pub use self::arena::{Full, Writer};
pub use self::bfs::LevelByLevel;
pub use self::check::check;
pub(crate) use self::check::judge;
pub(crate) use self::decide::decide;
pub use self::driver::{Driven, Driver, Enough, Expansion};
pub(crate) use self::goal::{Goal, counterexample, end, free_actions};
pub(crate) use self::several::{Several, search_several};
pub use self::space::{SpaceRun, SpaceSearch, Wrong, dive, search_space};
pub use self::store::{Misfit, Store};
pub use self::successors::Successors;
pub use self::tuning::Tuning;

/// A packed state has at most so many words.
const MAX_WORDS: usize = 64;

/// How to search.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SearchOptions {
    /// How many threads work. The answer does not depend on it.
    pub threads: usize,
    /// Whether to leave out steps that make no difference to what is claimed, by stubborn sets. The
    /// verdict is the same; a run into an error is perhaps not a shortest one, a run into a
    /// deadlock is. Systems with priorities are searched as they are.
    pub reduce: bool,
    /// Numbers that make no difference to the answer.
    pub tuning: Tuning,
}

impl Default for SearchOptions {
    /// On one thread, all steps.
    fn default() -> Self {
        Self { threads: 1, reduce: false, tuning: Tuning::default() }
    }
}

impl SearchOptions {
    /// The driver that goes level by level.
    fn driver(&self) -> LevelByLevel {
        LevelByLevel { threads: self.threads, tuning: self.tuning.clone() }
    }
}

/// How a search for π ended.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Finding {
    /// Everything reachable was visited, and nothing was found.
    Exhausted,
    /// A shortest run into π.
    Error {
        /// The run, with the states of all parts.
        trace: Trace,
        /// Which part is in π at its end (the first one, if several are).
        part: usize,
    },
    /// It was stopped.
    Stopped(Stop),
}

/// The result of a search.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Search {
    /// How it ended.
    pub finding: Finding,
    /// `states` on the levels that were looked through, the `transitions` from them, the `depth` of
    /// the last level, and the `bytes` of the store. All but the last are the same for any number
    /// of threads, unless the search was interrupted.
    pub statistics: Statistics,
}

/// Searches the product of LTSs, which synchronise on shared actions of their alphabets, for π.
///
/// A property takes part [completed with π](crate::automata::complete_with_error).
pub fn search(parts: &[&Lts], options: &SearchOptions, context: &Context<'_>) -> Search {
    search_by(&options.driver(), parts, options, context)
}

/// The same by any driver.
pub fn search_by(
    driver: &impl Driver,
    parts: &[&Lts],
    options: &SearchOptions,
    context: &Context<'_>,
) -> Search {
    let sought = Sought::all(&[Badness::Error]);
    let explored = explore_by(driver, Parts::plain(parts), sought, options, context);
    let trace = explored.traces.into_iter().next().flatten();
    let finding = match (trace, explored.stop) {
        (Some(trace), _) => {
            let part = trace.last_states().iter().position(|state| state.is_error());
            Finding::Error { trace, part: part.expect("the run leads into π") }
        }
        (None, Some(stop)) => Finding::Stopped(stop),
        (None, None) => Finding::Exhausted,
    };
    Search { finding, statistics: explored.statistics }
}

/// Visits all states of the product of LTSs. What leads into π is not followed.
pub fn visit_all(parts: &[&Lts], options: &SearchOptions, context: &Context<'_>) -> Search {
    let options = SearchOptions { reduce: false, ..options.clone() };
    let explored = explore(Parts::plain(parts), Sought::all(&[]), &options, context);
    let finding = explored.stop.map_or(Finding::Exhausted, Finding::Stopped);
    Search { finding, statistics: explored.statistics }
}

/// What one exploration of a product found.
struct Explored {
    /// A shortest run, with the states of all parts, for each kind of badness that was found.
    traces: Vec<Option<Trace>>,
    /// Why it was stopped, if it was.
    stop: Option<Stop>,
    statistics: Statistics,
}

impl Explored {
    /// Nothing was found before the first state was expanded.
    fn at_once(traces: Vec<Option<Trace>>, stop: Option<Stop>) -> Self {
        Self { traces, stop, statistics: statistics(0, 0, 0) }
    }
}

fn statistics(states: u64, transitions: u64, depth: u64) -> Statistics {
    let mut statistics = Statistics::default();
    statistics.set(Count::States, states);
    statistics.set(Count::Transitions, transitions);
    statistics.set(Count::Depth, depth);
    statistics
}

/// Explores a product until enough of the badness that is sought is found, or everything is
/// visited.
fn explore(
    parts: Parts<'_>,
    sought: Sought<'_>,
    options: &SearchOptions,
    context: &Context<'_>,
) -> Explored {
    explore_by(&options.driver(), parts, sought, options, context)
}

/// The same by any driver.
fn explore_by(
    driver: &impl Driver,
    parts: Parts<'_>,
    sought: Sought<'_>,
    options: &SearchOptions,
    context: &Context<'_>,
) -> Explored {
    let Sought { badness, end, enough } = sought;
    if parts.ltss.iter().any(|lts| lts.initial().is_error()) {
        return initial_error(parts, badness);
    }
    let layout = Layout::new(parts.ltss);
    let words = layout.words;
    let stopped = |stop| Explored::at_once(vec![None; badness.len()], Some(stop));
    let nothing_fits =
        || stopped(Stop(Reason::Internal("no store takes the states of a search".to_owned())));
    if words == 1 {
        let explored = explore_packed(driver, parts, layout, sought, (options, true), context);
        return explored.unwrap_or_else(nothing_fits);
    }
    let close = match Arrangement::new(&parts, context) {
        Ok(arrangement) => arrangement,
        Err(stop) => return stopped(stop),
    };
    let explore_arranged = |arrangement: &Arrangement, is_last| {
        let ltss = arrangement.arrange(parts.ltss);
        let end = end.map(|end| arrangement.places(end));
        let badness = arrangement.badness(badness);
        let sought = Sought { badness: &badness, end: end.as_deref(), enough };
        let (parts, layout) = (Parts { ltss: &ltss, ..parts }, Layout::new(&ltss));
        let mut explored =
            explore_packed(driver, parts, layout, sought, (options, is_last), context)?;
        for trace in &mut explored.traces {
            *trace = trace.take().map(|trace| arrangement.restore(trace));
        }
        Some(explored)
    };
    explore_arranged(&close, false)
        .or_else(|| explore_arranged(&close.dealt(words, parts.first_monitor), true))
        .unwrap_or_else(nothing_fits)
}

/// Explores a product whose states are packed in a certain way, unless they do not fold well so: if
/// that `is_last`, they are kept as they are.
fn explore_packed(
    driver: &impl Driver,
    parts: Parts<'_>,
    layout: Layout,
    sought: Sought<'_>,
    (options, is_last): (&SearchOptions, bool),
    context: &Context<'_>,
) -> Option<Explored> {
    let (words, bits) = (layout.words, layout.bits);
    let stopped = |stop| Some(Explored::at_once(vec![None; sought.badness.len()], Some(stop)));
    if words > MAX_WORDS {
        return stopped(Stop(Reason::Unsupported(format!(
            "a state of the product needs {bits} bits, more than the search can pack: compose or \
             minimise some components first"
        ))));
    }
    if let Err(stop) = context.reserve(PackedProduct::expected_bytes(parts.ltss)) {
        return stopped(stop);
    }
    let Some(precedence) = parts.priority else {
        return match PackedProduct::new(parts, layout, &options.tuning, context) {
            Ok(product) => pack(driver, &product, sought, (options, is_last), context),
            Err(stop) => stopped(stop),
        };
    };
    // Two products of the same states: the steps that give way are asked for where there is no
    // other.
    let restrict = |low| precedence.restrict(parts.ltss, low);
    let (high, low) = match (restrict(false), restrict(true)) {
        (Ok(high), Ok(low)) => (high, low),
        (Err(stop), _) | (_, Err(stop)) => return stopped(stop),
    };
    let (high, low): (Vec<&Lts>, Vec<&Lts>) = (high.iter().collect(), low.iter().collect());
    let product = |ltss, layout| {
        PackedProduct::new(Parts { ltss, ..parts }, layout, &options.tuning, context)
    };
    let both = product(&high, layout.clone()).and_then(|mut both| {
        if !precedence.always {
            both.low = Some(Box::new(product(&low, layout)?));
        }
        Ok(both)
    });
    match both {
        Ok(product) => pack(driver, &product, sought, (options, is_last), context),
        Err(stop) => stopped(stop),
    }
}

/// A part is in π from the start: there is no more to the run, and no state to be counted.
fn initial_error(parts: Parts<'_>, badness: &[Badness]) -> Explored {
    let trace = empty_trace(parts.ltss);
    let components = &trace.initial[..parts.first_monitor];
    let in_error = components.iter().any(|state| state.is_error());
    let is_bad = |badness: &Badness| *badness == Badness::Error && in_error;
    let traces = badness.iter().map(|badness| is_bad(badness).then(|| trace.clone())).collect();
    Explored::at_once(traces, None)
}

/// The run of no steps.
fn empty_trace(ltss: &[&Lts]) -> Trace {
    Trace { initial: ltss.iter().map(|lts| lts.initial()).collect(), steps: Vec::new() }
}

/// Chooses the width of a packed state.
fn pack(
    driver: &impl Driver,
    product: &PackedProduct<'_>,
    sought: Sought<'_>,
    (options, is_last): (&SearchOptions, bool),
    context: &Context<'_>,
) -> Option<Explored> {
    let Layout { words, bits, bound, .. } = product.layout;
    match words {
        1 => {
            let store = || Plain::new(bound, BitmapIndex::new(bits, bound));
            run::<1, _, _>(driver, product, sought, options, context, store).ok()
        }
        // Few widths are enough: each is the whole search compiled once more.
        2 => fold::<2>(driver, product, sought, (options, is_last), context),
        3..=4 => fold::<4>(driver, product, sought, (options, is_last), context),
        5..=16 => fold::<16>(driver, product, sought, (options, is_last), context),
        _ => fold::<MAX_WORDS>(driver, product, sought, (options, is_last), context),
    }
}

/// Searches with states of several words: folded, or else, if there is no other way, as they are.
fn fold<const W: usize>(
    driver: &impl Driver,
    product: &PackedProduct<'_>,
    sought: Sought<'_>,
    (options, is_last): (&SearchOptions, bool),
    context: &Context<'_>,
) -> Option<Explored> {
    let layout = &product.layout;
    for children in [3, 2] {
        if children == 3 && layout.words != 3 {
            continue;
        }
        let store = || Tree::<W>::new(layout.bound, children, options.tuning.root_bits);
        match run(driver, product, sought, options, context, store) {
            Ok(explored) => return Some(explored),
            Err(Misfit::TooManyWords) => {}
            Err(Misfit::FoldsBadly) if is_last => break,
            Err(Misfit::FoldsBadly) => return None,
        }
    }
    let store = || Plain::new(layout.bound, PositionIndex::new(layout.bound));
    run::<W, _, _>(driver, product, sought, options, context, store).ok()
}

/// Searches, unless the store finds that another one suits the states better.
fn run<const W: usize, S: Store<W>, D: Driver>(
    driver: &D,
    product: &PackedProduct<'_>,
    sought: Sought<'_>,
    options: &SearchOptions,
    context: &Context<'_>,
    store: impl Fn() -> S,
) -> Result<Explored, Misfit> {
    let reduces = options.reduce && product.parts.priority.is_none();
    let composed = match Composed::new(product, sought, (reduces, options.threads), context) {
        Ok(composed) => composed,
        Err(stop) => return Ok(Explored::at_once(vec![None; sought.badness.len()], Some(stop))),
    };
    let Driven { ways, stop, statistics, .. } =
        driver.drive::<W, _, S>(&composed, store, sought.enough, context)?;
    let show = |(way, &badness): (Option<Vec<[u64; W]>>, &Badness)| {
        way.map(|way| path::show(product, &way, badness))
    };
    let traces = ways.into_iter().zip(sought.badness).map(show).collect();
    Ok(Explored { traces, stop, statistics })
}

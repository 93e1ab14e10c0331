//! Monolithic search: the product of any number of LTSs, explored breadth-first on the fly.
//!
//! The product is never stored as a graph. [`layout`] packs a tuple of local states into a few
//! machine words, [`product`] computes successors from tables, the [`index`] knows which states
//! were found, the [`arena`] keeps them in order, [`bfs`] drives it all on one thread or several,
//! and [`path`] finds a shortest run to what was found.

mod arena;
mod bfs;
mod bitmap_index;
mod build;
mod check;
mod index;
mod layout;
mod path;
mod position_index;
mod prefetch;
mod product;

use surmise_model::{Context, Count, Lts, Reason, Statistics, Stop, Trace};

use self::bfs::{Badness, Bfs, End};
use self::bitmap_index::BitmapIndex;
use self::index::Index;
use self::layout::Layout;
use self::position_index::PositionIndex;
use self::product::Product;

pub use self::check::check;

/// A packed state has at most so many words.
const MAX_WORDS: usize = 64;

/// What to look for, and with how many threads.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SearchOptions {
    /// Look for π.
    pub errors: bool,
    /// Look for states without steps, unless every part is at its [end](Lts::end).
    pub deadlocks: bool,
    /// How many threads work. The answer does not depend on it.
    pub threads: usize,
}

impl Default for SearchOptions {
    /// Look for π on one thread.
    fn default() -> Self {
        Self { errors: true, deadlocks: false, threads: 1 }
    }
}

/// How a search ended.
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
    /// A shortest run to a deadlock.
    Deadlock {
        /// The run, with the states of all parts.
        trace: Trace,
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
    /// the last level, and the `bytes` of the store. All but the last are the same for any number of
    /// threads.
    pub statistics: Statistics,
}

/// Searches the product of LTSs, which synchronise on shared actions of their alphabets.
///
/// A property takes part [completed with π](crate::automata::complete_with_error).
pub fn search(parts: &[&Lts], options: &SearchOptions, context: &Context<'_>) -> Search {
    let initial_error = parts.iter().position(|lts| lts.initial().is_error());
    if let Some(part) = initial_error.filter(|_| options.errors) {
        let initial = parts.iter().map(|lts| lts.initial()).collect();
        let trace = Trace { initial, steps: Vec::new() };
        return Search {
            finding: Finding::Error { trace, part },
            statistics: Statistics::default(),
        };
    }
    if initial_error.is_some() {
        return Search { finding: Finding::Exhausted, statistics: Statistics::default() };
    }
    let layout = Layout::new(parts);
    let (words, bits, bound) = (layout.words, layout.bits, layout.bound);
    if words > MAX_WORDS {
        return stopped(Stop(Reason::Unsupported(format!(
            "a state of the product needs {bits} bits, more than the search can pack: compose or \
             minimise some components first"
        ))));
    }
    if let Err(stop) = context.reserve(Product::bytes(parts)) {
        return stopped(stop);
    }
    let product = Product::new(parts, layout);
    match words {
        1 if bits <= bitmap_index::MAX_BITS => {
            run::<1, _>(&product, options, context, BitmapIndex::new(bits, bound))
        }
        // Few widths are enough: each is the whole search compiled once more.
        1..=2 => run::<2, _>(&product, options, context, PositionIndex::new(bound)),
        3..=4 => run::<4, _>(&product, options, context, PositionIndex::new(bound)),
        5..=16 => run::<16, _>(&product, options, context, PositionIndex::new(bound)),
        _ => run::<MAX_WORDS, _>(&product, options, context, PositionIndex::new(bound)),
    }
}

/// A search that did not get anywhere.
fn stopped(stop: Stop) -> Search {
    Search { finding: Finding::Stopped(stop), statistics: Statistics::default() }
}

fn run<const W: usize, I: Index<W>>(
    product: &Product<'_>,
    options: &SearchOptions,
    context: &Context<'_>,
    index: I,
) -> Search {
    let initial = product.initial().expect("an initial π is dealt with by the caller");
    let mut bfs = Bfs::<W, I>::new(product, options, context, index);
    let end = bfs.run(initial);
    let mut statistics = Statistics::default();
    statistics.set(Count::States, bfs.expanded);
    statistics.set(Count::Transitions, bfs.transitions);
    statistics.set(Count::Depth, bfs.levels.depth() as u64);
    statistics.set(Count::Bytes, bfs.bytes());
    let finding = match end {
        End::Exhausted => Finding::Exhausted,
        End::Stopped(stop) => Finding::Stopped(stop),
        End::Bad(badness, state) => {
            let mut trace = path::to_state(product, &bfs.arena, &bfs.levels, state);
            match badness {
                Badness::Deadlock => Finding::Deadlock { trace },
                Badness::Error => {
                    let part = path::step_into_error(product.parts, &mut trace);
                    Finding::Error { trace, part }
                }
            }
        }
    };
    Search { finding, statistics }
}

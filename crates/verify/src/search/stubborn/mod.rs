//! Stubborn sets: in most states some steps can wait, because whatever the others do first, they
//! stay as they are.
//!
//! A *letter* is an action, or one part's τ. A set T of letters is stubborn in a state s if
//! whatever letters outside of T do first, those in T are not affected: a step of T that is
//! possible after them is possible in s, too, and leads to the same state if it comes first. A
//! search that follows the letters of T alone then misses no deadlock: on the way to it the first
//! letter of T can be moved to the front, and the rest of the way is shorter by one step. (Valmari,
//! "Stubborn sets for reduced state space generation", 1989; Valmari and Hansen, "Can stubborn sets
//! be optimal?", 2011, for what is called strong here.)
//!
//! T is closed under two rules, which [`dependencies`] has tables for:
//!
//! - a letter that is possible in s needs, for each participant, what it could do instead: what it
//!   offers where it is, or, past letters that commute with the one in question, what it offers
//!   there and does not commute;
//! - a letter that is not possible needs one participant that does not offer it, and all by which
//!   that one could get elsewhere.
//!
//! **Errors and properties.** A monitor is a part like any other, so its letters depend on each
//! other and the order of visible actions is kept where it matters, without another rule. But the
//! letters that lead to an error must not wait forever. In a state s a part can only come closer to
//! its error by certain letters, its *alarms*; on any way to the error there is one of them. So a T
//! that contains the alarms of all parts makes every way to an error shorter (Kristensen, Schmidt
//! and Valmari, "Question-guided stubborn set methods for state properties", 2006; the same idea is
//! known in planning, Wehrle and Helmert 2012). If all sets were of this kind, counterexamples
//! would stay shortest ones.
//!
//! **The proviso.** Often a smaller T is possible that contains no alarms, say a step that one part
//! takes alone. Such a T must not be taken on and on, round a cycle. One of its steps has to make
//! [`progress`]: to a tuple of local states that is larger in a fixed order. As no cycle can
//! consist of such steps alone, sooner or later the alarms have their turn. (Compare the sticky
//! transitions of Kurshan, Levin, Minea, Peled and Yenigün, "Static partial order reduction",
//! 1998.) It needs no look at the states found so far, and so is the same in any order of search
//! and for any number of threads, unlike the provisos of depth-first search (a stack) and
//! breadth-first search (a queue).
//!
//! [`choice`] finds the smallest of these sets, all minimal closed ones at once, by strongly
//! connected components.
//!
//! Priorities are a law of the whole system that no dependency of letters tells: with them nothing
//! is reduced.

mod choice;
mod commuting;
mod dependencies;
mod letters;
mod progress;

use surmise_model::{Context, Stop};

use self::choice::Chooser;
use self::dependencies::Dependencies;
use self::progress::ProgressOrder;
use super::composed::{Badness, Sought};
use super::parts::Parts;
use super::product::PackedProduct;
use super::successors::Successors;

pub(super) use self::choice::Room;

/// What it takes to expand states by stubborn sets alone.
#[derive(Debug)]
pub(super) struct Stubborn {
    dependencies: Dependencies,
    progress: ProgressOrder,
    /// Whether deadlocks matter: then no state may be left without a step that has one.
    deadlock: bool,
}

impl Stubborn {
    /// Makes the tables, for as many threads as there are to be.
    pub(super) fn new(
        parts: &Parts<'_>,
        sought: Sought<'_>,
        threads: usize,
        context: &Context<'_>,
    ) -> Result<Self, Stop> {
        let dependencies = Dependencies::new(parts, sought.badness, context)?;
        context.reserve((dependencies.alphabet().len() * Room::BYTES * threads) as u64)?;
        let progress = ProgressOrder::new(parts, &dependencies, context)?;
        let deadlock = sought.badness.contains(&Badness::Deadlock);
        Ok(Self { dependencies, progress, deadlock })
    }

    /// Room for one thread.
    pub(super) fn room(&self) -> Room {
        Room::new(&self.dependencies)
    }

    /// Computes the successors of a state by the letters of a stubborn set, `each` being told of
    /// every one.
    pub(super) fn expand<const W: usize>(
        &self,
        product: &PackedProduct<'_>,
        state: &[u64; W],
        room: &mut Room,
        out: &mut Successors<W>,
        mut each: impl FnMut(&[u64; W]),
    ) {
        out.clear();
        let locals = product.layout.fields.iter().map(|field| field.get(state));
        let mut chooser =
            Chooser::new(&self.dependencies, &self.progress, product.parts.ltss, room, locals);
        out.is_reduced = chooser.choose(self.deadlock);
        let letters = self.dependencies.alphabet();
        let mut flags = 0;
        for &letter in room.chosen() {
            flags |= product.step(state, letters.action(letter), letters.participants(letter), out);
        }
        out.settle_if(flags, product.parts.sinks);
        out.states().iter().for_each(&mut each);
    }
}

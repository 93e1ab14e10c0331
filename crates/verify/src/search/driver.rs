//! The seam of a search: who computes successors, who keeps states, and who drives the two.
//!
//! An [`Expansion`] knows the successors of a packed state and what is wrong with it; a [`Store`]
//! keeps states and knows them again; a [`Driver`] takes states from the one to the other until
//! everything is found or nothing new is. None of them knows more of the others than is said here,
//! so that another driver, on several machines say, runs what is there already. How wide a state is
//! and which store suits is decided outside: a driver is generic over both, and where a store [does
//! not suit](Misfit) the states, it gives up and all begins again with another one.
//!
//! [`LevelByLevel`](super::bfs::LevelByLevel) is the driver of this program.

use surmise_model::{Context, Statistics, Stop};

use super::store::{Misfit, Store};
use super::successors::Successors;

/// What is explored, as states of `W` words.
pub trait Expansion<const W: usize>: Sync {
    /// What one thread needs for its work.
    type Room: Send;

    /// Room for one thread.
    fn room(&self) -> Self::Room;

    /// The initial state.
    fn initial(&self) -> [u64; W];

    /// Computes the successors of a state that are to be followed; `each` of those that are made at
    /// once is told as early as possible.
    ///
    /// # Errors
    /// When the work has to stop.
    fn expand(
        &self,
        state: &[u64; W],
        room: &mut Self::Room,
        out: &mut Successors<W>,
        each: impl FnMut(&[u64; W]),
    ) -> Result<(), Stop>;

    /// Computes all successors of a state, those that need not be followed included: a way back may
    /// lead through any of them.
    ///
    /// # Errors
    /// When the work has to stop.
    fn retrace(
        &self,
        state: &[u64; W],
        room: &mut Self::Room,
        out: &mut Successors<W>,
    ) -> Result<(), Stop> {
        self.expand(state, room, out, |_| ())
    }

    /// Whether some successors are not followed.
    fn reduces(&self) -> bool {
        false
    }

    /// How many kinds of badness are sought.
    fn kinds(&self) -> usize;

    /// Whether a state with these successors is bad in some way. It is asked only if something
    /// about the successors is [suspicious](Successors::is_suspicious).
    fn is_bad(&self, kind: usize, state: &[u64; W], successors: &Successors<W>) -> bool;

    /// About how many successors of a state are made at once, at most.
    fn widest(&self) -> usize;
}

/// When a search may end before it has found everything.
#[derive(Debug, Clone, Copy)]
pub struct Enough {
    /// So many kinds of badness are found.
    pub kinds: usize,
    /// Something is found, and there would be more states than twice those until then and so many.
    pub states: u64,
}

impl Enough {
    /// Everything is to be found.
    pub const ALL: Self = Self { kinds: usize::MAX, states: u64::MAX };
}

/// Who drives a search.
pub trait Driver {
    /// Which of those who share the work a state belongs to: whoever meets it hands it over there.
    /// One who works alone owns them all.
    fn owner<const W: usize>(&self, state: &[u64; W]) -> usize {
        let _ = state;
        0
    }

    /// Explores from the initial state, until enough is found or nothing new is. `store` makes an
    /// empty store, one for each who shares the work.
    ///
    /// # Errors
    /// When a store does not suit the states: nothing was found then, and all begins again.
    fn drive<const W: usize, E: Expansion<W>, S: Store<W>>(
        &self,
        expansion: &E,
        store: impl Fn() -> S,
        enough: Enough,
        context: &Context<'_>,
    ) -> Result<Driven<W>, Misfit>;
}

/// What a driver has found.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Driven<const W: usize> {
    /// For each kind of badness a way to a state that has it, from the initial state on: if the
    /// driver goes level by level a shortest one, and of these the one that is smallest from its
    /// end on.
    pub ways: Vec<Option<Vec<[u64; W]>>>,
    /// Why it was stopped, if it was.
    pub stop: Option<Stop>,
    /// Whether nothing is left to explore. If there is although it was not stopped, enough was
    /// found.
    pub is_complete: bool,
    /// `states`, `transitions` and `depth`, if it counts them.
    pub statistics: Statistics,
}

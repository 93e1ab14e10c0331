//! What keeps the states that were found, and knows them again.
//!
//! The [arena](super::arena) keeps them in the order in which they were found, an
//! [index](super::index) knows them again. States of one word are kept [as they are](Plain), wider
//! ones [folded](super::tree).

use surmise_model::{Context, Stop};

use super::arena::{Arena, Full, Writer};
use super::index::{Index, Inserted};

/// The states of a search, of `W` words, shared by all threads.
pub trait Store<const W: usize>: Sync + Sized {
    /// What is kept of the successors of a state from when they are fetched to when they are
    /// inserted.
    type Fetched: Default + Send;

    /// The state at a position.
    fn get(&self, position: u64) -> [u64; W];

    /// Fetches what an insertion of the state will look at, if the state alone tells.
    fn prefetch(&self, state: &[u64; W]);

    /// Prepares the insertion of successors of a state at a position; the initial state is
    /// nobody's.
    fn fetch(
        &self,
        from: Option<(u64, &[u64; W])>,
        successors: &[[u64; W]],
        fetched: &mut Self::Fetched,
        writer: &mut Writer,
        context: &Context<'_>,
    ) -> Result<(), Full>;

    /// Sees to it that there is room for so many states more.
    fn draw(&self, writer: &mut Writer, states: u64) -> Result<(), Full>;

    /// Inserts the successor with this number, and keeps it if it is new; gives whether it is.
    fn insert(
        &self,
        successor: (usize, &[u64; W]),
        fetched: &Self::Fetched,
        writer: &mut Writer,
        context: &Context<'_>,
    ) -> Result<bool, Full>;

    /// Inserts a state, making room as it is needed, for who does one thing at a time; gives
    /// whether it is new. Then its position is in the [runs](Writer::take_runs) of the writer.
    fn put(
        &mut self,
        state: &[u64; W],
        writer: &mut Writer,
        context: &Context<'_>,
    ) -> Result<bool, Stop> {
        loop {
            let mut fetched = Self::Fetched::default();
            let inserted = self
                .fetch(None, std::slice::from_ref(state), &mut fetched, writer, context)
                .and_then(|()| self.draw(writer, 1))
                .and_then(|()| self.insert((0, state), &fetched, writer, context));
            match inserted {
                Ok(is_new) => return Ok(is_new),
                Err(Full::Stop(stop)) => return Err(stop),
                Err(Full::Grow) => {
                    self.give_back(writer);
                    self.grow(1, 1, context)?;
                }
            }
        }
    }

    /// Ends a round: what a writer has drawn and not used goes back.
    fn give_back(&self, writer: &mut Writer);

    /// Makes room for the successors of each thread's next state, so many in all, where there is
    /// none.
    fn grow(&mut self, states: u64, threads: usize, context: &Context<'_>) -> Result<(), Stop>;

    /// The memory it uses, in bytes.
    fn bytes(&self) -> u64;

    /// Looks back at the end of a level, when so many states are there: stops the search if another
    /// store would suit them better. Whether it does must not depend on the threads.
    fn look_back(&mut self, states: u64) -> Result<(), Stop> {
        let _ = states;
        Ok(())
    }

    /// Why it has stopped the search, if it has, because it does not suit these states.
    fn misfit(&self) -> Option<Misfit> {
        None
    }
}

/// Why a store does not suit some states.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Misfit {
    /// There are more words than it has numbers for.
    TooManyWords,
    /// There are nearly as many words as states.
    FoldsBadly,
}

/// States as they are.
#[derive(Debug)]
pub(super) struct Plain<const W: usize, I> {
    pub(super) arena: Arena<W>,
    pub(super) index: I,
}

impl<const W: usize, I: Index<W>> Plain<W, I> {
    /// A store for at most `bound` states.
    pub(super) fn new(bound: u128, index: I) -> Self {
        Self { arena: Arena::new(bound), index }
    }

    /// Inserts a state that there is room for, and gives whether it is new.
    #[inline]
    pub(super) fn insert_one(
        &self,
        state: &[u64; W],
        writer: &mut Writer,
        context: &Context<'_>,
    ) -> Result<bool, Full> {
        self.arena.make_room(writer, context)?;
        match self.index.insert(state, &self.arena, writer) {
            Inserted::Old => return Ok(false),
            Inserted::New => {}
            Inserted::NewEntry => writer.permits -= 1,
        }
        Arena::<W>::commit(writer);
        Ok(true)
    }
}

impl<const W: usize, I: Index<W>> Store<W> for Plain<W, I> {
    type Fetched = ();

    #[inline]
    fn get(&self, position: u64) -> [u64; W] {
        self.arena.get(position)
    }

    #[inline]
    fn prefetch(&self, state: &[u64; W]) {
        self.index.prefetch(state);
    }

    #[inline]
    fn fetch(
        &self,
        _: Option<(u64, &[u64; W])>,
        _: &[[u64; W]],
        (): &mut (),
        _: &mut Writer,
        _: &Context<'_>,
    ) -> Result<(), Full> {
        Ok(())
    }

    #[inline]
    fn draw(&self, writer: &mut Writer, states: u64) -> Result<(), Full> {
        self.index.room().draw(writer, states)
    }

    #[inline]
    fn insert(
        &self,
        (_, state): (usize, &[u64; W]),
        (): &(),
        writer: &mut Writer,
        context: &Context<'_>,
    ) -> Result<bool, Full> {
        self.insert_one(state, writer, context)
    }

    fn give_back(&self, writer: &mut Writer) {
        self.index.room().give_back(writer);
    }

    fn grow(&mut self, states: u64, threads: usize, context: &Context<'_>) -> Result<(), Stop> {
        if self.arena.is_tight() {
            self.arena.grow();
        }
        match self.index.room().left() < states {
            true => self.index.grow(states, &self.arena, threads, context),
            false => Ok(()),
        }
    }

    fn bytes(&self) -> u64 {
        self.index.bytes() + self.arena.bytes()
    }
}

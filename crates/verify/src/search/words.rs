//! A dictionary that numbers words: all threads add to it, and a word keeps its number.

use surmise_model::{Context, Stop};

use super::arena::{Arena, Full, Writer};
use super::position_index::PositionIndex;
use super::store::{Plain, Store as _};

/// Numbers are taken in lots of so many.
const SMALL: u128 = 64;

/// Words, whose positions are their numbers.
#[derive(Debug)]
pub(super) struct Words(Plain<1, PositionIndex>);

impl Words {
    /// An empty dictionary, small to begin with: so its threads take their numbers from near each
    /// other.
    pub(super) fn new() -> Self {
        Self(Plain::new(SMALL, PositionIndex::new(SMALL)))
    }

    /// The word with a number.
    #[inline]
    pub(super) fn get(&self, number: u64) -> u64 {
        self.0.get(number)[0]
    }

    /// The number of a word, a new one if it has none.
    #[inline]
    pub(super) fn number(
        &self,
        word: u64,
        writer: &mut Writer,
        context: &Context<'_>,
    ) -> Result<u64, Full> {
        let Plain { arena, index } = &self.0;
        self.0.draw(writer, 1)?;
        arena.make_room(writer, context)?;
        let (number, is_new) = index.find_or_insert(&[word], arena, writer);
        if is_new {
            writer.permits -= 1;
            Arena::<1>::commit(writer);
        }
        Ok(number)
    }

    /// How many there are, if nobody is drawing.
    pub(super) fn len(&self) -> u64 {
        self.0.index.len()
    }

    /// Gives back what a writer has drawn and not used.
    pub(super) fn give_back(&self, writer: &mut Writer) {
        self.0.give_back(writer);
    }

    /// Makes room for so many words more, where there is none.
    pub(super) fn grow(
        &mut self,
        words: u64,
        threads: usize,
        context: &Context<'_>,
    ) -> Result<(), Stop> {
        self.0.grow(words, threads, context)
    }

    /// The memory it uses, in bytes.
    pub(super) fn bytes(&self) -> u64 {
        self.0.bytes()
    }
}

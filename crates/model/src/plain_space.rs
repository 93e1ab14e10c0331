//! A plain model given by its steps: bit-packed states, and from each state the steps it has.
//!
//! It is to systems what [`StateSpace`](crate::StateSpace) is to probabilistic ones: a language
//! knows how to compute the steps of a state, a search what to do with them. Nothing of it has to
//! be built in advance, and no components have to be told apart.

use crate::{ActionId, Halt, Stop};

/// Who is told of a step, by its action and the words of the state it leads to, and may say stop.
pub type FoundStep<'a> = dyn FnMut(ActionId, &[u64]) -> Result<(), Stop> + 'a;

/// A model without probabilities whose states can be explored, by several threads at once.
pub trait PlainSpace: Sync {
    /// How many 64-bit words a state has.
    fn words(&self) -> usize;

    /// Writes the initial state into as many words, which are zero.
    ///
    /// # Errors
    /// When the model is wrong.
    fn initial(&self, state: &mut [u64]) -> Result<(), Halt>;

    /// Somebody who computes steps, with room to work in: one for each thread.
    fn stepper(&self) -> Box<dyn Stepper + '_>;

    /// In how many ways a state can be bad: one for each property, say.
    fn kinds(&self) -> usize;

    /// Whether a state is bad in this way.
    fn is_bad(&self, kind: usize, state: &[u64]) -> bool;

    /// Whether the model may stay in a state for ever, so that it is no deadlock.
    fn may_end(&self, state: &[u64]) -> bool;
}

/// Who computes the steps of a [`PlainSpace`].
pub trait Stepper: Send {
    /// Tells every step of a state: its action, and where it leads.
    ///
    /// # Errors
    /// When `found` says stop, or when the model is wrong in this state.
    fn steps(&mut self, state: &[u64], found: &mut FoundStep<'_>) -> Result<(), Halt>;

    /// Tells some steps that stand for all, and gives whether there may be others. Whoever follows
    /// such steps alone meets every deadlock, and something bad of every kind that there is. Which
    /// steps these are depends on the state alone.
    ///
    /// # Errors
    /// As those of [`steps`](Self::steps).
    fn some_steps(&mut self, state: &[u64], found: &mut FoundStep<'_>) -> Result<bool, Halt> {
        self.steps(state, found)?;
        Ok(false)
    }

    /// Which propositions are true in a state, for whoever asks about temporal properties: bit *i*
    /// is set if number *i* is.
    ///
    /// # Errors
    /// When one of them means nothing in this state.
    fn letter(&mut self, state: &[u64]) -> Result<u128, Halt> {
        let _ = state;
        Ok(0)
    }
}

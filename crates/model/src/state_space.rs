//! A probabilistic model given by its steps: bit-packed states, and from each state the choices it
//! has.
//!
//! A language knows how to compute the successors of a state, an engine what to do with them. This
//! is the door between the two: neither side sees more of the other.

use crate::{ActionId, Context, Diagnostic, IdOverflow, Probabilities, ProbabilityId, Stop};

/// Why a state has no successors to tell.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Halt {
    /// The work has to stop.
    Stop(Stop),
    /// The model is wrong in this state: probabilities that do not sum to 1, a variable out of
    /// range. The diagnostic names the state.
    Fault(Box<Diagnostic>),
}

impl From<Stop> for Halt {
    fn from(stop: Stop) -> Self {
        Self::Stop(stop)
    }
}

impl From<IdOverflow> for Halt {
    fn from(overflow: IdOverflow) -> Self {
        Self::Stop(overflow.into())
    }
}

/// A model whose states can be explored.
pub trait StateSpace {
    /// How many 64-bit words a state has.
    fn words(&self) -> usize;

    /// Tells every initial state, each once.
    ///
    /// # Errors
    /// When the context says stop, when `found` does, or when the model is wrong.
    fn initial(
        &mut self,
        context: &Context<'_>,
        found: &mut dyn FnMut(&[u64]) -> Result<(), Stop>,
    ) -> Result<(), Halt>;

    /// Adds the choices of a state. The numbers are those of
    /// [`probabilities`](Self::probabilities).
    ///
    /// # Errors
    /// When the model is wrong in this state.
    fn successors(&mut self, state: &[u64], into: &mut Successors) -> Result<(), Halt>;

    /// Whether the model is a Markov chain: of several choices one is taken uniformly.
    fn is_chain(&self) -> bool;

    /// The probabilities met so far.
    fn probabilities(&mut self) -> &mut Probabilities;

    /// How many reward structures are looked at.
    fn num_rewards(&self) -> usize {
        0
    }

    /// The reward of the state whose successors were asked for last, or of a choice of it with an
    /// action, beside that; `None` if there is none. The number is one of
    /// [`probabilities`](Self::probabilities).
    ///
    /// # Errors
    /// When the reward cannot be computed in this state.
    fn reward(&mut self, _: usize, _: Option<ActionId>) -> Result<Option<ProbabilityId>, Halt> {
        Ok(None)
    }
}

/// The choices of one state: a buffer that is used again and again.
#[derive(Debug, Clone, Default)]
pub struct Successors {
    choices: Vec<(ActionId, u32)>,
    probabilities: Vec<ProbabilityId>,
    states: Vec<u64>,
}

impl Successors {
    /// Forgets all choices.
    pub fn clear(&mut self) {
        self.choices.clear();
        self.probabilities.clear();
        self.states.clear();
    }

    /// Adds a branch to the choice that is being made; the caller writes the words of the state.
    pub fn branch(&mut self, probability: ProbabilityId, state: &[u64]) -> &mut [u64] {
        self.probabilities.push(probability);
        let start = self.states.len();
        self.states.extend_from_slice(state);
        &mut self.states[start..]
    }

    /// Ends the choice: the branches since the last one are its distribution.
    pub fn end_choice(&mut self, action: ActionId) {
        self.choices.push((action, self.probabilities.len() as u32));
    }

    /// The choices: an action, and branches as probabilities and words of states.
    pub fn choices(&self) -> impl Iterator<Item = (ActionId, &[ProbabilityId], &[u64])> {
        let words = self.states.len().checked_div(self.probabilities.len()).unwrap_or(0);
        let mut start = 0;
        self.choices.iter().map(move |&(action, end)| {
            let branches = start..end as usize;
            start = end as usize;
            let states = &self.states[branches.start * words..branches.end * words];
            (action, &self.probabilities[branches], states)
        })
    }

    /// How many branches all choices have together.
    pub fn num_branches(&self) -> usize {
        self.probabilities.len()
    }

    /// How many choices there are.
    pub fn len(&self) -> usize {
        self.choices.len()
    }

    /// Whether there is no choice.
    pub fn is_empty(&self) -> bool {
        self.choices.is_empty()
    }
}

//! What a learner is: it asks membership queries, and makes hypotheses that counterexamples refine.
//!
//! The languages to learn here are sets of traces: *prefix-closed* and never empty. That is why a
//! query is answered with the length of the longest prefix inside the language rather than with yes
//! or no (a simulation knows it anyway, and a learner may use it), and why a hypothesis needs no
//! rejecting states: an LTS is all there is to it. The paper makes conjectures into LTSs by leaving
//! out the rejecting state; see [`super::table`] for why that is right there.

use surmise_model::{ActionId, BuildError, Lts, StateId, Stop};

/// A letter of the alphabet to learn over: an index into it.
pub type Symbol = u32;

/// Who answers membership queries.
pub trait Membership {
    /// The length of the longest prefix of a word that is in the language. The language is
    /// prefix-closed and contains the empty word.
    fn accepted(&mut self, word: &[Symbol]) -> Result<usize, Stop>;

    /// Whether a word is in the language.
    fn contains(&mut self, word: &[Symbol]) -> Result<bool, Stop> {
        Ok(self.accepted(word)? == word.len())
    }
}

/// Learns a prefix-closed regular language that contains the empty word.
pub trait Learner: Send {
    /// Asks what the first hypothesis needs. To be called once, before everything else.
    fn start(&mut self, teacher: &mut dyn Membership) -> Result<(), Stop>;

    /// Learns from a word of which hypothesis and language accept prefixes of different lengths.
    /// The next hypothesis has more states. The answer is what the word taught: a suffix that is
    /// accepted after one and rejected after another of two prefixes that were taken for the same
    /// state. `None` if there is no difference: then the hypothesis stays as it is.
    fn refine(
        &mut self,
        word: &[Symbol],
        teacher: &mut dyn Membership,
    ) -> Result<Option<Box<[Symbol]>>, Stop>;

    /// The smallest automaton that agrees with all answers so far.
    fn hypothesis(&self) -> &Hypothesis;
}

/// A deterministic automaton all of whose states accept; where there is no step, it rejects.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Hypothesis {
    symbols: usize,
    /// `rows[state * symbols + symbol]`, [`REJECT`](Self::REJECT) if there is no step.
    rows: Vec<u32>,
    states: usize,
}

impl Hypothesis {
    const REJECT: u32 = u32::MAX;

    /// An automaton with initial state 0 and steps given by a function.
    pub fn new(
        symbols: usize,
        states: usize,
        mut step: impl FnMut(usize, Symbol) -> Option<usize>,
    ) -> Self {
        let mut rows = Vec::with_capacity(states * symbols);
        for state in 0..states {
            rows.extend(
                (0..symbols as Symbol)
                    .map(|symbol| step(state, symbol).map_or(Self::REJECT, |target| target as u32)),
            );
        }
        Self { symbols, rows, states }
    }

    /// The number of states, all of them accepting.
    pub fn num_states(&self) -> usize {
        self.states
    }

    /// The state after a step, unless it is rejected.
    pub fn step(&self, state: usize, symbol: Symbol) -> Option<usize> {
        let target = self.rows[state * self.symbols + symbol as usize];
        (target != Self::REJECT).then_some(target as usize)
    }

    /// The length of the longest accepted prefix of a word, and the state after it.
    pub fn run(&self, word: &[Symbol]) -> (usize, usize) {
        let mut state = 0;
        for (done, &symbol) in word.iter().enumerate() {
            match self.step(state, symbol) {
                Some(target) => state = target,
                None => return (done, state),
            }
        }
        (word.len(), state)
    }

    /// The automaton as an LTS over actions, one for each symbol.
    pub fn to_lts(&self, actions: &[ActionId]) -> Result<Lts, BuildError> {
        let mut builder = Lts::builder();
        builder.ensure_states(self.states).extend_alphabet(actions.iter().copied());
        for state in 0..self.states {
            for (symbol, &action) in actions.iter().enumerate() {
                if let Some(target) = self.step(state, symbol as Symbol) {
                    builder.add(StateId::of(state), action, StateId::of(target));
                }
            }
        }
        builder.build()
    }
}

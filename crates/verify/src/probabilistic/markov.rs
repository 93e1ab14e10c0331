//! A Markov decision process or chain, in compressed rows.

use std::ops::Range;

use surmise_model::{IdOverflow, Lpts, Probabilities, ProbabilityId, Rational, StateId};

/// States with choices, and each choice a distribution. Every state has a choice: a deadlock got a
/// self-loop.
#[derive(Debug, Clone)]
pub struct MarkovModel {
    /// `rows[s]..rows[s + 1]` are the choices of state `s`.
    pub(super) rows: Vec<u32>,
    /// `choices[c]..choices[c + 1]` are the branches of choice `c`.
    pub(super) choices: Vec<u32>,
    pub(super) targets: Vec<u32>,
    pub(super) weights: Vec<ProbabilityId>,
    pub(super) probabilities: Probabilities,
    pub(super) initial: Vec<StateId>,
}

impl MarkovModel {
    /// A model without states, to add states to.
    pub fn new() -> Self {
        Self {
            rows: vec![0],
            choices: vec![0],
            targets: Vec::new(),
            weights: Vec::new(),
            probabilities: Probabilities::new(),
            initial: Vec::new(),
        }
    }

    /// The model of an LPTS: its transitions are the choices, whatever their actions. A deadlock
    /// gets a self-loop.
    ///
    /// # Errors
    /// If there are too many branches.
    pub fn from_lpts(lpts: &Lpts) -> Result<Self, IdOverflow> {
        let mut model = Self { initial: vec![lpts.initial()], ..Self::new() };
        for state in lpts.states() {
            let choices = lpts.choices(state);
            for choice in choices {
                for (target, probability) in lpts.distribution(choice.distribution).iter() {
                    model.targets.push(target.raw());
                    model.weights.push(model.probabilities.intern(probability)?);
                }
                model.end_choice()?;
            }
            if choices.is_empty() {
                model.targets.push(state.raw());
                model.weights.push(ProbabilityId::ONE);
                model.end_choice()?;
            }
            model.rows.push((model.choices.len() - 1) as u32);
        }
        Ok(model)
    }

    /// The same states and steps with every branch as a choice of its own: what may happen, whatever
    /// the probabilities are.
    ///
    /// # Errors
    /// If there are too many branches.
    pub(super) fn without_chance(&self) -> Result<Self, IdOverflow> {
        let mut model = Self { initial: self.initial.clone(), ..Self::new() };
        for state in 0..self.num_states() {
            for choice in self.choices(state) {
                for &target in self.targets(choice) {
                    model.targets.push(target);
                    model.weights.push(ProbabilityId::ONE);
                    model.end_choice()?;
                }
            }
            model.rows.push((model.choices.len() - 1) as u32);
        }
        Ok(model)
    }

    /// Makes a choice of the branches since the last one.
    fn end_choice(&mut self) -> Result<(), IdOverflow> {
        let end = u32::try_from(self.targets.len());
        self.choices.push(end.map_err(|_| IdOverflow { kind: "branches" })?);
        Ok(())
    }

    /// The number of states.
    pub fn num_states(&self) -> usize {
        self.rows.len() - 1
    }

    /// The number of choices.
    pub fn num_choices(&self) -> usize {
        self.choices.len() - 1
    }

    /// The number of branches.
    pub fn num_branches(&self) -> usize {
        self.targets.len()
    }

    /// The id of a number that is no probability, but for example a reward.
    ///
    /// # Errors
    /// If there are too many numbers.
    pub fn intern(&mut self, value: &Rational) -> Result<ProbabilityId, IdOverflow> {
        self.probabilities.intern(value)
    }

    /// Whether no state has a choice.
    pub fn is_chain(&self) -> bool {
        self.num_choices() == self.num_states()
    }

    /// The initial states.
    pub fn initial(&self) -> &[StateId] {
        &self.initial
    }

    /// The probabilities that the branches refer to.
    pub fn probabilities(&self) -> &Probabilities {
        &self.probabilities
    }

    /// The choices of a state.
    #[inline]
    pub fn choices(&self, state: usize) -> Range<usize> {
        self.rows[state] as usize..self.rows[state + 1] as usize
    }

    /// The state of each choice.
    pub(super) fn sources(&self) -> Vec<u32> {
        let mut sources = vec![0; self.num_choices()];
        for state in 0..self.num_states() {
            sources[self.choices(state)].fill(state as u32);
        }
        sources
    }

    /// The branches of a choice.
    #[inline]
    pub fn branches(&self, choice: usize) -> impl ExactSizeIterator<Item = (usize, ProbabilityId)> {
        let range = self.choices[choice] as usize..self.choices[choice + 1] as usize;
        let targets = self.targets[range.clone()].iter();
        targets.zip(&self.weights[range]).map(|(&target, &weight)| (target as usize, weight))
    }

    /// The targets of a choice.
    #[inline]
    pub(super) fn targets(&self, choice: usize) -> &[u32] {
        &self.targets[self.choices[choice] as usize..self.choices[choice + 1] as usize]
    }
}

impl Default for MarkovModel {
    fn default() -> Self {
        Self::new()
    }
}

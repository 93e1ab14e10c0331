//! The left side of a simulation: components side by side, of which only those states are made that
//! somebody asks about.
//!
//! Composition is definition 3, as in [`surmise_model::compose`]. Each transition remembers the
//! distributions of the parts that made it, for projections (section 5).

use std::ops::Range;

use indexmap::IndexSet;
use rustc_hash::FxBuildHasher;
use surmise_model::{
    ActionId, Context, DistributionId, IdOverflow, Lpts, Probabilities, ProbabilityId, Rational,
    StateId, Stop,
};

/// A transition of a product.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Step {
    pub(crate) action: ActionId,
    /// The place of its distribution.
    pub(crate) distribution: u32,
}

type Branches = Box<[(StateId, ProbabilityId)]>;

/// Parts side by side. State 0 is initial.
pub(crate) struct Product<'a> {
    parts: Vec<&'a Lpts>,
    /// Of each action, the parts that take part in it.
    participants: Vec<Vec<usize>>,
    states: IndexSet<Box<[StateId]>, FxBuildHasher>,
    /// Of each state whose transitions are known, where they are.
    rows: Vec<Option<Range<u32>>>,
    steps: Vec<Step>,
    /// Of each transition, the distribution of each part, or `None` for one that stands still.
    factors: Vec<Option<DistributionId>>,
    distributions: IndexSet<Branches, FxBuildHasher>,
    probabilities: Probabilities,
}

impl<'a> Product<'a> {
    /// The parts in their initial states.
    pub(crate) fn new(parts: Vec<&'a Lpts>) -> Self {
        let mut participants: Vec<Vec<usize>> = Vec::new();
        for (index, part) in parts.iter().enumerate() {
            for action in part.alphabet().iter() {
                if participants.len() <= action.index() {
                    participants.resize(action.index() + 1, Vec::new());
                }
                participants[action.index()].push(index);
            }
        }
        let mut states: IndexSet<Box<[StateId]>, FxBuildHasher> = IndexSet::default();
        states.insert(parts.iter().map(|part| part.initial()).collect());
        Self {
            parts,
            participants,
            states,
            rows: vec![None],
            steps: Vec::new(),
            factors: Vec::new(),
            distributions: IndexSet::default(),
            probabilities: Probabilities::new(),
        }
    }

    /// How many states were met.
    pub(crate) fn num_states(&self) -> usize {
        self.states.len()
    }

    /// The states of the parts.
    pub(crate) fn tuple(&self, state: StateId) -> &[StateId] {
        &self.states[state.index()]
    }

    /// The places of the transitions of a state that was [expanded](Self::expand).
    pub(crate) fn row(&self, state: StateId) -> Range<usize> {
        self.rows[state.index()].as_ref().map_or(0..0, |row| row.start as usize..row.end as usize)
    }

    /// The transition at a place.
    pub(crate) fn step(&self, place: usize) -> Step {
        self.steps[place]
    }

    /// Of the transition at a place, the distributions of the parts.
    pub(crate) fn factors(&self, place: usize) -> &[Option<DistributionId>] {
        &self.factors[place * self.parts.len()..][..self.parts.len()]
    }

    /// The support of a distribution.
    pub(crate) fn branches(&self, distribution: u32) -> &[(StateId, ProbabilityId)] {
        &self.distributions[distribution as usize]
    }

    /// The probabilities of a distribution, in the order of its support.
    pub(crate) fn weights(&self, distribution: u32) -> Vec<&Rational> {
        self.branches(distribution).iter().map(|&(_, id)| self.probabilities.value(id)).collect()
    }

    /// Sees to it that the transitions of a state are known, and tells where they are.
    pub(crate) fn expand(
        &mut self,
        state: StateId,
        context: &Context<'_>,
    ) -> Result<Range<usize>, Stop> {
        if self.rows[state.index()].is_some() {
            return Ok(self.row(state));
        }
        context.check_states(self.states.len() as u64)?;
        let tuple = self.states[state.index()].clone();
        let start = self.steps.len();
        let mut moved: Vec<Option<DistributionId>> = vec![None; self.parts.len()];
        for index in 0..self.parts.len() {
            let part = self.parts[index];
            let mut before = None;
            for choice in part.choices(tuple[index]) {
                if choice.action.is_tau() {
                    moved[index] = Some(choice.distribution);
                    self.add(choice.action, &tuple, &moved)?;
                    moved[index] = None;
                } else if before != Some(choice.action)
                    && self.participants[choice.action.index()].first() == Some(&index)
                {
                    self.synchronise(choice.action, &tuple, 0, &mut moved)?;
                }
                before = Some(choice.action);
            }
        }
        let number = |place: usize| {
            u32::try_from(place).map_err(|_| Stop::from(IdOverflow { kind: "transitions" }))
        };
        self.rows[state.index()] = Some(number(start)?..number(self.steps.len())?);
        Ok(self.row(state))
    }

    /// Adds a transition for every way in which the participants from a place on can take part.
    fn synchronise(
        &mut self,
        action: ActionId,
        tuple: &[StateId],
        from: usize,
        moved: &mut Vec<Option<DistributionId>>,
    ) -> Result<(), Stop> {
        let Some(&index) = self.participants[action.index()].get(from) else {
            return self.add(action, tuple, moved);
        };
        for choice in self.parts[index].choices_on(tuple[index], action) {
            moved[index] = Some(choice.distribution);
            self.synchronise(action, tuple, from + 1, moved)?;
        }
        moved[index] = None;
        Ok(())
    }

    /// Adds the transition whose distribution is the product of those that `moved` has.
    fn add(
        &mut self,
        action: ActionId,
        tuple: &[StateId],
        moved: &[Option<DistributionId>],
    ) -> Result<(), Stop> {
        let mut product: Vec<(Box<[StateId]>, ProbabilityId)> =
            vec![(tuple.into(), ProbabilityId::ONE)];
        for (index, factor) in moved.iter().enumerate() {
            let Some(id) = *factor else { continue };
            let mut next = Vec::new();
            for (tuple, probability) in &product {
                for (state, weight) in self.parts[index].distribution(id).iter() {
                    let weight = self.probabilities.intern(weight)?;
                    let mut tuple = tuple.clone();
                    tuple[index] = state;
                    next.push((tuple, self.probabilities.product(*probability, weight)?));
                }
            }
            product = next;
        }
        let mut branches = Vec::with_capacity(product.len());
        for (tuple, probability) in product {
            let (index, is_new) = self.states.insert_full(tuple);
            if is_new {
                self.rows.push(None);
            }
            branches.push((StateId::new(index)?, probability));
        }
        branches.sort_unstable_by_key(|&(state, _)| state);
        let (index, _) = self.distributions.insert_full(branches.into());
        let distribution = DistributionId::new(index)?.raw();
        self.steps.push(Step { action, distribution });
        self.factors.extend(moved);
        Ok(())
    }
}

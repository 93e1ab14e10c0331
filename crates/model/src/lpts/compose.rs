//! Parallel composition (definitions 2 and 3 of the CAV 2012 paper), reachable part, of any number
//! of LPTSs.
//!
//! A product distribution determines its factors, but only together with the action does it say who
//! moved. The paper needs both to project a counterexample onto a component, so each transition of
//! the composition remembers which distributions of the parts made it.

use indexmap::IndexSet;
use rustc_hash::FxBuildHasher;

use super::{Lpts, LptsError};
use crate::{ActionId, Alphabet, Context, DistributionId, Rational, StateId, Stop};

/// The composition of LPTSs, and where it comes from.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Composition {
    /// The reachable part of the composition. Its state 0 is initial.
    pub lpts: Lpts,
    /// Of each state in order, the states of the parts.
    states: Vec<StateId>,
    /// Of each transition in the order of the rows, the distributions of the parts; `None` for one
    /// that stands still.
    factors: Vec<Option<DistributionId>>,
    parts: usize,
}

impl Composition {
    /// The states of the parts in a state of the composition.
    pub fn tuple(&self, state: StateId) -> &[StateId] {
        &self.states[state.index() * self.parts..][..self.parts]
    }

    /// Of a transition, given by its place among [all](Lpts::row), the distributions of the parts
    /// that made its distribution; `None` for a part that stands still.
    pub fn factors(&self, transition: usize) -> &[Option<DistributionId>] {
        &self.factors[transition * self.parts..][..self.parts]
    }
}

/// Composes LPTSs: they synchronise on the actions that their alphabets share, and interleave
/// otherwise; τ is never shared.
///
/// # Errors
/// When the context says stop, or there are too many states.
pub fn compose(parts: &[&Lpts], context: &Context<'_>) -> Result<Composition, Stop> {
    let mut alphabet = Alphabet::new();
    for part in parts {
        alphabet.union_with(part.alphabet());
    }
    let mut work = Work {
        parts,
        states: IndexSet::default(),
        builder: Lpts::builder(),
        factors: Vec::new(),
        moved: vec![None; parts.len()],
    };
    work.builder.extend_alphabet(alphabet.iter());
    work.states.insert(parts.iter().map(|part| part.initial()).collect());
    let mut next = 0;
    while let Some(tuple) = work.states.get_index(next).cloned() {
        if next.is_multiple_of(256) {
            context.check()?;
            context.check_states(work.states.len() as u64)?;
        }
        let source = StateId::new(next)?;
        for (index, part) in parts.iter().enumerate() {
            for choice in part.choices_on(tuple[index], ActionId::TAU) {
                work.moved[index] = Some(choice.distribution);
                work.add(source, ActionId::TAU, &tuple);
            }
            work.moved[index] = None;
        }
        for action in alphabet.iter() {
            work.synchronise(source, action, &tuple, 0);
        }
        next += 1;
    }
    let Work { states, mut builder, factors, .. } = work;
    builder.ensure_states(states.len());
    let (lpts, order) = builder.build_tracked().map_err(stop)?;
    let width = parts.len();
    Ok(Composition {
        lpts,
        states: states.into_iter().flatten().collect(),
        factors: order
            .iter()
            .flat_map(|&i| &factors[i as usize * width..][..width])
            .copied()
            .collect(),
        parts: width,
    })
}

/// Products of distributions are distributions, so only numbers can run out.
fn stop(error: LptsError) -> Stop {
    match error {
        LptsError::Overflow(overflow) => overflow.into(),
        impossible => Stop(crate::Reason::Internal(impossible.to_string())),
    }
}

struct Work<'a> {
    parts: &'a [&'a Lpts],
    states: IndexSet<Box<[StateId]>, FxBuildHasher>,
    builder: super::LptsBuilder,
    factors: Vec<Option<DistributionId>>,
    /// Of each part, the distribution it contributes to the transition being made.
    moved: Vec<Option<DistributionId>>,
}

impl Work<'_> {
    /// Adds a transition for every way in which the parts from `first` on can take part.
    fn synchronise(&mut self, source: StateId, action: ActionId, tuple: &[StateId], first: usize) {
        let Some(index) =
            (first..self.parts.len()).find(|&i| self.parts[i].alphabet().contains(action))
        else {
            self.add(source, action, tuple);
            return;
        };
        let part = self.parts[index];
        for choice in part.choices_on(tuple[index], action) {
            self.moved[index] = Some(choice.distribution);
            self.synchronise(source, action, tuple, index + 1);
        }
        self.moved[index] = None;
    }

    /// Adds the transition whose distribution is the product of those in `moved`.
    fn add(&mut self, source: StateId, action: ActionId, tuple: &[StateId]) {
        let mut product: Vec<(Box<[StateId]>, Rational)> = vec![(tuple.into(), Rational::ONE)];
        for (index, part) in self.parts.iter().enumerate() {
            let Some(id) = self.moved[index] else { continue };
            let distribution = part.distribution(id);
            product = product
                .iter()
                .flat_map(|(tuple, probability)| {
                    distribution.iter().map(move |(state, factor)| {
                        let mut tuple = tuple.clone();
                        tuple[index] = state;
                        (tuple, probability * factor)
                    })
                })
                .collect();
        }
        let branches: Vec<(StateId, Rational)> = product
            .into_iter()
            .map(|(tuple, probability)| {
                (StateId::of(self.states.insert_full(tuple).0), probability)
            })
            .collect();
        self.builder.add(source, action, branches.iter().map(|(state, p)| (*state, p)));
        self.factors.extend(&self.moved);
    }
}

//! An automaton that watches a run: the one of the runs that violate a property.

use surmise_model::{Context, Fairness, Stop, TemporalProperty};

use super::product::{Marks, Watcher};
use super::translation::translate;
use super::{Automaton, Letter, limit_deterministic};

/// The automaton of a formula's negation, deterministic in the limit for fair choice.
pub(super) struct Watching {
    automaton: Automaton,
    /// Where nothing is guessed any more, by state.
    decided: Vec<bool>,
}

impl Watching {
    /// Watches for runs that violate a property.
    pub(super) fn new(property: &TemporalProperty, context: &Context<'_>) -> Result<Self, Stop> {
        let automaton = translate(&property.formula.negated(), context)?;
        match property.fairness {
            Fairness::None | Fairness::Weak => {
                let decided = vec![false; automaton.num_states()];
                Ok(Self { automaton, decided })
            }
            Fairness::Choice => {
                let limit = limit_deterministic(&automaton, context)?;
                let automaton = limit.automaton().clone();
                let states = 0..automaton.num_states() as u32;
                Ok(Self {
                    decided: states.map(|state| limit.is_settled(state)).collect(),
                    automaton,
                })
            }
        }
    }

    /// How many states it has.
    pub(super) fn size(&self) -> usize {
        self.automaton.num_states()
    }
}

impl Watcher for Watching {
    fn initial(&self) -> u32 {
        0
    }

    fn sets(&self) -> usize {
        self.automaton.num_sets() as usize
    }

    fn moves(&self, state: u32, letter: Letter, out: &mut Vec<(u32, Marks)>) {
        let row = self.automaton.row(state).iter();
        let admitted = row.filter(|edge| edge.guard.admits(letter));
        out.extend(admitted.map(|edge| (edge.target, Marks::from(edge.sets))));
    }

    fn has_decided(&self, state: u32) -> bool {
        self.decided[state as usize]
    }
}

//! Whether components keep to an assumption, by the definition: one word at a time, and pair by
//! pair.

use std::collections::{BTreeSet, VecDeque};

use surmise_model::{ActionId, Lts, StateId};

use crate::language::{NaiveSubset, initial_subset, next_subset};
use crate::product::successors;

/// Components without π, and an assumption about them without π.
#[derive(Debug, Clone, Copy)]
pub struct NaiveKeeping<'a> {
    /// The components, side by side.
    pub components: &'a [&'a Lts],
    /// The assumption.
    pub assumption: &'a Lts,
}

type Tuple = Vec<StateId>;

impl NaiveKeeping<'_> {
    fn initial(&self) -> Tuple {
        self.components.iter().map(|lts| lts.initial()).collect()
    }

    /// The steps of the components as the assumption sees them: an action of its alphabet, or
    /// nothing. What it speaks about and none of them knows may happen at any time.
    fn steps(&self, tuple: &Tuple) -> Vec<(Option<ActionId>, Tuple)> {
        let seen = self.assumption.alphabet();
        let steps = successors(self.components, tuple).into_iter();
        let steps = steps.map(|(action, next)| {
            ((!action.is_tau() && seen.contains(action)).then_some(action), next)
        });
        let knows =
            |action: &ActionId| self.components.iter().any(|lts| lts.alphabet().contains(*action));
        let free = seen.iter().filter(|action| !knows(action));
        steps.chain(free.map(|action| (Some(action), tuple.clone()))).collect()
    }

    /// Whether the components can do a word over the assumption's alphabet, with anything else in
    /// between.
    pub fn can_do(&self, word: &[ActionId]) -> bool {
        let mut found = BTreeSet::from([(self.initial(), 0)]);
        let mut waiting = vec![(self.initial(), 0)];
        while let Some((tuple, done)) = waiting.pop() {
            if done == word.len() {
                return true;
            }
            for (action, next) in self.steps(&tuple) {
                let state = match action {
                    None => (next, done),
                    Some(action) if action == word[done] => (next, done + 1),
                    Some(_) => continue,
                };
                if found.insert(state.clone()) {
                    waiting.push(state);
                }
            }
        }
        false
    }

    /// Whether every word that they can do is one of the assumption's.
    pub fn is_included(&self) -> bool {
        type State = (Tuple, NaiveSubset);
        let start: State = (self.initial(), initial_subset(self.assumption));
        let mut found = BTreeSet::from([start.clone()]);
        let mut waiting = VecDeque::from([start]);
        while let Some((tuple, subset)) = waiting.pop_front() {
            if subset.as_ref().is_none_or(BTreeSet::is_empty) {
                return false;
            }
            for (action, next) in self.steps(&tuple) {
                let after = match action {
                    None => subset.clone(),
                    Some(action) => next_subset(self.assumption, &subset, action),
                };
                let state = (next, after);
                if found.insert(state.clone()) {
                    waiting.push_back(state);
                }
            }
        }
        true
    }

    /// Whether there is a simulation in which the assumption answers what it does not see by doing
    /// nothing: pairs are taken out until all that are left can answer.
    pub fn is_simulated(&self) -> bool {
        let mut tuples = BTreeSet::from([self.initial()]);
        let mut waiting = vec![self.initial()];
        while let Some(tuple) = waiting.pop() {
            for (_, next) in self.steps(&tuple) {
                if tuples.insert(next.clone()) {
                    waiting.push(next);
                }
            }
        }
        let states = || self.assumption.states();
        let mut pairs: BTreeSet<(Tuple, StateId)> =
            tuples.iter().flat_map(|tuple| states().map(|state| (tuple.clone(), state))).collect();
        loop {
            let answers = |(tuple, by): &(Tuple, StateId)| {
                self.steps(tuple).into_iter().all(|(action, next)| match action {
                    None => pairs.contains(&(next, *by)),
                    Some(action) => self
                        .assumption
                        .successors(*by, action)
                        .any(|target| pairs.contains(&(next.clone(), target))),
                })
            };
            let left: BTreeSet<(Tuple, StateId)> =
                pairs.iter().filter(|pair| answers(pair)).cloned().collect();
            if left.len() == pairs.len() {
                return pairs.contains(&(self.initial(), self.assumption.initial()));
            }
            pairs = left;
        }
    }
}

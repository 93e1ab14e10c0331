//! What coarsening a simulation could save: classes of probabilistic bisimilarity, by refinement of
//! signatures, and what partition–relation pairs (Crafa and Ranzato) end with, classes of states
//! that simulate each other and the pairs of them that are related.

use std::collections::{BTreeMap, BTreeSet};

use surmise_model::{ActionId, Lpts, Rational, StateId};
use surmise_testing::naive_simulation;

/// What a state does, in terms of classes.
type Signature = (StateId, BTreeSet<(ActionId, Vec<(StateId, Rational)>)>);

/// The quotient by bisimilarity.
pub(super) fn bisimilar(lpts: &Lpts) -> Lpts {
    let mut classes = vec![StateId::of(0); lpts.num_states()];
    let mut count = 1;
    loop {
        let mut known: BTreeMap<Signature, usize> = BTreeMap::new();
        let mut next = Vec::with_capacity(classes.len());
        for state in lpts.states() {
            let steps = lpts.choices(state).iter().map(|choice| {
                let mut lifted: BTreeMap<StateId, Rational> = BTreeMap::new();
                for (target, weight) in lpts.distribution(choice.distribution).iter() {
                    *lifted.entry(classes[target.index()]).or_insert(Rational::ZERO) += weight;
                }
                (choice.action, lifted.into_iter().collect())
            });
            let signature = (classes[state.index()], steps.collect());
            let number = known.len();
            next.push(StateId::of(*known.entry(signature).or_insert(number)));
        }
        let is_stable = known.len() == count;
        count = known.len();
        classes = next;
        if is_stable {
            return lpts.quotient(&classes, count).expect("classes that exist");
        }
    }
}

/// How many classes of states that simulate each other there are, and how many pairs of classes are
/// related: a partition and a relation have to hold at least as many.
pub(super) fn partition_relation(lpts: &Lpts) -> (usize, usize) {
    let related = naive_simulation(lpts, lpts);
    let is_first = |state: StateId| {
        let is_same =
            |other| related.contains(&(state, other)) && related.contains(&(other, state));
        !lpts.states().take_while(|&other| other < state).any(is_same)
    };
    let firsts: BTreeSet<StateId> = lpts.states().filter(|&state| is_first(state)).collect();
    let of_firsts = |(s, t): &&(StateId, StateId)| firsts.contains(s) && firsts.contains(t);
    (firsts.len(), related.iter().filter(of_firsts).count())
}

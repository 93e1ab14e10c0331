//! Probabilistic bisimilarity by refinement of signatures: the cheap version of coarsening a simulation, to see whether it pays.

use std::collections::{BTreeMap, BTreeSet};

use surmise_model::{ActionId, Lpts, Rational, StateId};

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

//! The premises of circular rules by their definition: the triangle, which looks one step ahead.

use std::collections::{BTreeMap, VecDeque};

use surmise_model::{ActionId, Alphabet, Lts};

use crate::language::{NaiveObservation, NaiveSubset, initial_subset, next_subset, observe_subset};

/// A shortest counterexample to `M ⊨ G ▷ g`, if there is one: a word σa of all actions that M
/// allows, with σ allowed by everybody in G, that g does not allow. Nobody has π.
pub fn triangle(group: &[&Lts], assumptions: &[&Lts], guarantee: &Lts) -> Option<Vec<ActionId>> {
    let all: Vec<&Lts> =
        group.iter().chain(assumptions).copied().chain(std::iter::once(guarantee)).collect();
    let mut letters = Alphabet::new();
    all.iter().for_each(|lts| letters.union_with(lts.alphabet()));
    let start: Vec<NaiveSubset> = all.iter().map(|lts| initial_subset(lts)).collect();
    let allowed = |subset: &NaiveSubset| observe_subset(subset) == NaiveObservation::Safe;
    let mut words = BTreeMap::from([(start.clone(), Vec::new())]);
    let mut waiting = VecDeque::from([start]);
    while let Some(state) = waiting.pop_front() {
        let word = words[&state].clone();
        for letter in letters.iter() {
            let next: Vec<NaiveSubset> = all
                .iter()
                .zip(&state)
                .map(|(lts, subset)| match lts.alphabet().contains(letter) {
                    true => next_subset(lts, subset, letter),
                    false => subset.clone(),
                })
                .collect();
            let (group, others) = next.split_at(group.len());
            if !group.iter().all(allowed) {
                continue;
            }
            let longer: Vec<ActionId> = word.iter().copied().chain([letter]).collect();
            let (guarantee, assumptions) = others.split_last().expect("the guarantee is there");
            if !allowed(guarantee) {
                return Some(longer);
            }
            if assumptions.iter().all(allowed) && !words.contains_key(&next) {
                words.insert(next.clone(), longer);
                waiting.push_back(next);
            }
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;
    use surmise_model::StateId;

    fn lts(states: usize, alphabet: &[usize], steps: &[(usize, usize, usize)]) -> Lts {
        let mut builder = Lts::builder();
        builder.ensure_states(states);
        builder.extend_alphabet(alphabet.iter().map(|&action| ActionId::of(action)));
        for &(source, action, target) in steps {
            builder.add(StateId::of(source), ActionId::of(action), StateId::of(target));
        }
        builder.build().unwrap()
    }

    #[test]
    fn the_last_action_may_leave_the_assumption() {
        // M does a; the assumption forbids it, but that does not excuse M.
        let group = lts(1, &[1], &[(0, 1, 0)]);
        let nothing = lts(1, &[1], &[]);
        let word = Some(vec![ActionId::of(1)]);
        assert_eq!(triangle(&[&group], &[&nothing], &nothing), word);
        // After b, which the assumption forbids, it does.
        let group = lts(2, &[1, 2], &[(0, 2, 1), (1, 1, 1)]);
        let forbids_b = lts(1, &[2], &[]);
        assert_eq!(triangle(&[&group], &[&forbids_b], &nothing), None);
        assert_eq!(
            triangle(&[&group], &[], &nothing),
            Some(vec![ActionId::of(2), ActionId::of(1)])
        );
    }
}

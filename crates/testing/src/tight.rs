//! Properties that a system just so satisfies. Random properties hold for trivial reasons or not at
//! all; for these, assumptions have to say something about several components.

use std::collections::{BTreeMap, BTreeSet};

use fastrand::Rng;
use surmise_model::{ActionId, Lts, StateId, System};

use crate::product::NaiveProduct;

/// A property with more states is not built.
const MOST: usize = 12;

/// The property that allows exactly what components without π do together, as far as two to four of
/// their actions show it; in one case of four it lacks one of the steps. `None` if it is too large
/// or allows everything.
pub fn tight_property(rng: &mut Rng, system: &System) -> Option<Lts> {
    let ltss: Vec<&Lts> = system.components.iter().map(|component| &component.lts).collect();
    let product = NaiveProduct::new(&ltss);
    let mut all: Vec<ActionId> = system.alphabet().iter().collect();
    rng.shuffle(&mut all);
    all.truncate(rng.usize(2..=4));
    all.sort_unstable();
    // Subset construction by its definition, the other actions being silent.
    let close = |mut set: BTreeSet<usize>| {
        let mut waiting: Vec<usize> = set.iter().copied().collect();
        while let Some(state) = waiting.pop() {
            for &(action, target) in &product.transitions[state] {
                let target = target.filter(|_| !all.contains(&action));
                waiting.extend(target.filter(|&target| set.insert(target)));
            }
        }
        set
    };
    let start = close(BTreeSet::from([0]));
    let mut numbers = BTreeMap::from([(start.clone(), 0)]);
    let mut waiting = vec![start];
    let mut steps: Vec<(usize, ActionId, usize)> = Vec::new();
    while let Some(set) = waiting.pop() {
        for &letter in &all {
            let row = set.iter().flat_map(|&state| &product.transitions[state]);
            let next: BTreeSet<usize> =
                row.filter(|(action, _)| *action == letter).filter_map(|step| step.1).collect();
            if next.is_empty() {
                continue;
            }
            let next = close(next);
            let new = numbers.len();
            let number = *numbers.entry(next.clone()).or_insert(new);
            if number == new {
                waiting.push(next);
            }
            steps.push((numbers[&set], letter, number));
        }
        if numbers.len() > MOST {
            return None;
        }
    }
    if steps.len() == numbers.len() * all.len() {
        return None;
    }
    if rng.u8(0..4) == 0 && !steps.is_empty() {
        steps.swap_remove(rng.usize(0..steps.len()));
    }
    let mut builder = Lts::builder();
    builder.ensure_states(numbers.len()).extend_alphabet(all.iter().copied());
    for (source, action, target) in steps {
        builder.add(StateId::of(source), action, StateId::of(target));
    }
    builder.build().ok()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Shape, random_system};

    #[test]
    fn both_verdicts_are_common() {
        let shape = Shape { components: 2..=4, errors: 0, cycles: true, ..Shape::default() };
        let (mut tight, mut violated) = (0, 0);
        for seed in 0..200 {
            let system = random_system(seed, &shape);
            let Some(property) = tight_property(&mut Rng::with_seed(seed), &system) else {
                continue;
            };
            let property = crate::complete_with_error(&property);
            let mut parts: Vec<&Lts> = system.components.iter().map(|c| &c.lts).collect();
            parts.push(&property);
            tight += 1;
            violated += usize::from(NaiveProduct::new(&parts).error_depth.is_some());
        }
        assert!(tight > 60 && violated > 10 && violated * 3 < tight, "{tight} {violated}");
    }
}

//! Random systems: labels and classes are what the definitions say.

use fixedbitset::FixedBitSet;
use surmise_model::{Context, Lts, StateId, System};
use surmise_testing::{
    Modality, NaiveLabels, NaivePlace, NaiveProduct, NaiveQuotient, Shape, complete_with_error,
    random_system, seeds,
};

use crate::automata::compose_with_tuples;
use crate::departures::Departures;
use crate::quotient::classes::Classes;
use crate::quotient::exact::{backward_labels, equivalence, forward_labels};
use crate::quotient::sets::{StateSets, states};

/// A system without π: its first component is N, the others are M.
pub(super) fn system(seed: u64) -> System {
    let shapes = [
        Shape { components: 2..=3, states: 1..=4, errors: 0, tau: 15, ..Shape::default() },
        Shape {
            components: 2..=2,
            states: 2..=6,
            actions: 3..=6,
            errors: 0,
            cycles: true,
            ..Shape::default()
        },
    ];
    random_system(seed, &shapes[seed as usize % 2])
}

/// Labels by place instead of number.
pub(super) fn by_place(labels: &StateSets, place: impl Fn(usize) -> NaivePlace) -> NaiveLabels {
    let pairs = labels.iter().enumerate().flat_map(|(q, label)| {
        let place = place(q);
        states(label).map(move |n| (place.clone(), StateId::of(n)))
    });
    pairs.collect()
}

/// Whether classes are exactly what a relation says of every pair.
pub(super) fn agree(classes: &Classes, related: impl Fn(StateId, StateId) -> bool) -> bool {
    let all = || (0..classes.of.len()).map(StateId::of);
    all().all(|one| {
        all().all(|other| {
            (classes.of[one.index()] == classes.of[other.index()]) == related(one, other)
        })
    })
}

pub(super) fn violated(parts: &[&Lts]) -> bool {
    NaiveProduct::new(parts).error_depth.is_some()
}

#[test]
fn labels_and_equivalences_are_those_of_the_definitions() {
    let context = Context::unlimited();
    let (mut merged, mut violations, mut count) = (0, 0, 0);
    for seed in seeds(400, 10_000) {
        let system = system(seed);
        let property = complete_with_error(&system.properties[0].lts);
        let ltss: Vec<&Lts> = system.components.iter().map(|c| &c.lts).collect();
        let (process, parts) = (ltss[0], &ltss[1..]);
        let mut all: Vec<&Lts> = parts.to_vec();
        all.push(&property);
        let (surroundings, tuples) = compose_with_tuples(&all, &context).unwrap();
        let place = |q: usize| {
            let (last, classes) = tuples.get(StateId::of(q)).split_last().unwrap();
            (classes.to_vec(), StateId::of(*last as usize))
        };

        let naive = NaiveQuotient::concrete(parts, &property, process);
        let defined = naive.forward(Modality::Must);
        let forward = forward_labels(&surroundings, process, &context).unwrap();
        assert_eq!(by_place(&forward.labels, place), defined, "seed {seed}");
        let nobody = FixedBitSet::with_capacity(process.num_states());
        let classes = Classes::by_labels(&nobody, forward.labels.iter(), &context).unwrap();
        let related = |one, other| naive.equivalent((&defined, &defined), one, other);
        assert!(agree(&classes, related), "seed {seed}: ∼F");

        let reduced = classes.quotient(process, &context).unwrap();
        let naive = NaiveQuotient::concrete(parts, &property, &reduced);
        let defined = naive.backward(Modality::Must);
        let backward = backward_labels(&surroundings, &reduced, &context).unwrap();
        assert_eq!(by_place(&backward.labels, place), defined, "seed {seed}");
        let nobody = FixedBitSet::with_capacity(reduced.num_states());
        let further = Classes::by_labels(&nobody, backward.labels.iter(), &context).unwrap();
        let related = |one, other| naive.equivalent((&defined, &defined), one, other);
        assert!(agree(&further, related), "seed {seed}: ∼B");

        let both = classes.then(&further);
        let assumption = both.quotient(process, &context).unwrap();
        let with = |process| all.iter().copied().chain([process]).collect::<Vec<&Lts>>();
        let original = violated(&with(process));
        assert_eq!(violated(&with(&reduced)), original, "seed {seed}: N/∼F is invertible");
        assert_eq!(violated(&with(&assumption)), original, "seed {seed}: N/∼ is invertible");
        let found = equivalence(&surroundings, process, Departures::ALL, &context).unwrap();
        assert_eq!(found.violated, original, "seed {seed}");
        assert_eq!(found.classes, if original { classes } else { both }, "seed {seed}");
        if original {
            let one = Classes::one(process.num_states()).quotient(process, &context).unwrap();
            assert!(violated(&with(&one)), "seed {seed}: any quotient does what N does");
        }
        merged += usize::from(found.classes.count < process.num_states());
        violations += usize::from(original);
        count += 1;
    }
    assert!(merged * 2 > count && violations * 10 > count && violations * 10 < count * 9);
}

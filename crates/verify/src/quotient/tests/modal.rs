//! Random systems and abstractions: bounds are what the definitions say, and every step of the
//! refinement loop gives an assumption that is sound and invertible.

use std::collections::BTreeSet;

use fixedbitset::FixedBitSet;
use surmise_model::{Context, Lts, StateId};
use surmise_testing::{
    Modality, NaiveLabels, NaivePlace, NaiveQuotient, complete_with_error, seeds,
};

use super::definitions::{agree, system, violated};
use crate::automata::{compose, reachable};
use crate::departures::Departures;
use crate::quotient::bounds::Bounds;
use crate::quotient::classes::Classes;
use crate::quotient::exact::{backward_labels, equivalence, forward_labels};
use crate::quotient::modal::{Direction, Modal};
use crate::quotient::places::Places;
use crate::quotient::refinement::Refinement;
use crate::quotient::sets::states;

/// Random classes of the states of an LTS, the initial one alone in class 0.
fn classes(lts: &Lts, rng: &mut fastrand::Rng) -> Vec<u32> {
    let most = rng.u32(1..=lts.num_states() as u32);
    let raw: Vec<u32> = lts
        .states()
        .map(|state| if state == lts.initial() { 0 } else { rng.u32(1..=most) })
        .collect();
    // Numbers without gaps, as classes are numbered.
    let used: BTreeSet<u32> = raw.iter().copied().collect();
    let number = |class: &u32| used.iter().position(|used| used == class).unwrap() as u32;
    raw.iter().map(number).collect()
}

fn place(places: &Places<'_>, place: u32) -> NaivePlace {
    let (last, classes) = places.tuple(place).split_last().unwrap();
    (classes.to_vec(), StateId::of(*last as usize))
}

fn lower(bounds: &Bounds, places: &Places<'_>) -> NaiveLabels {
    let label = |p| states(bounds.label(p)).map(move |n| (p, StateId::of(n)));
    places.iter().flat_map(label).map(|(p, n)| (place(places, p), n)).collect()
}

/// Whether states that are one by the first classes are one by the second.
fn refines(finer: &Classes, coarser: &Classes) -> bool {
    let pairs: BTreeSet<(u32, u32)> =
        finer.of.iter().copied().zip(coarser.of.iter().copied()).collect();
    pairs.len() == finer.count
}

#[test]
fn bounds_and_equivalences_of_abstractions_are_those_of_the_definitions() {
    let context = Context::unlimited();
    let (mut merged, mut between) = (0, 0);
    for seed in seeds(300, 10_000) {
        let mut rng = fastrand::Rng::with_seed(seed);
        let system = system(seed);
        let property = complete_with_error(&system.properties[0].lts);
        let ltss: Vec<Lts> =
            system.components.iter().map(|c| reachable(&c.lts, &context).unwrap()).collect();
        let (process, parts) = (&ltss[0], &ltss[1..]);
        let classes: Vec<Vec<u32>> = parts.iter().map(|lts| classes(lts, &mut rng)).collect();
        let modals = parts.iter().zip(&classes);
        let modals = modals.map(|(lts, of)| Modal::with_classes(lts.clone(), of).unwrap());
        let mut places = Places::new(modals.collect(), &property, &context).unwrap();
        let all: Vec<&Lts> = parts.iter().chain([&property]).collect();
        let surroundings = compose(&all, &context).unwrap();
        let parts: Vec<(&Lts, Vec<u32>)> = parts.iter().zip(classes).collect();

        for direction in [Direction::Forward, Direction::Backward] {
            let naive = NaiveQuotient { parts: parts.clone(), property: &property, process };
            let defined = |modality| match direction {
                Direction::Forward => naive.forward(modality),
                Direction::Backward => naive.backward(modality),
            };
            let mut bounds = Bounds::new(direction, process, &places, &context).unwrap();
            bounds.propagate(&places, &context).unwrap();
            let defined = (defined(Modality::Must), defined(Modality::May));
            assert_eq!(lower(&bounds, &places), defined.0, "seed {seed}, {direction:?}");
            let known: BTreeSet<NaivePlace> = places.iter().map(|p| place(&places, p)).collect();
            assert_eq!(known, naive.places(), "seed {seed}");
            let found = bounds.classes(&mut places, process, false, &context).unwrap();
            let related = |one, other| naive.equivalent((&defined.0, &defined.1), one, other);
            assert!(agree(&found, related), "seed {seed}, {direction:?}");
            // Never coarser than without abstraction.
            let exact = match direction {
                Direction::Forward => forward_labels(&surroundings, process, &context).unwrap(),
                Direction::Backward => backward_labels(&surroundings, process, &context).unwrap(),
            };
            let nobody = FixedBitSet::with_capacity(process.num_states());
            let exact = Classes::by_labels(&nobody, exact.labels.iter(), &context).unwrap();
            assert!(refines(&found, &exact), "seed {seed}, {direction:?}");
            // What to refine is there if and only if the bounds differ.
            let coincide = bounds.nearest(&places, &context).unwrap().is_none();
            assert_eq!(coincide, defined.0 == defined.1, "seed {seed}, {direction:?}");
            merged += usize::from(found.count < process.num_states());
            between += usize::from(!coincide);
        }
    }
    assert!(merged > 50 && between > 50);
}

#[test]
fn every_prefix_of_the_loop_is_invertible_and_the_last_one_is_exact() {
    let context = Context::unlimited();
    let (mut steps, mut better, mut early, mut count) = (0, 0, 0, 0);
    for seed in seeds(300, 10_000) {
        let system = system(seed);
        let property = complete_with_error(&system.properties[0].lts);
        let ltss: Vec<Lts> =
            system.components.iter().map(|c| reachable(&c.lts, &context).unwrap()).collect();
        let process = &ltss[0];
        let rest: Vec<&Lts> = ltss[1..].iter().collect();
        let all: Vec<&Lts> = rest.iter().copied().chain([&property]).collect();
        let surroundings = compose(&all, &context).unwrap();
        let exact = equivalence(&surroundings, process, Departures::ALL, &context).unwrap();
        let original = violated(&[&all[..], &[process]].concat());
        let alternate = 1 + seed as usize % 4;
        // Where there are many parts, not all begin with their initial states apart.
        let apart = seed as usize / 2 % (rest.len() + 1);
        let mut refinement = match apart == rest.len() {
            true => Refinement::new(process, &rest, &property, &context).unwrap(),
            false => Refinement::starting(process, &rest, &property, apart, &context).unwrap(),
        };
        let mut last = Classes::identity(process.num_states());
        loop {
            let more = refinement.step(alternate, &context).unwrap();
            // What a split leaves alone is what it would be if it were computed again.
            let places = refinement.places();
            for place in places.iter() {
                assert_eq!(places.row(place), places.row_from_nothing(place), "seed {seed}");
            }
            let now = refinement.classes(&context).unwrap();
            let quotient = now.quotient(process, &context).unwrap();
            let violated = violated(&[&all[..], &[&quotient]].concat());
            assert_eq!(violated, original, "seed {seed}, step {}", refinement.steps());
            // What shows early that one state is enough is right.
            assert!(original || !refinement.shows_violation(), "seed {seed}");
            assert!(now.count == 1 || refinement.may_fail(&context).unwrap(), "seed {seed}");
            assert!(!original || refinement.may_fail(&context).unwrap(), "seed {seed}");
            early += usize::from(more && refinement.shows_violation());
            better += usize::from(now.count < last.count);
            last = now;
            if !more {
                break;
            }
        }
        let most: usize = rest.iter().map(|lts| lts.num_states()).sum();
        assert!(refinement.places().classes() <= most, "seed {seed}");
        assert_eq!(refinement.shows_violation(), original, "seed {seed}");
        // Forward labels are exact in the end. Of M ‖ P more may be reached abstractly, so that
        // backward labels can tell more states apart, and never fewer.
        assert!(original || last.count >= exact.classes.count, "seed {seed}: {last:?} {exact:?}");
        steps += refinement.steps();
        count += 1;
    }
    assert!(steps * 2 > count && better * 2 > count && early > 10, "{steps} {better} {early}");
}

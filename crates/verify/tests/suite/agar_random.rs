//! Abstraction refinement against monolithic search: on random systems every way of choosing
//! alphabets and groups agrees with it; the certificate checker accepts every proof, abstractions
//! included, and replays every violation.

use surmise_model::{Claim, Context, Count, PropertyId};
use surmise_testing::{Shape, random_system, seeds};
use surmise_verify::Departures;
use surmise_verify::agar::{AgarOptions, DEPARTURES, check};
use surmise_verify::assume::AlphabetRefinement;
use surmise_verify::assume::decompose::Decomposition;

use crate::common::violated;
use crate::with_simulations::{decompositions, judge};

/// All departures for most seeds, none for some, all but one for others.
fn departures(seed: u64) -> Departures {
    match seed % 5 {
        0 => Departures::NONE,
        1 => Departures::ALL.without(DEPARTURES[seed as usize / 5 % DEPARTURES.len()]),
        _ => Departures::ALL,
    }
}

#[test]
fn every_alphabet_and_decomposition_agrees_with_monolithic_search() {
    let shapes = [
        Shape { errors: 20, tau: 15, ..Shape::default() },
        Shape { states: 2..=6, actions: 4..=8, errors: 4, cycles: true, ..Shape::default() },
    ];
    let (mut holds, mut runs) = (0, 0);
    for seed in seeds(500, 10_000) {
        let system = random_system(seed, &shapes[seed as usize % 2]);
        let property = (seed % 10 != 0).then(|| PropertyId::of(0));
        let claim = property.map_or(Claim::NoError, Claim::Property);
        let violated = violated(&system, claim);
        let decompositions = decompositions(&system, seed);
        // All together now and then; the others in turns.
        let decomposition = match seed as usize / 2 % 16 {
            0 => &decompositions[0],
            turn => &decompositions[1 + turn % 3],
        };
        for decomposition in [&Decomposition::Listed, decomposition] {
            for alphabet in AlphabetRefinement::ALL {
                let options = AgarOptions {
                    alphabet,
                    decomposition: decomposition.clone(),
                    departures: departures(seed),
                    threads: 1,
                    ..AgarOptions::default()
                };
                let report = check(&system, claim, &options, &Context::unlimited());
                assert_eq!(judge(&system, &report, violated), Ok(()), "seed {seed}, {options:?}");
                holds += u32::from(!violated);
                runs += 1;
            }
        }
    }
    assert!(holds * 10 > runs && holds * 10 < runs * 9, "both verdicts are common: {holds}/{runs}");
}

/// Larger groups: many refinements, long counterexamples, rule 1 with its bound.
#[test]
fn two_larger_components_agree_and_keep_the_bound() {
    let shape = Shape {
        components: 2..=2,
        states: 8..=20,
        actions: 5..=9,
        cycles: true,
        ..Shape::default()
    };
    let mut refinements = 0;
    for seed in seeds(200, 5_000) {
        let system = random_system(seed, &shape);
        let claim = Claim::Property(PropertyId::of(0));
        let violated = violated(&system, claim);
        for alphabet in AlphabetRefinement::ALL {
            let decomposition = Decomposition::Listed;
            let options = AgarOptions { alphabet, decomposition, ..AgarOptions::default() };
            let report = check(&system, claim, &options, &Context::unlimited());
            assert_eq!(judge(&system, &report, violated), Ok(()), "seed {seed}, {options:?}");
            let count = |count| report.statistics.of(count);
            // Each alphabet starts anew, and then takes less than |M2| refinements.
            let second = count(Count::PremiseStates(2));
            let starts = count(Count::AlphabetRefinements) + 1;
            assert!(count(Count::Refinements) <= starts * (second - 1), "seed {seed}, {options:?}");
            assert!(count(Count::LargestAssumption) <= second, "seed {seed}, {options:?}");
            refinements += count(Count::Refinements);
        }
    }
    assert!(refinements > 200);
}

//! Quotients against monolithic search: on random systems every order and division agrees with it; the
//! certificate checker accepts every proof, simulations included, and replays every violation.

mod common;
#[path = "common/with_simulations.rs"]
mod with_simulations;

use surmise_model::{Claim, Context, PropertyId};
use surmise_testing::{Shape, random_system, seeds};
use surmise_verify::quotient::{Labels, QuotientOptions, Replace, check};

use common::violated;
use with_simulations::{decompositions, judge};

#[test]
fn every_order_and_decomposition_agrees_with_monolithic_search() {
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
        let replace = Replace::ALL[seed as usize % 3];
        for decomposition in decompositions(&system, seed) {
            let steps = [None, None, Some(0), Some(3)][seed as usize / 3 % 4];
            let labels = [Labels::Exact, Labels::Modal][seed as usize / 2 % 2];
            let options = QuotientOptions {
                decomposition,
                replace,
                labels,
                steps,
                alternate: 1 + seed as usize % 10,
                ..QuotientOptions::default()
            };
            let report = check(&system, claim, &options, &Context::unlimited());
            assert_eq!(judge(&system, &report, violated), Ok(()), "seed {seed}, {options:?}");
            holds += u32::from(!violated);
            runs += 1;
        }
    }
    assert!(holds * 10 > runs && holds * 10 < runs * 9, "both verdicts are common: {holds}/{runs}");
}

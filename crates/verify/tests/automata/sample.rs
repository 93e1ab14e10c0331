//! Random LTSs for these tests.

use fastrand::Rng;
use surmise_model::{ActionId, Lts};
use surmise_testing::{Shape, mark_random_end, random_lts};

/// The random LTSs of a seed, `N` of them over the same few actions.
pub(crate) fn sample<const N: usize>(seed: u64) -> [Lts; N] {
    let mut rng = Rng::with_seed(seed);
    let actions: Vec<ActionId> = (1..=rng.usize(1..=4)).map(ActionId::of).collect();
    let shape = Shape {
        states: 1..=rng.usize(1..=9),
        tau: rng.choice([0, 15, 50]).expect("not empty"),
        ..Shape::default()
    };
    std::array::from_fn(|_| {
        let errors = rng.u8(0..3) == 0;
        let lts = random_lts(&mut rng, &actions, &shape, errors);
        if rng.bool() { mark_random_end(&mut rng, &lts) } else { lts }
    })
}

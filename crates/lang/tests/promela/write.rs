//! What is written is read back with the same verdict and the same number of states.

use surmise_lang::promela::{explore, write_system};
use surmise_model::Context;
use surmise_testing::{NaiveProduct, Shape, complete_with_error, random_system, seeds};

#[test]
fn systems_come_back() {
    for seed in seeds(60, 2_000) {
        let mut system = random_system(seed, &Shape { tau: 10, ..Shape::default() });
        system.termination = surmise_model::Termination::Never;
        let properties: Vec<_> = system
            .properties
            .iter()
            .filter(|property| property.lts.is_deterministic())
            .map(|property| complete_with_error(&property.lts))
            .collect();
        let parts: Vec<_> =
            system.components.iter().map(|component| &component.lts).chain(&properties).collect();
        let naive = NaiveProduct::new(&parts);
        if naive.states.len() > 3_000 || naive.states.is_empty() {
            continue;
        }
        let text = write_system("random", &system);
        let found = explore(&text, &(), &Context::unlimited())
            .unwrap_or_else(|failure| panic!("seed {seed}: {failure:#?}\n{text}"));
        let stuck = naive.transitions.iter().any(Vec::is_empty);
        assert_eq!(found.assertion, naive.error_depth.is_some(), "seed {seed}\n{text}");
        // Behind an error the written program goes on from where it was.
        if !found.assertion {
            assert_eq!(found.end_state, stuck, "seed {seed}\n{text}");
            assert_eq!(found.states, naive.states.len() as u64, "seed {seed}\n{text}");
        }
    }
}

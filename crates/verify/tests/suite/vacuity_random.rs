//! Vacuity against the product by definition: what is said is true, and on systems small enough to
//! be searched everything that is true is said.

use surmise_model::{Alphabet, Context, Limits, Lts, PropertyId};
use surmise_testing::{NaiveProduct, Shape, random_system, seeds};
use surmise_verify::vacuity::{Vacuity, possible_actions, vacuity};

#[test]
fn vacuity_is_what_the_product_says() {
    let mut seen = [0; 4];
    for seed in seeds(4_000, 50_000) {
        let states = if seed % 3 == 0 { 1..=2 } else { 1..=5 };
        let system = random_system(seed, &Shape { states, errors: 0, ..Shape::default() });
        let ltss: Vec<&Lts> = system.components.iter().map(|component| &component.lts).collect();
        let product = NaiveProduct::new(&ltss);
        let rows = || product.transitions.iter().flatten();
        let happening: Alphabet = rows().map(|&(action, _)| action).collect();
        let possible = possible_actions(&system, &Context::unlimited()).unwrap();
        assert!(happening.is_subset(&possible), "seed {seed}");

        let property = &system.properties[0].lts;
        let mut reachable = vec![property.initial()];
        let mut next = 0;
        while let Some(&state) = reachable.get(next) {
            next += 1;
            for edge in property.edges(state) {
                if !reachable.contains(&edge.target) {
                    reachable.push(edge.target);
                }
            }
        }
        let complete =
            reachable.iter().all(|&s| property.edges(s).len() == property.alphabet().len());
        // That nothing of it ever happens is what a property says that allows nothing.
        let allows = !property.edges(property.initial()).is_empty();
        let expected = if product.transitions[0].is_empty() {
            Some(Vacuity::Stuck)
        } else if complete {
            Some(Vacuity::ForbidsNothing)
        } else if allows && happening.is_disjoint(property.alphabet()) {
            Some(Vacuity::NeverEngaged)
        } else {
            None
        };
        let id = PropertyId::of(0);
        let found = vacuity(&system, id, &Context::unlimited());
        assert_eq!(found, expected, "seed {seed}");
        seen[expected.map_or(3, |vacuity| vacuity as usize)] += 1;

        // With no room to search, less is said, and never something else.
        let limits = Limits { states: Some(1), ..Limits::default() };
        let context = Context { limits, ..Context::unlimited() };
        let hurried = vacuity(&system, id, &context);
        assert!(hurried == expected || hurried.is_none(), "seed {seed}");
    }
    assert!(seen.iter().all(|&count| count > 20), "{seen:?}");
}

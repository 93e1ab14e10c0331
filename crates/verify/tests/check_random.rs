//! The engine `mono` against the product by definition, property by property; its counterexamples
//! replay, and replaying is not something that always succeeds.

use surmise_model::{Claim, Context, Lts, Outcome, PropertyId, StateId, Violation};
use surmise_testing::{NaiveProduct, Shape, complete_with_error, random_system, seeds};
use surmise_verify::replay;
use surmise_verify::search::{SearchOptions, check};

#[test]
fn verdicts_and_violations() {
    let shape = Shape { properties: 1..=2, ..Shape::default() };
    let options = SearchOptions { deadlocks: true, ..SearchOptions::default() };
    for seed in seeds(3_000, 10_000) {
        let system = random_system(seed, &shape);
        let goals = std::iter::once(None).chain(system.property_ids().map(Some));
        for goal in goals {
            let mut parts: Vec<Lts> = system.components.iter().map(|c| c.lts.clone()).collect();
            parts.extend(goal.map(|id| complete_with_error(&system.property(id).lts)));
            let naive = NaiveProduct::new(&parts.iter().collect::<Vec<_>>());
            let deadlock = naive.deadlock_depth.filter(|_| goal.is_none());
            match check(&system, goal, &options, &Context::unlimited()).outcome {
                Outcome::Holds(proof) => {
                    assert_eq!((naive.error_depth, deadlock), (None, None), "seed {seed}");
                    let expected = goal.map_or(Claim::NoDeadlock, Claim::Property);
                    assert_eq!(proof.claim, expected, "seed {seed}");
                }
                Outcome::Violated(counterexample) => {
                    let expected = match counterexample.violation {
                        Violation::Deadlock => deadlock,
                        _ => naive.error_depth,
                    };
                    assert_eq!(Some(counterexample.trace.steps.len()), expected, "seed {seed}");
                    assert_eq!(replay(&system, &counterexample), Ok(()), "seed {seed}");
                    assert!(matches_goal(counterexample.violation, goal), "seed {seed}");

                    // Any other violation, and any detour, is refused.
                    let mut longer = counterexample.clone();
                    if let Some(step) = longer.trace.steps.last().cloned() {
                        longer.trace.steps.push(step);
                        assert!(replay(&system, &longer).is_err(), "seed {seed}");
                    }
                    let mut elsewhere = counterexample.clone();
                    elsewhere.trace.initial[0] = StateId::of(1_000);
                    assert!(replay(&system, &elsewhere).is_err(), "seed {seed}");
                }
                Outcome::Unknown(unknown) => panic!("seed {seed}: {unknown:?}"),
            }
        }
    }
}

fn matches_goal(violation: Violation, goal: Option<PropertyId>) -> bool {
    match violation {
        Violation::Property(property) => goal == Some(property),
        Violation::Error(_) => true,
        Violation::Deadlock => goal.is_none(),
    }
}

//! The engine's own safeguards, seen from inside: a learner with a mistake does not get through,
//! and queries stay within the paper's bound.

use std::panic::{AssertUnwindSafe, catch_unwind};

use surmise_model::{Claim, ComponentId, Count, Outcome, PropertyId};
use surmise_testing::{NaiveProduct, Shape, complete_with_error, random_system, seeds};

use super::contract::careless;
use super::*;
use crate::assume::OpenSystem;

/// The engine with the careless learner, under every rule and alphabet: stops on some systems with
/// an internal error rather than ever giving a wrong verdict in silence.
#[test]
fn a_careless_learner_does_not_get_through() {
    let shape = Shape { components: 2..=3, states: 3..=6, ..Shape::default() };
    let property = PropertyId::of(0);
    let systems: Vec<(System, bool)> = (0..150)
        .map(|seed| {
            let system = random_system(seed, &shape);
            let completed = complete_with_error(&system.property(property).lts);
            let mut parts: Vec<&Lts> = system.components.iter().map(|c| &c.lts).collect();
            parts.push(&completed);
            let violated = NaiveProduct::new(&parts).error_depth.is_some();
            (system, violated)
        })
        .collect();
    for rule in [RuleKind::Asym, RuleKind::Circ, RuleKind::Sym] {
        for alphabet in AlphabetRefinement::ALL {
            let options = LearnOptions { rule, alphabet, ..LearnOptions::default() };
            let caught = systems.iter().filter(|(system, violated)| {
                let report = catch_unwind(AssertUnwindSafe(|| {
                    let context = Context::unlimited();
                    check_with(system, Claim::Property(property), &options, &careless, &context)
                }));
                match report.map(|report| report.outcome) {
                    Ok(Outcome::Violated(_)) => !violated,
                    Ok(Outcome::Holds(_)) => *violated,
                    Err(_) | Ok(Outcome::Unknown(_)) => true,
                }
            });
            let caught = caught.count();
            assert!(caught > 0, "{caught} of 150 with {options:?}");
        }
    }
}

/// Section 2.4.2: O(kn² + n log m) queries, k the size of the alphabet, n the number of states of
/// the minimal automaton of the weakest assumption, m the length of the longest counterexample.
#[test]
fn queries_stay_within_the_bound() {
    let shape =
        Shape { components: 2..=2, states: 4..=10, actions: 3..=8, errors: 0, ..Shape::default() };
    for learner in [LearnerKind::Table, LearnerKind::Apartness] {
        let (mut pairs, mut refined) = (0, 0);
        for seed in seeds(1_500, 10_000) {
            let system = random_system(seed, &shape);
            let context = Context::unlimited();
            let property = PropertyId::of(0);
            let claim = Claim::Property(property);
            let first = OpenSystem::new(&system, &[ComponentId::of(0)], Some(property));
            let sigma = first.interface();
            let weakest = weakest_assumption(&first, &sigma, &system.actions, &context);
            let Some(weakest) = weakest.unwrap() else {
                continue;
            };
            let complete = weakest.num_states() * sigma.len() == weakest.num_transitions();
            let options = LearnOptions {
                decomposition: Decomposition::Listed,
                alphabet: AlphabetRefinement::Full,
                learner,
                departures: Departures::NONE,
                ..Default::default()
            };
            let statistics = check(&system, claim, &options, &context).statistics;
            let count = |count| statistics.of(count);
            let (k, n) = (sigma.len() as u64, weakest.num_states() as u64 + u64::from(!complete));
            let m = count(Count::LongestCounterexample).max(1);
            // What O hides: the empty prefix, and for each trace whether it is a counterexample,
            // which the analysis of oracle 2's asks once more.
            let bound = k * n * n + n + n * (u64::from(m.next_power_of_two().trailing_zeros()) + 3);
            assert!(count(Count::MembershipQueries) <= bound, "seed {seed}, {learner:?}");
            assert!(
                count(Count::Conjectures) <= n && count(Count::LargestAssumption) <= n,
                "seed {seed}"
            );
            pairs += 1;
            refined += usize::from(count(Count::Refinements) > 1);
        }
        assert!(pairs >= 50 && refined >= 50, "{pairs} pairs, {refined} with refinements");
    }
}

//! For tests only: seeded random systems, systems that many suites are about, and slow and obvious
//! twins of the fast algorithms.
//!
//! Every engine is compared with a twin from here on thousands of random systems. Nothing in here
//! shares an algorithm with the code it judges, and nothing is clever: a twin is right because it
//! is the definition, written down.

mod bisimulation;
mod claims;
mod client_server;
mod conformance;
mod corpus;
mod environment;
mod fixtures;
mod hml;
mod keeping;
mod language;
mod least_size;
mod linear;
mod liveness;
mod lockstep;
mod mutual_exclusion;
mod pctl;
mod probabilistic;
mod product;
mod promela;
mod quotient_paper;
mod random;
mod reachability;
mod rewards;
mod simulation;
mod tampering;
mod termination;
mod tight;
mod triangle;

pub use bisimulation::{NaiveBisimulation, count_classes};
pub use claims::{Watched, is_inductive, shortest_violation};
pub use client_server::client_server;
pub use conformance::{LptsKind, random_above, random_conformance, random_lpts_of_kind, spoiled};
pub use corpus::{assert_diagnostics, corpus_folder, corpus_models};
pub use environment::{all_environments, one_trace};
pub use fixtures::{Edges, channel, lts_of, system_of};
pub use hml::naively_satisfies;
pub use keeping::NaiveKeeping;
pub use language::{
    NaiveObservation, NaiveSubset, initial_subset, next_subset, observe, observe_subset,
    safe_subsets, shortest_word,
};
pub use least_size::{NaiveLiteral, least_total_size};
pub use linear::naive_linear;
pub use liveness::{
    naive_letters, naively_holds, naively_runs, naively_true, random_formula,
    random_temporal_property,
};
pub use lockstep::{Lockstep, random_lockstep};
pub use mutual_exclusion::{MutualExclusion, mutual_exclusion};
pub use pctl::{naively_live, random_atoms, random_liveness};
pub use probabilistic::{
    LptsShape, NaiveTransition, naive_composition, naive_quotient, naive_transitions,
    random_distribution, random_lpts, random_probabilistic_system,
};
pub use product::{NaiveProduct, complete_with_error};
pub use promela::random_promela;
pub use quotient_paper::{Direction, Modality, NaiveLabels, NaivePlace, NaiveQuotient};
pub use random::{Shape, mark_random_end, random_lts, random_property, random_system};
pub use reachability::naive_reachability;
pub use rewards::{
    NaiveAmount, NaiveChoice, naive_average, naive_choices, naive_reward, naive_step, naive_total,
};
pub use simulation::{NaiveRelation, naive_simulation, naively_below, naively_simulated};
pub use tampering::with_another_digit;
pub use termination::{ENDINGS, Ending};
pub use tight::tight_property;
pub use triangle::triangle;

/// The seeds that a random suite runs: all `full` of them if the environment variable
/// `SURMISE_SEEDS` is `full`, as many as it says if it is a number, those between if it is two
/// (`589..590`), else the fixed `budget`.
pub fn seeds(budget: u64, full: u64) -> std::ops::Range<u64> {
    let number = |text: &str| text.parse().expect("SURMISE_SEEDS is `full`, `N` or `M..N`");
    match std::env::var("SURMISE_SEEDS") {
        Ok(text) if text == "full" => 0..full,
        Ok(text) => match text.split_once("..") {
            Some((from, to)) => number(from)..number(to),
            None => 0..number(&text),
        },
        Err(_) => 0..budget,
    }
}

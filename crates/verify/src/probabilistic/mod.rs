//! Probabilistic models: exploring them, numbers that are asked of them, and conformance to a
//! specification.
//!
//! [`explore()`] turns a [`StateSpace`](surmise_model::StateSpace) into a [`MarkovModel`], or only
//! counts ([`measure`]). [`evaluate()`] answers a [`Query`](surmise_model::Query) with numbers that
//! always contain the true ones, also if it had to stop early. In reading order: `query` (from the
//! inside to the outside); `reachability`, `linear`, `rewards`, `long_run` and `steps` (what each
//! kind of number is); `qualitative` (0 and 1 from the graph), `end_components` and `equations`
//! (what is left, so that it has one solution); `solve`, `iteration` and `policies` (bounds that
//! are proved), `exact` (policy iteration in rational arithmetic) and `elimination`; `inductive`
//! (numbers with what shows them) and `strategy` (how to attain them).
//!
//! [`simulation`] decides strong simulation, [`tree`] makes and follows its counterexamples, and
//! [`refinement`] finds assumptions by abstraction refinement; [`logic`] does the same for
//! formulas.

mod amount;
mod branching;
mod combine;
mod elimination;
mod end_components;
mod equations;
mod exact;
mod explore;
mod inductive;
mod interval;
mod iteration;
mod linear;
pub mod logic;
mod long_run;
mod markov;
mod policies;
mod qualitative;
mod query;
mod reachability;
pub mod refinement;
mod rewards;
pub mod simulation;
mod solve;
mod steps;
mod strategy;
pub mod tree;
mod values;

pub use amount::{Amount, Extended};
pub use explore::{Exploration, Sizes, explore, measure};
pub use inductive::{Certified, Inductive, certified};
pub use interval::Interval;
pub use markov::MarkovModel;
pub use query::{Evaluated, Queried, evaluate};
pub use reachability::{KnownProbabilities, Reachability, reachability};
pub use rewards::Rewards;
pub use solve::NumberOptions;
pub use steps::bounded_reachability;
pub use strategy::{Strategy, strategy};
pub use values::Values;

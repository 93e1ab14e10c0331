//! Probabilistic models: exploring them, the probability of reaching a goal, and conformance to a
//! specification.
//!
//! [`explore()`] turns a [`StateSpace`](surmise_model::StateSpace) into a [`MarkovModel`], or only
//! counts ([`measure`]). [`reachability()`] answers with an [`Interval`] that always contains the
//! probability, also if it had to stop early: in reading order `qualitative` (0 and 1 from the
//! graph), `end_components` and `quotient` (what is left, so that the equations have one solution),
//! `exact` (policy iteration in rational arithmetic) and `iteration` (bounds rounded outwards).
//!
//! [`simulation`] decides strong simulation, [`tree`] makes and follows its counterexamples, and
//! [`refinement`] finds assumptions by abstraction refinement; [`logic`] does the same for
//! formulas.

mod bounded;
mod collapsed;
mod end_components;
mod exact;
mod explore;
mod interval;
mod iteration;
pub mod logic;
mod markov;
mod qualitative;
mod reachability;
pub mod refinement;
pub mod simulation;
pub mod tree;

pub use bounded::{bounded_reachability, next_probability};
pub use explore::{Exploration, Sizes, explore, measure};
pub use interval::Interval;
pub use markov::MarkovModel;
pub use reachability::{KnownProbabilities, NumberOptions, Reachability, reachability};

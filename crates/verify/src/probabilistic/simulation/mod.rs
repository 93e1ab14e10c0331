//! Strong simulation between LPTSs (definition 5 of Komuravelli, Păsăreanu and Clarke, CAV 2012),
//! exact.
//!
//! In reading order: `product` (the left side, composed on demand), `flow` (weight functions),
//! `actions` (the cheapest reason against a pair), `measures` (the next cheapest, and which pairs
//! to try first), `matches` and `fixed_point` (the relation) and `reached` (what of it matters),
//! `witness` (why a pair is not in it); `weights` for who needs one weight function alone; `smt`
//! and `solved` (the same question for a solver, and what is made of its answer).

mod actions;
pub(crate) mod fixed_point;
pub(crate) mod flow;
mod lists;
mod matches;
mod measures;
pub(crate) mod product;
mod reached;
mod smt;
mod solved;
pub(crate) mod weights;
pub(crate) mod witness;

use surmise_model::{Context, Lpts, RelatedPair, StochasticTree, Stop};

use self::fixed_point::FixedPoint;
pub use self::fixed_point::Guidance;
use self::product::Product;
pub use self::smt::{SmtAnswer, SmtQuestion, SmtSolver, named_by_core, smt_lib};
pub use self::solved::simulate_by_solver;
use super::tree;

/// Whether one side simulates the other, and what shows it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Simulated {
    /// A simulation that contains the initial states; or a tree of the left side that the right
    /// side does not simulate.
    pub evidence: Result<Vec<RelatedPair>, StochasticTree>,
    /// How many states of the left side were met.
    pub states: u64,
    /// How many pairs were looked at.
    pub pairs: u64,
}

/// Whether the right side strongly simulates the parts of the left side, composed. Nothing is
/// completed.
///
/// # Errors
/// When the context says stop.
pub fn simulate(left: &[&Lpts], right: &Lpts, context: &Context<'_>) -> Result<Simulated, Stop> {
    simulate_guided(left, right, Guidance::WhenItHelps, context)
}

/// The same, guided by measures or not. The answer is the same; the evidence need not be.
///
/// # Errors
/// When the context says stop.
pub fn simulate_guided(
    left: &[&Lpts],
    right: &Lpts,
    guidance: Guidance,
    context: &Context<'_>,
) -> Result<Simulated, Stop> {
    let mut relation = FixedPoint::new(Product::new(left.to_vec()), right, guidance);
    let evidence = match relation.decide(context)? {
        true => Ok(relation.relation()),
        false => Err(tree::grow(&mut relation, context)?),
    };
    let (states, pairs) = (relation.left.num_states() as u64, relation.num_pairs() as u64);
    Ok(Simulated { evidence, states, pairs })
}

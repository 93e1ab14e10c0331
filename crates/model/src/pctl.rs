//! Weak-safety pCTL (Chadha and Viswanathan, "A counterexample-guided abstraction-refinement
//! framework for Markov decision processes", 2010): formulas that a system has if one that
//! simulates it has them.
//!
//! A formula of it is built from conditions on states, ∧, ∨ and P≤p over `X` and `U` of formulas
//! whose negations are of this kind again. What is kept of it is its negation, a formula of *strict
//! liveness*: some way to resolve the choices makes a path more probable than a bound. A system
//! that can do more can do that, too, and what shows it is finite: a stochastic tree. P≥p over `W`,
//! `G` and `X` is the same in other words, for 1 − P(φ W ψ) = P(¬ψ U (¬φ ∧ ¬ψ)).
//!
//! A deadlock has no next state: `X` is false of it. For `U` it makes no difference whether it
//! stays where it is for ever.

use fixedbitset::FixedBitSet;

use crate::{
    ComponentId, Outcome, ProbabilisticAssumption, Rational, Report, StateId, StochasticTree,
};

/// A condition on the states of one component.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Atom {
    /// As a user reads it.
    pub text: String,
    /// The component.
    pub component: ComponentId,
    /// Its states in which the condition holds.
    pub states: FixedBitSet,
}

/// A formula of strict liveness: operators, operands before those who use them.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct StrictLiveness {
    /// The operators.
    pub operators: Vec<LivenessOperator>,
    /// The place of the outermost one.
    pub root: usize,
}

/// An operator. Operands are places of others, before it.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum LivenessOperator {
    /// A condition, or that it does not hold.
    Atom {
        /// The place of the condition.
        atom: usize,
        /// Whether it is to hold.
        holds: bool,
    },
    /// All of these; true if there are none.
    All(Vec<usize>),
    /// One of these; false if there is none.
    Any(Vec<usize>),
    /// Some choice leads to the goal in one step, with more than a probability.
    Next {
        /// The probability.
        bound: Rational,
        /// The goal.
        goal: usize,
    },
    /// Some way to choose reaches the goal, with more than a probability.
    Until {
        /// The probability.
        bound: Rational,
        /// What has to hold on the way.
        through: usize,
        /// The goal.
        goal: usize,
        /// Within how many steps, if that matters.
        steps: Option<u64>,
    },
}

impl StrictLiveness {
    /// Adds an operator and tells its place; equal ones are one.
    pub fn add(&mut self, operator: LivenessOperator) -> usize {
        let known = self.operators.iter().position(|other| *other == operator);
        known.unwrap_or_else(|| {
            self.operators.push(operator);
            self.operators.len() - 1
        })
    }
}

/// Whether a system has a formula. What shows that it has not is a tree of the whole system that
/// has not, either.
pub type FormulaOutcome = Outcome<FormulaProof, StochasticTree>;

/// Whether a system has a formula, and what it took to find out.
pub type FormulaReport = Report<FormulaProof, StochasticTree>;

/// Why a system has a formula: rule ASym-N with as many groups as there are.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FormulaProof {
    /// The groups of components, as those of a [`ConformanceProof`](crate::ConformanceProof).
    pub groups: Vec<Vec<ComponentId>>,
    /// The assumptions. The first group has the formula together with the first of them.
    pub assumptions: Vec<ProbabilisticAssumption>,
    /// Why that is so: the states of the first group and the first assumption, with bounds of
    /// probabilities.
    pub bounds: Vec<StateBounds>,
}

/// Numbers that probabilities do not exceed at a state of components and an assumption.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StateBounds {
    /// The state of each of them.
    pub tuple: Box<[StateId]>,
    /// One for each `Until` without a number of steps, in their order. With them no state has less
    /// than one of its transitions gives it.
    pub bounds: Vec<Rational>,
}

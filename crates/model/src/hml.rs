//! Formulas of Hennessy–Milner logic (Hennessy and Milner, "Algebraic laws for nondeterminism and
//! concurrency", JACM 1985): what a state can do, and what it can do after that. Strongly bisimilar
//! states satisfy the same formulas, and of two others one satisfies a formula that the other does
//! not.
//!
//! Branching bisimilarity has a logic of the same kind with [`HmlOperator::Silently`] instead of
//! steps (van Glabbeek, "The linear time – branching time spectrum II", CONCUR 1993).

use crate::ActionId;

/// A formula: operators, operands before those who use them. An operator can have several users:
/// written out, a formula can be exponentially longer than this.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct HmlFormula {
    /// The operators.
    pub operators: Vec<HmlOperator>,
    /// The place of the outermost one.
    pub root: usize,
}

impl HmlFormula {
    /// How many steps it looks ahead; those of τ that are part of [`HmlOperator::Silently`] count
    /// as one with the step that follows them.
    pub fn depth(&self) -> usize {
        let operands = |depths: &[usize], all: &[usize]| {
            all.iter().map(|&operand| depths[operand]).max().unwrap_or(0)
        };
        self.fold(|operator, depths| match operator {
            HmlOperator::Error => 0,
            HmlOperator::Not(operand) => depths[*operand],
            HmlOperator::All(all) => operands(depths, all),
            HmlOperator::Step(_, then) => depths[*then] + 1,
            HmlOperator::Silently { at, then, .. } => depths[*at].max(depths[*then]) + 1,
        })
    }

    /// How many operators it has when it is written out, truth not counted.
    pub fn written_length(&self) -> u64 {
        let sum = |lengths: &[u64], all: &[usize]| {
            all.iter().fold(0u64, |sum, &operand| sum.saturating_add(lengths[operand]))
        };
        self.fold(|operator, lengths| match operator {
            HmlOperator::Error => 1,
            HmlOperator::Not(operand) => lengths[*operand],
            HmlOperator::All(all) => sum(lengths, all).saturating_add(all.len() as u64 / 2),
            HmlOperator::Step(_, then) => lengths[*then].saturating_add(1),
            HmlOperator::Silently { at, then, .. } => sum(lengths, &[*at, *then]).saturating_add(2),
        })
    }

    /// What is so of the formula if it can be told of each operator from what is so of those before
    /// it.
    fn fold<T>(&self, told: impl Fn(&HmlOperator, &[T]) -> T) -> T {
        let mut all: Vec<T> = Vec::with_capacity(self.operators.len());
        for operator in &self.operators {
            let next = told(operator, &all);
            all.push(next);
        }
        all.swap_remove(self.root)
    }
}

/// An operator. Operands are places of others, before it.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum HmlOperator {
    /// The state is π.
    Error,
    /// The operand is false.
    Not(usize),
    /// All of these; true if there are none.
    All(Vec<usize>),
    /// A step can lead to where the operand is true.
    Step(HmlStep, usize),
    /// Any number of τ, also none, can lead to a state in which `at` is true, and from there a step
    /// leads to where `then` is true. If the step is a τ, it may be left out.
    Silently {
        /// True before the step.
        at: usize,
        /// The step.
        step: HmlStep,
        /// True after it.
        then: usize,
    },
}

/// What a formula can see.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum HmlStep {
    /// A transition, τ included.
    Action(ActionId),
    /// Successful termination: the state is END. Nothing but truth can be said about what is after
    /// it.
    End,
}

impl HmlOperator {
    /// Changes the places of its operands.
    pub fn for_each_operand(&mut self, mut change: impl FnMut(&mut usize)) {
        match self {
            Self::Error => {}
            Self::Not(operand) | Self::Step(_, operand) => change(operand),
            Self::All(operands) => operands.iter_mut().for_each(change),
            Self::Silently { at, then, .. } => {
                change(at);
                change(then);
            }
        }
    }
}

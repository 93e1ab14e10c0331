//! Formulas of linear temporal logic over numbered propositions.
//!
//! What a proposition means is not said here: an action, a fluent, a condition on states. A formula
//! is an arena of operators in which operands stand before those that use them and equal ones are
//! one. So everything about it is a loop over the arena, and no nesting, however deep, is a
//! recursion.
//!
//! A run is a sequence of positions. `X f`: f at the next position. `f U g`: g at some position
//! from here on, and f at all before it. `f W g`: the same, or f for ever. `f R g`: g up to and
//! including the first position with f, or for ever. `<>f` is `true U f`, `[]f` is `false R f`.

mod normal_form;
mod notation;
mod simplification;

pub use normal_form::negation_normal_form;
pub use notation::{Notation, Shown};
pub use simplification::simplified;

use indexmap::IndexSet;
use rustc_hash::FxBuildHasher;

use crate::id::{FormulaId, PropositionId};

/// An operator of linear temporal logic.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Operator {
    /// Always the case.
    True,
    /// Never the case.
    False,
    /// A proposition.
    Proposition(PropositionId),
    /// `!f`.
    Not(FormulaId),
    /// `f && g`.
    And(FormulaId, FormulaId),
    /// `f || g`.
    Or(FormulaId, FormulaId),
    /// `f -> g`.
    Implies(FormulaId, FormulaId),
    /// `f <-> g`.
    Equivalent(FormulaId, FormulaId),
    /// `X f`.
    Next(FormulaId),
    /// `<>f`.
    Eventually(FormulaId),
    /// `[]f`.
    Always(FormulaId),
    /// `f U g`.
    Until(FormulaId, FormulaId),
    /// `f W g`.
    WeakUntil(FormulaId, FormulaId),
    /// `f R g`.
    Release(FormulaId, FormulaId),
}

impl Operator {
    /// The operands, in their order.
    pub fn operands(self) -> impl Iterator<Item = FormulaId> {
        let (first, second) = match self {
            Self::True | Self::False | Self::Proposition(_) => (None, None),
            Self::Not(f) | Self::Next(f) | Self::Eventually(f) | Self::Always(f) => (Some(f), None),
            Self::And(f, g)
            | Self::Or(f, g)
            | Self::Implies(f, g)
            | Self::Equivalent(f, g)
            | Self::Until(f, g)
            | Self::WeakUntil(f, g)
            | Self::Release(f, g) => (Some(f), Some(g)),
        };
        first.into_iter().chain(second)
    }

    /// The same operator with other operands.
    #[must_use]
    pub fn map(self, mut operand: impl FnMut(FormulaId) -> FormulaId) -> Self {
        match self {
            Self::True | Self::False | Self::Proposition(_) => self,
            Self::Not(f) => Self::Not(operand(f)),
            Self::Next(f) => Self::Next(operand(f)),
            Self::Eventually(f) => Self::Eventually(operand(f)),
            Self::Always(f) => Self::Always(operand(f)),
            Self::And(f, g) => Self::And(operand(f), operand(g)),
            Self::Or(f, g) => Self::Or(operand(f), operand(g)),
            Self::Implies(f, g) => Self::Implies(operand(f), operand(g)),
            Self::Equivalent(f, g) => Self::Equivalent(operand(f), operand(g)),
            Self::Until(f, g) => Self::Until(operand(f), operand(g)),
            Self::WeakUntil(f, g) => Self::WeakUntil(operand(f), operand(g)),
            Self::Release(f, g) => Self::Release(operand(f), operand(g)),
        }
    }
}

/// Formulas that share their subformulas.
#[derive(Debug, Clone, Default)]
pub struct Formulas {
    operators: IndexSet<Operator, FxBuildHasher>,
}

impl Formulas {
    /// No formulas.
    pub fn new() -> Self {
        Self::default()
    }

    /// The formula with this operator. Its operands must be formulas of this arena.
    ///
    /// # Panics
    /// If an operand is not, or if there are 2³² formulas.
    pub fn add(&mut self, operator: Operator) -> FormulaId {
        assert!(operator.operands().all(|operand| operand.index() < self.len()), "operands first");
        FormulaId::of(self.operators.insert_full(operator).0)
    }

    /// `true`.
    pub fn top(&mut self) -> FormulaId {
        self.add(Operator::True)
    }

    /// `false`.
    pub fn bottom(&mut self) -> FormulaId {
        self.add(Operator::False)
    }

    /// A proposition.
    pub fn proposition(&mut self, proposition: PropositionId) -> FormulaId {
        self.add(Operator::Proposition(proposition))
    }

    /// `!f`.
    pub fn not(&mut self, f: FormulaId) -> FormulaId {
        self.add(Operator::Not(f))
    }

    /// All of these; true if there are none.
    pub fn all(&mut self, of: impl IntoIterator<Item = FormulaId>) -> FormulaId {
        let joined = of.into_iter().reduce(|left, right| self.add(Operator::And(left, right)));
        joined.unwrap_or_else(|| self.top())
    }

    /// One of these; false if there is none.
    pub fn any(&mut self, of: impl IntoIterator<Item = FormulaId>) -> FormulaId {
        let joined = of.into_iter().reduce(|left, right| self.add(Operator::Or(left, right)));
        joined.unwrap_or_else(|| self.bottom())
    }

    /// The operator of a formula.
    pub fn get(&self, formula: FormulaId) -> Operator {
        self.operators[formula.index()]
    }

    /// How many there are, subformulas included.
    pub fn len(&self) -> usize {
        self.operators.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.operators.is_empty()
    }

    /// All formulas with their operators, operands first.
    pub fn iter(&self) -> impl DoubleEndedIterator<Item = (FormulaId, Operator)> + '_ {
        (0..self.len()).map(|index| (FormulaId::of(index), self.operators[index]))
    }

    /// Which formulas are subformulas of one, itself included; by index.
    fn below(&self, root: FormulaId) -> Vec<bool> {
        let mut below = vec![false; root.index() + 1];
        below[root.index()] = true;
        for index in (0..=root.index()).rev() {
            if below[index] {
                self.operators[index].operands().for_each(|operand| below[operand.index()] = true);
            }
        }
        below
    }
}

impl PartialEq for Formulas {
    fn eq(&self, other: &Self) -> bool {
        self.operators.iter().eq(&other.operators)
    }
}

impl Eq for Formulas {}

/// One formula: an arena and the place of the outermost operator.
///
/// Two are equal if they are written alike, `f && g` unlike `g && f`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Formula {
    operators: Formulas,
}

impl Formula {
    /// A formula of an arena, without what it does not use.
    pub fn new(formulas: &Formulas, root: FormulaId) -> Self {
        let below = formulas.below(root);
        let mut operators = Formulas::new();
        let mut moved = vec![None; below.len()];
        for (index, _) in below.iter().enumerate().filter(|&(_, &used)| used) {
            let operator = formulas.operators[index];
            let place = operator.map(|operand| moved[operand.index()].expect("operands first"));
            moved[index] = Some(operators.add(place));
        }
        Self { operators }
    }

    /// The outermost operator's place: the last one.
    pub fn root(&self) -> FormulaId {
        FormulaId::of(self.operators.len() - 1)
    }

    /// The operator at a place.
    pub fn get(&self, place: FormulaId) -> Operator {
        self.operators.get(place)
    }

    /// The arena. Every formula in it is a subformula of this one.
    pub fn operators(&self) -> &Formulas {
        &self.operators
    }

    /// Copies the formula into an arena.
    pub fn add_to(&self, formulas: &mut Formulas) -> FormulaId {
        let mut moved: Vec<FormulaId> = Vec::with_capacity(self.operators.len());
        for &operator in &self.operators.operators {
            moved.push(formulas.add(operator.map(|operand| moved[operand.index()])));
        }
        *moved.last().expect("a formula has an operator")
    }

    /// The opposite.
    #[must_use]
    pub fn negated(&self) -> Self {
        let mut operators = self.operators.clone();
        match self.get(self.root()) {
            Operator::Not(inside) => Self::new(&operators, inside),
            _ => {
                let root = self.root();
                let negated = operators.not(root);
                Self::new(&operators, negated)
            }
        }
    }

    /// How many operators and propositions there are if the formula is written out.
    pub fn size(&self) -> u64 {
        let mut sizes: Vec<u64> = Vec::with_capacity(self.operators.len());
        for &operator in &self.operators.operators {
            let below = operator.operands().map(|operand| sizes[operand.index()]);
            sizes.push(below.fold(1, u64::saturating_add));
        }
        *sizes.last().expect("a formula has an operator")
    }

    /// The propositions that occur, in ascending order.
    pub fn propositions(&self) -> Vec<PropositionId> {
        let proposition = |&operator: &Operator| match operator {
            Operator::Proposition(proposition) => Some(proposition),
            _ => None,
        };
        let mut found: Vec<_> = self.operators.operators.iter().filter_map(proposition).collect();
        found.sort_unstable();
        found
    }

    /// Whether `X` occurs.
    pub fn has_next(&self) -> bool {
        self.operators.operators.iter().any(|operator| matches!(operator, Operator::Next(_)))
    }

    /// The formula in a notation, with names for its propositions.
    pub fn shown<'f>(
        &'f self,
        notation: Notation,
        names: &'f dyn Fn(PropositionId) -> String,
    ) -> Shown<'f> {
        Shown::new(self, notation, names)
    }
}

#[cfg(test)]
mod tests;

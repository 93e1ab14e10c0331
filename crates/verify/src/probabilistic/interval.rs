//! A closed interval that contains a probability.

use std::fmt;

use surmise_model::{Rational, Relation};

/// Bounds of a probability, exact numbers both. They are equal if the probability is known exactly.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Interval {
    /// The probability is not smaller.
    pub low: Rational,
    /// The probability is not larger.
    pub high: Rational,
}

impl Interval {
    /// A probability that is known.
    pub fn exact(value: Rational) -> Self {
        Self { low: value.clone(), high: value }
    }

    /// Whether the probability is known exactly.
    pub fn is_exact(&self) -> bool {
        self.low == self.high
    }

    /// Whether a number may be the probability.
    pub fn contains(&self, value: &Rational) -> bool {
        self.low <= *value && *value <= self.high
    }

    /// One minus the probability.
    #[must_use]
    pub fn complement(&self) -> Self {
        Self { low: &Rational::ONE - &self.high, high: &Rational::ONE - &self.low }
    }

    /// Whether the probability is as a bound demands; `None` if the interval does not say.
    pub fn satisfies(&self, relation: Relation, bound: &Rational) -> Option<bool> {
        let (low, high) = (relation.holds(&self.low, bound), relation.holds(&self.high, bound));
        (low == high).then_some(low)
    }
}

impl fmt::Display for Interval {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.is_exact() {
            true => write!(f, "{}", self.low),
            false => {
                write!(f, "between {} and {}", self.low.approximate(), self.high.approximate())
            }
        }
    }
}

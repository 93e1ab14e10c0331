//! Numbers that may be infinite, and what is known of them: expected rewards are such numbers.

use std::fmt;

use surmise_model::{Rational, Relation};

use super::interval::Interval;

/// A number that is not negative, or infinity.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub enum Extended {
    /// A number.
    Finite(Rational),
    /// More than any number.
    Infinite,
}

impl Extended {
    /// A machine number, exactly.
    pub fn from_float(float: f64) -> Self {
        Rational::from_float(float).map_or(Self::Infinite, Self::Finite)
    }

    /// The largest machine number that is not larger, and the smallest that is not smaller.
    pub fn bounds(&self) -> (f64, f64) {
        match self {
            Self::Finite(value) => value.bounds(),
            Self::Infinite => (f64::INFINITY, f64::INFINITY),
        }
    }

    /// The number, if it is one.
    pub fn finite(&self) -> Option<&Rational> {
        match self {
            Self::Finite(value) => Some(value),
            Self::Infinite => None,
        }
    }

    /// Whether the number is as a bound demands.
    pub fn satisfies(&self, relation: Relation, bound: &Rational) -> bool {
        match self {
            Self::Finite(value) => relation.holds(value, bound),
            Self::Infinite => matches!(relation, Relation::Greater | Relation::GreaterEqual),
        }
    }
}

impl From<Rational> for Extended {
    fn from(value: Rational) -> Self {
        Self::Finite(value)
    }
}

impl fmt::Display for Extended {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Finite(value) => write!(f, "{value}"),
            Self::Infinite => write!(f, "infinity"),
        }
    }
}

/// Bounds of a number, exact both.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Amount {
    /// It is not smaller.
    pub low: Extended,
    /// It is not larger.
    pub high: Extended,
}

impl Amount {
    /// A number that is known.
    pub fn exact(value: impl Into<Extended>) -> Self {
        let value = value.into();
        Self { low: value.clone(), high: value }
    }

    /// Whether the number is known exactly.
    pub fn is_exact(&self) -> bool {
        self.low == self.high
    }

    /// Whether a number may be it.
    pub fn contains(&self, value: &Extended) -> bool {
        self.low <= *value && *value <= self.high
    }

    /// Whether the number is as a bound demands; `None` if that is not known.
    pub fn satisfies(&self, relation: Relation, bound: &Rational) -> Option<bool> {
        let low = self.low.satisfies(relation, bound);
        (low == self.high.satisfies(relation, bound)).then_some(low)
    }
}

impl From<Interval> for Amount {
    fn from(Interval { low, high }: Interval) -> Self {
        Self { low: low.into(), high: high.into() }
    }
}

impl fmt::Display for Amount {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.is_exact() {
            true => write!(f, "{}", self.low),
            false => write!(f, "between {} and {}", self.low.bounds().0, self.high.bounds().1),
        }
    }
}

//! What can be asked about the probabilities of a model, apart from the paths it is asked about.

use crate::Rational;

/// Which of all ways to resolve the choices is meant.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Extreme {
    /// The one with the largest probability.
    Maximal,
    /// The one with the smallest.
    Minimal,
}

impl Extreme {
    /// The other one.
    #[must_use]
    pub fn opposite(self) -> Self {
        match self {
            Self::Maximal => Self::Minimal,
            Self::Minimal => Self::Maximal,
        }
    }
}

/// How a probability is compared with a bound.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Relation {
    /// `<`
    Less,
    /// `<=`
    LessEqual,
    /// `>`
    Greater,
    /// `>=`
    GreaterEqual,
}

impl Relation {
    /// The relation between the negatives of two numbers that are in this one.
    #[must_use]
    pub fn mirrored(self) -> Self {
        match self {
            Self::Less => Self::Greater,
            Self::LessEqual => Self::GreaterEqual,
            Self::Greater => Self::Less,
            Self::GreaterEqual => Self::LessEqual,
        }
    }

    /// Whether a probability is as the bound demands.
    pub fn holds(self, probability: &Rational, bound: &Rational) -> bool {
        match self {
            Self::Less => probability < bound,
            Self::LessEqual => probability <= bound,
            Self::Greater => probability > bound,
            Self::GreaterEqual => probability >= bound,
        }
    }
}

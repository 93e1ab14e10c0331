//! Questions about a Markov model: numbers and conditions, one inside the other.
//!
//! What a language calls a label or an expression is a condition with a number here; whoever
//! evaluates a query is told in which states each of them holds.

use crate::formula::Formula;
use crate::{Extreme, Rational, Relation};

/// Something that has a value in every state: a number, or true or false.
#[derive(Debug, Clone, PartialEq)]
pub enum Query {
    /// True where a condition holds, which is given by its number.
    Condition(usize),
    /// True where another query is not.
    Not(Box<Query>),
    /// True where both are.
    And(Box<Query>, Box<Query>),
    /// True where one of them is.
    Or(Box<Query>, Box<Query>),
    /// True where one is as true as the other.
    Same(Box<Query>, Box<Query>),
    /// True where one number is related to another.
    Compare(Relation, Box<Query>, Box<Query>),
    /// True where all runs, or some run, are as a path demands.
    Quantified {
        /// Whether all runs are meant.
        all: bool,
        /// Whether they are to be otherwise.
        complemented: bool,
        /// The path.
        path: Path,
    },
    /// The same number everywhere.
    Number(Rational),
    /// Two numbers put together.
    Arithmetic(Arithmetic, Box<Query>, Box<Query>),
    /// One number where a query is true, another one elsewhere.
    Choose {
        /// The query that decides.
        by: Box<Query>,
        /// The number where it is true.
        yes: Box<Query>,
        /// The number where it is not.
        no: Box<Query>,
    },
    /// How probable it is that a run is as a path demands.
    Probability {
        /// Which way to choose is meant.
        extreme: Extreme,
        /// Whether one minus that is meant.
        complemented: bool,
        /// The path.
        path: Path,
    },
    /// An expected reward.
    Reward {
        /// The reward structure, by its number.
        structure: usize,
        /// Which way to choose is meant.
        extreme: Extreme,
        /// What is collected.
        collected: Collected,
    },
    /// The fraction of time, in the long run, that is spent where a query is true.
    LongRun {
        /// Which way to choose is meant.
        extreme: Extreme,
        /// Where.
        of: Box<Query>,
    },
    /// One value of many states.
    Filter {
        /// Which.
        by: Filter,
        /// The values.
        of: Box<Query>,
        /// The states that count.
        states: Box<Query>,
    },
}

/// How two numbers are put together.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Arithmetic {
    /// `+`
    Add,
    /// `-`
    Subtract,
    /// `*`
    Multiply,
    /// `/`
    Divide,
    /// The smaller one.
    Min,
    /// The larger one.
    Max,
}

/// What is asked of a run.
#[derive(Debug, Clone, PartialEq)]
pub enum Path {
    /// The next state.
    Next(Box<Query>),
    /// A goal reached through some states.
    Until {
        /// What is true on the way.
        through: Box<Query>,
        /// What is true in the end.
        goal: Box<Query>,
        /// The goal does not count before this many steps.
        from: u64,
        /// Nor after this many, if there is a limit.
        to: Option<u64>,
    },
    /// A formula of linear temporal logic.
    Linear {
        /// The formula.
        formula: Formula,
        /// What each of its propositions means.
        propositions: Vec<Query>,
    },
}

/// Which rewards are meant.
#[derive(Debug, Clone, PartialEq)]
pub enum Collected {
    /// Until something is true.
    Until(Box<Query>),
    /// In so many steps.
    Within(u64),
    /// In the state after so many steps.
    After(u64),
    /// In all steps.
    Ever,
    /// In a step, on average in the long run.
    LongRun,
}

/// How one value is made of those of many states.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Filter {
    /// The smallest.
    Min,
    /// The largest.
    Max,
    /// The sum.
    Sum,
    /// The average.
    Average,
    /// In how many states it is true.
    Count,
    /// That of the only state.
    State,
    /// That of the first state.
    First,
    /// The smallest to the largest.
    Range,
    /// Whether it is true in all.
    All,
    /// Whether it is true in some.
    Some,
    /// Where it is smallest: true in those of the states that have the smallest value.
    ArgMin,
    /// Where it is largest.
    ArgMax,
}

impl Query {
    /// Whether its value is true or false.
    pub fn is_condition(&self) -> bool {
        match self {
            Self::Condition(_)
            | Self::Not(_)
            | Self::And(..)
            | Self::Or(..)
            | Self::Same(..)
            | Self::Compare(..)
            | Self::Quantified { .. } => true,
            Self::Number(_)
            | Self::Arithmetic(..)
            | Self::Choose { .. }
            | Self::Probability { .. }
            | Self::Reward { .. }
            | Self::LongRun { .. } => false,
            Self::Filter { by, of, .. } => match by {
                Filter::All | Filter::Some | Filter::ArgMin | Filter::ArgMax => true,
                Filter::Min | Filter::Max | Filter::Sum | Filter::Average | Filter::Count => false,
                Filter::State | Filter::First | Filter::Range => of.is_condition(),
            },
        }
    }
}

//! The values of many states at once: exact ones, or bounds in machine numbers.

use surmise_model::certificate::number::WrittenNumber;
use surmise_model::{Extreme, Rational, Relation};

use super::amount::{Amount, Extended};

/// A value for each of some states.
#[derive(Debug, Clone)]
pub enum Values {
    /// The values themselves.
    Exact(Vec<Extended>),
    /// Lower and upper bounds.
    Bounds(Vec<(f64, f64)>),
}

impl Values {
    /// Lower and upper bounds as a certificate has them.
    pub fn texts(&self) -> (Vec<String>, Vec<String>) {
        match self {
            Self::Exact(values) => {
                let texts: Vec<String> = values.iter().map(ToString::to_string).collect();
                (texts.clone(), texts)
            }
            Self::Bounds(bounds) => bounds
                .iter()
                .map(|&(low, high)| (WrittenNumber::text_of(low), WrittenNumber::text_of(high)))
                .unzip(),
        }
    }

    /// How many states there are.
    pub fn len(&self) -> usize {
        match self {
            Self::Exact(values) => values.len(),
            Self::Bounds(bounds) => bounds.len(),
        }
    }

    /// Whether there is no state.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// What is known of one of them.
    pub fn amount(&self, index: usize) -> Amount {
        match self {
            Self::Exact(values) => Amount::exact(values[index].clone()),
            Self::Bounds(bounds) => Amount {
                low: Extended::from_float(bounds[index].0),
                high: Extended::from_float(bounds[index].1),
            },
        }
    }

    /// Bounds of one of them.
    pub fn bounds(&self, index: usize) -> (f64, f64) {
        match self {
            Self::Exact(values) => values[index].bounds(),
            Self::Bounds(bounds) => bounds[index],
        }
    }

    /// Those of some states.
    #[must_use]
    pub fn select(&self, states: impl Iterator<Item = usize>) -> Self {
        match self {
            Self::Exact(values) => Self::Exact(states.map(|s| values[s].clone()).collect()),
            Self::Bounds(bounds) => Self::Bounds(states.map(|s| bounds[s]).collect()),
        }
    }

    /// The first of them, so many times.
    #[must_use]
    pub(super) fn repeated(&self, count: usize) -> Self {
        self.select(std::iter::repeat_n(0, count))
    }

    /// The same, known to be probabilities.
    #[must_use]
    pub(super) fn at_most_one(mut self) -> Self {
        if let Self::Bounds(bounds) = &mut self {
            bounds.iter_mut().for_each(|(low, high)| (*low, *high) = (low.min(1.0), high.min(1.0)));
        }
        self
    }

    /// One minus each, which is a probability.
    #[must_use]
    pub fn complement(self) -> Self {
        match self {
            Self::Exact(values) => Self::Exact(
                values
                    .into_iter()
                    .map(|value| match value {
                        Extended::Finite(value) => Extended::Finite(&Rational::ONE - &value),
                        Extended::Infinite => Extended::Infinite,
                    })
                    .collect(),
            ),
            Self::Bounds(bounds) => Self::Bounds(
                bounds
                    .into_iter()
                    .map(|(low, high)| {
                        // One minus a float is rounded; 1 - 1 and 1 - 0 are exact.
                        let down = |x: f64| match 1.0 - x {
                            rest if x == 0.0 || x == 1.0 => rest,
                            rest => rest.next_down().max(0.0),
                        };
                        let up = |x: f64| match 1.0 - x {
                            rest if x == 0.0 || x == 1.0 => rest,
                            rest => rest.next_up().min(1.0),
                        };
                        (down(high), up(low))
                    })
                    .collect(),
            ),
        }
    }

    /// Whether each is as a bound demands; `None` where that is not known.
    pub fn satisfy(&self, relation: Relation, bound: &Rational) -> Vec<Option<bool>> {
        let (low, high) = bound.bounds();
        // Machine numbers are compared without a detour where that is enough.
        let quick = |(from, to): (f64, f64)| match relation {
            Relation::Less | Relation::LessEqual if to < low => Some(true),
            Relation::Less | Relation::LessEqual if from > high => Some(false),
            Relation::Greater | Relation::GreaterEqual if from > high => Some(true),
            Relation::Greater | Relation::GreaterEqual if to < low => Some(false),
            _ => None,
        };
        let one = |index: usize| match self {
            Self::Bounds(bounds) => {
                quick(bounds[index]).or_else(|| self.amount(index).satisfies(relation, bound))
            }
            Self::Exact(_) => self.amount(index).satisfies(relation, bound),
        };
        (0..self.len()).map(one).collect()
    }

    /// Whether each is a smallest, or a largest, of them; `None` where that is not known.
    pub(super) fn are_extreme(&self, extreme: Extreme) -> Vec<Option<bool>> {
        let beyond = |one: &Extended, other: &Extended| match extreme {
            Extreme::Minimal => one > other,
            Extreme::Maximal => one < other,
        };
        let all: Vec<Amount> = (0..self.len()).map(|index| self.amount(index)).collect();
        // From the extreme's side: the nearest and the farthest that a value can be.
        let near = |amount: &Amount| match extreme {
            Extreme::Minimal => amount.low.clone(),
            Extreme::Maximal => amount.high.clone(),
        };
        let far = |amount: &Amount| match extreme {
            Extreme::Minimal => amount.high.clone(),
            Extreme::Maximal => amount.low.clone(),
        };
        let better = |one: Extended, other: Extended| match extreme {
            Extreme::Minimal => one.min(other),
            Extreme::Maximal => one.max(other),
        };
        let (Some(nearest), Some(sure)) =
            (all.iter().map(near).reduce(better), all.iter().map(far).reduce(better))
        else {
            return Vec::new();
        };
        let one = |amount: &Amount| match () {
            () if beyond(&near(amount), &sure) => Some(false),
            () if !beyond(&far(amount), &nearest) => Some(true),
            () => None,
        };
        all.iter().map(one).collect()
    }

    /// Whether all are relatively, or absolutely, as close as wanted.
    pub fn are_close(&self, precision: f64, absolute: bool) -> bool {
        match self {
            Self::Exact(_) => true,
            Self::Bounds(bounds) => bounds.iter().all(|&(low, high)| {
                let scale = if absolute { 1.0 } else { low };
                low == high || high - low <= precision * scale
            }),
        }
    }
}

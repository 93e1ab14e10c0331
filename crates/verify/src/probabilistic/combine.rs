//! Numbers put together: exactly if both are exact, else with bounds rounded outwards.

use surmise_model::{Arithmetic, Rational, Stop};

use super::amount::Extended;
use super::query::unsupported;
use super::values::Values;

/// How two numbers become one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Combined {
    Add,
    Subtract,
    Multiply,
    Divide,
    Min,
    Max,
}

impl From<Arithmetic> for Combined {
    fn from(operator: Arithmetic) -> Self {
        match operator {
            Arithmetic::Add => Self::Add,
            Arithmetic::Subtract => Self::Subtract,
            Arithmetic::Multiply => Self::Multiply,
            Arithmetic::Divide => Self::Divide,
            Arithmetic::Min => Self::Min,
            Arithmetic::Max => Self::Max,
        }
    }
}

/// Each number of one with that of the other.
///
/// # Errors
/// If there is a division by what may be zero, or infinity is subtracted or multiplied.
pub(super) fn combine(how: Combined, one: &Values, other: &Values) -> Result<Values, Stop> {
    if let (Values::Exact(one), Values::Exact(other)) = (one, other) {
        let all: Result<Vec<Extended>, Stop> =
            one.iter().zip(other).map(|(one, other)| exactly(how, one, other)).collect();
        return all.map(Values::Exact);
    }
    let all: Result<Vec<(f64, f64)>, Stop> =
        (0..one.len()).map(|index| roundly(how, one.bounds(index), other.bounds(index))).collect();
    all.map(Values::Bounds)
}

/// The values of one where something is true, else those of the other; where that is not known,
/// whatever lies between them.
pub(super) fn choose(by: &[Option<bool>], yes: &Values, no: &Values) -> Values {
    if let (Values::Exact(yes), Values::Exact(no), false) = (yes, no, by.contains(&None)) {
        let chosen = by.iter().zip(yes.iter().zip(no));
        let chosen = chosen.map(|(by, (yes, no))| if *by == Some(true) { yes } else { no });
        return Values::Exact(chosen.cloned().collect());
    }
    let chosen = by.iter().enumerate().map(|(index, by)| {
        let (yes, no) = (yes.bounds(index), no.bounds(index));
        match by {
            Some(true) => yes,
            Some(false) => no,
            None => (yes.0.min(no.0), yes.1.max(no.1)),
        }
    });
    Values::Bounds(chosen.collect())
}

fn exactly(how: Combined, one: &Extended, other: &Extended) -> Result<Extended, Stop> {
    let (Extended::Finite(a), Extended::Finite(b)) = (one, other) else {
        return match how {
            Combined::Add => Ok(Extended::Infinite),
            Combined::Min => Ok(one.clone().min(other.clone())),
            Combined::Max => Ok(one.clone().max(other.clone())),
            Combined::Subtract | Combined::Multiply | Combined::Divide => Err(infinity()),
        };
    };
    Ok(Extended::Finite(match how {
        Combined::Add => a + b,
        Combined::Subtract => a - b,
        Combined::Multiply => a * b,
        Combined::Divide => a.divide(b).ok_or_else(zero)?,
        Combined::Min => Rational::min(a.clone(), b.clone()),
        Combined::Max => Rational::max(a.clone(), b.clone()),
    }))
}

fn roundly(how: Combined, one: (f64, f64), other: (f64, f64)) -> Result<(f64, f64), Stop> {
    let outwards = |low: f64, high: f64| (low.next_down(), high.next_up());
    let corners = |f: fn(f64, f64) -> f64| {
        let all = [f(one.0, other.0), f(one.0, other.1), f(one.1, other.0), f(one.1, other.1)];
        let low = all.into_iter().fold(f64::INFINITY, f64::min);
        outwards(low, all.into_iter().fold(f64::NEG_INFINITY, f64::max))
    };
    let finite = one.1.is_finite() && other.1.is_finite();
    match how {
        Combined::Add => Ok(outwards(one.0 + other.0, one.1 + other.1)),
        Combined::Min => Ok((one.0.min(other.0), one.1.min(other.1))),
        Combined::Max => Ok((one.0.max(other.0), one.1.max(other.1))),
        _ if !finite => Err(infinity()),
        Combined::Subtract => Ok(outwards(one.0 - other.1, one.1 - other.0)),
        Combined::Multiply => Ok(corners(|a, b| a * b)),
        Combined::Divide if other.0 <= 0.0 && other.1 >= 0.0 => Err(zero()),
        Combined::Divide => Ok(corners(|a, b| a / b)),
    }
}

fn infinity() -> Stop {
    unsupported("a number inside of the property is infinite")
}

fn zero() -> Stop {
    unsupported("a division by zero inside of the property")
}

//! Certificates about numbers of a probabilistic model: the file, field by field.
//! `docs/certificates.md` explains it.

use serde::{Deserialize, Serialize};

use super::json::to_json;
use crate::Rational;

/// What the `format` field of every such certificate says.
pub const NUMBER_FORMAT: &str = "surmise-number-certificate";

pub(super) const NUMBER_VERSION: u32 = 1;

/// Bounds of a number, with what shows them.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct NumberCertificate {
    /// [`NUMBER_FORMAT`].
    pub format: String,
    /// 1.
    pub version: u32,
    /// The property, as it was written.
    pub property: String,
    /// The values that were given to constants.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub constants: Vec<(String, String)>,
    /// How many states the model has.
    pub states: u64,
    /// For each initial state, what the number is at least and at most: [`WrittenNumber`]s.
    pub claim: Vec<(String, String)>,
    /// What shows the lower bounds of a number that does not end after some steps.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub below: Option<WrittenBound>,
    /// What shows the upper ones.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub above: Option<WrittenBound>,
}

/// A bound of every state, in the order in which a breadth-first search finds them.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct WrittenBound {
    /// The bounds: [`WrittenNumber`]s.
    pub values: Vec<String>,
    /// Ranks, where something has to come closer with every step; nothing for the other states.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub ranks: Vec<Option<u32>>,
}

impl NumberCertificate {
    /// A certificate without bounds of all states.
    pub fn new(property: &str, constants: &[(String, String)], states: u64) -> Self {
        Self {
            format: NUMBER_FORMAT.to_owned(),
            version: NUMBER_VERSION,
            property: property.to_owned(),
            constants: constants.to_vec(),
            states,
            claim: Vec::new(),
            below: None,
            above: None,
        }
    }

    /// The certificate as JSON text.
    pub fn to_json(&self) -> String {
        to_json(self)
    }
}

/// A number of a certificate: `1/3`; `5p-4`, which is 5/16 and how machine numbers are written; or
/// `infinity`.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub enum WrittenNumber {
    /// A number.
    Finite(Rational),
    /// More than any number.
    Infinite,
}

/// Powers of two beyond this are refused: no machine number has one.
const LARGEST_POWER: i32 = 1100;

impl WrittenNumber {
    /// Reads a number; `None` if the text is none.
    pub fn read(text: &str) -> Option<Self> {
        if text == "infinity" {
            return Some(Self::Infinite);
        }
        let Some((factor, power)) = text.split_once('p') else {
            return text.parse().ok().map(Self::Finite);
        };
        let (factor, power): (i64, i32) = (factor.parse().ok()?, power.parse().ok()?);
        if !(-LARGEST_POWER..=LARGEST_POWER).contains(&power) {
            return None;
        }
        Some(Self::Finite(&Rational::from(factor) * &Rational::from(2).power(power)?))
    }

    /// The text of a machine number that is not negative.
    pub fn text_of(float: f64) -> String {
        if float == 0.0 {
            return "0".to_owned();
        }
        if !float.is_finite() {
            return "infinity".to_owned();
        }
        let bits = float.to_bits();
        let (exponent, fraction) = ((bits >> 52) & 0x7ff, bits & ((1 << 52) - 1));
        let (mut factor, mut power) = match exponent {
            0 => (fraction, -1074),
            _ => (fraction | 1 << 52, exponent as i32 - 1075),
        };
        power += factor.trailing_zeros() as i32;
        factor >>= factor.trailing_zeros();
        match power {
            0 => factor.to_string(),
            _ => format!("{factor}p{power}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn machine_numbers_are_written_exactly() {
        let numbers = [0.1, 1.0, 3.0, 0.75, 1e-300, 5e-324, f64::MAX, 1e22, 0.0];
        for float in numbers {
            let exact = Rational::from_float(float).map(WrittenNumber::Finite);
            assert_eq!(WrittenNumber::read(&WrittenNumber::text_of(float)), exact, "{float}");
        }
        assert_eq!(WrittenNumber::text_of(0.3125), "5p-4");
        assert_eq!(WrittenNumber::read("infinity"), Some(WrittenNumber::Infinite));
        for text in ["", "p", "1p", "1p99999", "1/0", "Infinity", "1p2p3"] {
            assert_eq!(WrittenNumber::read(text), None, "{text}");
        }
    }
}

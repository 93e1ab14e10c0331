//! Rationals between two neighbouring floating-point numbers.
//!
//! Iteration on large models computes with machine numbers and rounds outwards. What it starts from
//! has to be right: a bound is compared with the exact number before it is believed.

use dashu_ratio::RBig;

use super::{Rational, Repr};

impl Rational {
    /// The exact value of a finite machine number.
    pub fn from_float(float: f64) -> Option<Self> {
        RBig::try_from(float).ok().map(Self::from_big)
    }

    /// The largest machine number that is not larger, and the smallest that is not smaller, of
    /// those close to the nearest one; without any, infinities.
    pub fn bounds(&self) -> (f64, f64) {
        // A number beyond all of them has the largest as a lower bound.
        let near = self.approximate().clamp(f64::MIN, f64::MAX);
        let (mut low, mut high) = (near, near);
        while Self::from_float(low).is_some_and(|low| low > *self) {
            low = low.next_down();
        }
        while Self::from_float(high).is_some_and(|high| high < *self) {
            high = high.next_up();
        }
        (low, high)
    }

    /// A machine number close to this one, to show it.
    pub fn approximate(&self) -> f64 {
        match &self.0 {
            Repr::Small(numerator, denominator) => *numerator as f64 / *denominator as f64,
            Repr::Big(big) => big.to_f64().value(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bounds_enclose_and_are_tight() {
        for text in ["1/3", "0.1", "1e-30", "1", "0", "-2/7", "123456789012345678901234567890/7"] {
            let number: Rational = text.parse().unwrap();
            let (low, high) = number.bounds();
            let (below, above) =
                (Rational::from_float(low).unwrap(), Rational::from_float(high).unwrap());
            assert!(below <= number && number <= above, "{text}");
            assert!(low == high || low.next_up() == high, "{text}: {low} {high}");
        }
        let beyond: Rational = "1e400".parse().unwrap();
        assert_eq!(beyond.bounds(), (f64::MAX, f64::INFINITY));
        assert_eq!((-beyond).bounds(), (f64::NEG_INFINITY, f64::MIN));
    }
}

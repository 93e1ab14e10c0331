//! Adding, subtracting, multiplying and dividing rationals.

use std::iter::Sum;
use std::ops::{Add, AddAssign, Mul, Neg, Sub, SubAssign};

use super::{Rational, Repr};

impl Add<&Rational> for &Rational {
    type Output = Rational;

    fn add(self, other: &Rational) -> Rational {
        match (&self.0, &other.0) {
            (&Repr::Small(a, b), &Repr::Small(c, d)) => {
                let [a, b, c, d] = [a, b, c, d].map(i128::from);
                // Each product is below 2^126, so the sum is below 2^127.
                Rational::reduced(a * d + c * b, b * d)
            }
            _ => Rational::from_big(&*self.to_big() + &*other.to_big()),
        }
    }
}

impl Mul<&Rational> for &Rational {
    type Output = Rational;

    fn mul(self, other: &Rational) -> Rational {
        match (&self.0, &other.0) {
            (&Repr::Small(a, b), &Repr::Small(c, d)) => {
                let [a, b, c, d] = [a, b, c, d].map(i128::from);
                Rational::reduced(a * c, b * d)
            }
            _ => Rational::from_big(&*self.to_big() * &*other.to_big()),
        }
    }
}

impl Neg for Rational {
    type Output = Self;

    fn neg(self) -> Self {
        match self.0 {
            Repr::Small(numerator, denominator) => {
                Self::reduced(-i128::from(numerator), i128::from(denominator))
            }
            Repr::Big(big) => Self::from_big(-*big),
        }
    }
}

impl Sub<&Rational> for &Rational {
    type Output = Rational;

    fn sub(self, other: &Rational) -> Rational {
        self + &-other.clone()
    }
}

impl AddAssign<&Rational> for Rational {
    fn add_assign(&mut self, other: &Rational) {
        *self = &*self + other;
    }
}

impl SubAssign<&Rational> for Rational {
    fn sub_assign(&mut self, other: &Rational) {
        *self = &*self - other;
    }
}

impl<'a> Sum<&'a Rational> for Rational {
    fn sum<I: Iterator<Item = &'a Rational>>(all: I) -> Self {
        all.fold(Self::ZERO, |sum, one| &sum + one)
    }
}

impl Rational {
    /// Division; `None` by 0.
    pub fn divide(&self, other: &Self) -> Option<Self> {
        Some(self * &other.reciprocal()?)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn fraction(numerator: i64, denominator: i64) -> Rational {
        Rational::new(numerator, denominator).unwrap()
    }

    #[test]
    fn small_and_big_are_one_kind_of_number() {
        let half = fraction(1, 2);
        let mut tiny = half.clone();
        for _ in 0..7 {
            tiny = &tiny * &tiny;
        }
        assert!(tiny.bits() > 128 && tiny > Rational::ZERO && tiny < half);
        let back = (0..127).fold(tiny, |product, _| &product * &Rational::from(2));
        assert_eq!(back, half);
        assert_eq!(&fraction(i64::MAX, 1) + &Rational::ONE, -Rational::from(i64::MIN));
        assert_eq!(-(-Rational::from(i64::MIN)), Rational::from(i64::MIN));
        assert_eq!(fraction(i64::MIN, i64::MIN), Rational::ONE);
    }

    #[test]
    fn rounding_goes_towards_infinities() {
        assert_eq!(fraction(-7, 2).floor(), Rational::from(-4));
        assert_eq!(fraction(-7, 2).ceil(), Rational::from(-3));
        assert_eq!(fraction(2, 3).power(-2), Some(fraction(9, 4)));
        assert_eq!(Rational::ZERO.power(-1), None);
        assert_eq!(Rational::ZERO.power(0), Some(Rational::ONE));
    }
}

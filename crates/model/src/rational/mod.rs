//! Exact rational numbers: probabilities, and whatever is computed from them.
//!
//! Nearly all probabilities of nearly all models fit into two machine words, and arithmetic on them
//! is arithmetic on 128-bit integers. What does not fit becomes a big number, and becomes small
//! again as soon as it fits: equal numbers are represented equally. Nothing is ever rounded.

mod arithmetic;
mod bounds;
mod text;

use std::borrow::Cow;
use std::cmp::Ordering;

use dashu_base::{BitTest, Inverse, Sign};
use dashu_int::{IBig, UBig};
use dashu_ratio::RBig;

pub use text::RationalError;

/// A rational number, in lowest terms.
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct Rational(Repr);

#[derive(Clone, PartialEq, Eq, Hash)]
enum Repr {
    /// Numerator and denominator, which is positive.
    Small(i64, i64),
    /// What does not fit, and only that.
    Big(Box<RBig>),
}

impl Rational {
    /// 0.
    pub const ZERO: Self = Self(Repr::Small(0, 1));
    /// 1.
    pub const ONE: Self = Self(Repr::Small(1, 1));

    /// A fraction; `None` if the denominator is zero.
    pub fn new(numerator: i64, denominator: i64) -> Option<Self> {
        match denominator {
            0 => None,
            _ => Some(Self::reduced(i128::from(numerator), i128::from(denominator))),
        }
    }

    /// A fraction of 128-bit numbers in lowest terms. The denominator is not zero, and neither is
    /// the smallest number of its type.
    fn reduced(numerator: i128, denominator: i128) -> Self {
        let divisor = gcd(numerator.unsigned_abs(), denominator.unsigned_abs()) as i128;
        let sign = denominator.signum();
        let (numerator, denominator) =
            (sign * (numerator / divisor), sign * (denominator / divisor));
        match (i64::try_from(numerator), i64::try_from(denominator)) {
            (Ok(numerator), Ok(denominator)) => Self(Repr::Small(numerator, denominator)),
            _ => Self(Repr::Big(Box::new(RBig::from_parts_signed(
                IBig::from(numerator),
                IBig::from(denominator),
            )))),
        }
    }

    /// A big number, made small if it fits.
    fn from_big(big: RBig) -> Self {
        match (i64::try_from(big.numerator()), i64::try_from(big.denominator())) {
            (Ok(numerator), Ok(denominator)) => Self(Repr::Small(numerator, denominator)),
            _ => Self(Repr::Big(Box::new(big))),
        }
    }

    fn to_big(&self) -> Cow<'_, RBig> {
        match &self.0 {
            Repr::Small(numerator, denominator) => Cow::Owned(RBig::from_parts(
                IBig::from(*numerator),
                UBig::from(denominator.unsigned_abs()),
            )),
            Repr::Big(big) => Cow::Borrowed(big),
        }
    }

    /// Whether this is 0.
    #[inline]
    pub fn is_zero(&self) -> bool {
        *self == Self::ZERO
    }

    /// Whether this is 1.
    #[inline]
    pub fn is_one(&self) -> bool {
        *self == Self::ONE
    }

    /// Whether this is less than 0.
    pub fn is_negative(&self) -> bool {
        match &self.0 {
            Repr::Small(numerator, _) => *numerator < 0,
            Repr::Big(big) => big.sign() == Sign::Negative,
        }
    }

    /// Whether this is a probability: at least 0 and at most 1.
    pub fn is_probability(&self) -> bool {
        !self.is_negative() && *self <= Self::ONE
    }

    /// Whether this is a whole number.
    pub fn is_integer(&self) -> bool {
        match &self.0 {
            Repr::Small(_, denominator) => *denominator == 1,
            Repr::Big(big) => big.is_int(),
        }
    }

    /// The whole number that this is, if it is one and fits.
    pub fn to_integer(&self) -> Option<i64> {
        match self.0 {
            Repr::Small(numerator, 1) => Some(numerator),
            _ => None,
        }
    }

    /// Numerator and denominator, if both fit into machine words.
    pub fn fraction(&self) -> Option<(i64, i64)> {
        match self.0 {
            Repr::Small(numerator, denominator) => Some((numerator, denominator)),
            Repr::Big(_) => None,
        }
    }

    /// The largest whole number that is not larger.
    #[must_use]
    pub fn floor(&self) -> Self {
        match &self.0 {
            Repr::Small(numerator, denominator) => {
                Self(Repr::Small(numerator.div_euclid(*denominator), 1))
            }
            Repr::Big(big) => Self::from_big(big.floor().into()),
        }
    }

    /// The smallest whole number that is not smaller.
    #[must_use]
    pub fn ceil(&self) -> Self {
        -(-self.clone()).floor()
    }

    /// One divided by this; `None` for 0.
    pub fn reciprocal(&self) -> Option<Self> {
        match &self.0 {
            Repr::Small(0, _) => None,
            Repr::Small(numerator, denominator) => {
                Some(Self::reduced(i128::from(*denominator), i128::from(*numerator)))
            }
            Repr::Big(big) => Some(Self::from_big((&**big).inv())),
        }
    }

    /// A power with a whole exponent; `None` for 0 to a negative power.
    pub fn power(&self, exponent: i32) -> Option<Self> {
        let base = if exponent < 0 { self.reciprocal()? } else { self.clone() };
        let power = isize::try_from(exponent.unsigned_abs()).ok()?;
        Some(Self::from_big(base.to_big().pow(power)))
    }

    /// How many bits numerator and denominator have together: what computing with it costs.
    pub fn bits(&self) -> u64 {
        match &self.0 {
            Repr::Small(..) => 128,
            Repr::Big(big) => (big.numerator().bit_len() + big.denominator().bit_len()) as u64,
        }
    }
}

/// Euclid's algorithm, on 64 bits as soon as that is enough.
fn gcd(mut a: u128, mut b: u128) -> u128 {
    while b > u128::from(u64::MAX) {
        (a, b) = (b, a % b);
    }
    if b == 0 {
        return a.max(1);
    }
    let (mut c, mut d) = (b as u64, (a % b) as u64);
    while d != 0 {
        (c, d) = (d, c % d);
    }
    u128::from(c)
}

impl From<i64> for Rational {
    fn from(integer: i64) -> Self {
        Self(Repr::Small(integer, 1))
    }
}

impl PartialOrd for Rational {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Rational {
    fn cmp(&self, other: &Self) -> Ordering {
        match (&self.0, &other.0) {
            (Repr::Small(a, b), Repr::Small(c, d)) => {
                (i128::from(*a) * i128::from(*d)).cmp(&(i128::from(*c) * i128::from(*b)))
            }
            _ => self.to_big().cmp(&other.to_big()),
        }
    }
}

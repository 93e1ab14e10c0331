//! Rationals as people and files write them: `3`, `1/3`, `0.1`, `1e-30`; and back, without loss.

use std::fmt;
use std::str::FromStr;

use dashu_int::{IBig, UBig};
use dashu_ratio::RBig;

use super::{Rational, Repr};

/// Digits and exponents beyond this are refused: they are no probabilities, and cost memory.
const MOST_DIGITS: usize = 10_000;

/// Why a text is no rational.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RationalError {
    /// It is not a number.
    NotANumber,
    /// The denominator is zero.
    DivisionByZero,
    /// It has too many digits, or too large an exponent.
    TooLong,
}

impl fmt::Display for RationalError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NotANumber => f.write_str("not a number such as `1/3`, `0.25` or `1e-6`"),
            Self::DivisionByZero => f.write_str("the denominator is zero"),
            Self::TooLong => write!(f, "a number of more than {MOST_DIGITS} digits"),
        }
    }
}

impl std::error::Error for RationalError {}

impl FromStr for Rational {
    type Err = RationalError;

    /// Reads a whole number, a decimal with or without an exponent, or a fraction of two of them.
    /// Blanks around it and around the `/` do not count.
    fn from_str(text: &str) -> Result<Self, RationalError> {
        match text.split_once('/') {
            None => decimal(text.trim()),
            Some((numerator, denominator)) => decimal(numerator.trim())?
                .divide(&decimal(denominator.trim())?)
                .ok_or(RationalError::DivisionByZero),
        }
    }
}

fn decimal(text: &str) -> Result<Rational, RationalError> {
    if text.len() > MOST_DIGITS {
        return Err(RationalError::TooLong);
    }
    let (unsigned, negative) = match text.strip_prefix(['-', '+']) {
        Some(rest) => (rest, text.starts_with('-')),
        None => (text, false),
    };
    let (mantissa, exponent) = unsigned.split_once(['e', 'E']).unwrap_or((unsigned, "0"));
    let (whole, fraction) = mantissa.split_once('.').unwrap_or((mantissa, ""));
    let digits = format!("{whole}{fraction}");
    let exponent_digits = exponent.strip_prefix(['-', '+']).unwrap_or(exponent);
    let all_digits = |text: &str| !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit());
    if !all_digits(&digits) || !all_digits(exponent_digits) {
        return Err(RationalError::NotANumber);
    }
    let exponent: i64 = exponent.parse().map_err(|_| RationalError::TooLong)?;
    let scale = exponent.saturating_sub(fraction.len() as i64);
    if scale.unsigned_abs() > MOST_DIGITS as u64 {
        return Err(RationalError::TooLong);
    }
    if let (Ok(number), 0) = (digits.parse::<i64>(), scale) {
        return Ok(Rational::from(if negative { -number } else { number }));
    }
    let number = IBig::from_str(&digits).map_err(|_| RationalError::NotANumber)?;
    let number = if negative { -number } else { number };
    if number.is_zero() {
        return Ok(Rational::ZERO);
    }
    let power = UBig::from(10u8).pow(scale.unsigned_abs() as usize);
    Ok(Rational::from_big(match scale < 0 {
        true => RBig::from_parts(number, power),
        false => RBig::from(number * power),
    }))
}

/// `3` or `1/3`: what reads back as the same number.
impl fmt::Display for Rational {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.0 {
            Repr::Small(numerator, 1) => write!(f, "{numerator}"),
            Repr::Small(numerator, denominator) => write!(f, "{numerator}/{denominator}"),
            Repr::Big(big) => write!(f, "{big}"),
        }
    }
}

impl fmt::Debug for Rational {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Result<Rational, RationalError> {
        text.parse()
    }

    #[test]
    fn nothing_is_lost() {
        assert_eq!(read("0.1"), Ok(Rational::new(1, 10).unwrap()));
        assert_eq!(read("1e-30").unwrap().to_string(), format!("1/1{}", "0".repeat(30)));
        for text in ["1/3", "-2/7", "0", "12", "1e-30", "0.30000000000000004", "2.5E+2", "1e-3/3"] {
            let number = read(text).unwrap();
            assert_eq!(read(&number.to_string()), Ok(number), "{text}");
        }
        assert_eq!(read("2.5E+2"), Ok(Rational::from(250)));
        assert_eq!(read(".5"), read(" 1 / 2 "));
    }

    #[test]
    fn what_is_no_number_is_refused() {
        for text in ["", ".", "e", "1e", "--1", "1 2", "0x1", "NaN", "1/2/3", "1e1e1"] {
            assert_eq!(read(text), Err(RationalError::NotANumber), "{text}");
        }
        assert_eq!(read("1/0"), Err(RationalError::DivisionByZero));
        assert_eq!(read("1e999999999"), Err(RationalError::TooLong));
        assert_eq!(read("1e-99999999999999999999"), Err(RationalError::TooLong));
    }
}

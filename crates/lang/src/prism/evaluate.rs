//! Evaluating [`Code`] in a state: the values of all variables, by slot.

use surmise_model::Rational;

use super::code::{Code, CodeId, Op};

/// Something that cannot be evaluated, and where.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Fault {
    pub(crate) code: CodeId,
    pub(crate) what: &'static str,
}

/// Exact numbers of more bits are not computed.
const MOST_BITS: u64 = 1 << 17;

impl Code {
    /// The value of a whole number or a boolean. The operation must be neither `Initial` nor
    /// `Deadlock`, which only [`holds`](Self::holds) knows.
    pub(crate) fn int(&self, id: CodeId, state: &[i64]) -> Result<i64, Fault> {
        let fault = |what| Fault { code: id, what };
        let overflow = || fault("a number of more than 64 bits");
        Ok(match self.op(id) {
            Op::Int(value) => value,
            Op::Variable(slot) => state[slot as usize],
            Op::CompareConstant(comparison, slot, value) => {
                i64::from(comparison.holds(&state[slot as usize], &value))
            }
            Op::Not(a) => 1 - self.int(a, state)?,
            Op::And(a, b) => match self.int(a, state)? {
                0 => 0,
                _ => self.int(b, state)?,
            },
            Op::Or(a, b) => match self.int(a, state)? {
                0 => self.int(b, state)?,
                _ => 1,
            },
            Op::Compare(comparison, a, b) => {
                i64::from(comparison.holds(&self.int(a, state)?, &self.int(b, state)?))
            }
            Op::Negate(a) => self.int(a, state)?.checked_neg().ok_or_else(overflow)?,
            Op::Add(a, b) => {
                self.int(a, state)?.checked_add(self.int(b, state)?).ok_or_else(overflow)?
            }
            Op::Subtract(a, b) => {
                self.int(a, state)?.checked_sub(self.int(b, state)?).ok_or_else(overflow)?
            }
            Op::Multiply(a, b) => {
                self.int(a, state)?.checked_mul(self.int(b, state)?).ok_or_else(overflow)?
            }
            Op::Modulo(a, b) => {
                let (a, b) = (self.int(a, state)?, self.int(b, state)?);
                match b {
                    1.. => a.rem_euclid(b),
                    _ => return Err(fault("`mod` by a number that is not positive")),
                }
            }
            Op::Power(a, b) => {
                let (a, b) = (self.int(a, state)?, self.int(b, state)?);
                match u32::try_from(b) {
                    Ok(exponent) => a.checked_pow(exponent).ok_or_else(overflow)?,
                    Err(_) if b < 0 => return Err(fault("a whole number to a negative power")),
                    Err(_) => return Err(overflow()),
                }
            }
            Op::Min(a, b) => self.int(a, state)?.min(self.int(b, state)?),
            Op::Max(a, b) => self.int(a, state)?.max(self.int(b, state)?),
            Op::If(a, b, c) => match self.int(a, state)? {
                0 => self.int(c, state)?,
                _ => self.int(b, state)?,
            },
            Op::RealCompare(comparison, a, b) => {
                i64::from(comparison.holds(&self.real(a, state)?, &self.real(b, state)?))
            }
            Op::Floor(a) => self.real(a, state)?.floor().to_integer().ok_or_else(overflow)?,
            Op::Ceil(a) => self.real(a, state)?.ceil().to_integer().ok_or_else(overflow)?,
            Op::Initial | Op::Deadlock => {
                return Err(fault("a label that only a property can speak of"));
            }
            Op::Real(_)
            | Op::ToReal(_)
            | Op::RealNegate(_)
            | Op::RealAdd(..)
            | Op::RealSubtract(..)
            | Op::RealMultiply(..)
            | Op::RealDivide(..)
            | Op::RealPower(..)
            | Op::RealLog(..)
            | Op::RealMin(..)
            | Op::RealMax(..)
            | Op::RealIf(..) => return Err(fault("a double in the place of a whole number")),
        })
    }

    /// The value of a double.
    pub(crate) fn real(&self, id: CodeId, state: &[i64]) -> Result<Rational, Fault> {
        let fault = |what| Fault { code: id, what };
        let value = match self.op(id) {
            Op::Real(index) => return Ok(self.rational(index).clone()),
            Op::ToReal(a) => return Ok(Rational::from(self.int(a, state)?)),
            Op::RealNegate(a) => -self.real(a, state)?,
            Op::RealAdd(a, b) => &self.real(a, state)? + &self.real(b, state)?,
            Op::RealSubtract(a, b) => &self.real(a, state)? - &self.real(b, state)?,
            Op::RealMultiply(a, b) => &self.real(a, state)? * &self.real(b, state)?,
            Op::RealDivide(a, b) => self
                .real(a, state)?
                .divide(&self.real(b, state)?)
                .ok_or_else(|| fault("a division by zero"))?,
            Op::RealPower(a, b) => {
                let (base, exponent) = (self.real(a, state)?, self.real(b, state)?);
                power(&base, &exponent).map_err(fault)?
            }
            Op::RealLog(a, b) => {
                logarithm(&self.real(a, state)?, &self.real(b, state)?).map_err(fault)?
            }
            Op::RealMin(a, b) => self.real(a, state)?.min(self.real(b, state)?),
            Op::RealMax(a, b) => self.real(a, state)?.max(self.real(b, state)?),
            Op::RealIf(a, b, c) => match self.int(a, state)? {
                0 => self.real(c, state)?,
                _ => self.real(b, state)?,
            },
            _ => Rational::from(self.int(id, state)?),
        };
        match value.bits() > MOST_BITS {
            true => Err(fault("a number of too many digits")),
            false => Ok(value),
        }
    }

    /// Whether a condition of a property holds in a state that is initial or a deadlock.
    pub(crate) fn holds(
        &self,
        id: CodeId,
        state: &[i64],
        initial: bool,
        deadlock: bool,
    ) -> Result<bool, Fault> {
        let holds = |id| self.holds(id, state, initial, deadlock);
        Ok(match self.op(id) {
            Op::Initial => initial,
            Op::Deadlock => deadlock,
            Op::Not(a) => !holds(a)?,
            Op::And(a, b) => holds(a)? && holds(b)?,
            Op::Or(a, b) => holds(a)? || holds(b)?,
            Op::Compare(comparison, a, b) if self.type_of(a) == super::ast::Type::Bool => {
                comparison.holds(&holds(a)?, &holds(b)?)
            }
            Op::If(a, b, c) => match holds(a)? {
                true => holds(b)?,
                false => holds(c)?,
            },
            _ => self.int(id, state)? != 0,
        })
    }
}

fn power(base: &Rational, exponent: &Rational) -> Result<Rational, &'static str> {
    if !exponent.is_integer() {
        return Err("not supported: a power that is no rational number");
    }
    let exponent = exponent.to_integer().and_then(|e| i32::try_from(e).ok());
    let exponent = exponent.ok_or("a power with too large an exponent")?;
    if base.is_one() {
        return Ok(Rational::ONE);
    }
    if base.bits().saturating_mul(u64::from(exponent.unsigned_abs())) / 64 > MOST_BITS {
        return Err("a number of too many digits");
    }
    base.power(exponent).ok_or("a division by zero")
}

/// The logarithm of `x` to a base, if it is a whole number.
fn logarithm(x: &Rational, base: &Rational) -> Result<Rational, &'static str> {
    if *x <= Rational::ZERO || *base <= Rational::ZERO || base.is_one() {
        return Err("a logarithm that does not exist");
    }
    let guess = (x.approximate().ln() / base.approximate().ln()).round();
    let guess = Rational::from_float(guess).ok_or("a number of too many digits")?;
    match power(base, &guess) {
        Ok(value) if value == *x => Ok(guess),
        _ => Err("not supported: a logarithm that is no rational number"),
    }
}

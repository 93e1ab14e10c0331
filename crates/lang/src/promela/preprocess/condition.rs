//! The conditions of `#if`.

use surmise_model::Stop;

use super::super::token::{At, Kind, Token, word};
use super::Preprocessor;

/// How deep brackets may be nested.
const MAX_DEPTH: u32 = 100;

impl Preprocessor<'_> {
    /// Whether a condition holds. Names that are no macros are 0, as in C.
    pub(super) fn condition(&mut self, at: At, line: &[Token]) -> bool {
        match self.prepared(line) {
            Ok(tokens) => {
                let mut condition = Condition { tokens: &tokens, position: 0, depth: 0 };
                let value = condition.binary(0);
                match value {
                    Some(value) if condition.position == tokens.len() => value != 0,
                    _ => {
                        self.error(at, "the condition of this `#if` is no expression");
                        false
                    }
                }
            }
            // The same limit is met again by the next word.
            Err(_) => false,
        }
    }

    /// `defined` decided and macros replaced.
    fn prepared(&mut self, line: &[Token]) -> Result<Vec<Token>, Stop> {
        let mut decided = Vec::new();
        let mut position = 0;
        while let Some(&token) = line.get(position) {
            position += 1;
            if !token.is(word::DEFINED) {
                decided.push(token);
                continue;
            }
            let bracket = line.get(position).is_some_and(|next| next.kind == Kind::LeftRound);
            position += usize::from(bracket);
            let name = line.get(position).filter(|name| name.kind == Kind::Name);
            let known = name.is_some_and(|name| self.macros.contains_key(&name.symbol()));
            position += 1 + usize::from(bracket);
            decided.push(Token { kind: Kind::Number, payload: u32::from(known), ..token });
        }
        let before = self.output.len();
        let mut position = 0;
        while position < decided.len() {
            position += self.expand(&decided[position..])?;
        }
        Ok(self.output.split_off(before))
    }
}

struct Condition<'a> {
    tokens: &'a [Token],
    position: usize,
    depth: u32,
}

impl Condition<'_> {
    fn binary(&mut self, least: u32) -> Option<i64> {
        let mut left = self.unary()?;
        while let Some(token) = self.tokens.get(self.position) {
            let strength = match token.kind {
                Kind::BarBar => 1,
                Kind::AndAnd => 2,
                Kind::Equal | Kind::NotEqual => 3,
                Kind::Less | Kind::LessEqual | Kind::Greater | Kind::GreaterEqual => 4,
                Kind::Plus | Kind::Minus => 5,
                Kind::Star | Kind::Slash | Kind::Percent => 6,
                _ => break,
            };
            if strength <= least {
                break;
            }
            self.position += 1;
            let right = self.binary(strength)?;
            left = match token.kind {
                Kind::BarBar => i64::from(left != 0 || right != 0),
                Kind::AndAnd => i64::from(left != 0 && right != 0),
                Kind::Equal => i64::from(left == right),
                Kind::NotEqual => i64::from(left != right),
                Kind::Less => i64::from(left < right),
                Kind::LessEqual => i64::from(left <= right),
                Kind::Greater => i64::from(left > right),
                Kind::GreaterEqual => i64::from(left >= right),
                Kind::Plus => left.wrapping_add(right),
                Kind::Minus => left.wrapping_sub(right),
                Kind::Star => left.wrapping_mul(right),
                Kind::Slash => left.checked_div(right)?,
                _ => left.checked_rem(right)?,
            };
        }
        Some(left)
    }

    fn unary(&mut self) -> Option<i64> {
        self.depth += 1;
        if self.depth > MAX_DEPTH {
            return None;
        }
        let token = *self.tokens.get(self.position)?;
        self.position += 1;
        let value = match token.kind {
            Kind::Number => i64::from(token.payload),
            Kind::Name => i64::from(token.is(word::TRUE)),
            Kind::Not => i64::from(self.unary()? == 0),
            Kind::NotNot => i64::from(self.unary()? != 0),
            Kind::Minus => self.unary()?.wrapping_neg(),
            Kind::LeftRound => {
                let value = self.binary(0)?;
                let close = self.tokens.get(self.position)?;
                self.position += 1;
                (close.kind == Kind::RightRound).then_some(value)?
            }
            _ => return None,
        };
        self.depth -= 1;
        Some(value)
    }
}

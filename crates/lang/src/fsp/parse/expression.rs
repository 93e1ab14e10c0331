//! Expressions, by precedence climbing.

use super::super::ast::{Binary, Expression, ExpressionId, ExpressionKind, Unary};
use super::super::token::{At, Kind};
use super::{MAX_DEPTH, Parsed, Parser};

/// The binding strength of `+` and `-`; constants and ranges stop there, because a composite may
/// follow them: `const N = 3 ||S = …`.
const ADDITIVE: u8 = 9;

impl Parser<'_> {
    pub(super) fn expression(&mut self) -> Parsed<ExpressionId> {
        self.binary(1)
    }

    /// An expression without operators that bind weaker than `+`.
    pub(super) fn simple_expression(&mut self) -> Parsed<ExpressionId> {
        self.binary(ADDITIVE)
    }

    fn binary(&mut self, weakest: u8) -> Parsed<ExpressionId> {
        self.nested(|parser| {
            let mut left = parser.unary()?;
            // Every round makes the tree one level deeper on the left.
            for round in 0.. {
                let Some((operator, strength)) = operator(parser.kind()) else { break };
                if strength < weakest {
                    break;
                }
                if round > MAX_DEPTH {
                    let at = parser.token().at;
                    return Err(parser.error(at, "an expression of too many operands", "here"));
                }
                parser.bump();
                let right = parser.binary(strength + 1)?;
                let at = parser.ast[left].at.to(parser.ast[right].at);
                left = parser.add(ExpressionKind::Binary(operator, left, right), at);
            }
            Ok(left)
        })
    }

    fn unary(&mut self) -> Parsed<ExpressionId> {
        let start = self.token();
        let operator = match start.kind {
            Kind::Plus => Unary::Plus,
            Kind::Minus => Unary::Minus,
            Kind::Not => Unary::Not,
            _ => return self.primary(),
        };
        self.nested(|parser| {
            parser.bump();
            let operand = parser.unary()?;
            let at = parser.since(start.at);
            Ok(parser.add(ExpressionKind::Unary(operator, operand), at))
        })
    }

    fn primary(&mut self) -> Parsed<ExpressionId> {
        let start = self.token();
        let kind = match start.kind {
            Kind::Int => ExpressionKind::Int(start.payload as i32),
            Kind::Lower => ExpressionKind::Variable(start.symbol()),
            Kind::Upper => ExpressionKind::Constant(start.symbol()),
            Kind::LeftRound => {
                self.bump();
                let inside = self.expression()?;
                self.compared()?;
                self.expect(Kind::RightRound, "to end the expression")?;
                return Ok(inside);
            }
            Kind::Quote => {
                self.bump();
                let label = self.label()?;
                return Ok(self.add_since(ExpressionKind::Label(label), start.at));
            }
            Kind::Hash => {
                self.bump();
                let label = self.label()?;
                return Ok(self.add_since(ExpressionKind::Count(label), start.at));
            }
            Kind::At => {
                self.bump();
                self.expect(Kind::LeftRound, "before the set to select from")?;
                let label = self.label()?;
                self.expect(Kind::Comma, "between set and position")?;
                let index = self.expression()?;
                self.expect(Kind::RightRound, "to end the selection")?;
                return Ok(self.add_since(ExpressionKind::Select(label, index), start.at));
            }
            _ => return Err(self.expected("an expression")),
        };
        self.bump();
        Ok(self.add(kind, start.at))
    }

    /// Says so if `=` stands where two values are to be compared.
    pub(super) fn compared(&mut self) -> Parsed<()> {
        if self.kind() != Kind::Becomes {
            return Ok(());
        }
        let error = self.expected("an operator, or the end of the condition");
        self.help("values are compared by `==`".to_owned());
        Err(error)
    }

    fn add(&mut self, kind: ExpressionKind, at: At) -> ExpressionId {
        self.ast.expressions(Expression { kind, at })
    }

    fn add_since(&mut self, kind: ExpressionKind, start: At) -> ExpressionId {
        let at = self.since(start);
        self.add(kind, at)
    }

    /// `(e, f)`, if there is a bracket.
    pub(super) fn arguments(&mut self) -> Parsed<Option<Box<[ExpressionId]>>> {
        if !self.eat(Kind::LeftRound) {
            return Ok(None);
        }
        let arguments = self.list(Self::expression)?;
        self.expect(Kind::RightRound, "to end the parameters")?;
        Ok(Some(arguments.into()))
    }
}

/// The operator and how strong it binds.
fn operator(kind: Kind) -> Option<(Binary, u8)> {
    Some(match kind {
        Kind::BarBar => (Binary::Or, 1),
        Kind::AndAnd => (Binary::And, 2),
        Kind::Bar => (Binary::BitOr, 3),
        Kind::Caret => (Binary::BitXor, 4),
        Kind::And => (Binary::BitAnd, 5),
        Kind::Equal => (Binary::Equal, 6),
        Kind::NotEqual => (Binary::NotEqual, 6),
        Kind::Less => (Binary::Less, 7),
        Kind::LessEqual => (Binary::LessEqual, 7),
        Kind::Greater => (Binary::Greater, 7),
        Kind::GreaterEqual => (Binary::GreaterEqual, 7),
        Kind::ShiftLeft => (Binary::ShiftLeft, 8),
        Kind::ShiftRight => (Binary::ShiftRight, 8),
        Kind::Plus => (Binary::Add, ADDITIVE),
        Kind::Minus => (Binary::Subtract, ADDITIVE),
        Kind::Star => (Binary::Multiply, 10),
        Kind::Slash => (Binary::Divide, 10),
        Kind::Percent => (Binary::Remainder, 10),
        _ => return None,
    })
}

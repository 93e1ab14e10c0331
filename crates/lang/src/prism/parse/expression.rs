//! Expressions, with PRISM's precedence: from weak to strong `?:`, `=>`, `<=>`, `|`, `&`, `!`, `=
//! !=`, `< <= > >=`, `+ -`, `* /`, unary `-`.
//!
//! A chain of one associative operator becomes a balanced tree: models written by tools have
//! disjunctions of thousands, and nobody should need a stack for them.

use surmise_model::Rational;

use super::{Parsed, Parser};
use crate::prism::ast::{Binary, Expression, ExpressionId, ExpressionKind, Function};
use crate::prism::token::{At, Kind};

/// How deep the tree of an expression may be.
const MAX_TREE: u16 = 400;

/// How strong `!` binds: stronger than `&`, weaker than `=`.
const NOT: u8 = 5;

/// How strong `+` and `-` bind.
const SUM: u8 = 8;

/// The strongest binary operators.
const STRONGEST: u8 = 9;

impl<'s> Parser<'s> {
    pub(crate) fn expression(&mut self) -> Parsed<ExpressionId> {
        match self.path {
            Some(_) => self.nested(Self::temporal),
            None => self.conditional(),
        }
    }

    /// An expression without an operator of time outside of brackets.
    pub(super) fn conditional(&mut self) -> Parsed<ExpressionId> {
        self.nested(|parser| {
            let condition = parser.binary(1)?;
            if !parser.eat(Kind::Question) {
                return Ok(condition);
            }
            let yes = parser.expression()?;
            parser.expect(Kind::Colon, "between the two cases of `?`")?;
            let no = parser.expression()?;
            let at = parser.ast[condition].at.to(parser.ast[no].at);
            parser.add(ExpressionKind::Conditional(condition, yes, no), at)
        })
    }

    /// A sum: what stands before `[` in a bound.
    pub(super) fn sum(&mut self) -> Parsed<ExpressionId> {
        self.binary(SUM)
    }

    /// What `!`, `&` and `|` join: a comparison, or less.
    pub(super) fn comparison(&mut self) -> Parsed<ExpressionId> {
        self.binary(NOT + 1)
    }

    /// Operators of at least this strength.
    fn binary(&mut self, strength: u8) -> Parsed<ExpressionId> {
        if strength > STRONGEST {
            return self.unary();
        }
        if strength == NOT {
            return self.negation();
        }
        let mut left = self.binary(strength + 1)?;
        while let Some((operator, found)) = operator(self.kind())
            && found == strength
        {
            let mut operands = vec![left];
            let start = self.kind();
            while self.eat(start) {
                operands.push(self.binary(strength + 1)?);
                if !is_associative(operator) {
                    break;
                }
            }
            left = self.balanced(operator, &operands)?;
        }
        Ok(left)
    }

    fn balanced(&mut self, operator: Binary, operands: &[ExpressionId]) -> Parsed<ExpressionId> {
        if let &[one] = operands {
            return Ok(one);
        }
        let (first, second) = operands.split_at(operands.len() / 2);
        let left = self.balanced(operator, first)?;
        let right = self.balanced(operator, second)?;
        let at = self.ast[left].at.to(self.ast[right].at);
        self.add(ExpressionKind::Binary(operator, left, right), at)
    }

    fn negation(&mut self) -> Parsed<ExpressionId> {
        let start = self.token().at;
        if !self.eat(Kind::Not) {
            return self.binary(NOT + 1);
        }
        let inside = self.nested(Self::negation)?;
        let at = self.since(start);
        self.add(ExpressionKind::Not(inside), at)
    }

    fn unary(&mut self) -> Parsed<ExpressionId> {
        let start = self.token().at;
        if !self.eat(Kind::Minus) {
            return self.primary();
        }
        let inside = self.nested(Self::unary)?;
        let at = self.since(start);
        self.add(ExpressionKind::Negate(inside), at)
    }

    pub(super) fn primary(&mut self) -> Parsed<ExpressionId> {
        let token = self.token();
        let text = self.text(token.at);
        let kind = match token.kind {
            Kind::Integer => match text.parse() {
                Ok(integer) => ExpressionKind::Integer(integer),
                Err(_) => return Err(self.error(token.at, "the number is too large", "here")),
            },
            Kind::Decimal => match text.parse::<Rational>() {
                Ok(decimal) => ExpressionKind::Decimal(decimal),
                Err(error) => return Err(self.error(token.at, format!("this is {error}"), "here")),
            },
            Kind::True => ExpressionKind::Boolean(true),
            Kind::False => ExpressionKind::Boolean(false),
            Kind::Text => ExpressionKind::Label(text.trim_matches('"')),
            Kind::Min | Kind::Max | Kind::Func => return self.call(),
            Kind::Identifier if self.prefix().is_some() => {
                return self.nested(Self::temporal_operand);
            }
            Kind::Identifier if self.starts_query() => return self.query(),
            Kind::Identifier if self.ahead(1).kind == Kind::LeftRound => return self.call(),
            Kind::Identifier => ExpressionKind::Name(text),
            Kind::LeftRound => {
                self.bump();
                let inside = self.expression()?;
                self.expect(Kind::RightRound, "to end the expression")?;
                return Ok(inside);
            }
            // In a property a conjunction may begin with `!` after a weaker operator.
            Kind::Not => return self.nested(Self::negation),
            _ => return Err(self.expected("an expression")),
        };
        self.bump();
        self.add(kind, token.at)
    }

    /// `min(a,b)`, or `func(min,a,b)` as older versions wrote it.
    fn call(&mut self) -> Parsed<ExpressionId> {
        let start = self.token();
        let old = self.eat(Kind::Func);
        if old {
            self.expect(Kind::LeftRound, "after `func`")?;
        }
        let word = self.bump();
        let function = match self.text(word.at) {
            "min" => Function::Min,
            "max" => Function::Max,
            "floor" => Function::Floor,
            "ceil" => Function::Ceil,
            "round" => Function::Round,
            "pow" => Function::Pow,
            "mod" => Function::Mod,
            "log" => Function::Log,
            other => {
                let known = ["min", "max", "floor", "ceil", "round", "pow", "mod", "log"];
                let help = crate::suggest::closest(other, known.into_iter());
                let message = format!("there is no function `{other}`");
                let reported = self.error(word.at, message, "not a function");
                if let (Some(help), Some(last)) = (help, self.diagnostics.last_mut()) {
                    last.help = Some(format!("did you mean `{help}`?"));
                }
                return Err(reported);
            }
        };
        match old {
            true => self.expect(Kind::Comma, "after the name of the function")?,
            false => self.expect(Kind::LeftRound, "before the arguments")?,
        };
        let arguments = self.list(Self::expression)?;
        self.expect(Kind::RightRound, "to end the arguments")?;
        let at = self.since(start.at);
        let right = match function {
            Function::Min | Function::Max => !arguments.is_empty(),
            Function::Floor | Function::Ceil | Function::Round => arguments.len() == 1,
            Function::Pow | Function::Mod | Function::Log => arguments.len() == 2,
        };
        if !right {
            let label = format!("{} arguments", arguments.len());
            return Err(self.error(at, "the wrong number of arguments", label));
        }
        self.add(ExpressionKind::Call(function, arguments.into()), at)
    }

    pub(super) fn add(&mut self, kind: ExpressionKind<'s>, at: At) -> Parsed<ExpressionId> {
        let of = |id: ExpressionId| self.ast[id].depth;
        let depth = 1 + match &kind {
            ExpressionKind::Not(a) | ExpressionKind::Negate(a) => of(*a),
            ExpressionKind::Binary(_, a, b) => of(*a).max(of(*b)),
            ExpressionKind::Conditional(a, b, c) => of(*a).max(of(*b)).max(of(*c)),
            ExpressionKind::Call(_, all) => all.iter().map(|&id| of(id)).max().unwrap_or(0),
            _ => 0,
        };
        if depth > MAX_TREE {
            return Err(self.error(at, "an expression of too many operands", "here"));
        }
        let id = ExpressionId(self.ast.expressions.len() as u32);
        self.ast.expressions.push(Expression { kind, at, depth });
        Ok(id)
    }
}

fn is_associative(operator: Binary) -> bool {
    matches!(operator, Binary::And | Binary::Or | Binary::Add | Binary::Multiply)
}

/// The operator and how strong it binds.
fn operator(kind: Kind) -> Option<(Binary, u8)> {
    Some(match kind {
        Kind::Implies => (Binary::Implies, 1),
        Kind::Iff => (Binary::Iff, 2),
        Kind::Bar => (Binary::Or, 3),
        Kind::And => (Binary::And, 4),
        Kind::Equal => (Binary::Equal, 6),
        Kind::NotEqual => (Binary::NotEqual, 6),
        Kind::Less => (Binary::Less, 7),
        Kind::LessEqual => (Binary::LessEqual, 7),
        Kind::Greater => (Binary::Greater, 7),
        Kind::GreaterEqual => (Binary::GreaterEqual, 7),
        Kind::Plus => (Binary::Add, SUM),
        Kind::Minus => (Binary::Subtract, SUM),
        Kind::Star => (Binary::Multiply, STRONGEST),
        Kind::Slash => (Binary::Divide, STRONGEST),
        _ => return None,
    })
}

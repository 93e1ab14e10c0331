//! Formulas of pCTL: conditions and `P` operators, joined and nested: `P<=0.1 [ F !(P<=0.5 [ X "a"
//! ]) ] & !"b"`.
//!
//! A bracket opens a formula if there is a `[` in it, which no expression has; else it belongs to a
//! condition.

use surmise_model::Diagnostic;

use super::property::PROPERTIES;
use super::{Parsed, Parser};
use crate::prism::ast::{Ast, Binary, ExpressionId};
use crate::prism::token::{At, Kind};

/// A formula as written. Its expressions stand in the tree of the model, after the model's own.
#[derive(Debug, Clone)]
pub(crate) enum FormulaTree {
    /// What holds of a state or not.
    Condition(ExpressionId),
    Not(Box<FormulaTree>),
    And(Vec<FormulaTree>),
    Or(Vec<FormulaTree>),
    /// A bound of the probability of a path.
    Probability {
        at: At,
        /// `Some(true)` for `Pmax`, `Some(false)` for `Pmin`.
        maximal: Option<bool>,
        bound: (Binary, ExpressionId),
        path: Box<PathTree>,
    },
}

/// What a path is to be like.
#[derive(Debug, Clone)]
pub(crate) enum PathTree {
    Next(FormulaTree),
    /// `F` without a left side.
    Until {
        left: Option<FormulaTree>,
        right: FormulaTree,
        steps: Option<ExpressionId>,
    },
    /// `G` without a right side.
    WeakUntil {
        left: FormulaTree,
        right: Option<FormulaTree>,
        steps: Option<ExpressionId>,
    },
}

/// Parses one formula about a model, in one tree with it.
pub(crate) fn parse_formula<'s>(
    source: &'s str,
    model: Ast<'s>,
) -> Result<(Ast<'s>, FormulaTree), Vec<Diagnostic>> {
    if let Some(refusal) = super::refuse(source) {
        return Err(vec![refusal]);
    }
    let mut parser = Parser::at(source, PROPERTIES);
    parser.ast = model;
    let tree = parser.formula();
    if tree.is_ok() && parser.kind() != Kind::End {
        parser.expected("the end of the formula");
    }
    match tree {
        Ok(tree) if parser.diagnostics.is_empty() => Ok((parser.ast, tree)),
        _ => Err(parser.diagnostics),
    }
}

impl Parser<'_> {
    /// `a => b`, which is `!a | b`.
    fn formula(&mut self) -> Parsed<FormulaTree> {
        self.nested(|parser| {
            let left = parser.disjunction()?;
            if !parser.eat(Kind::Implies) {
                return Ok(left);
            }
            let right = parser.formula()?;
            Ok(FormulaTree::Or(vec![FormulaTree::Not(Box::new(left)), right]))
        })
    }

    fn disjunction(&mut self) -> Parsed<FormulaTree> {
        let mut operands = vec![self.conjunction()?];
        while self.eat(Kind::Bar) {
            operands.push(self.conjunction()?);
        }
        Ok(joined(operands, FormulaTree::Or))
    }

    fn conjunction(&mut self) -> Parsed<FormulaTree> {
        let mut operands = vec![self.literal()?];
        while self.eat(Kind::And) {
            operands.push(self.literal()?);
        }
        Ok(joined(operands, FormulaTree::And))
    }

    fn literal(&mut self) -> Parsed<FormulaTree> {
        let token = self.token();
        match token.kind {
            Kind::Not => {
                self.bump();
                Ok(FormulaTree::Not(Box::new(self.nested(Self::literal)?)))
            }
            Kind::LeftRound if self.opens_formula() => {
                self.bump();
                let inside = self.formula()?;
                self.expect(Kind::RightRound, "to end the formula")?;
                Ok(inside)
            }
            Kind::Identifier if self.starts_probability() => self.probability(),
            _ => Ok(FormulaTree::Condition(self.comparison()?)),
        }
    }

    /// Whether there is a `[` before the bracket that begins here ends.
    fn opens_formula(&self) -> bool {
        let mut depth = 0usize;
        for token in &self.tokens[self.position..] {
            match token.kind {
                Kind::LeftRound => depth += 1,
                Kind::RightRound if depth <= 1 => return false,
                Kind::RightRound => depth -= 1,
                Kind::LeftSquare => return true,
                _ => {}
            }
        }
        false
    }

    fn starts_probability(&self) -> bool {
        matches!(self.text(self.token().at), "P" | "Pmax" | "Pmin")
            && self.tokens[self.position..].iter().any(|token| token.kind == Kind::LeftSquare)
    }

    fn probability(&mut self) -> Parsed<FormulaTree> {
        let start = self.bump();
        let maximal = match self.text(start.at) {
            "Pmax" => Some(true),
            "Pmin" => Some(false),
            _ => None,
        };
        let operator = match self.kind() {
            Kind::Less => Binary::Less,
            Kind::LessEqual => Binary::LessEqual,
            Kind::Greater => Binary::Greater,
            Kind::GreaterEqual => Binary::GreaterEqual,
            Kind::Equal => {
                let at = self.token().at;
                let reported =
                    self.error(at, "a formula compares a probability", "no number is asked for");
                if let Some(last) = self.diagnostics.last_mut() {
                    last.help = Some(
                        "write a bound, `P<=0.01`; a formula has no number for an answer".into(),
                    );
                }
                return Err(reported);
            }
            _ => return Err(self.expected("`<=` or `>=`")),
        };
        self.bump();
        let bound = (operator, self.sum()?);
        self.expect(Kind::LeftSquare, "before the path")?;
        let path = Box::new(self.path_of_formulas()?);
        self.expect(Kind::RightSquare, "after the path")?;
        let at = self.since(start.at);
        Ok(FormulaTree::Probability { at, maximal, bound, path })
    }

    fn path_of_formulas(&mut self) -> Parsed<PathTree> {
        let first = self.token();
        let operator = match first.kind {
            Kind::Identifier => self.text(first.at),
            _ => "",
        };
        match operator {
            "F" => {
                self.bump();
                let steps = self.steps()?;
                Ok(PathTree::Until { left: None, right: self.formula()?, steps })
            }
            "G" => {
                self.bump();
                let steps = self.steps()?;
                Ok(PathTree::WeakUntil { left: self.formula()?, right: None, steps })
            }
            "X" => {
                self.bump();
                Ok(PathTree::Next(self.formula()?))
            }
            _ => {
                let left = self.formula()?;
                let token = self.token();
                let is_weak = match self.text(token.at) {
                    "U" => false,
                    "W" => true,
                    _ => return Err(self.expected("`U` or `W`")),
                };
                self.bump();
                let steps = self.steps()?;
                let right = self.formula()?;
                Ok(match is_weak {
                    true => PathTree::WeakUntil { left, right: Some(right), steps },
                    false => PathTree::Until { left: Some(left), right, steps },
                })
            }
        }
    }
}

fn joined(
    mut operands: Vec<FormulaTree>,
    join: fn(Vec<FormulaTree>) -> FormulaTree,
) -> FormulaTree {
    match operands.len() {
        1 => operands.swap_remove(0),
        _ => join(operands),
    }
}

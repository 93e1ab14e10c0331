//! Formulas of linear temporal logic.
//!
//! `X`, `U` and `W` are operators here and names everywhere else. At the top, only a formula that
//! starts with a unary operator, a bracket or an atom is read, because `||` after it may start the
//! next composite process.

use super::super::ast::{Formula, FormulaBinary, FormulaId, FormulaUnary};
use super::super::token::Kind;
use super::{MAX_DEPTH, Parsed, Parser};

impl Parser<'_> {
    pub(super) fn formula(&mut self) -> Parsed<FormulaId> {
        self.nested(|parser| {
            let token = parser.token();
            match token.kind {
                Kind::Not => parser.unary_formula(FormulaUnary::Not),
                Kind::Eventually => parser.unary_formula(FormulaUnary::Eventually),
                Kind::Always => parser.unary_formula(FormulaUnary::Always),
                Kind::Upper if parser.word("X") => parser.unary_formula(FormulaUnary::Next),
                Kind::Upper if !parser.sets.contains(&token.symbol()) => parser.named_formula(),
                Kind::LeftRound => {
                    parser.bump();
                    let inside = parser.disjunction()?;
                    parser.expect(Kind::RightRound, "to end the formula")?;
                    Ok(inside)
                }
                Kind::Exists | Kind::Forall => {
                    parser.bump();
                    let ranges = parser.ranges()?;
                    let body = parser.formula()?;
                    let all = token.kind == Kind::Forall;
                    Ok(parser.ast.formulas(Formula::Quantified { all, ranges, body }))
                }
                Kind::Rigid => {
                    parser.bump();
                    let expression = parser.simple_expression()?;
                    Ok(parser.ast.formulas(Formula::Rigid(expression)))
                }
                _ if parser.label_starts(0) => {
                    let labels = parser.label()?;
                    Ok(parser.ast.formulas(Formula::Labels(labels)))
                }
                _ => Err(parser.expected("a formula")),
            }
        })
    }

    fn word(&self, text: &str) -> bool {
        let token = self.token();
        token.kind == Kind::Upper && self.ast.text(token.symbol()) == text
    }

    fn unary_formula(&mut self, operator: FormulaUnary) -> Parsed<FormulaId> {
        self.bump();
        let operand = self.formula()?;
        Ok(self.ast.formulas(Formula::Unary(operator, operand)))
    }

    fn named_formula(&mut self) -> Parsed<FormulaId> {
        let name = self.upper("for a fluent or assertion")?;
        let indices = match self.kind() {
            Kind::LeftSquare => Some(self.ranges()?),
            _ => None,
        };
        let arguments = self.arguments()?;
        Ok(self.ast.formulas(Formula::Named { name, indices, arguments }))
    }

    fn disjunction(&mut self) -> Parsed<FormulaId> {
        let mut left = self.temporal()?;
        for round in 0.. {
            if !self.eat(Kind::BarBar) {
                break;
            }
            self.bounded(round)?;
            let right = self.temporal()?;
            left = self.ast.formulas(Formula::Binary(FormulaBinary::Or, left, right));
        }
        Ok(left)
    }

    fn temporal(&mut self) -> Parsed<FormulaId> {
        let left = self.conjunction()?;
        let operator = match self.kind() {
            Kind::Arrow => FormulaBinary::Implies,
            Kind::Equivalent => FormulaBinary::Equivalent,
            Kind::Upper if self.word("U") => FormulaBinary::Until,
            Kind::Upper if self.word("W") => FormulaBinary::WeakUntil,
            _ => return Ok(left),
        };
        self.bump();
        let right = self.conjunction()?;
        Ok(self.ast.formulas(Formula::Binary(operator, left, right)))
    }

    fn conjunction(&mut self) -> Parsed<FormulaId> {
        let mut left = self.formula()?;
        for round in 0.. {
            if !self.eat(Kind::AndAnd) {
                break;
            }
            self.bounded(round)?;
            let right = self.formula()?;
            left = self.ast.formulas(Formula::Binary(FormulaBinary::And, left, right));
        }
        Ok(left)
    }

    /// Every round makes the formula one level deeper on the left.
    fn bounded(&mut self, round: u32) -> Parsed<()> {
        if round <= MAX_DEPTH {
            return Ok(());
        }
        let at = self.token().at;
        Err(self.error(at, "a formula of too many operands", "here"))
    }
}

//! Properties: `Pmax=? [ F "goal" ]`, `P<=0.01 [ !a U<=10 b ]`.

use surmise_model::Diagnostic;

use super::{Parsed, Parser};
use crate::prism::ast::{Ast, Binary, ExpressionId};
use crate::prism::token::Kind;

/// A property as written. Its expressions stand after those of the model in one tree.
#[derive(Debug, Clone)]
pub(crate) struct PropertyTree<'s> {
    pub(crate) ast: Ast<'s>,
    /// `Some(true)` for `Pmax`, `Some(false)` for `Pmin`.
    pub(crate) maximal: Option<bool>,
    /// A comparison with a number; none for `=?`.
    pub(crate) bound: Option<(Binary, ExpressionId)>,
    pub(crate) path: Path,
}

/// What is asked of a run.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Path {
    /// `left U right`, within so many steps; `F` without a left side.
    Until { left: Option<ExpressionId>, right: ExpressionId, steps: Option<ExpressionId> },
    /// `G always`, for so many steps.
    Globally { always: ExpressionId, steps: Option<ExpressionId> },
    /// `X next`.
    Next(ExpressionId),
}

/// Parses a property of a model.
pub(crate) fn parse_property<'s>(
    source: &'s str,
    model: Ast<'s>,
) -> Result<PropertyTree<'s>, Vec<Diagnostic>> {
    let mut parser = Parser::new(source);
    parser.ast = model;
    let parsed = parser.property();
    match (parsed, parser.diagnostics.is_empty()) {
        (Ok((maximal, bound, path)), true) => {
            Ok(PropertyTree { ast: parser.ast, maximal, bound, path })
        }
        _ => Err(parser.diagnostics),
    }
}

/// The parts of a property: which extreme, the bound, the path.
type Parts = (Option<bool>, Option<(Binary, ExpressionId)>, Path);

impl Parser<'_> {
    fn property(&mut self) -> Parsed<Parts> {
        let start = self.token();
        let maximal = match self.text(start.at) {
            "P" => None,
            "Pmax" => Some(true),
            "Pmin" => Some(false),
            "R" | "Rmax" | "Rmin" | "S" | "A" | "E" | "filter" => {
                return Err(self.error(start.at, "not supported: only probabilities are", "here"));
            }
            _ => return Err(self.expected("`P`, `Pmax` or `Pmin`")),
        };
        self.bump();
        if self.kind() == Kind::Max || self.kind() == Kind::Min {
            return Err(self.expected("a comparison, or `=?`"));
        }
        let operator = match self.bump().kind {
            Kind::Equal => None,
            Kind::Less => Some(Binary::Less),
            Kind::LessEqual => Some(Binary::LessEqual),
            Kind::Greater => Some(Binary::Greater),
            Kind::GreaterEqual => Some(Binary::GreaterEqual),
            _ => {
                self.position = self.position.saturating_sub(1);
                return Err(self.expected("a comparison, or `=?`"));
            }
        };
        let bound = match operator {
            None => {
                self.expect(Kind::Question, "after `=`")?;
                None
            }
            Some(operator) => Some((operator, self.sum()?)),
        };
        self.expect(Kind::LeftSquare, "before the path")?;
        let path = self.path()?;
        self.expect(Kind::RightSquare, "after the path")?;
        self.eat(Kind::Semicolon);
        self.expect(Kind::End, "after the property")?;
        Ok((maximal, bound, path))
    }

    fn path(&mut self) -> Parsed<Path> {
        let first = self.token();
        let operator = match first.kind {
            Kind::Identifier => self.text(first.at),
            _ => "",
        };
        match operator {
            "F" => {
                self.bump();
                let steps = self.steps()?;
                Ok(Path::Until { left: None, right: self.expression()?, steps })
            }
            "G" => {
                self.bump();
                let steps = self.steps()?;
                Ok(Path::Globally { always: self.expression()?, steps })
            }
            "X" => {
                self.bump();
                Ok(Path::Next(self.expression()?))
            }
            _ => {
                let left = self.expression()?;
                let token = self.token();
                match self.text(token.at) {
                    "U" => {}
                    "W" | "R" => {
                        return Err(self.error(
                            token.at,
                            "not supported: use `U`, `F` or `G`",
                            "here",
                        ));
                    }
                    _ => return Err(self.expected("`U`")),
                }
                self.bump();
                let steps = self.steps()?;
                Ok(Path::Until { left: Some(left), right: self.expression()?, steps })
            }
        }
    }

    /// `<=10`, if it is there.
    fn steps(&mut self) -> Parsed<Option<ExpressionId>> {
        match self.kind() {
            Kind::LessEqual => {
                self.bump();
                Ok(Some(self.primary()?))
            }
            Kind::Less | Kind::Equal | Kind::Greater | Kind::GreaterEqual | Kind::LeftSquare => {
                let at = self.token().at;
                Err(self.error(at, "not supported: bound steps by `<=`", "here"))
            }
            _ => Ok(None),
        }
    }
}

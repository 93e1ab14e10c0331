//! Paths: `F "goal"`, `a U<=10 b`, `G (a => X F b)`. A path is an expression in which operators of
//! time may stand: those weaker than all others, and one after the other if they have one operand.

use super::{Parsed, Parser, QueryTree};
use crate::prism::ast::{ExpressionId, ExpressionKind};
use crate::prism::token::Kind;

/// An operator of time with its operands.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Temporal {
    pub(crate) operator: Operator,
    /// What stands before `U`, `W` and `R`.
    pub(crate) left: Option<ExpressionId>,
    pub(crate) right: ExpressionId,
    pub(crate) steps: Steps,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Operator {
    Next,
    Finally,
    Globally,
    Until,
    WeakUntil,
    Release,
}

/// The steps in which something has to happen; with each bound, whether it is left out itself.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Steps {
    pub(crate) from: Option<(ExpressionId, bool)>,
    pub(crate) to: Option<(ExpressionId, bool)>,
}

impl Steps {
    /// Whether there is no bound.
    pub(crate) fn is_empty(&self) -> bool {
        self.from.is_none() && self.to.is_none()
    }
}

impl<'s> Parser<'s> {
    /// A path, which has an operator of time in it.
    pub(super) fn path(&mut self) -> Parsed<ExpressionId> {
        let outside = self.path.replace(self.position);
        let path = self.expression();
        self.path = outside;
        let path = path?;
        if self.is_temporal(path) { Ok(path) } else { Err(self.expected("`U`, `W` or `R`")) }
    }

    /// Whether an operator of time stands in an expression, outside of other queries.
    fn is_temporal(&self, id: ExpressionId) -> bool {
        match &self.ast[id].kind {
            ExpressionKind::Query(number) => {
                let queries = self.queries.as_deref().unwrap_or_default();
                matches!(queries[*number as usize], QueryTree::Temporal(_))
            }
            ExpressionKind::Not(a) => self.is_temporal(*a),
            ExpressionKind::Binary(_, a, b) => self.is_temporal(*a) || self.is_temporal(*b),
            _ => false,
        }
    }

    /// The operator of time with one operand that begins here, if one does. A name of the model
    /// stays one, but not at the beginning of the path.
    pub(super) fn prefix(&self) -> Option<Operator> {
        let start = self.path?;
        let token = self.token();
        let operator = match (token.kind, self.text(token.at)) {
            (Kind::Identifier, "F") => Operator::Finally,
            (Kind::Identifier, "G") => Operator::Globally,
            (Kind::Identifier, "X") => Operator::Next,
            _ => return None,
        };
        (start == self.position || !self.is_name_of_model()).then_some(operator)
    }

    /// An expression of a path.
    pub(super) fn temporal(&mut self) -> Parsed<ExpressionId> {
        let start = self.token().at;
        let left = self.temporal_operand()?;
        let token = self.token();
        let operator = match (token.kind, self.text(token.at)) {
            (Kind::Identifier, "U") => Operator::Until,
            (Kind::Identifier, "W") => Operator::WeakUntil,
            (Kind::Identifier, "R") => Operator::Release,
            _ => return Ok(left),
        };
        self.bump();
        let steps = self.path_steps()?;
        let right = self.temporal_operand()?;
        let tree = Temporal { operator, left: Some(left), right, steps };
        self.add_query(QueryTree::Temporal(tree), start)
    }

    pub(super) fn temporal_operand(&mut self) -> Parsed<ExpressionId> {
        let Some(operator) = self.prefix() else { return self.conditional() };
        let start = self.bump().at;
        let steps = self.path_steps()?;
        let right = self.nested(Self::temporal_operand)?;
        let tree = Temporal { operator, left: None, right, steps };
        self.add_query(QueryTree::Temporal(tree), start)
    }

    /// `<=10`, `[2,5]` and the like, if they are there.
    fn path_steps(&mut self) -> Parsed<Steps> {
        let kind = self.kind();
        if !matches!(
            kind,
            Kind::Less
                | Kind::LessEqual
                | Kind::Greater
                | Kind::GreaterEqual
                | Kind::Equal
                | Kind::LeftSquare
        ) {
            return Ok(Steps::default());
        }
        self.bump();
        if kind == Kind::LeftSquare {
            let from = self.expression()?;
            self.expect(Kind::Comma, "between the numbers of steps")?;
            let to = self.expression()?;
            self.expect(Kind::RightSquare, "after the numbers of steps")?;
            return Ok(Steps { from: Some((from, false)), to: Some((to, false)) });
        }
        let number = self.primary()?;
        Ok(match kind {
            Kind::Less => Steps { from: None, to: Some((number, true)) },
            Kind::LessEqual => Steps { from: None, to: Some((number, false)) },
            Kind::Greater => Steps { from: Some((number, true)), to: None },
            Kind::GreaterEqual => Steps { from: Some((number, false)), to: None },
            _ => Steps { from: Some((number, false)), to: Some((number, false)) },
        })
    }
}

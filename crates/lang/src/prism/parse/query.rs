//! Queries: `Pmax=? [ F "goal" ]`, `R{"time"}<=5 [ C<=10 ]`, `S=? [ a ]`, `A [ G a ]`,
//! `filter(max, …, states)`. They may stand wherever an expression of a property may.

use super::{Parsed, Parser, Reported};
use crate::prism::ast::{Binary, Body, ExpressionId, ExpressionKind};
use crate::prism::token::{At, Kind};

/// A query as written. Its expressions stand in the tree of the model, after the model's own.
#[derive(Debug, Clone)]
pub(crate) enum QueryTree<'s> {
    /// `P…[ path ]`
    Probability { at: At, asked: Asked, path: PathTree },
    /// `R…[ … ]`
    Reward { at: At, structure: Option<StructureName<'s>>, asked: Asked, collected: CollectedTree },
    /// `S…[ condition ]`
    LongRun { at: At, asked: Asked, of: ExpressionId },
    /// `A [ path ]`, `E [ path ]`
    Quantified { all: bool, path: PathTree },
    /// `filter(by, of, states)`
    Filter { by: &'s str, by_at: At, of: ExpressionId, states: Option<ExpressionId> },
}

/// Which number is meant, and what it is compared with.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Asked {
    /// `Some(true)` for `max`, `Some(false)` for `min`.
    pub(crate) maximal: Option<bool>,
    /// A comparison with a number; none for `=?`.
    pub(crate) bound: Option<(Binary, ExpressionId)>,
}

/// `{"time"}` or `{2}`.
#[derive(Debug, Clone, Copy)]
pub(crate) enum StructureName<'s> {
    Name(&'s str, At),
    Number(ExpressionId),
}

/// What is asked of a run.
#[derive(Debug, Clone, Copy)]
pub(crate) struct PathTree {
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

/// Which rewards are meant.
#[derive(Debug, Clone, Copy)]
pub(crate) enum CollectedTree {
    /// `F φ`
    Until(ExpressionId),
    /// `C<=k`
    Within(ExpressionId),
    /// `I=k`
    After(ExpressionId),
    /// `C`
    Ever,
    /// `S`
    LongRun,
}

const COMPARISONS: [(Kind, Binary); 4] = [
    (Kind::Less, Binary::Less),
    (Kind::LessEqual, Binary::LessEqual),
    (Kind::Greater, Binary::Greater),
    (Kind::GreaterEqual, Binary::GreaterEqual),
];

impl<'s> Parser<'s> {
    /// Whether the word here begins a query. A name of the model stays one unless `=?` follows.
    pub(super) fn starts_query(&self) -> bool {
        if self.queries.is_none() {
            return false;
        }
        let (next, after) = (self.ahead(1).kind, self.ahead(2).kind);
        let compares = COMPARISONS.iter().any(|(kind, _)| *kind == next);
        let asks = next == Kind::Equal && after == Kind::Question;
        match self.text(self.token().at) {
            "P" | "Pmax" | "Pmin" | "Rmax" | "Rmin" | "S" | "Smax" | "Smin" | "R" => {
                asks || (next == Kind::LeftCurly)
                    || (matches!(next, Kind::Max | Kind::Min))
                    || (compares && !self.is_name_of_model())
            }
            "A" | "E" => next == Kind::LeftSquare,
            "filter" | "multi" => next == Kind::LeftRound,
            _ => false,
        }
    }

    fn is_name_of_model(&self) -> bool {
        let text = self.text(self.token().at);
        let ast = &self.ast;
        let of_module = |body: &Body<'s>| match body {
            Body::Written { variables, .. } => variables.iter().any(|v| v.name.text == text),
            Body::Renamed { renaming, .. } => renaming.iter().any(|(_, new)| new.text == text),
        };
        ast.constants.iter().any(|constant| constant.name.text == text)
            || ast.globals.iter().any(|variable| variable.name.text == text)
            || ast.formulas.iter().any(|formula| formula.name.text == text)
            || ast.modules.iter().any(|module| of_module(&module.body))
    }

    pub(super) fn query(&mut self) -> Parsed<ExpressionId> {
        let start = self.token().at;
        let tree = self.nested(Self::query_tree)?;
        let at = self.since(start);
        let number = match &mut self.queries {
            Some(queries) => {
                queries.push(tree);
                queries.len() as u32 - 1
            }
            None => 0,
        };
        self.add(ExpressionKind::Query(number), at)
    }

    fn query_tree(&mut self) -> Parsed<QueryTree<'s>> {
        let start = self.bump();
        let word = self.text(start.at);
        match word {
            "filter" => return self.filter(),
            "multi" => {
                return Err(self.refused(start.at, "several objectives at once (`multi`)"));
            }
            "A" | "E" => {
                self.expect(Kind::LeftSquare, "before the path")?;
                let path = self.path()?;
                self.expect(Kind::RightSquare, "after the path")?;
                return Ok(QueryTree::Quantified { all: word == "A", path });
            }
            _ => {}
        }
        let structure = match &word[..1] {
            "R" if self.kind() == Kind::LeftCurly => Some(self.structure()?),
            _ => None,
        };
        let maximal = match (&word[1..], self.kind()) {
            ("max", _) => Some(true),
            ("min", _) => Some(false),
            (_, kind @ (Kind::Max | Kind::Min)) => {
                self.bump();
                Some(kind == Kind::Max)
            }
            _ => None,
        };
        let asked = Asked { maximal, bound: self.asked_bound()? };
        self.expect(Kind::LeftSquare, "before what is asked for")?;
        let at = start.at;
        let tree = match &word[..1] {
            "P" => QueryTree::Probability { at, asked, path: self.path()? },
            "R" => QueryTree::Reward { at, structure, asked, collected: self.collected()? },
            _ => QueryTree::LongRun { at, asked, of: self.expression()? },
        };
        if self.kind() == Kind::LeftCurly {
            let at = self.token().at;
            return Err(self.refused(at, "a filter in braces; write `filter(…)`"));
        }
        if self.kind() == Kind::BarBar {
            let at = self.token().at;
            return Err(self.refused(at, "probabilities under a condition (`||`)"));
        }
        self.expect(Kind::RightSquare, "after what is asked for")?;
        Ok(tree)
    }

    fn refused(&mut self, at: At, what: &str) -> Reported {
        self.error(at, format!("not supported: {what}"), "here")
    }

    /// `=?`, or a comparison.
    fn asked_bound(&mut self) -> Parsed<Option<(Binary, ExpressionId)>> {
        if self.eat(Kind::Equal) {
            self.expect(Kind::Question, "after `=`")?;
            return Ok(None);
        }
        let found = COMPARISONS.iter().find(|(kind, _)| *kind == self.kind());
        let Some(&(_, operator)) = found else {
            return Err(self.expected("a comparison, or `=?`"));
        };
        self.bump();
        Ok(Some((operator, self.sum()?)))
    }

    fn structure(&mut self) -> Parsed<StructureName<'s>> {
        self.bump();
        let name = match self.kind() {
            Kind::Text => {
                let name = self.quoted("of the rewards")?;
                StructureName::Name(name.text, name.at)
            }
            _ => StructureName::Number(self.expression()?),
        };
        self.expect(Kind::RightCurly, "after the name of the rewards")?;
        if self.kind() == Kind::LeftCurly {
            let at = self.token().at;
            return Err(self.refused(at, "two reward structures at once"));
        }
        Ok(name)
    }

    fn collected(&mut self) -> Parsed<CollectedTree> {
        let token = self.token();
        let next = self.ahead(1).kind;
        match self.text(token.at) {
            "C" if next == Kind::LessEqual => {
                self.bump();
                self.bump();
                Ok(CollectedTree::Within(self.sum()?))
            }
            "C" if next == Kind::RightSquare => {
                self.bump();
                Ok(CollectedTree::Ever)
            }
            "I" if next == Kind::Equal => {
                self.bump();
                self.bump();
                Ok(CollectedTree::After(self.sum()?))
            }
            "S" if next == Kind::RightSquare => {
                self.bump();
                Ok(CollectedTree::LongRun)
            }
            "F" => {
                self.bump();
                if matches!(
                    self.kind(),
                    Kind::Less
                        | Kind::LessEqual
                        | Kind::Greater
                        | Kind::GreaterEqual
                        | Kind::LeftSquare
                        | Kind::Equal
                ) {
                    let at = self.token().at;
                    return Err(self.refused(at, "rewards until a goal within a number of steps"));
                }
                Ok(CollectedTree::Until(self.expression()?))
            }
            _ => Err(self.refused(
                token.at,
                "rewards are those of `F`, `C`, `C<=k`, `I=k` and `S`; not of other paths",
            )),
        }
    }

    pub(super) fn path(&mut self) -> Parsed<PathTree> {
        // A path in brackets of its own, `P=? [ (F a) ]`.
        if self.kind() == Kind::LeftRound
            && matches!(self.text(self.ahead(1).at), "F" | "G" | "X")
            && self.ahead(1).kind == Kind::Identifier
            && !matches!(self.ahead(2).kind, Kind::RightRound | Kind::And | Kind::Bar)
        {
            self.bump();
            let path = self.nested(Self::path)?;
            self.expect(Kind::RightRound, "after the path")?;
            return Ok(path);
        }
        let first = self.token();
        let operator = match (first.kind, self.text(first.at)) {
            (Kind::Identifier, "F") => Some(Operator::Finally),
            (Kind::Identifier, "G") => Some(Operator::Globally),
            (Kind::Identifier, "X") => Some(Operator::Next),
            _ => None,
        };
        if let Some(operator) = operator {
            self.bump();
            let steps = self.path_steps()?;
            let right = self.expression()?;
            return Ok(PathTree { operator, left: None, right, steps });
        }
        let left = Some(self.expression()?);
        let token = self.token();
        let operator = match self.text(token.at) {
            "U" => Operator::Until,
            "W" => Operator::WeakUntil,
            "R" => Operator::Release,
            _ => return Err(self.expected("`U`, `W` or `R`")),
        };
        self.bump();
        let steps = self.path_steps()?;
        Ok(PathTree { operator, left, right: self.expression()?, steps })
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

    fn filter(&mut self) -> Parsed<QueryTree<'s>> {
        self.expect(Kind::LeftRound, "after `filter`")?;
        let by_at = self.bump().at;
        let by = self.text(by_at);
        self.expect(Kind::Comma, "after the kind of the filter")?;
        let of = self.expression()?;
        let states = match self.eat(Kind::Comma) {
            true => Some(self.expression()?),
            false => None,
        };
        self.expect(Kind::RightRound, "to end the filter")?;
        Ok(QueryTree::Filter { by, by_at, of, states })
    }
}

//! Queries: `Pmax=? [ F "goal" ]`, `R{"time"}<=5 [ C<=10 ]`, `S=? [ a ]`, `A [ G a ]`,
//! `filter(max, …, states)`. They may stand wherever an expression of a property may.

use super::{Parsed, Parser, Reported, Temporal};
use crate::prism::ast::{Binary, Body, ExpressionId, ExpressionKind};
use crate::prism::token::{At, Kind};

/// A query as written. Its expressions stand in the tree of the model, after the model's own.
#[derive(Debug, Clone)]
pub(crate) enum QueryTree<'s> {
    /// `P…[ path ]`, or under a condition `P…[ path || path ]`
    Probability { at: At, asked: Asked, path: ExpressionId, given: Option<ExpressionId> },
    /// `R…[ … ]`
    Reward { at: At, structure: Option<StructureName<'s>>, asked: Asked, collected: CollectedTree },
    /// `S…[ condition ]`
    LongRun { at: At, asked: Asked, of: ExpressionId },
    /// `A [ path ]`, `E [ path ]`
    Quantified { all: bool, path: ExpressionId },
    /// `F a`, `a U b`: an operator of time, inside of a path.
    Temporal(Temporal),
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

    pub(super) fn is_name_of_model(&self) -> bool {
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
        let outside = self.path.take();
        let tree = self.nested(Self::query_tree);
        self.path = outside;
        self.add_query(tree?, start)
    }

    /// An expression that is a query.
    pub(super) fn add_query(&mut self, tree: QueryTree<'s>, start: At) -> Parsed<ExpressionId> {
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
            "P" => {
                let path = self.path()?;
                let given = if self.eat(Kind::BarBar) { Some(self.path()?) } else { None };
                QueryTree::Probability { at, asked, path, given }
            }
            "R" => QueryTree::Reward { at, structure, asked, collected: self.collected()? },
            _ => QueryTree::LongRun { at, asked, of: self.expression()? },
        };
        if self.kind() == Kind::LeftCurly {
            let at = self.token().at;
            return Err(self.refused(at, "a filter in braces; write `filter(…)`"));
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

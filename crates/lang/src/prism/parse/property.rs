//! Properties: `Pmax=? [ F "goal" ]`, `P<=0.01 [ !a U<=10 b ]`; one, or a file of them.

use surmise_model::Diagnostic;

use super::{Parsed, Parser};
use crate::prism::ast::{Ast, Binary, ExpressionId};
use crate::prism::token::{At, Kind, Token};

/// A property as written. Its expressions stand in the tree of the model, after the model's own.
#[derive(Debug, Clone)]
pub(crate) struct PropertyTree<'s> {
    /// `"name": P…`, in a file of properties.
    pub(crate) name: Option<&'s str>,
    pub(crate) at: At,
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

/// Properties of a model as written, in one tree with the model.
pub(crate) struct PropertyTrees<'s> {
    pub(crate) ast: Ast<'s>,
    pub(crate) trees: Vec<PropertyTree<'s>>,
    /// Warnings: what else stands there.
    pub(crate) left_out: Vec<Diagnostic>,
}

/// Where places in properties begin, so that they are not taken for places in the model.
pub(crate) const PROPERTIES: u32 = super::MAX_LENGTH as u32 + 1;

/// Parses properties of a model, one after the other, with or without semicolons between them.
pub(crate) fn parse_properties<'s>(
    source: &'s str,
    model: Ast<'s>,
) -> Result<PropertyTrees<'s>, Vec<Diagnostic>> {
    if let Some(refusal) = super::refuse(source) {
        return Err(vec![refusal]);
    }
    let mut parser = Parser::at(source, PROPERTIES);
    parser.ast = model;
    let (mut trees, mut left_out, mut refused) = (Vec::new(), Vec::new(), Vec::new());
    while parser.kind() != Kind::End {
        if let Kind::Const | Kind::Label | Kind::Formula = parser.kind() {
            if parser.definition().is_err() {
                parser.next_property();
            }
        } else if let Some(warning) = parser.left_out() {
            left_out.push(warning);
        } else {
            let (start, known) = (parser.position, parser.diagnostics.len());
            match parser.property() {
                Ok(tree) => trees.push(tree),
                Err(_) => {
                    parser.next_property();
                    if let Some(warning) = parser.beyond(start, known) {
                        left_out.push(warning);
                        refused.extend(parser.diagnostics.drain(known..));
                    }
                }
            }
        }
        while parser.eat(Kind::Semicolon) {}
    }
    if trees.is_empty() && left_out.len() == refused.len() {
        // Who asks for this alone should know at once.
        parser.diagnostics.append(&mut refused);
        left_out.clear();
    }
    if parser.diagnostics.is_empty() && trees.is_empty() && left_out.is_empty() {
        parser.expected("a property");
    }
    match parser.diagnostics.is_empty() {
        true => Ok(PropertyTrees { ast: parser.ast, trees, left_out }),
        false => Err(parser.diagnostics),
    }
}

fn unanswered(at: At, what: &str) -> Diagnostic {
    Diagnostic::warning(at.span(), format!("left out: {what}")).label("not answered")
}

impl<'s> Parser<'s> {
    /// A warning about what is no probability, if such a thing stands here; it is skipped.
    fn left_out(&mut self) -> Option<Diagnostic> {
        let start = self.token();
        let is_named = start.kind == Kind::Text && self.ahead(1).kind == Kind::Colon;
        let first = if is_named { self.ahead(2) } else { start };
        let what = match (first.kind, self.text(first.at)) {
            (_, "R" | "Rmax" | "Rmin") => "rewards are not computed",
            (_, "S" | "A" | "E" | "filter" | "multi") => "only probabilities of paths are computed",
            _ => return None,
        };
        self.next_property();
        Some(unanswered(self.since(start.at), what))
    }

    /// A warning about a property that could not be read because it asks for what is not supported;
    /// none if it is wrong otherwise. It goes from a word up to here, and so many errors were known
    /// before it.
    fn beyond(&self, start: usize, known: usize) -> Option<Diagnostic> {
        let words = &self.tokens[start..self.position];
        let at = words.first()?.at;
        let of = |names: &[&str], word: &Token| {
            word.kind == Kind::Identifier && names.contains(&self.text(word.at))
        };
        let asks = |place: &usize| {
            let next = words.get(place + 1).map(|word| word.kind);
            of(&["P", "Pmax", "Pmin", "R", "Rmax", "Rmin", "S"], &words[*place])
                && matches!(
                    next,
                    Some(
                        Kind::Equal
                            | Kind::Less
                            | Kind::LessEqual
                            | Kind::Greater
                            | Kind::GreaterEqual
                            | Kind::LeftCurly
                    )
                )
        };
        let questions: Vec<usize> = (0..words.len()).filter(asks).collect();
        let is_named = words.get(1).is_some_and(|word| word.kind == Kind::Colon);
        let first = if is_named { 2 } else { 0 };
        let operators = words.iter().filter(|word| of(&["F", "G", "X", "U", "W"], word)).count();
        let unsupported = self.diagnostics[known..]
            .iter()
            .find_map(|error| error.message.strip_prefix("not supported: "));
        let what = match (&questions[..], unsupported) {
            ([], _) => return None,
            (_, Some(what)) => what,
            ([_, _, ..], None) => "properties inside of properties, or joined, are not computed",
            ([only], None) if *only != first => "a probability stands alone",
            _ if operators > 1 => "a path has one of `F`, `G`, `X` and `U`",
            _ => return None,
        };
        Some(unanswered(self.since(at), what))
    }

    /// Goes on after the next semicolon, or with the next line that begins with a property.
    fn next_property(&mut self) {
        while self.kind() != Kind::End {
            if self.bump().kind == Kind::Semicolon {
                return;
            }
            let before = self.tokens[self.position - 1].at.end - self.base;
            let here = self.token().at.start - self.base;
            let is_first = self.source[before as usize..here as usize].contains('\n');
            if is_first && matches!(self.kind(), Kind::Identifier | Kind::Text | Kind::Const) {
                return;
            }
        }
    }

    fn property(&mut self) -> Parsed<PropertyTree<'s>> {
        let name = match self.kind() {
            Kind::Text => {
                let name = self.quoted("of the property")?;
                self.expect(Kind::Colon, "after the name of the property")?;
                Some(name.text)
            }
            _ => None,
        };
        let start = self.token();
        let maximal = match self.text(start.at) {
            "P" => None,
            "Pmax" => Some(true),
            "Pmin" => Some(false),
            _ => return Err(self.expected("`P`, `Pmax` or `Pmin`")),
        };
        self.bump();
        let operator = match self.kind() {
            Kind::Equal => None,
            Kind::Less => Some(Binary::Less),
            Kind::LessEqual => Some(Binary::LessEqual),
            Kind::Greater => Some(Binary::Greater),
            Kind::GreaterEqual => Some(Binary::GreaterEqual),
            _ => return Err(self.expected("a comparison, or `=?`")),
        };
        self.bump();
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
        let at = self.since(start.at);
        if let Kind::And | Kind::Bar | Kind::Implies | Kind::Iff = self.kind() {
            let here = self.token().at;
            return Err(self.error(
                here,
                "not supported: properties joined by an operator",
                "here",
            ));
        }
        Ok(PropertyTree { name, at, maximal, bound, path })
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
    pub(super) fn steps(&mut self) -> Parsed<Option<ExpressionId>> {
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

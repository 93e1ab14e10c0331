//! Properties: `Pmax=? [ F "goal" ]`, `P<=0.01 [ !a U<=10 b ]`; one, or a file of them.

use surmise_model::{Diagnostic, Severity};

use super::{Parsed, Parser, QueryTree};
use crate::prism::ast::{Ast, ExpressionId};
use crate::prism::token::{At, Kind};

/// A property as written. Its expressions stand in the tree of the model, after the model's own.
#[derive(Debug, Clone)]
pub(crate) struct PropertyTree<'s> {
    /// `"name": P…`, in a file of properties.
    pub(crate) name: Option<&'s str>,
    pub(crate) at: At,
    pub(crate) value: ExpressionId,
}

/// Properties of a model as written, in one tree with the model.
pub(crate) struct PropertyTrees<'s> {
    pub(crate) ast: Ast<'s>,
    pub(crate) trees: Vec<PropertyTree<'s>>,
    /// The queries in them.
    pub(crate) queries: Vec<QueryTree<'s>>,
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
    parser.queries = Some(Vec::new());
    let (mut trees, mut left_out) = (Vec::new(), Vec::new());
    while parser.kind() != Kind::End {
        if let Kind::Const | Kind::Label | Kind::Formula = parser.kind() {
            if parser.definition().is_err() {
                parser.next_property();
            }
        } else {
            let (start, known) = (parser.position, parser.diagnostics.len());
            match parser.property() {
                Ok(tree) => trees.push(tree),
                Err(_) => {
                    parser.next_property();
                    if let Some(warning) = parser.beyond(start, known) {
                        left_out.push(warning);
                        parser.diagnostics.truncate(known);
                    }
                }
            }
        }
        while parser.eat(Kind::Semicolon) {}
    }
    if trees.is_empty() {
        // Who asks for this alone should know at once.
        parser.diagnostics.extend(left_out.drain(..).map(as_error));
    }
    if parser.diagnostics.is_empty() && trees.is_empty() && left_out.is_empty() {
        parser.expected("a property");
    }
    match parser.diagnostics.is_empty() {
        true => {
            let queries = parser.queries.unwrap_or_default();
            Ok(PropertyTrees { ast: parser.ast, trees, queries, left_out })
        }
        false => Err(parser.diagnostics),
    }
}

/// A warning that something is left out, as an error.
pub(crate) fn as_error(warning: Diagnostic) -> Diagnostic {
    let message = warning.message.replace("left out: ", "not supported: ");
    Diagnostic { severity: Severity::Error, message, ..warning }
}

fn unanswered(at: At, what: &str) -> Diagnostic {
    Diagnostic::warning(at.span(), format!("left out: {what}")).label("not answered")
}

impl<'s> Parser<'s> {
    /// A warning about a property that could not be read because it asks for what is not supported;
    /// none if it is wrong otherwise. It goes from a word up to here, and so many errors were known
    /// before it.
    fn beyond(&self, start: usize, known: usize) -> Option<Diagnostic> {
        let at = self.tokens[start..self.position].first()?.at;
        let what = self.diagnostics[known..]
            .iter()
            .find_map(|error| error.message.strip_prefix("not supported: "))?;
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
            Kind::Text if self.ahead(1).kind == Kind::Colon => {
                let name = self.quoted("of the property")?;
                self.expect(Kind::Colon, "after the name of the property")?;
                Some(name.text)
            }
            _ => None,
        };
        let start = self.token();
        let value = self.expression()?;
        let at = self.since(start.at);
        // The next property begins after a semicolon, or on another line.
        let before = (at.end - self.base) as usize;
        let here = (self.token().at.start - self.base) as usize;
        if !matches!(self.kind(), Kind::Semicolon | Kind::End)
            && !self.source[before..here].contains('\n')
        {
            return Err(self.expected("`;` or the end of the property"));
        }
        Ok(PropertyTree { name, at, value })
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

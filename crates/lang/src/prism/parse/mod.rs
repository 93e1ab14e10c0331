//! From words to the syntax tree, reporting every syntax error and going on after each.
//!
//! A recursive-descent parser. It recovers at the next semicolon inside a module and at the next
//! word that starts a definition outside. Nesting is bounded: what is nested deeper is a
//! diagnostic.

mod declaration;
mod expression;
mod formula;
mod module;
mod path;
mod property;
mod query;
mod system;

use surmise_model::{Diagnostic, Span};

use super::ast::{Ast, Name};
use super::lexer::lex;
use super::token::{At, Kind, Token};
use crate::in_order::in_order;

pub(crate) use formula::{FormulaTree, PathTree, parse_formula};
pub(crate) use path::{Operator, Steps, Temporal};
pub(crate) use property::{PROPERTIES, PropertyTree, PropertyTrees, as_error, parse_properties};
pub(crate) use query::{Asked, CollectedTree, QueryTree, StructureName};

/// How deep brackets and expressions may be nested.
const MAX_DEPTH: u32 = 200;

/// The longest text that is read, in bytes.
const MAX_LENGTH: usize = 1 << 27;

/// Parses a model. The tree holds what could be read; every error is among the diagnostics.
pub fn parse(source: &str) -> (Ast<'_>, Vec<Diagnostic>) {
    if let Some(refusal) = refuse(source) {
        return (Ast::default(), vec![refusal]);
    }
    let mut parser = Parser::at(source, 0);
    parser.model();
    let Parser { ast, diagnostics, .. } = parser;
    (ast, in_order(diagnostics))
}

/// Why a text is not even looked at.
fn refuse(source: &str) -> Option<Diagnostic> {
    if source.len() > MAX_LENGTH {
        let message = format!("the text has {} bytes, more than {MAX_LENGTH}", source.len());
        return Some(Diagnostic::error(Span::default(), message));
    }
    let zero = source.find('\0')?;
    let message = "this is not a PRISM model but a binary file";
    Some(Diagnostic::error(Span::new(zero, zero + 1), message).label("a zero byte"))
}

/// A syntax error that was reported already.
#[derive(Debug)]
pub(crate) struct Reported;

pub(crate) type Parsed<T> = Result<T, Reported>;

pub(crate) struct Parser<'s> {
    source: &'s str,
    /// Where places in the text begin.
    base: u32,
    tokens: Vec<Token>,
    position: usize,
    pub(crate) ast: Ast<'s>,
    pub(crate) diagnostics: Vec<Diagnostic>,
    depth: u32,
    /// The queries of properties; none where no query may stand.
    queries: Option<Vec<QueryTree<'s>>>,
    /// Where the path begins that is being read, if one is: only there operators of time may stand.
    path: Option<usize>,
}

impl<'s> Parser<'s> {
    /// A parser of a text whose places begin at a number.
    pub(crate) fn at(source: &'s str, base: u32) -> Self {
        let (mut tokens, mut diagnostics) = lex(source);
        for Token { at, .. } in &mut tokens {
            *at = At { start: at.start + base, end: at.end + base };
        }
        for span in diagnostics.iter_mut().filter_map(|diagnostic| diagnostic.span.as_mut()) {
            *span = Span::new(span.start + base as usize, span.end + base as usize);
        }
        let ast = Ast::default();
        let (position, depth, queries, path) = (0, 0, None, None);
        Self { source, base, tokens, position, ast, diagnostics, depth, queries, path }
    }

    fn token(&self) -> Token {
        self.ahead(0)
    }

    /// The word so many places ahead; after the last one, the end.
    fn ahead(&self, count: usize) -> Token {
        self.tokens[(self.position + count).min(self.tokens.len() - 1)]
    }

    fn kind(&self) -> Kind {
        self.token().kind
    }

    fn text(&self, at: At) -> &'s str {
        &self.source[(at.start - self.base) as usize..(at.end - self.base) as usize]
    }

    fn bump(&mut self) -> Token {
        let token = self.token();
        self.position = (self.position + 1).min(self.tokens.len() - 1);
        token
    }

    fn eat(&mut self, kind: Kind) -> bool {
        let found = self.kind() == kind;
        if found {
            self.bump();
        }
        found
    }

    fn expect(&mut self, kind: Kind, purpose: &str) -> Parsed<Token> {
        match self.kind() == kind {
            true => Ok(self.bump()),
            false => Err(self.expected(&format!("{} {purpose}", kind.shown()))),
        }
    }

    fn name(&mut self, purpose: &str) -> Parsed<Name<'s>> {
        let token = self.expect(Kind::Identifier, purpose)?;
        Ok(Name { text: self.text(token.at), at: token.at })
    }

    /// A name in quotes, without them.
    fn quoted(&mut self, purpose: &str) -> Parsed<Name<'s>> {
        let token = self.expect(Kind::Text, purpose)?;
        let inside = At { start: token.at.start + 1, end: token.at.end - 1 };
        Ok(Name { text: self.text(inside), at: token.at })
    }

    /// Reports that something else should stand here.
    fn expected(&mut self, what: &str) -> Reported {
        let token = self.token();
        let found = match token.kind {
            Kind::Identifier | Kind::Integer | Kind::Decimal | Kind::Text => {
                let text: String = self.text(token.at).chars().take(40).collect();
                format!("found `{text}`")
            }
            kind => format!("found {}", kind.shown()),
        };
        self.error(token.at, format!("expected {what}"), found)
    }

    fn error(&mut self, at: At, message: impl Into<String>, label: impl Into<String>) -> Reported {
        self.diagnostics.push(Diagnostic::error(at.span(), message).label(label));
        Reported
    }

    /// The place from a word to the last one read.
    fn since(&self, start: At) -> At {
        start.to(self.tokens[self.position.saturating_sub(1)].at)
    }

    /// Runs a part of the parser one level deeper.
    fn nested<T>(&mut self, inside: impl FnOnce(&mut Self) -> Parsed<T>) -> Parsed<T> {
        if self.depth >= MAX_DEPTH {
            let at = self.token().at;
            let message = format!("nested more than {MAX_DEPTH} levels deep");
            return Err(self.error(at, message, "here"));
        }
        self.depth += 1;
        let result = inside(self);
        self.depth -= 1;
        result
    }

    /// Items separated by commas.
    fn list<T>(&mut self, item: impl Fn(&mut Self) -> Parsed<T>) -> Parsed<Vec<T>> {
        let mut items = vec![item(self)?];
        while self.eat(Kind::Comma) {
            items.push(item(self)?);
        }
        Ok(items)
    }

    /// Skips to a word of these kinds, or to the end; a semicolon on the way is passed, and ends
    /// it.
    fn recover(&mut self, kinds: &[Kind]) {
        while self.kind() != Kind::End && !kinds.contains(&self.kind()) {
            if self.bump().kind == Kind::Semicolon {
                return;
            }
        }
    }
}

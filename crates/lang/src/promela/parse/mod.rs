//! From words to the syntax tree, reporting every syntax error and going on after each.
//!
//! A recursive-descent parser. Recovery is at the next statement inside a process, and at the next
//! declaration outside. What is nested deeper than [`MAX_DEPTH`] is a diagnostic. An inline is
//! replaced where it is called, by parsing its body with the arguments put in, as SPIN does.

mod claim;
mod declaration;
mod expression;
mod inline;
mod process;
mod statement;

use indexmap::{IndexMap, IndexSet};
use rustc_hash::FxBuildHasher;
use surmise_model::{Context, Diagnostic, Span, Stop};

use super::ast::Ast;
use super::preprocess::{self, Includes, preprocess};
use super::token::{At, Kind, Names, Symbol, Token, is_reserved, word};
use crate::in_order::in_order;
use inline::Inline;

/// How deep brackets, blocks and expressions may be nested.
pub(crate) const MAX_DEPTH: u32 = 100;

/// The longest text that is read, in bytes.
const MAX_LENGTH: usize = 1 << 26;

/// How many statements a text may have after its inlines are replaced.
const MAX_STATEMENTS: usize = 200_000;

/// Parses a text, predicates of its states, and formulas about its runs. The tree holds what could
/// be read; every error is among the diagnostics.
///
/// # Errors
/// If the context says so.
pub(crate) fn parse(
    source: &str,
    (predicates, formulas): (&[String], &[String]),
    includes: &dyn Includes,
    context: &Context<'_>,
) -> Result<(Ast, Vec<Diagnostic>), Stop> {
    if source.len() > MAX_LENGTH {
        let message = format!("the text has {} bytes, more than {MAX_LENGTH}", source.len());
        return Ok((Ast::default(), vec![Diagnostic::error(Span::default(), message)]));
    }
    let mut names = Names::new();
    let beside: Vec<String> = predicates.iter().chain(formulas).cloned().collect();
    let preprocessed = preprocess(source, &beside, includes, &mut names, context)?;
    let tokens = preprocessed.tokens;
    let named = |keyword: Symbol| {
        let after = move |pair: &[Token]| pair[0].is(keyword) && pair[1].kind == Kind::Name;
        tokens.windows(2).filter(move |pair| after(pair)).map(|pair| pair[1].symbol())
    };
    let processes = named(word::PROCTYPE).chain(named(word::D_PROCTYPE)).collect();
    let types = named(word::TYPEDEF).collect();
    let mut parser = Parser {
        tokens,
        position: 0,
        ast: Ast { names, files: preprocessed.files, ..Ast::default() },
        processes,
        types,
        inlines: IndexMap::default(),
        diagnostics: preprocessed.diagnostics,
        depth: 0,
        calls: vec![0],
        call_count: 0,
        statements: 0,
        stop: None,
        context,
    };
    parser.text();
    let mut given = preprocessed.predicates.into_iter();
    for (words, predicate) in given.by_ref().take(predicates.len()).zip(predicates) {
        parser.predicate(words, predicate);
    }
    for (words, formula) in given.zip(formulas) {
        parser.given_formula(words, formula);
    }
    let Parser { ast, diagnostics, stop, .. } = parser;
    match stop {
        Some(stop) => Err(stop),
        None => Ok((ast, in_order(diagnostics))),
    }
}

/// A mistake that was reported already.
#[derive(Debug)]
pub(crate) struct Reported;

pub(crate) type Parsed<T> = Result<T, Reported>;

pub(crate) struct Parser<'a> {
    tokens: Vec<Token>,
    position: usize,
    ast: Ast,
    /// The names of all process types, also of those that are declared later.
    processes: IndexSet<Symbol, FxBuildHasher>,
    /// The names of all typedefs.
    types: IndexSet<Symbol, FxBuildHasher>,
    inlines: IndexMap<Symbol, Inline, FxBuildHasher>,
    diagnostics: Vec<Diagnostic>,
    depth: u32,
    /// The inline calls that are open, by number; 0 is none.
    calls: Vec<u32>,
    call_count: u32,
    statements: usize,
    /// Why parsing ends early, if it does.
    stop: Option<Stop>,
    context: &'a Context<'a>,
}

impl Parser<'_> {
    fn token(&self) -> Token {
        self.ahead(0)
    }

    fn ahead(&self, count: usize) -> Token {
        let last = self.tokens.len() - 1;
        self.tokens[(self.position + count).min(last)]
    }

    fn kind(&self) -> Kind {
        self.token().kind
    }

    fn is(&self, word: Symbol) -> bool {
        self.token().is(word)
    }

    fn bump(&mut self) -> Token {
        let token = self.token();
        if token.kind != Kind::End {
            self.position += 1;
        }
        token
    }

    fn eat(&mut self, kind: Kind) -> bool {
        let found = self.kind() == kind;
        if found {
            self.bump();
        }
        found
    }

    fn eat_word(&mut self, word: Symbol) -> bool {
        let found = self.is(word);
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

    /// A name that is no keyword.
    fn name(&mut self, purpose: &str) -> Parsed<Token> {
        let token = self.token();
        if token.kind == Kind::Name && is_reserved(token.symbol()) {
            let text = self.ast.text(token.symbol()).to_owned();
            let message = format!("expected a name {purpose}");
            return Err(self.error(token.at, message, format!("`{text}` is a keyword")));
        }
        self.expect(Kind::Name, purpose)
    }

    /// Reports that something else should stand here.
    fn expected(&mut self, what: &str) -> Reported {
        let token = self.token();
        let found = match token.kind {
            Kind::Name => format!("found `{}`", self.ast.text(token.symbol())),
            Kind::Number => format!("found `{}`", token.payload),
            kind => format!("found {}", kind.shown()),
        };
        self.error(token.at, format!("expected {what}"), found)
    }

    fn error(&mut self, at: At, message: impl Into<String>, label: impl Into<String>) -> Reported {
        let message = placed(&self.ast, at, message.into());
        self.diagnostics.push(Diagnostic::error(at.span(), message).label(label));
        Reported
    }

    /// Something the language has and Surmise has not.
    fn unsupported(&mut self, at: At, what: &str, why: &str) -> Reported {
        self.error(at, format!("not supported: {what}, because {why}"), "here")
    }

    /// Adds the likely fix to what was reported last.
    fn help(&mut self, help: impl Into<String>) {
        if let Some(last) = self.diagnostics.last_mut() {
            last.help = Some(help.into());
        }
    }

    fn since(&self, start: At) -> At {
        start.to(self.tokens[self.position.saturating_sub(1).min(self.tokens.len() - 1)].at)
    }

    /// Runs a part of the parser one level deeper.
    fn nested<T>(&mut self, inside: impl FnOnce(&mut Self) -> Parsed<T>) -> Parsed<T> {
        if self.depth >= MAX_DEPTH {
            let message = format!("nested more than {MAX_DEPTH} levels deep");
            let at = self.token().at;
            let reported = self.error(at, message, "here");
            self.give_up();
            return Err(reported);
        }
        self.depth += 1;
        let result = inside(self);
        self.depth -= 1;
        result
    }

    /// Nothing sensible can follow: go to the end.
    fn give_up(&mut self) {
        self.position = self.tokens.len() - 1;
    }

    fn list<T>(&mut self, item: impl Fn(&mut Self) -> Parsed<T>) -> Parsed<Vec<T>> {
        let mut items = vec![item(self)?];
        while self.eat(Kind::Comma) {
            items.push(item(self)?);
        }
        Ok(items)
    }

    /// Skips what stands in braces, which are open.
    fn skip_braces(&mut self) {
        let mut depth = 1;
        while depth > 0 && self.kind() != Kind::End {
            match self.bump().kind {
                Kind::LeftCurly => depth += 1,
                Kind::RightCurly => depth -= 1,
                _ => {}
            }
        }
    }
}

/// A message about a place in an included file says so.
pub(crate) fn placed(ast: &Ast, at: At, message: String) -> String {
    preprocess::placed(&ast.files, at, message)
}

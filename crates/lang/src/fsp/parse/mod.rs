//! From words to the syntax tree, reporting every syntax error and going on after each.
//!
//! A recursive-descent parser over [`Token`]s. Recovery has two levels: inside a process, at a
//! comma that is followed by the next local process; otherwise at the start of the next definition.
//! Recursion is bounded by [`MAX_DEPTH`]: what is nested deeper is a diagnostic.
//!
//! Whether a name in upper case starts a label (`Players.put`) or a process is known from the sets
//! that are defined before it, as in LTSA. Words are read in batches, so that a text of megabytes
//! needs little more memory than its tree.

mod composite;
mod definition;
mod expression;
mod formula;
mod kept;
mod label;
mod process;

pub(crate) use label::MAX_PARTS;

use rustc_hash::FxHashSet;
use surmise_model::{Context, Diagnostic, Span, Stop};

use super::ast::{Ast, Choice, LabelId, Name};
use super::lexer::{Lexer, Sink};
use super::token::{At, Kind, Symbol, Token};
use crate::in_order::in_order;

/// How deep brackets, expressions and conditions may be nested.
pub(crate) const MAX_DEPTH: u32 = 200;

/// The longest text that is read, in bytes.
const MAX_LENGTH: usize = 1 << 28;

/// How many words are read at a time, and how far the parser looks ahead.
const BATCH: usize = 4096;
const LOOK_AHEAD: usize = 8;

/// How many bytes of tree a byte of text needs, roughly.
const TREE: u64 = 8;

/// Parses a text. The tree holds the definitions that could be read; every error is among the
/// diagnostics.
///
/// # Errors
/// Why it had to stop.
pub fn parse(source: &str, context: &Context<'_>) -> Result<(Ast, Vec<Diagnostic>), Stop> {
    let refusal = refuse(source);
    let lexer = Lexer::new(if refusal.is_some() { "" } else { source });
    context.reserve(source.len() as u64 * TREE)?;
    let mut parser = Parser {
        context,
        stopped: None,
        lexer,
        tokens: Vec::with_capacity(BATCH + 2 * LOOK_AHEAD),
        position: 0,
        ast: Ast::new(source.len()),
        sets: FxHashSet::default(),
        diagnostics: refusal.into_iter().collect(),
        depth: 0,
        alternatives: Vec::new(),
        members: Vec::new(),
        unclosed: false,
    };
    parser.read(BATCH);
    parser.text();
    match parser.stopped {
        Some(stop) => Err(stop),
        None => Ok((parser.ast, in_order(parser.diagnostics))),
    }
}

/// Why a text is not even looked at.
fn refuse(source: &str) -> Option<Diagnostic> {
    if source.len() > MAX_LENGTH {
        let message = format!("the text has {} bytes, more than {MAX_LENGTH}", source.len());
        return Some(Diagnostic::error(Span::default(), message));
    }
    let zero = source.find('\0')?;
    let message = "this is not FSP source but a binary file";
    let help = "mCRL2 also names its files `.lts`; turn them into `.aut` with mCRL2's `ltsconvert`";
    Some(Diagnostic::error(Span::new(zero, zero + 1), message).label("a zero byte").help(help))
}

/// A syntax error that was reported already.
#[derive(Debug)]
pub(crate) struct Reported;

pub(crate) type Parsed<T> = Result<T, Reported>;

pub(crate) struct Parser<'s> {
    context: &'s Context<'s>,
    /// Why the rest of the text is not read, if it is not.
    stopped: Option<Stop>,
    lexer: Lexer<'s>,
    /// The words around the position: the one before, and some after.
    tokens: Vec<Token>,
    position: usize,
    ast: Ast,
    /// The sets defined so far.
    sets: FxHashSet<Symbol>,
    diagnostics: Vec<Diagnostic>,
    depth: u32,
    /// The alternatives of choices that are not finished.
    alternatives: Vec<Choice>,
    /// The labels of sets that are not finished.
    members: Vec<LabelId>,
    /// Whether a brace was seen that is never closed: then nothing is looked for beyond braces.
    unclosed: bool,
}

impl Parser<'_> {
    fn token(&self) -> Token {
        self.ahead(0)
    }

    /// The word so many places ahead, at most [`LOOK_AHEAD`]; after the last one, the end.
    fn ahead(&self, count: usize) -> Token {
        self.tokens[self.position + count]
    }

    /// Reads more words. After the last one, the end is there so often that looking ahead finds it.
    fn read(&mut self, count: usize) {
        if self.lexer.is_done() {
            return;
        }
        let sink = Sink {
            tokens: &mut self.tokens,
            names: &mut self.ast.names,
            diagnostics: &mut self.diagnostics,
        };
        self.lexer.fill(count, sink);
        if self.lexer.is_done()
            && let Some(&end) = self.tokens.last()
        {
            self.tokens.extend([end; LOOK_AHEAD]);
        }
    }

    /// Forgets the words before the last one and reads a new batch.
    fn refill(&mut self) {
        let past = self.position.saturating_sub(1);
        self.tokens.drain(..past);
        self.position -= past;
        if let Err(stop) = self.context.check() {
            self.stopped.get_or_insert(stop);
            self.lexer.skip_rest();
        }
        self.read(BATCH);
    }

    fn kind(&self) -> Kind {
        self.token().kind
    }

    fn bump(&mut self) -> Token {
        let token = self.token();
        if token.kind != Kind::End {
            self.position += 1;
            if self.position + LOOK_AHEAD >= self.tokens.len() {
                self.refill();
            }
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

    fn expect(&mut self, kind: Kind, purpose: &str) -> Parsed<Token> {
        if self.kind() == kind {
            return Ok(self.bump());
        }
        let assigned = self.kind() == Kind::Colon && self.ahead(1).kind == Kind::Becomes;
        let error = self.expected(&format!("{} {purpose}", kind.shown()));
        if assigned && kind == Kind::Becomes {
            self.help("a name is defined by `=`, not by `:=`".to_owned());
        }
        Err(error)
    }

    fn upper(&mut self, purpose: &str) -> Parsed<Name> {
        let token = self.token();
        if token.kind == Kind::Lower {
            let text = self.ast.text(token.symbol()).to_owned();
            let fixed = capitalised(&text);
            let error = self.expected(&format!("{} {purpose}", Kind::Upper.shown()));
            self.help(format!("such names start with a capital: `{fixed}`"));
            return Err(error);
        }
        let token = self.expect(Kind::Upper, purpose)?;
        Ok(Name { symbol: token.symbol(), at: token.at })
    }

    /// Reports that something else should stand here.
    fn expected(&mut self, what: &str) -> Reported {
        let token = self.token();
        let found = match token.kind {
            Kind::Lower | Kind::Upper => format!("found `{}`", self.ast.text(token.symbol())),
            Kind::Int => format!("found `{}`", token.payload as i32),
            kind => format!("found {}", kind.shown()),
        };
        self.error(token.at, format!("expected {what}"), found)
    }

    /// Adds the likely fix to what was reported last.
    fn help(&mut self, help: String) {
        let last = self.diagnostics.last_mut().expect("just reported");
        last.help = Some(help);
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
}

fn capitalised(text: &str) -> String {
    let mut letters = text.trim_start_matches('_').chars();
    letters
        .next()
        .map_or_else(|| "X".to_owned(), |first| first.to_uppercase().chain(letters).collect())
}

//! `inline`: a sequence of statements with parameters, put in where it is called.
//!
//! As in SPIN, arguments replace parameters word by word, before parsing.

use super::super::ast::{Statement, StatementKind};
use super::super::token::{At, Kind, Symbol, Token};
use super::{Parsed, Parser};

/// How deep inlines may call one another.
const MAX_CALLS: usize = 50;

/// An `inline`.
#[derive(Debug, Clone)]
pub(super) struct Inline {
    parameters: Vec<Symbol>,
    /// Its words, without the braces.
    body: Vec<Token>,
    at: At,
}

impl Parser<'_> {
    pub(super) fn inline(&mut self) -> Parsed<()> {
        self.bump();
        let name = self.name("of an inline")?;
        self.expect(Kind::LeftRound, "before the parameters")?;
        let parameters = match self.kind() {
            Kind::RightRound => Vec::new(),
            _ => self.list(|parser| Ok(parser.name("of a parameter")?.symbol()))?,
        };
        self.expect(Kind::RightRound, "after the parameters")?;
        self.expect(Kind::LeftCurly, "before the statements")?;
        let start = self.position;
        self.skip_braces();
        let body = self.tokens[start..self.position.saturating_sub(1).max(start)].to_vec();
        self.inlines.insert(name.symbol(), Inline { parameters, body, at: name.at });
        Ok(())
    }

    /// Whether an inline is called here.
    pub(super) fn at_call(&self) -> bool {
        let token = self.token();
        token.kind == Kind::Name
            && self.inlines.contains_key(&token.symbol())
            && self.ahead(1).kind == Kind::LeftRound
    }

    pub(super) fn call(&mut self) -> Parsed<Statement> {
        let name = self.bump();
        let arguments = self.arguments()?;
        let at = self.since(name.at);
        let Some(inline) = self.inlines.get(&name.symbol()).cloned() else {
            return Err(self.expected("an inline"));
        };
        let expected = inline.parameters.len();
        if arguments.len() != expected && !(expected == 0 && arguments.iter().all(Vec::is_empty)) {
            let text = self.ast.text(name.symbol()).to_owned();
            let count = arguments.len();
            let message = format!("`{text}` has {expected} parameters and gets {count}");
            let reported = self.error(at, message, "");
            if let Some(last) = self.diagnostics.last_mut() {
                last.related.push((inline.at.span(), "declared here".to_owned()));
            }
            return Err(reported);
        }
        if self.calls.len() > MAX_CALLS {
            let message = format!("inlines call one another more than {MAX_CALLS} deep");
            let reported = self.error(at, message, "");
            self.give_up();
            return Err(reported);
        }
        let mut body = Vec::with_capacity(inline.body.len() + 1);
        for token in inline.body {
            let parameter = inline.parameters.iter().position(|&parameter| token.is(parameter));
            match parameter {
                Some(index) => body.extend(arguments.get(index).into_iter().flatten()),
                None => body.push(Token { at: placed_at(token.at, at), ..token }),
            }
        }
        let end = Token { kind: Kind::End, payload: 0, at, first: true, spaced: true };
        body.push(end);
        self.call_count += 1;
        self.calls.push(self.call_count);
        let outer = std::mem::replace(&mut self.tokens, body);
        let position = std::mem::replace(&mut self.position, 0);
        let statements = self.nested(Self::sequence);
        let all = self.kind() == Kind::End;
        if statements.is_ok() && !all {
            self.expected("a statement");
        }
        self.tokens = outer;
        self.position = position;
        self.calls.pop();
        Ok(Statement { labels: Vec::new(), kind: StatementKind::Block(statements?), at })
    }

    fn arguments(&mut self) -> Parsed<Vec<Vec<Token>>> {
        self.expect(Kind::LeftRound, "before the arguments")?;
        let mut arguments = vec![Vec::new()];
        let mut depth = 1;
        loop {
            let token = self.bump();
            match token.kind {
                Kind::LeftRound | Kind::LeftSquare | Kind::LeftCurly => depth += 1,
                Kind::RightRound | Kind::RightSquare | Kind::RightCurly => depth -= 1,
                Kind::Comma if depth == 1 => {
                    arguments.push(Vec::new());
                    continue;
                }
                Kind::End => return Err(self.expected("`)` after the arguments")),
                _ => {}
            }
            if depth == 0 {
                return Ok(arguments);
            }
            if let Some(last) = arguments.last_mut() {
                last.push(token);
            }
        }
    }
}

/// A word of an inline in the main text keeps its own place, where it was written; one of an
/// included file stands where the inline is called.
fn placed_at(word: At, call: At) -> At {
    match word.file == 0 {
        true => word,
        false => At { start: call.start, end: call.end, ..word },
    }
}

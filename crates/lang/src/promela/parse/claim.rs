//! Claims: `ltl` formulas and `never` claims.
//!
//! What is in a claim that Surmise does not have costs the claim and not the text: it is said, and
//! the claim stays unchecked.

use std::ops::Range;

use surmise_model::formula::Formula;
use surmise_model::{Diagnostic, PropositionId, Severity};

use super::super::ast::{Claim, ClaimKind, Expression, Kept, Process};
use super::super::token::{At, Kind, Token, word};
use super::{Parsed, Parser, process};
use crate::formula::{Binary, Unary, Word, WordKind, parse_words, spin_word};

impl Parser<'_> {
    /// `ltl name { … }`.
    pub(super) fn ltl(&mut self) -> Parsed<()> {
        let (token, name) = self.claim_header();
        let words = self.claim_words()?;
        self.keep("ltl", name, &words, token.at);
        let before = self.diagnostics.len();
        let at = token.at.to(words.last().map_or(token.at, |word| word.at));
        let formula = self.formula(&words);
        self.claim("ltl", name, token.at, before, |_| {
            formula.ok().map(|(formula, propositions)| ClaimKind::Ltl { formula, propositions, at })
        });
        Ok(())
    }

    /// `never name { … }`.
    pub(super) fn never(&mut self) -> Parsed<()> {
        let (token, name) = self.claim_header();
        let first = self.position;
        let words = self.claim_words()?;
        self.keep("never", name, &words, token.at);
        let end = self.position;
        let before = self.diagnostics.len();
        self.position = first;
        let open = self.token().at;
        let body = self.body();
        self.position = end;
        self.claim("never", name, token.at, before, |_| {
            body.ok().map(|(body, end)| {
                ClaimKind::Never(Box::new(Process {
                    name: word::NEVER,
                    at: token.at,
                    active: None,
                    is_active: false,
                    parameters: Vec::new(),
                    body,
                    open,
                    end,
                }))
            })
        });
        Ok(())
    }

    /// A formula that is given beside the text.
    pub(super) fn given_formula(&mut self, mut words: Vec<Token>, text: &str) {
        let end = words.pop();
        let Some(at) = words.first().or(end.as_ref()).map(|word| word.at) else { return };
        self.tokens = words.iter().copied().chain(end).collect();
        self.position = 0;
        let Ok((formula, propositions)) = self.formula(&words) else { return };
        let kind = ClaimKind::Ltl { formula, propositions, at };
        self.ast.claims.push(Claim { name: text.trim().to_owned(), given: true, at, kind });
    }

    fn claim_header(&mut self) -> (Token, Option<Token>) {
        let token = self.bump();
        let name = (self.kind() == Kind::Name).then(|| self.bump());
        (token, name)
    }

    /// The words in braces.
    fn claim_words(&mut self) -> Parsed<Vec<Token>> {
        self.expect(Kind::LeftCurly, "")?;
        let first = self.position;
        self.skip_braces();
        let words = &self.tokens[first..self.position];
        let closed = words.last().is_some_and(|word| word.kind == Kind::RightCurly);
        Ok(words[..words.len() - usize::from(closed)].to_vec())
    }

    fn keep(&mut self, kind: &'static str, name: Option<Token>, words: &[Token], at: At) {
        let remote = process::remote(words);
        let name = name.map(Token::symbol);
        self.ast.kept.push(Kept { kind, name, remote, at });
    }

    /// Adds a claim, unless something in it is not supported: then that is a warning.
    fn claim(
        &mut self,
        word: &str,
        name: Option<Token>,
        at: At,
        before: usize,
        kind: impl FnOnce(&Self) -> Option<ClaimKind>,
    ) {
        let name = match name {
            Some(name) => self.ast.text(name.symbol()).to_owned(),
            None => {
                let alike = self.ast.kept.iter().filter(|kept| kept.kind == word);
                let unnamed = alike.filter(|kept| kept.name.is_none()).count();
                format!("{word}_{}", unnamed.saturating_sub(1))
            }
        };
        let unsupported = |diagnostic: &Diagnostic| diagnostic.message.contains("not supported: ");
        let said = &mut self.diagnostics[before..];
        if !said.is_empty() && said.iter().all(unsupported) {
            for diagnostic in said {
                diagnostic.severity = Severity::Warning;
                diagnostic.help = Some(format!("{name} is not checked"));
            }
            return;
        }
        if let Some(kind) = kind(self) {
            self.ast.claims.push(Claim { name, given: false, at, kind });
        }
    }

    /// A formula, and the expressions that it is made of.
    fn formula(&mut self, tokens: &[Token]) -> Parsed<(Formula, Vec<(String, Expression)>)> {
        let (words, places) = self.formula_words(tokens);
        let end = self.tokens[self.position.min(self.tokens.len() - 1)].at;
        let mut found: Vec<(String, Range<usize>)> = Vec::new();
        let parsed = parse_words(&words, end.span(), &mut |formulas, range| {
            let range = places[range.start].start..places[range.end - 1].end;
            let text = self.shown(&tokens[range.clone()]);
            let known = found.iter().position(|(known, _)| *known == text);
            let number = known.unwrap_or_else(|| {
                found.push((text, range));
                found.len() - 1
            });
            Ok(formulas.proposition(PropositionId::of(number)))
        });
        let formula = match parsed {
            Ok(formula) => formula,
            Err(mut wrong) => {
                for diagnostic in &mut wrong {
                    let at = tokens.first().map_or(end, |token| token.at);
                    let message = std::mem::take(&mut diagnostic.message);
                    diagnostic.message = super::placed(&self.ast, at, message);
                }
                self.diagnostics.append(&mut wrong);
                return Err(super::Reported);
            }
        };
        // Each expression is a text of its own.
        let end = Token { kind: Kind::End, payload: 0, at: end, first: false, spaced: true };
        let whole = std::mem::take(&mut self.tokens);
        let position = std::mem::take(&mut self.position);
        let mut propositions = Vec::new();
        let mut all = Ok(());
        for (text, range) in found {
            self.tokens = tokens[range].iter().copied().chain([end]).collect();
            self.position = 0;
            match self.expression() {
                Ok(_) if self.kind() != Kind::End => {
                    all = Err(self.expected("an operator, or the end of the proposition"));
                }
                Ok(expression) => propositions.push((text, expression)),
                Err(reported) => all = Err(reported),
            }
        }
        (self.tokens, self.position) = (whole, position);
        all.map(|()| (formula, propositions))
    }

    /// Tokens as the words of a formula, and which tokens each is made of.
    fn formula_words(&self, tokens: &[Token]) -> (Vec<Word>, Vec<Range<usize>>) {
        let (mut words, mut places) = (Vec::new(), Vec::new());
        let mut here = 0;
        while let Some(token) = tokens.get(here) {
            let after = tokens.get(here + 1).map(|token| token.kind);
            let (kind, length) = match (token.kind, after) {
                (Kind::LeftSquare, Some(Kind::RightSquare)) => (WordKind::Unary(Unary::Always), 2),
                (Kind::Less, Some(Kind::Greater)) => (WordKind::Unary(Unary::Eventually), 2),
                (Kind::Less, Some(Kind::Arrow)) => (WordKind::Binary(Binary::Equivalent), 2),
                (Kind::Name, _) => {
                    let text = self.ast.text(token.symbol());
                    (spin_word(text).unwrap_or(WordKind::Name), 1)
                }
                (Kind::Number | Kind::Text, _) => (WordKind::Name, 1),
                (Kind::Arrow, _) => (WordKind::Binary(Binary::Implies), 1),
                (Kind::AndAnd, _) => (WordKind::Binary(Binary::And), 1),
                (Kind::BarBar, _) => (WordKind::Binary(Binary::Or), 1),
                (Kind::Not, _) => (WordKind::Unary(Unary::Not), 1),
                (Kind::NotNot, _) => {
                    let not = Word { kind: WordKind::Unary(Unary::Not), span: token.at.span() };
                    words.push(not);
                    places.push(here..here + 1);
                    (WordKind::Unary(Unary::Not), 1)
                }
                (Kind::LeftRound, _) => (WordKind::Open, 1),
                (Kind::RightRound, _) => (WordKind::Close, 1),
                (Kind::LeftSquare | Kind::LeftCurly, _) => (WordKind::OpenInner, 1),
                (Kind::RightSquare | Kind::RightCurly, _) => (WordKind::CloseInner, 1),
                // What separates statements ends a formula.
                (Kind::Semicolon, None) => break,
                _ => (WordKind::Joint, 1),
            };
            words.push(Word { kind, span: token.at.span() });
            places.push(here..here + length);
            here += length;
        }
        (words, places)
    }

    /// Words as a reader would write them.
    fn shown(&self, tokens: &[Token]) -> String {
        let mut text = String::new();
        for token in tokens {
            let word = match token.kind {
                Kind::Name | Kind::Text => self.ast.text(token.symbol()).to_owned(),
                Kind::Number => token.payload.cast_signed().to_string(),
                kind => kind.shown().trim_matches('`').to_owned(),
            };
            let is_between = matches!(
                token.kind,
                Kind::Equal
                    | Kind::NotEqual
                    | Kind::Less
                    | Kind::LessEqual
                    | Kind::Greater
                    | Kind::GreaterEqual
                    | Kind::AndAnd
                    | Kind::BarBar
                    | Kind::Plus
                    | Kind::Star
                    | Kind::Percent
            );
            match is_between {
                true => text.push_str(&format!(" {word} ")),
                false => text.push_str(&word),
            }
        }
        text
    }
}

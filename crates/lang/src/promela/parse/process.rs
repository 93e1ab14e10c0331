//! What stands outside of processes: declarations, process types, claims.

use super::super::ast::{Declaration, Kept, Process};
use super::super::token::{At, Kind, Symbol, Token, word};
use super::{Parsed, Parser};

impl Parser<'_> {
    /// A whole text.
    pub(super) fn text(&mut self) {
        while self.kind() != Kind::End && self.stop.is_none() {
            if self.eat(Kind::Semicolon) {
                continue;
            }
            let before = self.position;
            if self.item().is_err() {
                self.recover(before);
            }
        }
    }

    /// A predicate of states, given beside the text.
    pub(super) fn predicate(&mut self, words: Vec<Token>, text: &str) {
        (self.tokens, self.position) = (words, 0);
        let Ok(predicate) = self.expression() else { return };
        if self.kind() != Kind::End {
            self.expected("an operator, or the end");
            return;
        }
        self.ast.predicates.push((text.trim().to_owned(), predicate));
    }

    /// Goes on at the next declaration that stands at the start of a line.
    fn recover(&mut self, before: usize) {
        if self.position == before {
            self.bump();
        }
        while self.kind() != Kind::End {
            let token = self.token();
            let starts = token.kind == Kind::Name
                && matches!(
                    token.symbol(),
                    word::ACTIVE
                        | word::PROCTYPE
                        | word::D_PROCTYPE
                        | word::INIT
                        | word::INLINE
                        | word::TYPEDEF
                        | word::LTL
                        | word::NEVER
                );
            // Declarations stand in processes, too; there they follow a brace.
            let declares = token.first && self.at_declaration() && self.outside();
            if starts || declares {
                break;
            }
            self.bump();
        }
    }

    /// Whether the word before closes something or ends a declaration at the start of a line.
    fn outside(&self) -> bool {
        self.position
            .checked_sub(1)
            .is_none_or(|before| self.tokens[before].kind == Kind::RightCurly)
    }

    fn item(&mut self) -> Parsed<()> {
        let token = self.token();
        if token.kind != Kind::Name {
            return Err(self.expected("a declaration"));
        }
        match token.symbol() {
            word::ACTIVE | word::PROCTYPE | word::D_PROCTYPE => self.process(),
            word::INIT => self.init(),
            word::INLINE => self.inline(),
            word::TYPEDEF => self.typedef(),
            word::LTL => self.ltl(),
            word::NEVER => self.never(),
            word::TRACE => self.kept("trace"),
            word::NOTRACE => self.kept("notrace"),
            word::C_CODE | word::C_DECL | word::C_EXPR | word::C_STATE | word::C_TRACK => {
                Err(self.embedded())
            }
            word::MTYPE if self.mtype()? => Ok(()),
            _ if self.at_declaration() => {
                let variables = self.variables()?;
                self.ast.globals.extend(variables);
                let ends = self.eat(Kind::Semicolon) || self.eat(Kind::Comma);
                if !ends && self.kind() != Kind::End && !self.token().first {
                    return Err(self.expected("`;` after the declaration"));
                }
                Ok(())
            }
            _ => {
                let reported = self.expected("a declaration");
                let text = self.ast.text(token.symbol());
                let known = ["proctype", "active", "init", "inline", "typedef", "mtype", "chan"];
                if let Some(meant) = crate::suggest::closest(text, known.into_iter()) {
                    let help = format!("did you mean `{meant}`?");
                    self.help(help);
                }
                Err(reported)
            }
        }
    }

    /// Embedded C is skipped, with one message.
    pub(super) fn embedded(&mut self) -> super::Reported {
        let token = self.bump();
        let reported = self.unsupported(token.at, "embedded C", "its effect cannot be known");
        while !matches!(self.kind(), Kind::LeftCurly | Kind::Semicolon | Kind::End) {
            self.bump();
        }
        if self.eat(Kind::LeftCurly) {
            self.skip_braces();
        }
        reported
    }

    /// `trace { … }` and the like.
    fn kept(&mut self, kind: &'static str) -> Parsed<()> {
        let token = self.bump();
        let name = match self.kind() {
            Kind::Name => Some(self.bump().symbol()),
            _ => None,
        };
        self.expect(Kind::LeftCurly, "")?;
        let first = self.position;
        self.skip_braces();
        let remote = remote(&self.tokens[first..self.position]);
        self.ast.kept.push(Kept { kind, name, remote, at: token.at });
        Ok(())
    }

    fn process(&mut self) -> Parsed<()> {
        let is_active = self.eat_word(word::ACTIVE);
        let active = match is_active && self.eat(Kind::LeftSquare) {
            true => {
                let count = self.expression()?;
                self.expect(Kind::RightSquare, "after the number of processes")?;
                Some(count)
            }
            false => None,
        };
        if !self.eat_word(word::PROCTYPE) && !self.eat_word(word::D_PROCTYPE) {
            return Err(self.expected("`proctype`"));
        }
        let name = self.name("of a process type")?;
        self.expect(Kind::LeftRound, "before the parameters")?;
        let parameters = self.parameters()?;
        self.expect(Kind::RightRound, "after the parameters")?;
        self.restrictions()?;
        let open = self.token().at;
        let (body, end) = self.body()?;
        self.ast.processes.push(Process {
            name: name.symbol(),
            at: name.at,
            active,
            is_active,
            parameters,
            body,
            open,
            end,
        });
        Ok(())
    }

    fn init(&mut self) -> Parsed<()> {
        let token = self.bump();
        self.restrictions()?;
        let open = self.token().at;
        let (body, end) = self.body()?;
        self.ast.processes.push(Process {
            name: word::INIT_NAME,
            at: token.at,
            active: None,
            is_active: true,
            parameters: Vec::new(),
            body,
            open,
            end,
        });
        Ok(())
    }

    fn parameters(&mut self) -> Parsed<Vec<Declaration>> {
        let mut parameters: Vec<Declaration> = Vec::new();
        while self.kind() != Kind::RightRound {
            // `byte a, b; chan c`, or `byte a, chan c`.
            if self.at_declaration() || parameters.is_empty() {
                parameters.extend(self.variables()?);
            }
            if !self.eat(Kind::Semicolon) && !self.eat(Kind::Comma) {
                break;
            }
        }
        Ok(parameters)
    }

    /// `priority` and `provided`.
    fn restrictions(&mut self) -> Parsed<()> {
        loop {
            let at = self.token().at;
            if self.eat_word(word::PRIORITY) {
                self.bump();
                let why = "processes of different priority do not simply run side by side";
                self.unsupported(at, "priorities", why);
            } else if self.eat_word(word::PROVIDED) {
                self.expect(Kind::LeftRound, "after `provided`")?;
                self.expression()?;
                self.expect(Kind::RightRound, "after the condition")?;
                let why = "a condition on all steps of a process is a law of the scheduler";
                self.unsupported(at, "`provided`", why);
            } else {
                return Ok(());
            }
        }
    }

    pub(super) fn body(&mut self) -> Parsed<(Vec<super::super::ast::Statement>, At)> {
        self.expect(Kind::LeftCurly, "before the statements")?;
        self.calls = vec![0];
        let body = self.sequence()?;
        let end = self.token().at;
        self.expect(Kind::RightCurly, "after the last statement")?;
        Ok((body, end))
    }
}

/// The processes whose labels or variables some words look at: `P@here`, `P[1]:x`.
pub(super) fn remote(words: &[Token]) -> Vec<Symbol> {
    let mut found = Vec::new();
    for (place, word) in words.iter().enumerate() {
        if !matches!(word.kind, Kind::At | Kind::Colon) {
            continue;
        }
        let mut before = words[..place].iter().rev().peekable();
        if before.next_if(|word| word.kind == Kind::RightSquare).is_some() {
            before.find(|word| word.kind == Kind::LeftSquare);
        }
        found.extend(before.next().filter(|word| word.kind == Kind::Name).map(|w| w.symbol()));
    }
    found
}

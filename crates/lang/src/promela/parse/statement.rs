//! Statements.

use super::super::ast::{
    Binary, Expression, ExpressionKind, Label, Reference, Statement, StatementKind,
};
use super::super::token::{At, Kind, word};
use super::expression::made;
use super::{MAX_STATEMENTS, Parsed, Parser};

impl Parser<'_> {
    /// Statements up to a closing word.
    pub(super) fn sequence(&mut self) -> Parsed<Vec<Statement>> {
        let mut statements = Vec::new();
        loop {
            while self.eat(Kind::Semicolon) || self.eat(Kind::Arrow) {}
            if self.closes() {
                return Ok(statements);
            }
            let before = self.position;
            match self.nested(Self::step) {
                Ok(Some(statement)) => {
                    statements.push(statement);
                    self.separator();
                }
                Ok(None) => {}
                Err(_) => self.skip_statement(before),
            }
        }
    }

    fn closes(&self) -> bool {
        let token = self.token();
        matches!(token.kind, Kind::RightCurly | Kind::Colons | Kind::End)
            || token.is(word::FI)
            || token.is(word::OD)
    }

    /// After a statement stands `;` or `->`; at the end of a line or of a sequence, after `else`, a
    /// brace, `fi` or `od` it may be left out, as in SPIN.
    fn separator(&mut self) {
        if matches!(self.kind(), Kind::Semicolon | Kind::Arrow) || self.closes() {
            return;
        }
        let last = self.tokens[self.position.saturating_sub(1)];
        let ends = last.kind == Kind::RightCurly || self.token().first;
        if ends || last.is(word::FI) || last.is(word::OD) || last.is(word::ELSE) {
            return;
        }
        self.expected("`;` or `->` after the statement");
        self.skip_statement(self.position);
    }

    /// Goes on after the next separator on this level.
    fn skip_statement(&mut self, before: usize) {
        if self.position == before && !self.closes() {
            self.bump();
        }
        let mut depth = 0_u32;
        while self.kind() != Kind::End {
            let token = self.token();
            match token.kind {
                Kind::Semicolon | Kind::Arrow if depth == 0 => return,
                Kind::LeftCurly => depth += 1,
                Kind::RightCurly if depth > 0 => depth -= 1,
                _ if token.is(word::IF) || token.is(word::DO) => depth += 1,
                _ if depth > 0 && (token.is(word::FI) || token.is(word::OD)) => depth -= 1,
                _ if depth == 0 && self.closes() => return,
                _ => {}
            }
            self.bump();
        }
    }

    /// A statement, possibly with `unless` behind it.
    fn step(&mut self) -> Parsed<Option<Statement>> {
        self.statements += 1;
        if self.statements.is_multiple_of(1024)
            && let Err(stop) = self.context.check()
        {
            self.stop = Some(stop);
            self.give_up();
            return Ok(None);
        }
        if self.statements > MAX_STATEMENTS {
            let message = format!("the text has more than {MAX_STATEMENTS} statements");
            let at = self.token().at;
            let reported = self.error(at, message, "");
            self.give_up();
            return Err(reported);
        }
        if self.is(word::XR) || self.is(word::XS) {
            // Assertions about who uses a channel: they change nothing.
            self.bump();
            self.list(Self::reference)?;
            return Ok(None);
        }
        let main = self.labelled()?;
        if !self.eat_word(word::UNLESS) {
            return Ok(Some(main));
        }
        let escape = self.labelled()?;
        let at = main.at.to(escape.at);
        // A label in front stands for the whole.
        let Statement { labels, kind, at: place } = main;
        let main = Statement { labels: Vec::new(), kind, at: place };
        let kind = StatementKind::Unless(unwrapped(main), unwrapped(escape));
        Ok(Some(Statement { labels, kind, at }))
    }

    fn labelled(&mut self) -> Parsed<Statement> {
        let mut labels = Vec::new();
        loop {
            let token = self.token();
            let label = token.kind == Kind::Name
                && self.ahead(1).kind == Kind::Colon
                && !self.processes.contains(&token.symbol())
                && !super::is_reserved(token.symbol());
            if !label {
                break;
            }
            self.bump();
            self.bump();
            labels.push((self.label(token.symbol()), token.at));
        }
        let start = self.token().at;
        // A label in front of nothing stands in front of a `skip`.
        if !labels.is_empty() && (self.closes() || self.kind() == Kind::Semicolon) {
            let kind = StatementKind::Condition(made(ExpressionKind::Number(1), start));
            return Ok(Statement { labels, kind, at: start });
        }
        let mut statement = self.statement(start)?;
        labels.append(&mut statement.labels);
        Ok(Statement { labels, ..statement })
    }

    fn label(&self, name: super::Symbol) -> Label {
        Label { name, call: self.calls.last().copied().unwrap_or(0) }
    }

    fn statement(&mut self, start: At) -> Parsed<Statement> {
        if self.at_call() {
            return self.call();
        }
        let kind = self.statement_kind()?;
        Ok(Statement { labels: Vec::new(), kind, at: self.since(start) })
    }

    fn statement_kind(&mut self) -> Parsed<StatementKind> {
        let token = self.token();
        if token.kind == Kind::LeftCurly {
            return Ok(StatementKind::Block(self.block()?));
        }
        if token.kind != Kind::Name {
            return Ok(StatementKind::Condition(self.expression()?));
        }
        match token.symbol() {
            word::IF => Ok(StatementKind::If(self.options(word::FI)?)),
            word::DO => Ok(StatementKind::Do(self.options(word::OD)?)),
            word::ATOMIC => {
                self.bump();
                Ok(StatementKind::Atomic(self.block()?))
            }
            word::D_STEP => {
                self.bump();
                Ok(StatementKind::Deterministic(self.block()?))
            }
            word::FOR => self.for_loop(),
            word::SELECT => self.select(),
            word::GOTO => {
                self.bump();
                let name = self.name("of a label")?.symbol();
                Ok(StatementKind::Goto(self.label(name)))
            }
            word::BREAK => {
                self.bump();
                Ok(StatementKind::Break)
            }
            word::ELSE => {
                self.bump();
                Ok(StatementKind::Else)
            }
            word::ASSERT => {
                self.bump();
                Ok(StatementKind::Assert(self.expression()?))
            }
            word::PRINTF | word::PRINTM => self.print(),
            word::C_CODE | word::C_EXPR | word::C_DECL => Err(self.embedded()),
            word::RETURN | word::SET_PRIORITY => {
                let what = format!("`{}`", self.ast.text(token.symbol()));
                Err(self.unsupported(token.at, &what, "it is not part of the safety language"))
            }
            _ if self.at_declaration() => Ok(StatementKind::Declare(self.variables()?)),
            _ => self.named_statement(),
        }
    }

    fn block(&mut self) -> Parsed<Vec<Statement>> {
        let open = self.expect(Kind::LeftCurly, "before the statements")?;
        let statements = self.nested(Self::sequence)?;
        if self.kind() != Kind::RightCurly {
            let reported = self.expected("`}`");
            if let Some(last) = self.diagnostics.last_mut() {
                last.related.push((open.at.span(), "opened here".to_owned()));
            }
            return Err(reported);
        }
        self.bump();
        Ok(statements)
    }

    /// `if :: … fi` and `do :: … od`.
    fn options(&mut self, close: super::Symbol) -> Parsed<Vec<Vec<Statement>>> {
        let open = self.bump();
        let mut options = Vec::new();
        while self.eat(Kind::Colons) {
            options.push(self.nested(Self::sequence)?);
        }
        if options.is_empty() {
            return Err(self.expected("`::` and an option"));
        }
        if !self.is(close) {
            let what = format!("`::` or `{}`", self.ast.text(close));
            let reported = self.expected(&what);
            if let Some(last) = self.diagnostics.last_mut() {
                last.related.push((open.at.span(), "opened here".to_owned()));
            }
            return Err(reported);
        }
        self.bump();
        Ok(options)
    }

    fn for_loop(&mut self) -> Parsed<StatementKind> {
        let start = self.bump().at;
        self.expect(Kind::LeftRound, "after `for`")?;
        let variable = self.reference()?;
        if self.eat_word(word::IN) {
            let of = self.reference()?;
            self.expect(Kind::RightRound, "after the array or channel")?;
            let header = self.since(start);
            return Ok(StatementKind::ForIn { header, variable, of, body: self.block()? });
        }
        let (from, to) = self.range()?;
        let header = self.since(start);
        Ok(StatementKind::For { header, variable, from, to, body: self.block()? })
    }

    fn select(&mut self) -> Parsed<StatementKind> {
        self.bump();
        self.expect(Kind::LeftRound, "after `select`")?;
        let variable = self.reference()?;
        let (from, to) = self.range()?;
        Ok(StatementKind::Select { variable, from, to })
    }

    fn range(&mut self) -> Parsed<(Expression, Expression)> {
        self.expect(Kind::Colon, "before the range")?;
        let from = self.expression()?;
        self.expect(Kind::Dots, "between the ends of the range")?;
        let to = self.expression()?;
        self.expect(Kind::RightRound, "after the range")?;
        Ok((from, to))
    }

    fn print(&mut self) -> Parsed<StatementKind> {
        self.bump();
        self.expect(Kind::LeftRound, "before what is printed")?;
        let mut values = Vec::new();
        loop {
            if !self.eat(Kind::Text) && self.kind() != Kind::RightRound {
                values.push(self.expression()?);
            }
            if !self.eat(Kind::Comma) && self.kind() != Kind::Text {
                break;
            }
        }
        self.expect(Kind::RightRound, "after what is printed")?;
        Ok(StatementKind::Print(values))
    }

    /// An assignment, a send, a receive, or a condition that begins with a variable.
    fn named_statement(&mut self) -> Parsed<StatementKind> {
        let begin = self.position;
        let token = self.token();
        if super::is_reserved(token.symbol()) && !token.is(word::UNDERSCORE)
            || self.processes.contains(&token.symbol())
        {
            return Ok(StatementKind::Condition(self.expression()?));
        }
        let target = self.reference()?;
        match self.kind() {
            Kind::Becomes => {
                self.bump();
                Ok(StatementKind::Assign(target, self.expression()?))
            }
            Kind::PlusPlus => Ok(self.step_by_one(target, Binary::Add)),
            Kind::MinusMinus => Ok(self.step_by_one(target, Binary::Subtract)),
            Kind::Not | Kind::NotNot => {
                let sorted = self.bump().kind == Kind::NotNot;
                let values = self.message()?;
                Ok(StatementKind::Send { channel: target, sorted, values })
            }
            Kind::Question | Kind::Questions if self.ahead(1).kind != Kind::LeftSquare => {
                let random = self.bump().kind == Kind::Questions;
                let keep = self.eat(Kind::Less);
                let patterns = self.patterns()?;
                if keep {
                    self.expect(Kind::Greater, "after the fields")?;
                }
                Ok(StatementKind::Receive { channel: target, random, keep, patterns })
            }
            Kind::LeftRound if target.parts.len() == 1 => {
                let text = self.ast.text(token.symbol()).to_owned();
                let known = self.inlines.keys().map(|&name| self.ast.text(name));
                let meant = crate::suggest::closest(&text, known).map(str::to_owned);
                let reported = self.error(token.at, format!("there is no inline `{text}`"), "");
                if let Some(meant) = meant {
                    self.help(format!("did you mean `{meant}`?"));
                }
                Err(reported)
            }
            _ => {
                self.position = begin;
                Ok(StatementKind::Condition(self.expression()?))
            }
        }
    }

    fn step_by_one(&mut self, target: Reference, operator: Binary) -> StatementKind {
        let at = self.bump().at;
        let old = made(ExpressionKind::Variable(target.clone()), target.at);
        let one = made(ExpressionKind::Number(1), at);
        StatementKind::Assign(target, made(ExpressionKind::Binary(operator, old, one), at))
    }

    /// `a, b` or `a(b, c)`.
    fn message(&mut self) -> Parsed<Vec<Expression>> {
        let header = self.kind() == Kind::Name
            && self.ahead(1).kind == Kind::LeftRound
            && !super::is_reserved(self.token().symbol());
        if !header {
            return self.list(Self::expression);
        }
        let name = self.reference()?;
        let at = name.at;
        self.bump();
        let mut values = vec![made(ExpressionKind::Variable(name), at)];
        values.extend(self.list(Self::expression)?);
        self.expect(Kind::RightRound, "after the fields")?;
        Ok(values)
    }
}

/// What stands in plain braces, without them.
fn unwrapped(statement: Statement) -> Vec<Statement> {
    match statement.kind {
        StatementKind::Block(statements) if statement.labels.is_empty() => statements,
        kind => vec![Statement { kind, ..statement }],
    }
}

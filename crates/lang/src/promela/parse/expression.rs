//! Expressions, with the precedence of C, and references to variables.

use super::super::ast::{
    Binary, ChannelTest, Expression, ExpressionKind, Pattern, Reference, Unary,
};
use super::super::token::{At, Kind, Symbol, Token, word};
use super::{Parsed, Parser, Reported};

/// How many operators may follow one another: the tree gets as deep.
const MAX_OPERATORS: usize = 500;

impl Parser<'_> {
    pub(super) fn expression(&mut self) -> Parsed<Expression> {
        self.nested(|parser| parser.binary(0))
    }

    fn binary(&mut self, least: u32) -> Parsed<Expression> {
        let mut left = self.unary()?;
        let mut operators = 0;
        while let Some((strength, operator)) = operator(self.kind()) {
            if strength <= least {
                break;
            }
            operators += 1;
            if operators > MAX_OPERATORS {
                let message = format!("an expression has more than {MAX_OPERATORS} operators");
                let at = self.token().at;
                let reported = self.error(at, message, "here");
                self.give_up();
                return Err(reported);
            }
            self.bump();
            let right = self.nested(|parser| parser.binary(strength))?;
            let at = left.at.to(right.at);
            left = made(ExpressionKind::Binary(operator, left, right), at);
        }
        Ok(left)
    }

    fn unary(&mut self) -> Parsed<Expression> {
        let token = self.token();
        let operators: &[Unary] = match token.kind {
            Kind::Not => &[Unary::Not],
            Kind::NotNot => &[Unary::Not, Unary::Not],
            Kind::Minus => &[Unary::Minus],
            Kind::MinusMinus => &[Unary::Minus, Unary::Minus],
            Kind::Tilde => &[Unary::Complement],
            _ => return self.primary(),
        };
        self.bump();
        let mut value = self.nested(Self::unary)?;
        let at = token.at.to(value.at);
        for &operator in operators {
            value = made(ExpressionKind::Unary(operator, value), at);
        }
        Ok(value)
    }

    fn primary(&mut self) -> Parsed<Expression> {
        let token = self.token();
        match token.kind {
            Kind::Number => {
                self.bump();
                Ok(made(ExpressionKind::Number(token.payload as i32), token.at))
            }
            Kind::LeftRound => self.brackets(),
            Kind::Name => self.word(token.symbol(), token.at),
            _ => Err(self.expected("an expression")),
        }
    }

    /// `(e)` or `(c -> a : b)`.
    fn brackets(&mut self) -> Parsed<Expression> {
        let open = self.bump();
        let mut value = self.expression()?;
        if self.eat(Kind::Arrow) {
            let yes = self.expression()?;
            self.expect(Kind::Colon, "between the two values of a conditional expression")?;
            let no = self.expression()?;
            value = made(ExpressionKind::Conditional(value, yes, no), open.at);
        }
        if self.kind() != Kind::RightRound {
            let reported = self.expected("`)`");
            if let Some(last) = self.diagnostics.last_mut() {
                last.related.push((open.at.span(), "opened here".to_owned()));
            }
            return Err(reported);
        }
        self.bump();
        Ok(Expression { at: self.since(open.at), ..value })
    }

    fn word(&mut self, symbol: Symbol, at: At) -> Parsed<Expression> {
        let simple = match symbol {
            word::TRUE | word::SKIP => Some(ExpressionKind::Number(1)),
            word::FALSE => Some(ExpressionKind::Number(0)),
            word::TIMEOUT => Some(ExpressionKind::Timeout),
            word::NR_PR => Some(ExpressionKind::Running),
            word::PID => Some(ExpressionKind::OwnNumber),
            word::NP => Some(ExpressionKind::NonProgress),
            _ => None,
        };
        if let Some(kind) = simple {
            self.bump();
            return Ok(made(kind, at));
        }
        match symbol {
            word::LEN => self.channel_test(ChannelTest::Len),
            word::EMPTY => self.channel_test(ChannelTest::Empty),
            word::NEMPTY => self.channel_test(ChannelTest::NotEmpty),
            word::FULL => self.channel_test(ChannelTest::Full),
            word::NFULL => self.channel_test(ChannelTest::NotFull),
            word::RUN => self.run(),
            word::EVAL => {
                self.bump();
                self.primary()
            }
            word::C_EXPR | word::C_CODE => Err(self.embedded()),
            word::ENABLED | word::PC_VALUE | word::LAST => {
                let what = format!("`{}`", self.ast.text(symbol));
                let why = "it speaks about the search, not about the program";
                Err(self.unsupported(at, &what, why))
            }
            word::GET_PRIORITY | word::SET_PRIORITY | word::PRIORITY_VARIABLE => {
                let why = "processes of different priority do not simply run side by side";
                Err(self.unsupported(at, "priorities", why))
            }
            _ => self.named(),
        }
    }

    fn channel_test(&mut self, test: ChannelTest) -> Parsed<Expression> {
        let start = self.bump();
        self.expect(Kind::LeftRound, "before the channel")?;
        let channel = self.reference()?;
        self.expect(Kind::RightRound, "after the channel")?;
        Ok(made(ExpressionKind::Channel(test, channel), self.since(start.at)))
    }

    fn run(&mut self) -> Parsed<Expression> {
        let start = self.bump();
        let process = self.name("of a process type")?;
        self.expect(Kind::LeftRound, "before the arguments")?;
        let arguments = match self.kind() {
            Kind::RightRound => Vec::new(),
            _ => self.list(Self::expression)?,
        };
        self.expect(Kind::RightRound, "after the arguments")?;
        let at = self.since(start.at);
        if self.is(word::PRIORITY) {
            let at = self.bump().at;
            self.bump();
            let why = "processes of different priority do not simply run side by side";
            self.unsupported(at, "priorities", why);
        }
        Ok(made(ExpressionKind::Run { process: process.symbol(), arguments }, at))
    }

    /// A variable, a poll of a channel, or a look into another process.
    fn named(&mut self) -> Parsed<Expression> {
        let start = self.token();
        if self.processes.contains(&start.symbol()) {
            return self.remote();
        }
        let channel = self.reference()?;
        if self.kind() == Kind::At {
            return Err(self.unknown_process(start));
        }
        let poll = matches!(self.kind(), Kind::Question | Kind::Questions)
            && self.ahead(1).kind == Kind::LeftSquare;
        if !poll {
            let at = channel.at;
            return Ok(made(ExpressionKind::Variable(channel), at));
        }
        let random = self.bump().kind == Kind::Questions;
        self.bump();
        let patterns = self.patterns()?;
        self.expect(Kind::RightSquare, "after the fields")?;
        Ok(made(ExpressionKind::Poll { channel, random, patterns }, self.since(start.at)))
    }

    /// Something is at a label that is no process.
    fn unknown_process(&mut self, name: Token) -> Reported {
        let text = self.ast.text(name.symbol()).to_owned();
        let known = self.processes.iter().map(|&process| self.ast.text(process));
        let meant = crate::suggest::closest(&text, known).map(str::to_owned);
        let reported =
            self.error(name.at, format!("there is no process type `{text}`"), "this is no process");
        if let Some(meant) = meant {
            self.help(format!("did you mean `{meant}`?"));
        }
        reported
    }

    /// `process[number]@label` or `process[number]:variable`.
    fn remote(&mut self) -> Parsed<Expression> {
        let process = self.bump();
        let number = match self.eat(Kind::LeftSquare) {
            true => {
                let number = self.expression()?;
                self.expect(Kind::RightSquare, "after the process number")?;
                Some(number)
            }
            false => None,
        };
        if self.eat(Kind::At) {
            let label = self.name("of a label")?.symbol();
            let kind = ExpressionKind::At { process: process.symbol(), number, label };
            return Ok(made(kind, self.since(process.at)));
        }
        if self.eat(Kind::Colon) {
            let variable = self.reference()?;
            let kind = ExpressionKind::Peek { process: process.symbol(), number, variable };
            return Ok(made(kind, self.since(process.at)));
        }
        let reported = self.expected("`@` and a label, or `:` and a variable of that process");
        self.help("a process type is no value");
        Err(reported)
    }

    pub(super) fn reference(&mut self) -> Parsed<Reference> {
        let start = self.token().at;
        let mut parts = Vec::new();
        loop {
            let name = match self.is(word::UNDERSCORE) {
                true => self.bump(),
                false => self.name("of a variable")?,
            };
            let index = match self.eat(Kind::LeftSquare) {
                true => {
                    let index = self.expression()?;
                    self.expect(Kind::RightSquare, "after the index")?;
                    Some(index)
                }
                false => None,
            };
            parts.push((name.symbol(), index));
            if !self.eat(Kind::Dot) {
                return Ok(Reference { parts, at: self.since(start) });
            }
        }
    }

    /// The fields of a receive or a poll: `a, b` or `a(b, c)`.
    pub(super) fn patterns(&mut self) -> Parsed<Vec<Pattern>> {
        let mut patterns = vec![self.pattern()?];
        if self.eat(Kind::LeftRound) {
            patterns.extend(self.list(Self::pattern)?);
            self.expect(Kind::RightRound, "after the fields")?;
            return Ok(patterns);
        }
        while self.eat(Kind::Comma) {
            patterns.push(self.pattern()?);
        }
        Ok(patterns)
    }

    fn pattern(&mut self) -> Parsed<Pattern> {
        let token = self.token();
        match token.kind {
            Kind::Name if token.is(word::UNDERSCORE) => {
                self.bump();
                Ok(Pattern::Any)
            }
            Kind::Name if matches!(token.symbol(), word::EVAL | word::TRUE | word::FALSE) => {
                Ok(Pattern::Value(self.primary()?))
            }
            Kind::Name if token.is(word::PID) || token.is(word::NR_PR) => {
                Ok(Pattern::Value(self.primary()?))
            }
            Kind::Name => Ok(Pattern::Variable(self.reference()?)),
            Kind::Number | Kind::Minus => Ok(Pattern::Value(self.unary()?)),
            Kind::LeftRound => Ok(Pattern::Value(self.primary()?)),
            _ => Err(self.expected("a variable, a constant, `eval(…)` or `_`")),
        }
    }
}

pub(super) fn made(kind: ExpressionKind, at: At) -> Expression {
    Expression { kind: Box::new(kind), at }
}

fn operator(kind: Kind) -> Option<(u32, Binary)> {
    Some(match kind {
        Kind::BarBar => (1, Binary::Or),
        Kind::AndAnd => (2, Binary::And),
        Kind::Bar => (3, Binary::BitOr),
        Kind::Caret => (4, Binary::BitXor),
        Kind::And => (5, Binary::BitAnd),
        Kind::Equal => (6, Binary::Equal),
        Kind::NotEqual => (6, Binary::NotEqual),
        Kind::Less => (7, Binary::Less),
        Kind::LessEqual => (7, Binary::LessEqual),
        Kind::Greater => (7, Binary::Greater),
        Kind::GreaterEqual => (7, Binary::GreaterEqual),
        Kind::ShiftLeft => (8, Binary::ShiftLeft),
        Kind::ShiftRight => (8, Binary::ShiftRight),
        Kind::Plus => (9, Binary::Add),
        Kind::Minus => (9, Binary::Subtract),
        Kind::Star => (10, Binary::Multiply),
        Kind::Slash => (10, Binary::Divide),
        Kind::Percent => (10, Binary::Remainder),
        _ => return None,
    })
}

//! `for` and `select`, as the loops that SPIN makes of them.

use super::super::ast::{
    Binary, ChannelTest, Expression, ExpressionKind, Reference, Statement, Type,
};
use super::super::program::{Action, Expr, Match, Place, Width};
use super::super::token::At;
use super::element::{Builder, Jump, Kind};
use super::{Flowed, HIDDEN};

/// Constant ranges up to this many values make a `select` one step.
const WIDEST_CHOICE: i32 = 32;

impl Builder<'_, '_> {
    /// `for (v : from .. to)`: set, then loop while not beyond.
    pub(super) fn counting(
        &mut self,
        place: &Place,
        from: Expr,
        to: Expr,
        body: &[Statement],
        sequence: usize,
        at: At,
    ) -> Flowed<(usize, Vec<usize>)> {
        let start = self.basic(Action::Assign(place.clone(), from), at);
        self.append(start, sequence);
        let exit = self.enter();
        let main = self.open();
        let variable = Expr::Variable(Box::new(place.clone()));
        let within = Expr::Binary(Binary::LessEqual, Box::new((variable, to)));
        let guard = self.basic(Action::Condition(within), at);
        self.append(guard, main);
        let made = self.loop_body(place, Some(body), main, exit, at);
        self.loops.pop();
        made
    }

    /// The rest of a counting loop: the body, one more, and the way out.
    fn loop_body(
        &mut self,
        place: &Place,
        body: Option<&[Statement]>,
        main: usize,
        exit: usize,
        at: At,
    ) -> Flowed<(usize, Vec<usize>)> {
        if let Some(body) = body {
            self.scope(true);
            let result = self.sequence(body, main);
            self.scope(false);
            result?;
        }
        let variable = Expr::Variable(Box::new(place.clone()));
        let more = Expr::Binary(Binary::Add, Box::new((variable, Expr::Number(1))));
        let step = self.basic(Action::Assign(place.clone(), more), at);
        self.append(step, main);
        self.made.sequences[main].extent = Some(step);
        let out = self.open();
        if body.is_some() {
            let otherwise = self.basic(Action::Else, at);
            self.append(otherwise, out);
        }
        let leave = self.element(Kind::Goto(Jump::Out(exit)));
        self.append(leave, out);
        self.made.sequences[out].extent = Some(leave);
        self.choose(vec![out, main], Some(exit), at)
    }

    /// `for (v in array)` counts; `for (m in channel)` turns the channel round once.
    pub(super) fn each(
        &mut self,
        variable: &Reference,
        of: &Reference,
        body: &[Statement],
        sequence: usize,
        at: At,
    ) -> Flowed<(usize, Vec<usize>)> {
        let meant = self.flow.meant(of)?;
        if meant.kind != Type::Chan || meant.count.is_some() {
            let Some(count) = meant.count else {
                return Err(self.flow.error(of.at, "this is neither an array nor a channel"));
            };
            let place = self.flow.place(variable)?;
            let last = Expr::Number(count as i32 - 1);
            return self.counting(&place, Expr::Number(0), last, body, sequence, at);
        }
        let channel = Expr::Variable(Box::new(meant.place));
        let fields = self.flow.fields(variable)?;
        let counter = self.flow.hidden(HIDDEN, Width::Byte);
        let start = self.basic(Action::Assign(counter.clone(), Expr::Number(0)), at);
        self.append(start, sequence);
        let exit = self.enter();
        let main = self.open();
        let test = ChannelTest::Len;
        let length = Expr::Test(test, Box::new(channel.clone()));
        let variable = Expr::Variable(Box::new(counter.clone()));
        let within = Expr::Binary(Binary::Less, Box::new((variable, length)));
        let patterns = fields.iter().cloned().map(Match::Store).collect();
        let values = fields.into_iter().map(|field| Expr::Variable(Box::new(field))).collect();
        let steps = [
            Action::Condition(within),
            Action::Receive { channel: channel.clone(), random: false, keep: false, patterns },
            Action::Send { channel, sorted: false, values },
        ];
        for action in steps {
            let element = self.basic(action, at);
            self.append(element, main);
        }
        let made = self.loop_body(&counter, Some(body), main, exit, at);
        self.loops.pop();
        made
    }

    /// `select (v : from .. to)`: one step for few constants, else a loop that may stop at any
    /// time.
    pub(super) fn select(
        &mut self,
        place: &Place,
        from: &Expression,
        to: &Expression,
        sequence: usize,
        at: At,
    ) -> Flowed<(usize, Vec<usize>)> {
        let literal = |expression: &Expression| match *expression.kind {
            ExpressionKind::Number(value) => Some(value),
            _ => None,
        };
        if let (Some(low), Some(high)) = (literal(from), literal(to))
            && (low..=low.saturating_add(WIDEST_CHOICE)).contains(&high)
        {
            let mut options = Vec::new();
            for value in low..=high {
                let option = self.open();
                let set = self.basic(Action::Assign(place.clone(), Expr::Number(value)), at);
                self.append(set, option);
                self.made.sequences[option].extent = Some(set);
                options.push(option);
            }
            return self.choose(options, None, at);
        }
        let (from, to) = (self.flow.expression(from)?, self.flow.expression(to)?);
        let start = self.basic(Action::Assign(place.clone(), from), at);
        self.append(start, sequence);
        let exit = self.enter();
        let main = self.open();
        let variable = Expr::Variable(Box::new(place.clone()));
        let below = Expr::Binary(Binary::Less, Box::new((variable, to)));
        let guard = self.basic(Action::Condition(below), at);
        self.append(guard, main);
        let made = self.loop_body(place, None, main, exit, at);
        self.loops.pop();
        made
    }
}

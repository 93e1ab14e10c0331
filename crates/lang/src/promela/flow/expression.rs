//! Expressions with names replaced by places.

use super::super::ast::{Expression, ExpressionKind, Pattern, Reference, Type, Unary};
use super::super::program::{Expr, Mark, Match, Place};
use super::super::token::{At, Symbol};
use super::{Flow, Flowed, Reported};

impl Flow<'_> {
    pub(super) fn expression(&mut self, expression: &Expression) -> Flowed<Expr> {
        let at = expression.at;
        Ok(match &*expression.kind {
            ExpressionKind::Number(value) => Expr::Number(*value),
            ExpressionKind::Variable(reference) => match self.named_constant(reference) {
                Some(value) => Expr::Number(value),
                None => Expr::Variable(Box::new(self.place(reference)?)),
            },
            ExpressionKind::Unary(operator, value) => {
                Expr::Unary(*operator, Box::new(self.expression(value)?))
            }
            ExpressionKind::Binary(operator, left, right) => {
                let pair = (self.expression(left)?, self.expression(right)?);
                Expr::Binary(*operator, Box::new(pair))
            }
            ExpressionKind::Conditional(condition, yes, no) => {
                let three =
                    (self.expression(condition)?, self.expression(yes)?, self.expression(no)?);
                Expr::Conditional(Box::new(three))
            }
            ExpressionKind::Channel(test, channel) => {
                Expr::Test(*test, Box::new(self.channel_of(channel)?))
            }
            ExpressionKind::Poll { channel, random, patterns } => {
                let channel = Box::new(self.channel_of(channel)?);
                Expr::Poll { channel, random: *random, patterns: self.matches(patterns)? }
            }
            ExpressionKind::Run { process, arguments } => self.run(*process, arguments, at)?,
            ExpressionKind::Timeout => Expr::Timeout,
            ExpressionKind::Running => {
                self.program.counts = true;
                Expr::Running
            }
            ExpressionKind::OwnNumber => Expr::OwnNumber,
            ExpressionKind::NonProgress if !self.in_claim => {
                let reported = self.error(at, "`np_` is for claims alone");
                return Err(reported);
            }
            ExpressionKind::NonProgress => {
                Expr::Unary(Unary::Not, Box::new(Expr::Marked(Mark::Progress)))
            }
            ExpressionKind::At { process, number, label } => {
                let process = self.process_named(*process, at)?;
                self.remote.push((process, *label, at));
                Expr::At { process, number: self.number(number.as_ref())?, label: *label }
            }
            ExpressionKind::Peek { process, number, variable } => {
                self.program.peeks = true;
                let process = self.process_named(*process, at)?;
                let number = self.number(number.as_ref())?;
                let variable = Box::new(self.remote_variable(process, variable)?);
                Expr::Peek { process, number, variable }
            }
        })
    }

    fn number(&mut self, number: Option<&Expression>) -> Flowed<Option<Box<Expr>>> {
        number.map(|number| Ok(Box::new(self.expression(number)?))).transpose()
    }

    /// The variable that holds a channel.
    pub(super) fn channel_of(&mut self, reference: &Reference) -> Flowed<Expr> {
        let meant = self.meant(reference)?;
        if meant.kind != Type::Chan {
            let name = self.text(reference.parts[0].0).to_owned();
            return Err(self.error(reference.at, format!("`{name}` is no channel")));
        }
        Ok(Expr::Variable(Box::new(meant.place)))
    }

    /// The values of a message; a record is all its fields.
    pub(super) fn values(&mut self, values: &[Expression]) -> Flowed<Vec<Expr>> {
        let mut all = Vec::new();
        for value in values {
            match &*value.kind {
                ExpressionKind::Variable(reference) if self.named_constant(reference).is_none() => {
                    let places = self.fields(reference)?;
                    all.extend(places.into_iter().map(|place| Expr::Variable(Box::new(place))));
                }
                _ => all.push(self.expression(value)?),
            }
        }
        Ok(all)
    }

    pub(super) fn matches(&mut self, patterns: &[Pattern]) -> Flowed<Vec<Match>> {
        let mut all = Vec::new();
        for pattern in patterns {
            match pattern {
                Pattern::Any => all.push(Match::Any),
                Pattern::Value(value) => all.push(Match::Value(self.expression(value)?)),
                Pattern::Variable(reference) => match self.named_constant(reference) {
                    Some(value) => all.push(Match::Value(Expr::Number(value))),
                    None => all.extend(self.fields(reference)?.into_iter().map(Match::Store)),
                },
            }
        }
        Ok(all)
    }

    /// The places of a variable: one for a number, all fields of a record.
    pub(super) fn fields(&mut self, reference: &Reference) -> Flowed<Vec<Place>> {
        let meant = self.meant(reference)?;
        let Type::Named(name) = meant.kind else { return Ok(vec![meant.place]) };
        let Some(record) = self.records.get(&name) else { return Err(Reported) };
        let place = &meant.place;
        let field = |(offset, slot): (usize, &super::Slot)| Place {
            base: place.base + offset as u32,
            width: slot.width,
            ..place.clone()
        };
        Ok(record.slots.iter().enumerate().map(field).collect())
    }

    fn run(&mut self, process: Symbol, arguments: &[Expression], at: At) -> Flowed<Expr> {
        let index = self.process_named(process, at)?;
        let expected = self.program.processes[index].parameters;
        if arguments.len() != expected {
            let text = self.text(process).to_owned();
            let count = arguments.len();
            let message = format!("`{text}` has {expected} parameters and gets {count}");
            return Err(self.error(at, message));
        }
        let arguments: Result<Vec<Expr>, _> =
            arguments.iter().map(|argument| self.expression(argument)).collect();
        self.program.creates = true;
        Ok(Expr::Run { process: index, arguments: arguments? })
    }

    fn process_named(&mut self, name: Symbol, at: At) -> Flowed<usize> {
        let ast = self.ast;
        if let Some(index) = ast.processes.iter().position(|process| process.name == name) {
            return Ok(index);
        }
        let text = self.text(name).to_owned();
        let known = ast.processes.iter().map(|process| ast.text(process.name));
        let meant = crate::suggest::closest(&text, known);
        let reported = self.error(at, format!("there is no process type `{text}`"));
        if let Some(meant) = meant {
            self.help(format!("did you mean `{meant}`?"));
        }
        Err(reported)
    }

    /// A variable of another process: a parameter, or one of the variables in its outermost block.
    fn remote_variable(&mut self, process: usize, reference: &Reference) -> Flowed<Place> {
        let ast = self.ast;
        let (name, index) = &reference.parts[0];
        let other = &ast.processes[process];
        // Its slots are given in the order of declaration, as they will be when it is built.
        let mut frame = super::scope::Frame::new();
        std::mem::swap(self.frame.get_or_insert_with(Default::default), &mut frame);
        let mut found = None;
        let mut quiet = std::mem::take(&mut self.diagnostics);
        super::process::each_declaration(other, &mut |declaration| {
            if let Ok(variable) = self.local(declaration, true)
                && declaration.name == *name
                && found.is_none()
            {
                found = Some(variable);
            }
        });
        std::mem::swap(&mut self.diagnostics, &mut quiet);
        self.frame = Some(frame);
        let Some(variable) = found else {
            let text = self.text(*name).to_owned();
            let process = self.text(other.name).to_owned();
            return Err(self.error(reference.at, format!("`{process}` has no variable `{text}`")));
        };
        self.used(variable, *name, reference.at);
        let rest = &reference.parts[1..];
        Ok(self.path(variable, false, index.as_ref(), rest, reference.at)?.place)
    }
}

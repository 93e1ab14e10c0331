//! Modules: variables and commands, or another module with other names.

use super::{Parsed, Parser};
use crate::prism::ast::{Body, Command, ExpressionId, Module, Name, Update};
use crate::prism::token::Kind;

impl<'s> Parser<'s> {
    pub(super) fn module(&mut self) -> Parsed<()> {
        self.bump();
        let name = self.name("of the module")?;
        let body = match self.eat(Kind::Equal) {
            true => self.renamed()?,
            false => self.body(),
        };
        self.expect(Kind::EndModule, "to end the module")?;
        self.ast.modules.push(Module { name, body });
        Ok(())
    }

    /// `other [ x=y, a=b ]`
    fn renamed(&mut self) -> Parsed<Body<'s>> {
        let from = self.name("of the module to rename")?;
        self.expect(Kind::LeftSquare, "before the new names")?;
        let renaming = self.list(|parser| {
            let old = parser.name("to replace")?;
            parser.expect(Kind::Equal, "between old and new name")?;
            Ok((old, parser.name("to replace it with")?))
        })?;
        self.expect(Kind::RightSquare, "after the new names")?;
        Ok(Body::Renamed { from, renaming })
    }

    /// Variables, then commands; errors inside are reported, and the next line is tried.
    fn body(&mut self) -> Body<'s> {
        let (mut variables, mut commands) = (Vec::new(), Vec::new());
        loop {
            let result = match self.kind() {
                Kind::Identifier => self.variable().map(|variable| variables.push(variable)),
                Kind::LeftSquare => self.command().map(|command| commands.push(command)),
                Kind::Invariant => {
                    self.unsupported_block("clocks and invariants", Kind::EndInvariant)
                }
                Kind::EndModule | Kind::End | Kind::Module => break,
                _ => Err(self.expected("a variable, a command or `endmodule`")),
            };
            if result.is_err() {
                self.recover(&[Kind::EndModule, Kind::Module]);
            }
        }
        Body::Written { variables, commands }
    }

    /// `[a] guard -> updates;`
    fn command(&mut self) -> Parsed<Command<'s>> {
        let start = self.bump().at;
        let action = match self.kind() {
            Kind::Identifier => Some(self.name("of the action")?),
            _ => None,
        };
        self.expect(Kind::RightSquare, "after the action")?;
        let guard = self.expression()?;
        self.expect(Kind::Arrow, "after the guard")?;
        let mut updates = vec![self.update()?];
        while self.eat(Kind::Plus) {
            updates.push(self.update()?);
        }
        self.expect(Kind::Semicolon, "after the command")?;
        let at = self.since(start);
        Ok(Command { action, guard, updates, at })
    }

    /// `p : (x'=1) & (y'=2)`, or without a probability.
    fn update(&mut self) -> Parsed<Update<'s>> {
        let start = self.token().at;
        if self.kind() == Kind::LeftSquare {
            return Err(self.unsupported(start, "intervals of probabilities"));
        }
        let probability = match self.at_assignments() {
            true => None,
            false => {
                let probability = self.expression()?;
                self.expect(Kind::Colon, "between probability and update")?;
                Some(probability)
            }
        };
        let mut assignments = Vec::new();
        loop {
            if !self.eat(Kind::True) {
                assignments.push(self.assignment()?);
            }
            if !self.eat(Kind::And) {
                break;
            }
        }
        let at = self.since(start);
        Ok(Update { probability, assignments, at })
    }

    /// Whether assignments begin here and not a probability.
    fn at_assignments(&self) -> bool {
        match self.kind() {
            Kind::True => {
                matches!(self.ahead(1).kind, Kind::Semicolon | Kind::Plus | Kind::And)
            }
            Kind::LeftRound => {
                self.ahead(1).kind == Kind::Identifier && self.ahead(2).kind == Kind::Quote
            }
            _ => false,
        }
    }

    /// `(x'=1)`
    fn assignment(&mut self) -> Parsed<(Name<'s>, ExpressionId)> {
        self.expect(Kind::LeftRound, "before the assignment")?;
        let name = self.name("of the variable to assign")?;
        self.expect(Kind::Quote, "after the variable: its value in the next state")?;
        self.expect(Kind::Equal, "before the new value")?;
        let value = self.expression()?;
        self.expect(Kind::RightRound, "after the assignment")?;
        Ok((name, value))
    }
}

//! `system … endsystem`: how modules are composed. `||` binds weakest and goes on to any number of
//! operands, as do `|||` and `|[a]|`; hiding and renaming follow what they apply to.

use super::{Parsed, Parser};
use crate::prism::ast::System;
use crate::prism::token::Kind;

impl<'s> Parser<'s> {
    pub(super) fn system_block(&mut self) -> Parsed<()> {
        let start = self.bump().at;
        if self.kind() == Kind::Text {
            return Err(self.unsupported(self.token().at, "several systems with names"));
        }
        let system = self.system()?;
        self.expect(Kind::EndSystem, "to end the system")?;
        let at = self.since(start);
        if self.ast.system.is_some() {
            return Err(self.error(at, "a second `system` block", "the first one counts"));
        }
        self.ast.system = Some(system);
        Ok(())
    }

    fn system(&mut self) -> Parsed<System<'s>> {
        self.nested(|parser| {
            let mut left = parser.interleaved()?;
            if parser.kind() == Kind::BarBar {
                let mut operands = vec![left];
                while parser.eat(Kind::BarBar) {
                    operands.push(parser.interleaved()?);
                }
                left = System::Parallel(operands);
            }
            Ok(left)
        })
    }

    fn interleaved(&mut self) -> Parsed<System<'s>> {
        let first = self.over()?;
        if self.kind() != Kind::BarBarBar {
            return Ok(first);
        }
        let mut operands = vec![first];
        while self.eat(Kind::BarBarBar) {
            operands.push(self.over()?);
        }
        Ok(System::Interleaved(operands))
    }

    fn over(&mut self) -> Parsed<System<'s>> {
        let left = self.operand()?;
        if !self.eat(Kind::BarLeft) {
            return Ok(left);
        }
        let actions = self.list(|parser| parser.name("of an action to synchronise on"))?;
        self.expect(Kind::RightBar, "after the actions")?;
        let right = self.nested(Self::over)?;
        Ok(System::Over(Box::new(left), actions, Box::new(right)))
    }

    fn operand(&mut self) -> Parsed<System<'s>> {
        let mut system = match self.eat(Kind::LeftRound) {
            false => System::Module(self.name("of a module")?),
            true => {
                let inside = self.system()?;
                self.expect(Kind::RightRound, "to end the part of the system")?;
                inside
            }
        };
        let mut wrapped = 0;
        loop {
            system = match self.kind() {
                Kind::Slash => {
                    self.bump();
                    self.expect(Kind::LeftCurly, "before the actions to hide")?;
                    let actions = self.list(|parser| parser.name("of an action to hide"))?;
                    System::Hide(Box::new(system), actions)
                }
                Kind::LeftCurly => {
                    self.bump();
                    let renaming = self.list(|parser| {
                        let old = parser.name("of an action to rename")?;
                        parser.expect(Kind::LeftArrow, "between old and new name")?;
                        Ok((old, parser.name("of the new action")?))
                    })?;
                    System::Rename(Box::new(system), renaming)
                }
                _ => return Ok(system),
            };
            self.expect(Kind::RightCurly, "after the actions")?;
            wrapped += 1;
            if wrapped > super::MAX_DEPTH {
                let at = self.token().at;
                return Err(self.error(at, "too many operators in a row", "here"));
            }
        }
    }
}

//! Definitions that are read and kept, and not checked yet: `progress`, `fluent`, `assert`,
//! `constraint`, `menu`, `animation`, `import`.

use super::super::ast::{Kept, KeptKind};
use super::super::token::Kind;
use super::{Parsed, Parser};

impl Parser<'_> {
    pub(super) fn kept(&mut self) -> Parsed<Kept> {
        let keyword = self.bump();
        let name = self.upper("to define")?;
        let kind = match keyword.kind {
            Kind::Progress => self.progress()?,
            Kind::Fluent => self.fluent()?,
            Kind::Assert | Kind::Constraint => self.assertion(keyword.kind == Kind::Assert)?,
            Kind::Menu => {
                self.expect(Kind::Becomes, "before the menu's actions")?;
                KeptKind::Menu { actions: self.label()? }
            }
            Kind::Animation => self.animation()?,
            _ => {
                self.expect(Kind::Becomes, "before the file to import")?;
                let file = self.expect(Kind::Text, "that names the file to import")?;
                KeptKind::Import { file: file.symbol() }
            }
        };
        Ok(Kept { kind, name })
    }

    fn progress(&mut self) -> Parsed<KeptKind> {
        let ranges = match self.kind() {
            Kind::LeftSquare => Some(self.ranges()?),
            _ => None,
        };
        self.expect(Kind::Becomes, "before the actions")?;
        if !self.eat(Kind::If) {
            return Ok(KeptKind::Progress { ranges, condition: None, actions: self.label()? });
        }
        let condition = Some(self.label()?);
        self.expect(Kind::Then, "after the condition")?;
        Ok(KeptKind::Progress { ranges, condition, actions: self.label()? })
    }

    fn fluent(&mut self) -> Parsed<KeptKind> {
        let ranges = match self.kind() {
            Kind::LeftSquare => Some(self.ranges()?),
            _ => None,
        };
        self.expect(Kind::Becomes, "before the actions")?;
        self.expect(Kind::Less, "before the actions that make it true")?;
        let on = self.label()?;
        self.expect(Kind::Comma, "before the actions that make it false")?;
        let off = self.label()?;
        self.expect(Kind::Greater, "after the actions")?;
        let initially = match self.eat(Kind::Initially) {
            true => Some(self.simple_expression()?),
            false => None,
        };
        Ok(KeptKind::Fluent { ranges, on, off, initially })
    }

    fn assertion(&mut self, assert: bool) -> Parsed<KeptKind> {
        let parameters = self.parameters()?;
        self.expect(Kind::Becomes, "before the formula")?;
        let formula = self.formula()?;
        let extension = match self.eat(Kind::Plus) {
            true => Some(self.set("to add to the alphabet")?),
            false => None,
        };
        Ok(match assert {
            true => KeptKind::Assert { parameters, formula, extension },
            false => KeptKind::Constraint { parameters, formula, extension },
        })
    }

    /// `animation A = "file.xml" target T compose {B || C/{…}} actions {…} controls {…}`
    fn animation(&mut self) -> Parsed<KeptKind> {
        self.expect(Kind::Becomes, "before the animation's file")?;
        self.expect(Kind::Text, "that names the animation's file")?;
        if self.eat(Kind::Target) {
            self.upper("for the target")?;
        }
        if self.eat(Kind::Compose) {
            self.expect(Kind::LeftCurly, "before the animations")?;
            loop {
                self.upper("for an animation")?;
                self.relabels()?;
                if !self.eat(Kind::BarBar) {
                    break;
                }
            }
            self.expect(Kind::RightCurly, "after the animations")?;
        }
        if self.eat(Kind::Actions) {
            self.relabel_set()?;
        }
        if self.eat(Kind::Controls) {
            self.relabel_set()?;
        }
        Ok(KeptKind::Animation)
    }
}

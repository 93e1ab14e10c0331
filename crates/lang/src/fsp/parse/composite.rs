//! Composite processes, relabelling, hiding.

use super::super::ast::{
    Call, Composite, CompositeBody, CompositeId, Definition, Hiding, Keywords, Operand, Priority,
    Relabel,
};
use super::super::token::Kind;
use super::{Parsed, Parser};

impl Parser<'_> {
    /// `||S(N=2) = (…) << {…} \ {…}.`
    pub(super) fn composite(&mut self, keywords: Keywords) -> Parsed<Definition> {
        self.expect(Kind::BarBar, "before a composite process")?;
        let name = self.upper("for a composite process")?;
        let parameters = self.parameters()?;
        self.expect(Kind::Becomes, "to define the process")?;
        let body = self.composite_body()?;
        let start = self.token();
        let priority = match start.kind {
            Kind::ShiftLeft | Kind::ShiftRight => {
                self.bump();
                let set = self.set("of actions to order")?;
                let low = start.kind == Kind::ShiftRight;
                Some(Priority { low, set, at: self.since(start.at) })
            }
            _ => None,
        };
        let hiding = self.hiding()?;
        if self.kind() == Kind::BarBar && !self.definition_starts(0) {
            let error = self.expected("`.` to end the definition");
            let name = self.ast.text(name.symbol).to_owned();
            self.help(format!("processes side by side stand in brackets: `||{name} = (A || B).`"));
            return Err(error);
        }
        self.end_of_definition()?;
        let composite = Composite { name, keywords, parameters, body, priority, hiding };
        Ok(Definition::Composite(composite))
    }

    fn composite_body(&mut self) -> Parsed<CompositeId> {
        self.nested(|parser| match parser.kind() {
            Kind::If => {
                parser.bump();
                let condition = parser.expression()?;
                parser.expect(Kind::Then, "after the condition")?;
                let then = parser.composite_body()?;
                let otherwise = match parser.eat(Kind::Else) {
                    true => Some(parser.composite_body()?),
                    false => None,
                };
                Ok(parser.ast.composites(CompositeBody::If { condition, then, otherwise }))
            }
            Kind::Forall => {
                parser.bump();
                let ranges = parser.ranges()?;
                let body = parser.composite_body()?;
                Ok(parser.ast.composites(CompositeBody::Forall { ranges, body }))
            }
            _ => parser.instance(),
        })
    }

    /// `{a,b}::c:P(2)/{…}`
    fn instance(&mut self) -> Parsed<CompositeId> {
        let (mut sharing, mut prefix) = (None, None);
        if self.label_starts(0) {
            let label = self.label()?;
            match self.kind() {
                Kind::ColonColon => {
                    self.bump();
                    sharing = Some(label);
                    if self.label_starts(0) {
                        prefix = Some(self.label()?);
                        self.expect(Kind::Colon, "between label and process")?;
                    }
                }
                Kind::Colon => {
                    self.bump();
                    prefix = Some(label);
                }
                _ => return Err(self.expected("`:` or `::` after the label of a process")),
            }
        }
        let what = match self.eat(Kind::LeftRound) {
            true => Operand::Group(self.group()?),
            false => {
                let name = self.upper("for a process")?;
                Operand::Call(Call { name, arguments: self.arguments()? })
            }
        };
        let relabels = self.relabels()?;
        Ok(self.ast.composites(CompositeBody::Instance { sharing, prefix, what, relabels }))
    }

    fn group(&mut self) -> Parsed<Vec<CompositeId>> {
        let mut operands = Vec::new();
        if self.kind() != Kind::RightRound {
            operands.push(self.composite_body()?);
            while self.eat(Kind::BarBar) {
                operands.push(self.composite_body()?);
            }
        }
        self.expect(Kind::RightRound, "to end the composition")?;
        Ok(operands)
    }

    /// `/{new/old, forall[i:R] {…}}`, if there is a slash.
    pub(super) fn relabels(&mut self) -> Parsed<Option<Vec<Relabel>>> {
        match self.eat(Kind::Slash) {
            true => self.relabel_set().map(Some),
            false => Ok(None),
        }
    }

    pub(super) fn relabel_set(&mut self) -> Parsed<Vec<Relabel>> {
        self.nested(|parser| {
            parser.expect(Kind::LeftCurly, "to start the relabelling")?;
            let relabels = parser.list(Self::relabel)?;
            parser.expect(Kind::RightCurly, "to end the relabelling")?;
            Ok(relabels)
        })
    }

    fn relabel(&mut self) -> Parsed<Relabel> {
        if self.eat(Kind::Forall) {
            let ranges = self.ranges()?;
            return Ok(Relabel::Forall { ranges, relabels: self.relabel_set()? });
        }
        let new = self.label()?;
        self.expect(Kind::Slash, "between the new label and the old one")?;
        Ok(Relabel::Pair { new, old: self.label()? })
    }

    /// `\{…}` or `@{…}`, if there is one.
    pub(super) fn hiding(&mut self) -> Parsed<Option<Hiding>> {
        let expose = match self.kind() {
            Kind::At => true,
            Kind::Backslash => false,
            _ => return Ok(None),
        };
        self.bump();
        let set = self.set(if expose { "to keep visible" } else { "to hide" })?;
        Ok(Some(Hiding { expose, set }))
    }
}

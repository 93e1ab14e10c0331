//! Names in expressions, labels and sets.

use surmise_model::Diagnostic;

use super::super::ast::{Domain, ExpressionId, ExpressionKind, LabelId, PartKind, Relabel, SetId};
use super::super::token::{At, Symbol};
use super::traced::Global;
use super::{Checker, Index, Scope};
use crate::outline::SymbolKind;

impl Checker<'_> {
    /// Expressions are nested at most as deep as the parser allows.
    pub(super) fn expression(&mut self, expression: ExpressionId, scope: Scope) {
        let node = self.ast[expression];
        match node.kind {
            ExpressionKind::Int(_) => (),
            ExpressionKind::Variable(name) => {
                if let Some(at) = self.index_at(name, scope) {
                    self.mention(at, name, node.at);
                } else {
                    let text = self.ast.text(name);
                    let message = format!("the index `{text}` is not defined");
                    self.unknown(node.at, message, name, |checker| checker.indices_of(scope));
                }
            }
            ExpressionKind::Constant(name) => self.constant(name, node.at),
            ExpressionKind::Label(label) | ExpressionKind::Count(label) => {
                self.label(label, scope);
            }
            ExpressionKind::Select(label, index) => {
                self.label(label, scope);
                self.expression(index, scope);
            }
            ExpressionKind::Unary(_, operand) => self.expression(operand, scope),
            ExpressionKind::Binary(_, left, right) => {
                self.expression(left, scope);
                self.expression(right, scope);
            }
        }
    }

    fn constant(&mut self, name: Symbol, at: At) {
        let parameter = self.parameters.iter().find(|parameter| parameter.name.symbol == name);
        if let Some(parameter) = parameter {
            self.mention(parameter.name.at, name, at);
            return;
        }
        if self.constants.contains(&name) {
            self.mention_global(Global::Constant, name, at);
            return;
        }
        let text = self.ast.text(name);
        let kind = match (self.sets.contains(&name), self.ranges.contains(&name)) {
            (true, _) => "a set, not a number",
            (_, true) => "a range, not a number",
            _ => "not a constant or parameter",
        };
        let message = format!("`{text}` is {kind}");
        self.unknown(at, message, name, |checker| {
            let parameters = checker.parameters.iter().map(|parameter| parameter.name.symbol);
            parameters.chain(checker.constants.iter().copied()).collect()
        });
    }

    /// A label; the scope of what follows it.
    pub(super) fn label(&mut self, label: LabelId, scope: Scope) -> Scope {
        let ast = self.ast;
        if let PartKind::Name(_) = ast[label].kind
            && ast[label].next.is_none()
        {
            return scope;
        }
        let mut scope = scope;
        for part in ast.parts(label) {
            match part.kind {
                PartKind::Name(_) => (),
                PartKind::Set(set) => self.set(set, scope),
                PartKind::Difference(left, right) => {
                    self.set(left, scope);
                    self.set(right, scope);
                }
                PartKind::Index(expression) => self.expression(expression, scope),
                PartKind::Named(name) => {
                    if !self.mention_domain(name, part.at) {
                        self.constant(name, part.at);
                    }
                }
                PartKind::Range(low, high) => {
                    self.expression(low, scope);
                    self.expression(high, scope);
                }
                PartKind::Variable(name, domain) => {
                    self.domain(ast[domain], part.at, scope);
                    if self.is_index(name, scope) {
                        let text = ast.text(name);
                        let message = format!("the index `{text}` hides another one of that name");
                        let help = "give one of them another name";
                        let warning = Diagnostic::warning(part.at.span(), message).help(help);
                        self.diagnostics.push(warning);
                    }
                    let at = self.place_of(name, part.at, false);
                    self.define(SymbolKind::Index, name, at);
                    self.indices.push(Index { name, at, around: scope });
                    scope = Some(self.indices.len() as u32 - 1);
                }
            }
        }
        scope
    }

    fn domain(&mut self, domain: Domain, at: At, scope: Scope) {
        match domain {
            Domain::Range(low, high) => {
                self.expression(low, scope);
                self.expression(high, scope);
            }
            Domain::Set(set) => self.set(set, scope),
            Domain::Named(name) => {
                let place = self.place_of(name, at, true);
                if !self.mention_domain(name, place) {
                    let message = format!("`{}` is not a range or set", self.ast.text(name));
                    self.unknown(at, message, name, |checker| {
                        checker.ranges.iter().chain(&checker.sets).copied().collect()
                    });
                }
            }
        }
    }

    pub(super) fn set(&mut self, set: SetId, scope: Scope) {
        let ast = self.ast;
        match ast.labels_of(set) {
            Ok(labels) => {
                for &label in labels {
                    self.label(label, scope);
                }
            }
            Err(name) if self.sets.contains(&name) => {
                self.mention_global(Global::Set, name, ast[set].at);
            }
            Err(name) => {
                let what = match self.ranges.contains(&name) {
                    true => "a range, not a set",
                    false => "not a set",
                };
                let message = format!("`{}` is {what}", ast.text(name));
                self.unknown(ast[set].at, message, name, |checker| {
                    checker.sets.iter().copied().collect()
                });
            }
        }
    }

    pub(super) fn relabels(&mut self, relabels: &[Relabel], scope: Scope) {
        for relabel in relabels {
            match relabel {
                Relabel::Pair { new, old } => {
                    let inner = self.label(*new, scope);
                    self.label(*old, inner);
                }
                Relabel::Forall { ranges, relabels } => {
                    let inner = self.label(*ranges, scope);
                    self.relabels(relabels, inner);
                }
            }
        }
    }

    fn is_index(&self, name: Symbol, scope: Scope) -> bool {
        self.index_at(name, scope).is_some()
    }

    /// Where the index that a name means is defined.
    fn index_at(&self, name: Symbol, scope: Scope) -> Option<At> {
        self.around(scope).find(|index| index.name == name).map(|index| index.at)
    }

    fn indices_of(&self, scope: Scope) -> Vec<Symbol> {
        self.around(scope).map(|index| index.name).collect()
    }

    fn around(&self, scope: Scope) -> impl Iterator<Item = &Index> {
        let index = |scope: Scope| scope.map(|index| &self.indices[index as usize]);
        std::iter::successors(index(scope), move |inner| index(inner.around))
    }
}

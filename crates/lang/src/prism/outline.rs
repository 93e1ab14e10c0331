//! What a model defines and where it uses it.
//!
//! Names of constants, variables and formulas are those of the whole model; modules, labels,
//! actions and rewards have names apart. Nobody defines an action: its first place counts as its
//! definition.

use rustc_hash::FxHashMap;
use surmise_model::{Diagnostic, Span};

use super::ast::{
    Ast, Body, Command, ExpressionId, ExpressionKind, Module, Name, Rewards, System, Variable,
};
use super::lower::lower;
use super::parse::parse;
use crate::outline::{Outline, SymbolKind, Tracer};

/// What a model defines and uses, and what can be said about it without values for its constants.
pub fn outline(source: &str) -> Outline {
    let (ast, mut diagnostics) = parse(source);
    let mut walker = Walker { ast: &ast, tracer: Tracer::default(), known: FxHashMap::default() };
    walker.define();
    walker.mention_all();
    let tracer = walker.tracer;
    // Where words are missing, names seem to be.
    if !diagnostics.iter().any(Diagnostic::is_error) {
        let found = lower(&ast, &[], &[]).diagnostics;
        let undefined = |diagnostic: &Diagnostic| {
            let at = ast.constants.iter().filter(|constant| constant.value.is_none());
            at.into_iter().any(|constant| diagnostic.span == Some(constant.name.at.span()))
        };
        // Who edits a model gives no values.
        diagnostics.extend(found.into_iter().filter(|diagnostic| !undefined(diagnostic)));
    }
    tracer.outline(source, diagnostics)
}

/// How many renamings of renamings are followed.
const MAX_RENAMINGS: usize = 100;

/// The names that have a meaning apart from others.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
enum Space {
    Values,
    Modules,
    Labels,
    Actions,
}

struct Walker<'a, 's> {
    ast: &'a Ast<'s>,
    tracer: Tracer,
    known: FxHashMap<(Space, &'s str), Span>,
}

impl<'a, 's> Walker<'a, 's> {
    /// Defines a name, or mentions it if it is defined already.
    fn name(&mut self, space: Space, kind: SymbolKind, name: Name<'s>) {
        let place = span(name);
        let definition = *self.known.entry((space, name.text)).or_insert(place);
        self.tracer.define(kind, name.text, definition);
        self.tracer.mention(definition, place);
    }

    fn value(&mut self, name: Name<'s>) {
        if let Some(&definition) = self.known.get(&(Space::Values, name.text)) {
            self.tracer.mention(definition, span(name));
        }
    }

    fn action(&mut self, name: Name<'s>) {
        self.name(Space::Actions, SymbolKind::Action, name);
    }

    fn define(&mut self) {
        let ast = self.ast;
        for constant in &ast.constants {
            self.name(Space::Values, SymbolKind::Constant, constant.name);
        }
        for formula in &ast.formulas {
            self.name(Space::Values, SymbolKind::Formula, formula.name);
        }
        for variable in &ast.globals {
            self.name(Space::Values, SymbolKind::Variable, variable.name);
        }
        for label in &ast.labels {
            self.name(Space::Labels, SymbolKind::Label, unquoted(label.name));
        }
        for Rewards { name, .. } in &ast.rewards {
            if let Some(name) = name.map(unquoted) {
                self.tracer.define(SymbolKind::Rewards, name.text, span(name));
            }
        }
        for Module { name, .. } in &ast.modules {
            self.name(Space::Modules, SymbolKind::Module, *name);
        }
        for module in &ast.modules {
            if let Body::Written { variables, .. } = &module.body {
                for variable in variables {
                    self.name(Space::Values, SymbolKind::Variable, variable.name);
                }
            }
        }
        for module in &ast.modules {
            if let Body::Renamed { from, renaming } = &module.body {
                for (old, new) in renaming {
                    if self.has_variable(from.text, old.text, MAX_RENAMINGS) {
                        self.name(Space::Values, SymbolKind::Variable, *new);
                    }
                }
            }
        }
    }

    /// Whether a module has a variable of a name, which it may have by renaming.
    fn has_variable(&self, module: &str, variable: &str, depth: usize) -> bool {
        let found = self.ast.modules.iter().find(|other| other.name.text == module);
        match found.map(|module| &module.body) {
            Some(Body::Written { variables, .. }) => {
                variables.iter().any(|other| other.name.text == variable)
            }
            Some(Body::Renamed { from, renaming }) if depth > 0 => {
                let old = renaming.iter().find(|(_, new)| new.text == variable);
                let old = old.map_or(variable, |(old, _)| old.text);
                self.has_variable(from.text, old, depth - 1)
            }
            _ => false,
        }
    }

    fn mention_all(&mut self) {
        let ast = self.ast;
        for value in ast.constants.iter().filter_map(|constant| constant.value) {
            self.expression(value);
        }
        for definition in ast.formulas.iter().chain(&ast.labels) {
            self.expression(definition.value);
        }
        ast.globals.iter().for_each(|variable| self.variable(variable));
        for module in &ast.modules {
            match &module.body {
                Body::Written { variables, commands } => {
                    variables.iter().for_each(|variable| self.variable(variable));
                    commands.iter().for_each(|command| self.command(command));
                }
                Body::Renamed { from, renaming } => {
                    self.name(Space::Modules, SymbolKind::Module, *from);
                    for &name in renaming.iter().flat_map(|(old, new)| [old, new]) {
                        match self.known.contains_key(&(Space::Values, name.text)) {
                            true => self.value(name),
                            false => self.action(name),
                        }
                    }
                }
            }
        }
        for item in ast.rewards.iter().flat_map(|rewards| &rewards.items) {
            if let Some(Some(action)) = item.action {
                self.action(action);
            }
            self.expression(item.guard);
            self.expression(item.value);
        }
        if let Some((condition, _)) = ast.init {
            self.expression(condition);
        }
        if let Some(system) = &ast.system {
            self.system(system);
        }
    }

    fn variable(&mut self, variable: &Variable<'s>) {
        let bounds = variable.bounds.into_iter().flat_map(|(low, high)| [low, high]);
        bounds.chain(variable.init).for_each(|expression| self.expression(expression));
    }

    fn command(&mut self, command: &Command<'s>) {
        if let Some(action) = command.action {
            self.action(action);
        }
        self.expression(command.guard);
        for update in &command.updates {
            if let Some(probability) = update.probability {
                self.expression(probability);
            }
            for &(name, value) in &update.assignments {
                self.value(name);
                self.expression(value);
            }
        }
    }

    /// Systems are nested at most as deep as the parser allows.
    fn system(&mut self, system: &System<'s>) {
        match system {
            System::Module(name) => self.name(Space::Modules, SymbolKind::Module, *name),
            System::Parallel(parts) | System::Interleaved(parts) => {
                parts.iter().for_each(|part| self.system(part));
            }
            System::Over(left, actions, right) => {
                self.system(left);
                actions.iter().for_each(|&action| self.action(action));
                self.system(right);
            }
            System::Hide(inside, actions) => {
                self.system(inside);
                actions.iter().for_each(|&action| self.action(action));
            }
            System::Rename(inside, renaming) => {
                self.system(inside);
                for &action in renaming.iter().flat_map(|(old, new)| [old, new]) {
                    self.action(action);
                }
            }
        }
    }

    /// Expressions are nested at most as deep as the parser allows.
    fn expression(&mut self, id: ExpressionId) {
        let ast = self.ast;
        let at = ast[id].at;
        match &ast[id].kind {
            &ExpressionKind::Name(text) => self.value(Name { text, at }),
            &ExpressionKind::Label(text) => {
                let name = unquoted(Name { text, at });
                if let Some(&definition) = self.known.get(&(Space::Labels, name.text)) {
                    self.tracer.mention(definition, span(name));
                }
            }
            ExpressionKind::Integer(_)
            | ExpressionKind::Decimal(_)
            | ExpressionKind::Boolean(_)
            | ExpressionKind::Query(_) => {}
            ExpressionKind::Not(a) | ExpressionKind::Negate(a) => self.expression(*a),
            ExpressionKind::Binary(_, a, b) => {
                self.expression(*a);
                self.expression(*b);
            }
            ExpressionKind::Conditional(condition, yes, no) => {
                for part in [condition, yes, no] {
                    self.expression(*part);
                }
            }
            ExpressionKind::Call(_, arguments) => {
                arguments.iter().for_each(|&argument| self.expression(argument));
            }
        }
    }
}

fn span(name: Name<'_>) -> Span {
    name.at.span()
}

/// A name that stands in quotes, without them.
fn unquoted(name: Name<'_>) -> Name<'_> {
    let Name { text, mut at } = name;
    if (at.end - at.start) as usize == text.len() + 2 {
        (at.start, at.end) = (at.start + 1, at.end - 1);
    }
    Name { text, at }
}

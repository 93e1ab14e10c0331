//! From the syntax tree to a [`Program`], with all mistakes reported.

mod instances;
mod modules;
mod variables;
mod vectors;

use rustc_hash::FxHashSet;
use surmise_model::{ActionTable, Diagnostic, IdOverflow, Span};

use super::ast::{Ast, Definition, ModelKind, Type};
use super::program::{Module, Program, RewardItem, RewardStructure};
use super::resolve::{Item, Renaming, Resolver};
use super::token::At;
use crate::suggest::closest;
use instances::instances;

/// What lowering gives: the program, the names for properties, and what there is to say. The
/// program is only to be used if nothing of it is an error.
pub(crate) struct Lowered<'s> {
    pub(crate) program: Program,
    pub(crate) names: indexmap::IndexMap<&'s str, Item, rustc_hash::FxBuildHasher>,
    pub(crate) diagnostics: Vec<Diagnostic>,
}

/// Lowers a model with values for its undefined constants, and for some that are declared
/// elsewhere.
pub(crate) fn lower<'s>(
    ast: &Ast<'s>,
    values: &[(String, String)],
    elsewhere: &[String],
) -> Lowered<'s> {
    let mut lowering = Lowering { resolver: Resolver::new(ast) };
    lowering.declare_formulas_and_constants(values, elsewhere);
    let instances = instances(ast, &mut lowering.resolver);
    lowering.declare_variables(&instances);
    for index in 0..ast.constants.len() {
        if let Some(Item::Pending(index)) =
            lowering.resolver.names.get(ast.constants[index].name.text).copied()
        {
            lowering.resolver.constant(index);
        }
    }
    let variables = lowering.variables(&instances);
    let mut actions = ActionTable::new();
    let modules = lowering.modules(&instances, &mut actions);
    let vectors = match vectors::vectors(ast, &modules, &mut actions, &mut lowering.resolver) {
        Ok(vectors) => vectors,
        Err(overflow) => {
            lowering.overflow(overflow);
            Vec::new()
        }
    };
    let none = Renaming::default();
    let init = ast.init.and_then(|(condition, at)| {
        Some((lowering.resolver.typed(condition, Type::Bool, &none)?, at))
    });
    let labels = lowering.labels();
    let rewards = lowering.rewards(&modules);
    let mut resolver = lowering.resolver;
    if ast.kind.is_none() && !ast.modules.is_empty() {
        resolver.diagnostics.push(Diagnostic::note("no kind of model is given: it is an `mdp`"));
    }
    if ast.modules.is_empty() && resolver.diagnostics.is_empty() {
        resolver.error(At::default(), "the model has no module");
    }
    let program = Program {
        kind: ast.kind.unwrap_or(ModelKind::Mdp),
        code: resolver.code,
        variables,
        modules,
        vectors,
        actions,
        init,
        labels,
        rewards,
    };
    Lowered { program, names: resolver.names, diagnostics: resolver.diagnostics }
}

pub(super) struct Lowering<'a, 's> {
    resolver: Resolver<'a, 's>,
}

impl<'s> Lowering<'_, 's> {
    /// Gives a name its meaning, unless it has one.
    fn declare(&mut self, name: &super::ast::Name<'s>, item: Item, first: &mut Declared<'s>) {
        if let Some(&before) = first.get(name.text) {
            let error =
                self.resolver.error(name.at, format!("the name `{}` is defined twice", name.text));
            error.label = "again".into();
            error.related.push((before.span(), "first here".into()));
            return;
        }
        first.insert(name.text, name.at);
        self.resolver.names.insert(name.text, item);
    }

    fn declare_formulas_and_constants(
        &mut self,
        values: &[(String, String)],
        elsewhere: &[String],
    ) {
        let ast = self.resolver.ast;
        let mut first = Declared::default();
        for (index, formula) in ast.formulas.iter().enumerate() {
            self.declare(&formula.name, Item::Formula(index), &mut first);
        }
        for (index, constant) in ast.constants.iter().enumerate() {
            let given = values.iter().rev().find(|(name, _)| name == constant.name.text);
            let item = match (constant.value, given) {
                (Some(_), None) => Item::Pending(index),
                (None, None) => Item::Undefined(index),
                (Some(_), Some(_)) => {
                    let message =
                        format!("the constant `{}` has a value in the model", constant.name.text);
                    self.resolver.error(constant.name.at, message).help =
                        Some("only constants without a value can be given one".into());
                    Item::Broken
                }
                (None, Some((_, text))) => self.resolver.given(constant, text),
            };
            self.declare(&constant.name, item, &mut first);
        }
        for (name, _) in values.iter().filter(|(name, _)| !elsewhere.contains(name)) {
            let names = || ast.constants.iter().map(|constant| constant.name.text);
            if !names().any(|known| known == name) {
                let message = format!("there is no constant `{name}` to give a value to");
                let mut error = Diagnostic::error(Span::default(), message);
                error.help = closest(name, names()).map(|name| format!("did you mean `{name}`?"));
                self.resolver.diagnostics.push(Diagnostic { span: None, ..error });
            }
        }
    }

    fn labels(&mut self) -> Vec<(String, super::code::CodeId)> {
        let ast = self.resolver.ast;
        let mut labels = Vec::new();
        let mut first = Declared::default();
        for Definition { name, value } in &ast.labels {
            if let Some(before) = first.insert(name.text, name.at) {
                let message = format!("the label `\"{}\"` is defined twice", name.text);
                let error = self.resolver.error(name.at, message);
                error.related.push((before.span(), "first here".into()));
            }
            if let Some(code) = self.resolver.typed(*value, Type::Bool, &Renaming::default()) {
                labels.push((name.text.to_owned(), code));
            }
        }
        labels
    }

    /// Reward structures, with their names and types checked.
    fn rewards(&mut self, modules: &[Module]) -> Vec<RewardStructure> {
        let none = Renaming::default();
        let actions: FxHashSet<&str> =
            modules.iter().flat_map(|module| module.alphabet.iter().map(String::as_str)).collect();
        let mut structures = Vec::new();
        for rewards in &self.resolver.ast.rewards {
            let mut items = Vec::new();
            for item in &rewards.items {
                if let Some(Some(action)) = item.action
                    && !actions.contains(action.text)
                {
                    let message = format!("no module has the action `{}`", action.text);
                    let mut warning = Diagnostic::warning(action.at.span(), message);
                    warning.help = closest(action.text, actions.iter().copied())
                        .map(|name| format!("did you mean `{name}`?"));
                    self.resolver.diagnostics.push(warning);
                }
                let guard = self.resolver.typed(item.guard, Type::Bool, &none);
                let value = self.resolver.typed(item.value, Type::Double, &none);
                let action = item.action.map(|action| action.map(|name| name.text.to_owned()));
                if let (Some(guard), Some(value)) = (guard, value) {
                    items.push(RewardItem { action, guard, value });
                }
            }
            let name = rewards.name.map(|name| name.text.to_owned());
            structures.push(RewardStructure { name, items });
        }
        structures
    }

    fn overflow(&mut self, overflow: IdOverflow) {
        self.resolver.error(At::default(), overflow.to_string());
    }
}

/// Where names were first defined.
type Declared<'s> = rustc_hash::FxHashMap<&'s str, At>;

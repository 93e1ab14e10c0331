//! `progress`, `fluent` and `assert`: temporal properties of whatever process is compiled.
//!
//! They are evaluated over the working table of actions before the process is, because what they
//! speak of must stay distinguishable: LTSA looks through the hiding of the process it checks, and
//! at nothing that is hidden further inside. Fair choice is LTSA's default. A definition that is
//! wrong is left out with a warning, as LTSA does not look at it before it is asked to.

use indexmap::IndexMap;
use rustc_hash::{FxBuildHasher, FxHashMap};
use surmise_model::formula::{Formula, Formulas, Operator};
use surmise_model::{
    ActionId, Alphabet, Diagnostic, Fairness, FormulaId, Meaning, Proposition, PropositionId,
    Severity, Start, Stopping, System, TemporalKind, TemporalProperty,
};

use super::super::ast::{
    self, Definition, FormulaBinary, FormulaUnary, Kept, KeptKind, LabelId, Name, Parameter,
};
use super::super::evaluate::{Evaluated, Expansion, Failed, Scope};
use super::super::token::{At, Symbol};
use super::Lowering;
use crate::suggest::closest;

/// How many operators a formula may have when quantifiers and assertions are written out.
const MOST_OPERATORS: usize = 1_000_000;
/// How many instances of one definition are made.
const MOST_INSTANCES: usize = 10_000;
/// How many actions of a set are listed in its name.
const LISTED: usize = 4;

/// The propositions of a formula so far, and the formula.
#[derive(Default)]
struct Written {
    formulas: Formulas,
    propositions: Vec<Proposition>,
    of_actions: IndexMap<Vec<ActionId>, PropositionId, FxBuildHasher>,
    of_fluents: FxHashMap<(Symbol, Option<ActionId>), PropositionId>,
}

impl Written {
    fn new_proposition(&mut self, name: String, meaning: Meaning) -> PropositionId {
        self.propositions.push(Proposition { name, meaning });
        PropositionId::of(self.propositions.len() - 1)
    }
}

/// What is left to do for a formula.
enum Task {
    Visit(ast::FormulaId, Scope),
    Unary(FormulaUnary),
    Binary(FormulaBinary),
    /// All, or some, of so many formulas.
    Joined {
        count: usize,
        all: bool,
    },
    /// The end of an assertion that another one uses.
    Leave,
}

impl Lowering<'_> {
    /// Reads all temporal properties of the text, over the working table of actions.
    pub(crate) fn read_temporal(&mut self) {
        let ast = self.ast;
        for definition in &ast.definitions {
            let Definition::Kept(kept) = definition else { continue };
            let known = self.evaluator.diagnostics.len();
            let read = match &kept.kind {
                KeptKind::Progress { ranges, condition, actions } => {
                    self.progress_properties(kept.name, *ranges, *condition, *actions)
                }
                KeptKind::Assert { parameters, formula, extension } => {
                    let scope = self.default_scope(parameters);
                    scope.and_then(|scope| self.assertion(kept, *formula, *extension, scope))
                }
                KeptKind::Fluent { .. }
                | KeptKind::Constraint { .. }
                | KeptKind::Menu { .. }
                | KeptKind::Animation
                | KeptKind::Import { .. } => continue,
            };
            self.evaluator.scope = Scope::default();
            match read {
                Ok(properties) => {
                    self.readable.insert(kept.name.at.span());
                    self.temporal.extend(properties);
                }
                Err(Failed) => {
                    let text = ast.text(kept.name.symbol);
                    for diagnostic in &mut self.evaluator.diagnostics[known..] {
                        if diagnostic.is_error() {
                            diagnostic.severity = Severity::Warning;
                            let help = format!("`{text}` is not checked");
                            diagnostic.help.get_or_insert(help);
                        }
                    }
                }
            }
        }
        for property in &self.temporal {
            self.watched.union_with(&property.alphabet());
        }
    }

    /// Gives a compiled system its temporal properties, over its own table of actions.
    pub(crate) fn give_temporal(&mut self, system: &mut System) -> Evaluated<()> {
        for mut property in std::mem::take(&mut self.temporal) {
            for proposition in &mut property.propositions {
                match &mut proposition.meaning {
                    Meaning::Actions(actions) => *actions = self.renumbered(actions, system)?,
                    Meaning::Fluent { on, off, .. } => {
                        *on = self.renumbered(on, system)?;
                        *off = self.renumbered(off, system)?;
                    }
                    Meaning::States { .. } | Meaning::Predicate(_) => {}
                }
            }
            system.temporal.push(property);
        }
        Ok(())
    }

    /// The same actions in the table of the system. Those that it does not have are added.
    fn renumbered(&mut self, actions: &Alphabet, system: &mut System) -> Evaluated<Alphabet> {
        let mut result = Alphabet::new();
        for action in actions.iter() {
            let here = self.hidden_at_last.get(&action).copied().unwrap_or(action);
            let number = match self.numbers.get(&here) {
                Some(&number) => number,
                None => {
                    let name = self.evaluator.actions.name(action).to_owned();
                    let number = system.actions.intern(&name);
                    number.map_err(|error| self.fail(At::default(), error.to_string()))?
                }
            };
            result.insert(number);
        }
        Ok(result)
    }

    fn default_scope(&mut self, parameters: &[Parameter]) -> Evaluated<Scope> {
        let values = self.arguments(parameters, None, At::default())?;
        Ok(self.scope(parameters, &values))
    }

    /// `progress P = {…}`: what is in the set happens again and again. With a condition: if what is
    /// in that set does.
    fn progress_properties(
        &mut self,
        name: Name,
        ranges: Option<LabelId>,
        condition: Option<LabelId>,
        actions: LabelId,
    ) -> Evaluated<Vec<TemporalProperty>> {
        let text = self.ast.text(name.symbol).to_owned();
        let mut properties = Vec::new();
        for (instance, scope) in self.instances(ranges, Scope::default())? {
            self.evaluator.scope = scope;
            let mut written = Written::default();
            let mut recurs = |this: &mut Self, label: LabelId| -> Evaluated<FormulaId> {
                let proposition = this.actions_proposition(label, &mut written)?;
                let formula = written.formulas.proposition(proposition);
                let formula = written.formulas.add(Operator::Eventually(formula));
                Ok(written.formulas.add(Operator::Always(formula)))
            };
            let condition = condition.map(|condition| recurs(self, condition)).transpose()?;
            let then = recurs(self, actions)?;
            let root = match condition {
                Some(condition) => written.formulas.add(Operator::Implies(condition, then)),
                None => then,
            };
            let name = match instance {
                Some(index) => format!("{text}.{}", self.evaluator.actions.name(index)),
                None => text.clone(),
            };
            properties.push(TemporalProperty {
                is_open: false,
                ..property(name, TemporalKind::Progress, &written, root)
            });
        }
        Ok(properties)
    }

    /// The values of indices, as one label, and what they mean; one instance if there are none.
    fn instances(
        &mut self,
        ranges: Option<LabelId>,
        scope: Scope,
    ) -> Evaluated<Vec<(Option<ActionId>, Scope)>> {
        let Some(ranges) = ranges else { return Ok(vec![(None, scope)]) };
        self.evaluator.scope = scope.clone();
        let mut expansion = Expansion::default();
        self.evaluator.expand_few(ranges, MOST_INSTANCES, &mut expansion)?;
        let instance = |index: usize| {
            let mut scope = scope.clone();
            scope.indices.extend(expansion.bindings(index));
            (Some(expansion.actions[index]), scope)
        };
        Ok((0..expansion.len()).map(instance).collect())
    }

    /// The proposition that one of a label's actions happens.
    fn actions_proposition(
        &mut self,
        label: LabelId,
        written: &mut Written,
    ) -> Evaluated<PropositionId> {
        let mut expansion = Expansion::default();
        self.evaluator.expand(label, &mut expansion)?;
        let mut actions = expansion.actions;
        actions.sort_unstable();
        actions.dedup();
        if let Some(&known) = written.of_actions.get(&actions) {
            return Ok(known);
        }
        let names = |actions: &[ActionId]| -> Vec<&str> {
            actions.iter().map(|&action| self.evaluator.actions.name(action)).collect()
        };
        let name = match &actions[..] {
            [action] => self.evaluator.actions.name(*action).to_owned(),
            few if few.len() <= LISTED => format!("{{{}}}", names(few).join(", ")),
            many => {
                let shown = names(&many[..LISTED]).join(", ");
                format!("{{{shown}, … {} more}}", many.len() - LISTED)
            }
        };
        let meaning = Meaning::Actions(actions.iter().copied().collect());
        let proposition = written.new_proposition(name, meaning);
        written.of_actions.insert(actions, proposition);
        Ok(proposition)
    }

    fn assertion(
        &mut self,
        kept: &Kept,
        formula: ast::FormulaId,
        extension: Option<ast::SetId>,
        scope: Scope,
    ) -> Evaluated<Vec<TemporalProperty>> {
        let mut written = Written::default();
        self.evaluator.scope = scope.clone();
        let extension = extension.map(|set| self.evaluator.set(set)).transpose()?;
        let root = self.formula(kept, formula, scope, &mut written)?;
        // What the alphabet is extended by happens freely, too, if nobody has it.
        if let Some(actions) = extension {
            let meaning = Meaning::Actions(actions.iter().copied().collect());
            written.new_proposition("alphabet extension".to_owned(), meaning);
        }
        let name = self.ast.text(kept.name.symbol).to_owned();
        Ok(vec![property(name, TemporalKind::Assert, &written, root)])
    }

    /// Writes out a formula, with the assertions it uses and its quantifiers.
    fn formula(
        &mut self,
        kept: &Kept,
        formula: ast::FormulaId,
        scope: Scope,
        written: &mut Written,
    ) -> Evaluated<FormulaId> {
        let ast = self.ast;
        let mut active: Vec<Symbol> = vec![kept.name.symbol];
        let mut tasks = vec![Task::Visit(formula, scope)];
        let mut operands: Vec<FormulaId> = Vec::new();
        while let Some(task) = tasks.pop() {
            self.evaluator.poll()?;
            if written.formulas.len() + tasks.len() > MOST_OPERATORS {
                let message = format!("the formula has more than {MOST_OPERATORS} operators");
                return Err(self.fail(kept.name.at, message));
            }
            let (formula, scope) = match task {
                Task::Visit(formula, scope) => (formula, scope),
                Task::Leave => {
                    active.pop();
                    continue;
                }
                Task::Joined { count, all } => {
                    let parts = operands.split_off(operands.len() - count);
                    operands.push(match all {
                        true => written.formulas.all(parts),
                        false => written.formulas.any(parts),
                    });
                    continue;
                }
                Task::Unary(operator) => {
                    let f = operands.pop().ok_or(Failed)?;
                    operands.push(written.formulas.add(unary(operator, f)));
                    continue;
                }
                Task::Binary(operator) => {
                    let (g, f) = (operands.pop().ok_or(Failed)?, operands.pop().ok_or(Failed)?);
                    operands.push(written.formulas.add(binary(operator, f, g)));
                    continue;
                }
            };
            match &ast[formula] {
                ast::Formula::Unary(operator, f) => {
                    tasks.push(Task::Unary(*operator));
                    tasks.push(Task::Visit(*f, scope));
                }
                ast::Formula::Binary(operator, f, g) => {
                    tasks.push(Task::Binary(*operator));
                    tasks.push(Task::Visit(*g, scope.clone()));
                    tasks.push(Task::Visit(*f, scope));
                }
                ast::Formula::Quantified { all, ranges, body } => {
                    let instances = self.instances(Some(*ranges), scope)?;
                    tasks.push(Task::Joined { count: instances.len(), all: *all });
                    let visits = instances.into_iter().rev();
                    tasks.extend(visits.map(|(_, scope)| Task::Visit(*body, scope)));
                }
                ast::Formula::Rigid(expression) => {
                    self.evaluator.scope = scope;
                    let is_true = self.evaluator.int(*expression)? != 0;
                    operands.push(match is_true {
                        true => written.formulas.top(),
                        false => written.formulas.bottom(),
                    });
                }
                ast::Formula::Labels(label) => {
                    self.evaluator.scope = scope;
                    let proposition = self.actions_proposition(*label, written)?;
                    operands.push(written.formulas.proposition(proposition));
                }
                ast::Formula::Named { name, indices, arguments } => match named(ast, name.symbol) {
                    Some(Kept { kind: KeptKind::Fluent { .. }, .. }) => {
                        let fluents = self.fluents(*name, *indices, scope, written)?;
                        let formulas =
                            fluents.into_iter().map(|id| written.formulas.proposition(id));
                        let formulas: Vec<FormulaId> = formulas.collect();
                        operands.push(written.formulas.any(formulas));
                    }
                    Some(Kept { kind: KeptKind::Assert { parameters, formula, .. }, .. }) => {
                        if active.contains(&name.symbol) {
                            let text = ast.text(name.symbol);
                            let message = format!("the assertion `{text}` is about itself");
                            return Err(self.fail(name.at, message));
                        }
                        self.evaluator.scope = scope;
                        let values = self.arguments(parameters, arguments.as_deref(), name.at)?;
                        let inner = self.scope(parameters, &values);
                        active.push(name.symbol);
                        tasks.push(Task::Leave);
                        tasks.push(Task::Visit(*formula, inner));
                    }
                    _ => return Err(self.unknown_formula(*name)),
                },
            }
        }
        operands.pop().ok_or(Failed)
    }

    fn unknown_formula(&mut self, name: Name) -> Failed {
        let text = self.ast.text(name.symbol);
        let known = self.ast.definitions.iter().filter_map(|definition| match definition {
            Definition::Kept(kept)
                if matches!(kept.kind, KeptKind::Fluent { .. } | KeptKind::Assert { .. }) =>
            {
                Some(self.ast.text(kept.name.symbol))
            }
            _ => None,
        });
        let help = closest(text, known).map(|known| format!("did you mean `{known}`?"));
        let message = format!("`{text}` is no fluent and no assertion");
        let mut error = Diagnostic::error(name.at.span(), message);
        error.help = help;
        self.evaluator.report(error)
    }

    /// The fluents of a name with these indices.
    fn fluents(
        &mut self,
        name: Name,
        indices: Option<LabelId>,
        scope: Scope,
        written: &mut Written,
    ) -> Evaluated<Vec<PropositionId>> {
        let ast = self.ast;
        let definition = ast.definitions.iter().find_map(|definition| match definition {
            Definition::Kept(Kept {
                kind: KeptKind::Fluent { ranges, on, off, initially },
                name: defined,
            }) if defined.symbol == name.symbol => Some((*ranges, *on, *off, *initially)),
            _ => None,
        });
        let Some((ranges, on, off, initially)) = definition else {
            return Err(self.unknown_formula(name));
        };
        let text = ast.text(name.symbol);
        let wanted: Vec<Option<ActionId>> =
            self.instances(indices, scope)?.into_iter().map(|(instance, _)| instance).collect();
        let mut found = Vec::new();
        let mut instances = None;
        for instance in wanted {
            if let Some(&known) = written.of_fluents.get(&(name.symbol, instance)) {
                found.push(known);
                continue;
            }
            if instances.is_none() {
                instances = Some(self.instances(ranges, Scope::default())?);
            }
            let all = instances.as_deref().unwrap_or_default();
            let Some((_, scope)) = all.iter().find(|(defined, _)| *defined == instance) else {
                let index = instance.map_or("without an index", |i| self.evaluator.actions.name(i));
                let message = format!("there is no fluent `{text}` {index}");
                return Err(self.fail(name.at, message));
            };
            self.evaluator.scope = scope.clone();
            let actions = |this: &mut Self, label: LabelId| -> Evaluated<Alphabet> {
                let mut expansion = Expansion::default();
                this.evaluator.expand(label, &mut expansion)?;
                Ok(expansion.actions.into_iter().collect())
            };
            let (on, off) = (actions(self, on)?, actions(self, off)?);
            if !on.is_disjoint(&off) {
                let both = on.intersection(&off);
                let both = self.evaluator.actions.names(&both).join(", ");
                let message = format!("{both} would make `{text}` both true and false");
                return Err(self.fail(name.at, message));
            }
            let initially = match initially {
                Some(expression) => self.truth(expression)?,
                None => false,
            };
            let name_of = match instance {
                Some(index) => format!("{text}.{}", self.evaluator.actions.name(index)),
                None => text.to_owned(),
            };
            let proposition =
                written.new_proposition(name_of, Meaning::Fluent { on, off, initially });
            written.of_fluents.insert((name.symbol, instance), proposition);
            found.push(proposition);
        }
        Ok(found)
    }

    /// The value after `initially`. LTSA wants `True` and `False` to be constants of the text.
    fn truth(&mut self, expression: ast::ExpressionId) -> Evaluated<bool> {
        if let ast::ExpressionKind::Constant(name) = self.ast[expression].kind {
            let is_defined = self.ast.definitions.iter().any(|definition| {
                matches!(definition, Definition::Constant { name: n, .. } if n.symbol == name)
            });
            match self.ast.text(name) {
                "True" | "TRUE" if !is_defined => return Ok(true),
                "False" | "FALSE" if !is_defined => return Ok(false),
                _ => {}
            }
        }
        Ok(self.evaluator.int(expression)? != 0)
    }
}

/// The fluent or assertion of a name.
fn named(ast: &ast::Ast, name: Symbol) -> Option<&Kept> {
    ast.definitions.iter().find_map(|definition| match definition {
        Definition::Kept(kept)
            if kept.name.symbol == name
                && matches!(kept.kind, KeptKind::Fluent { .. } | KeptKind::Assert { .. }) =>
        {
            Some(kept)
        }
        _ => None,
    })
}

fn unary(operator: FormulaUnary, f: FormulaId) -> Operator {
    match operator {
        FormulaUnary::Not => Operator::Not(f),
        FormulaUnary::Next => Operator::Next(f),
        FormulaUnary::Eventually => Operator::Eventually(f),
        FormulaUnary::Always => Operator::Always(f),
    }
}

fn binary(operator: FormulaBinary, f: FormulaId, g: FormulaId) -> Operator {
    match operator {
        FormulaBinary::And => Operator::And(f, g),
        FormulaBinary::Or => Operator::Or(f, g),
        FormulaBinary::Until => Operator::Until(f, g),
        FormulaBinary::WeakUntil => Operator::WeakUntil(f, g),
        FormulaBinary::Implies => Operator::Implies(f, g),
        FormulaBinary::Equivalent => Operator::Equivalent(f, g),
    }
}

/// A temporal property as LTSA means it.
fn property(
    name: String,
    kind: TemporalKind,
    written: &Written,
    root: FormulaId,
) -> TemporalProperty {
    TemporalProperty {
        name,
        kind,
        formula: Formula::new(&written.formulas, root),
        propositions: written.propositions.clone(),
        fairness: Fairness::Choice,
        start: Start::FirstStep,
        stopping: Stopping::Stays,
        is_open: true,
    }
}

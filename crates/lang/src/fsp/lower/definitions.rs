//! Constants, ranges and sets, in the order of the text; and the parameters of processes.

use indexmap::IndexSet;
use rustc_hash::FxBuildHasher;
use surmise_model::Diagnostic;

use super::super::ast::{Definition, ExpressionId, Parameter};
use super::super::compile::unknown;
use super::super::evaluate::{Evaluated, Failed, Scope, Value};
use super::super::token::{At, Symbol};
use super::Lowering;

impl Lowering<'_> {
    /// Evaluates all of them. `overrides` replaces the values of constants and, later, parameters.
    pub(crate) fn define(&mut self, overrides: &[(String, i32)]) -> Evaluated<()> {
        let ast = self.ast;
        let mut result = Ok(());
        for definition in &ast.definitions {
            let defined = match definition {
                Definition::Constant { name, value } => {
                    match override_of(overrides, ast.text(name.symbol)) {
                        Some(value) => Ok(value),
                        None => self.evaluator.value(*value),
                    }
                    .map(|value| self.evaluator.define_constant(name.symbol, value))
                }
                Definition::Range { name, low, high } => {
                    self.range(*low, *high, name.at).map(|(low, high)| {
                        self.evaluator.define_range(name.symbol, low, high);
                    })
                }
                Definition::Set { name, set } => self
                    .evaluator
                    .set(*set)
                    .map(|actions| self.evaluator.define_set(name.symbol, actions)),
                _ => Ok(()),
            };
            result = result.and(defined);
        }
        self.check_overrides(overrides)?;
        result
    }

    fn range(&mut self, low: ExpressionId, high: ExpressionId, at: At) -> Evaluated<(i32, i32)> {
        let (low, high) = (self.evaluator.int(low)?, self.evaluator.int(high)?);
        match low <= high {
            true => Ok((low, high)),
            false => Err(self.evaluator.empty_range(at, low, high)),
        }
    }

    /// Every override has to name a constant or somebody's parameter.
    fn check_overrides(&mut self, overrides: &[(String, i32)]) -> Evaluated<()> {
        for (name, _) in overrides {
            let named = |symbol: Symbol| self.ast.text(symbol) == name;
            let parameter =
                |parameters: &[Parameter]| parameters.iter().any(|p| named(p.name.symbol));
            let known = self.ast.definitions.iter().any(|definition| match definition {
                Definition::Constant { name, .. } => named(name.symbol),
                Definition::Process(process) => parameter(&process.parameters),
                Definition::Composite(composite) => parameter(&composite.parameters),
                _ => false,
            });
            if !known {
                let message = format!("there is no constant or parameter `{name}` to set");
                let error = unknown(message, "constants and parameters", name, &self.settable());
                return Err(self.evaluator.report(error));
            }
        }
        Ok(())
    }

    /// All constants and parameters, each once.
    fn settable(&self) -> Vec<&str> {
        let mut symbols: IndexSet<Symbol, FxBuildHasher> = IndexSet::default();
        for definition in &self.ast.definitions {
            let parameters: &[Parameter] = match definition {
                Definition::Constant { name, .. } => {
                    symbols.insert(name.symbol);
                    continue;
                }
                Definition::Process(process) => &process.parameters,
                Definition::Composite(composite) => &composite.parameters,
                _ => continue,
            };
            symbols.extend(parameters.iter().map(|parameter| parameter.name.symbol));
        }
        symbols.into_iter().map(|symbol| self.ast.text(symbol)).collect()
    }

    /// The parameters of the chosen process: overrides, else the defaults.
    pub(super) fn chosen_parameters(
        &mut self,
        parameters: &[Parameter],
        overrides: &[(String, i32)],
    ) -> Evaluated<Vec<Value>> {
        let mut values = self.arguments(parameters, None, At::default())?;
        for (value, parameter) in values.iter_mut().zip(parameters) {
            let name = self.ast.text(parameter.name.symbol);
            if let Some(other) = override_of(overrides, name) {
                *value = other;
            }
            self.parameters.push((name.to_owned(), self.evaluator.show(*value)));
        }
        Ok(values)
    }

    /// The values of parameters: the actual ones, or all defaults.
    pub(super) fn arguments(
        &mut self,
        parameters: &[Parameter],
        actual: Option<&[ExpressionId]>,
        at: At,
    ) -> Evaluated<Vec<Value>> {
        let Some(actual) = actual else {
            let outer = std::mem::take(&mut self.evaluator.scope);
            let values = parameters.iter().map(|p| self.evaluator.value(p.default)).collect();
            self.evaluator.scope = outer;
            return values;
        };
        if actual.len() != parameters.len() {
            return Err(self.wrong_count(parameters, actual.len(), at));
        }
        actual.iter().map(|&expression| self.evaluator.value(expression)).collect()
    }

    fn wrong_count(&mut self, parameters: &[Parameter], actual: usize, at: At) -> Failed {
        let count = parameters.len();
        let names: Vec<&str> = parameters.iter().map(|p| self.ast.text(p.name.symbol)).collect();
        let message = format!("{actual} parameters are given, {count} are needed");
        let mut error = Diagnostic::error(at.span(), message);
        error.help = (count > 0).then(|| format!("the parameters are ({})", names.join(", ")));
        self.evaluator.report(error)
    }

    /// The scope of a process with these parameters.
    pub(super) fn scope(&self, parameters: &[Parameter], values: &[Value]) -> Scope {
        let names = parameters.iter().map(|parameter| parameter.name.symbol);
        Scope::with_parameters(names.zip(values.iter().copied()).collect())
    }
}

fn override_of(overrides: &[(String, i32)], name: &str) -> Option<Value> {
    let last = overrides.iter().rev().find(|(overridden, _)| overridden == name);
    last.map(|&(_, value)| Value::Int(value))
}

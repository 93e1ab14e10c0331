//! Variables: their slots, bounds and initial values.

use super::Lowering;
use super::instances::Instance;
use crate::prism::ast::{ExpressionId, Name, Type, Variable as Written};
use crate::prism::code::Op;
use crate::prism::program::Variable;
use crate::prism::resolve::{Item, Renaming};

/// `x : int` has 32 bits, as in PRISM.
const UNBOUNDED: (i64, i64) = (i32::MIN as i64, i32::MAX as i64);

/// Wider ranges are refused: nobody means them.
const WIDEST: u64 = 1 << 40;

impl<'s> Lowering<'_, 's> {
    /// Gives every variable a slot: the global ones first, then module by module.
    pub(super) fn declare_variables(&mut self, instances: &[Instance<'_, 's>]) {
        let mut first = super::Declared::default();
        let ast = self.resolver.ast;
        let taken = ast.formulas.iter().map(|f| f.name).chain(ast.constants.iter().map(|c| c.name));
        first.extend(taken.map(|name| (name.text, name.at)));
        let mut slot = 0;
        let mut declare = |lowering: &mut Self, name: Name<'s>, r#type: Type| {
            lowering.declare(&name, Item::Variable(slot, r#type), &mut first);
            slot += 1;
        };
        for variable in &ast.globals {
            declare(self, variable.name, variable.r#type);
        }
        for instance in instances {
            for variable in instance.variables {
                let text = instance.renamed(variable.name.text);
                // A renamed variable is written where the module is.
                let at = match text == variable.name.text {
                    true if instance.renaming.names.is_empty() => variable.name.at,
                    _ => instance.name.at,
                };
                declare(self, Name { text, at }, variable.r#type);
            }
        }
    }

    /// All variables, in the order of their slots.
    pub(super) fn variables(&mut self, instances: &[Instance<'_, 's>]) -> Vec<Variable> {
        let none = Renaming::default();
        let mut all = Vec::new();
        for variable in &self.resolver.ast.globals {
            all.push(self.variable(variable, variable.name.text, None, &none));
        }
        for (module, instance) in instances.iter().enumerate() {
            for variable in instance.variables {
                let name = instance.renamed(variable.name.text);
                all.push(self.variable(variable, name, Some(module), &instance.renaming));
            }
        }
        all
    }

    fn variable(
        &mut self,
        written: &Written<'s>,
        name: &str,
        module: Option<usize>,
        renaming: &Renaming<'s>,
    ) -> Variable {
        let boolean = written.r#type == Type::Bool;
        let (low, high) = match written.bounds {
            Some((low, high)) => {
                let low = self.constant_int(low, Type::Int, renaming);
                let high = self.constant_int(high, Type::Int, renaming);
                match (low, high) {
                    (Some(low), Some(high)) => self.check_bounds(written, low, high),
                    _ => (0, 0),
                }
            }
            None if boolean => (0, 1),
            None => UNBOUNDED,
        };
        let at = written.name.at;
        let default = if written.bounds.is_none() { 0 } else { low };
        let initial = match written.init {
            None => default,
            Some(init) => {
                if self.resolver.ast.init.is_some() {
                    let message = "an initial value beside an `init` block";
                    self.resolver.error(at, message).help =
                        Some("the block says which states are initial".into());
                }
                self.constant_int(init, written.r#type, renaming).unwrap_or(default)
            }
        };
        if !(low..=high).contains(&initial) && low <= high {
            let message = format!("the initial value {initial} of `{name}` is out of range");
            self.resolver.error(at, message).label = format!("from {low} to {high}");
        }
        Variable { name: name.to_owned(), low, high, boolean, initial, module }
    }

    fn check_bounds(&mut self, written: &Written<'s>, low: i64, high: i64) -> (i64, i64) {
        let at = written.name.at;
        if low > high {
            let message = format!("the range {low}..{high} is empty");
            self.resolver.error(at, message).label = "has no value".into();
        } else if high.abs_diff(low) > WIDEST {
            self.resolver.error(at, format!("the range {low}..{high} is too wide"));
        }
        (low, high)
    }

    /// The value of a constant expression.
    fn constant_int(
        &mut self,
        id: ExpressionId,
        r#type: Type,
        renaming: &Renaming<'s>,
    ) -> Option<i64> {
        let code = self.resolver.typed(id, r#type, renaming)?;
        match self.resolver.code.op(code) {
            Op::Int(value) => Some(value),
            _ => {
                let at = self.resolver.ast[id].at;
                self.resolver.error(at, "this has to be constant").label =
                    "depends on variables, or cannot be computed".into();
                None
            }
        }
    }
}

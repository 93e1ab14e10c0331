//! Commands of modules as code.

use indexmap::IndexSet;
use rustc_hash::{FxBuildHasher, FxHashSet};
use surmise_model::{ActionId, ActionTable, Rational};

use super::Lowering;
use super::instances::Instance;
use crate::prism::ast::{Command as Written, Type};
use crate::prism::code::{Code, Op};
use crate::prism::program::{Command, Module, Update};
use crate::prism::resolve::Item;
use crate::suggest::closest;

impl<'s> Lowering<'_, 's> {
    /// All modules, with those commands that could be made sense of.
    pub(super) fn modules(
        &mut self,
        instances: &[Instance<'_, 's>],
        actions: &mut ActionTable,
    ) -> Vec<Module> {
        let mut slot = self.resolver.ast.globals.len();
        let globals = slot as u32;
        let mut modules = Vec::new();
        for instance in instances {
            let own = slot as u32..(slot + instance.variables.len()) as u32;
            slot += instance.variables.len();
            let writable = |slot: u32| slot < globals || own.contains(&slot);
            // An action belongs to a module as soon as it occurs in its text.
            let mut alphabet: IndexSet<&str, FxBuildHasher> = IndexSet::default();
            let mut commands = Vec::new();
            for command in instance.commands {
                let action = command
                    .action
                    .map(|name| alphabet.insert_full(instance.renamed(name.text)).0 as u32);
                if let Some(command) = self.command(instance, command, action, &writable) {
                    commands.push(command);
                }
            }
            let silent = match actions.intern(&format!("{}.tau", instance.name.text)) {
                Ok(silent) => silent,
                Err(overflow) => {
                    self.overflow(overflow);
                    ActionId::TAU
                }
            };
            let alphabet = alphabet.into_iter().map(str::to_owned).collect();
            modules.push(Module {
                name: instance.name.text.to_owned(),
                silent,
                alphabet,
                commands,
            });
        }
        modules
    }

    fn command(
        &mut self,
        instance: &Instance<'_, 's>,
        written: &Written<'s>,
        action: Option<u32>,
        writable: &dyn Fn(u32) -> bool,
    ) -> Option<Command> {
        let guard = self.resolver.typed(written.guard, Type::Bool, &instance.renaming);
        let mut updates = Vec::new();
        let mut broken = guard.is_none();
        for update in &written.updates {
            let probability = match update.probability {
                Some(p) => self.resolver.typed(p, Type::Double, &instance.renaming),
                None => Some(self.resolver.code.constant_real(&Rational::ONE, update.at)),
            };
            let mut assignments = Vec::new();
            let mut written_to = FxHashSet::default();
            for (name, value) in &update.assignments {
                let target = instance.renamed(name.text);
                let Some((slot, r#type)) = self.variable_to_assign(target, name.at, writable)
                else {
                    broken = true;
                    continue;
                };
                if !written_to.insert(slot) {
                    self.resolver.error(name.at, format!("`{target}` is assigned twice"));
                }
                match self.resolver.typed(*value, r#type, &instance.renaming) {
                    Some(value) => assignments.push((slot, value)),
                    None => broken = true,
                }
            }
            match probability {
                Some(probability) => {
                    updates.push(Update { probability, assignments, at: update.at });
                }
                None => broken = true,
            }
        }
        let command = Command { action, guard: guard?, updates, at: written.at };
        if broken {
            return None;
        }
        self.check_sum(&command);
        Some(command)
    }

    fn variable_to_assign(
        &mut self,
        name: &'s str,
        at: crate::prism::token::At,
        writable: &dyn Fn(u32) -> bool,
    ) -> Option<(u32, Type)> {
        match self.resolver.names.get(name).copied() {
            Some(Item::Variable(slot, r#type)) if writable(slot) => Some((slot, r#type)),
            Some(Item::Variable(..)) => {
                let message =
                    format!("`{name}` belongs to another module, which alone can change it");
                self.resolver.error(at, message).label = "assigned here".into();
                None
            }
            Some(_) => {
                self.resolver.error(at, format!("`{name}` is no variable")).label =
                    "cannot be assigned".into();
                None
            }
            None => {
                let names = &self.resolver.names;
                let variables = names
                    .iter()
                    .filter(|(_, item)| matches!(item, Item::Variable(slot, _) if writable(*slot)));
                let help = closest(name, variables.map(|(&name, _)| name));
                let help = help.map(|name| format!("did you mean `{name}`?"));
                let error = self.resolver.error(at, format!("there is no variable `{name}`"));
                error.label = "unknown name".into();
                error.help = help;
                None
            }
        }
    }

    /// Constant probabilities that cannot be right in any state.
    fn check_sum(&mut self, command: &Command) {
        let code: &Code = &self.resolver.code;
        let never = matches!(code.op(command.guard), Op::Int(0));
        if never || !command.updates.iter().all(|u| code.is_constant(u.probability)) {
            return;
        }
        let values: Option<Vec<Rational>> =
            command.updates.iter().map(|u| code.real(u.probability, &[]).ok()).collect();
        let Some(values) = values else { return };
        let sum: Rational = values.iter().sum();
        if let Some(bad) = values.iter().position(|value| !value.is_probability()) {
            let (at, value) = (command.updates[bad].at, &values[bad]);
            self.resolver.error(at, format!("{value} is no probability")).label =
                "not between 0 and 1".into();
        } else if !sum.is_one() {
            let message = format!("the probabilities of this command sum to {sum}, not to 1");
            self.resolver.error(command.at, message).label = "in every state".into();
        }
    }
}

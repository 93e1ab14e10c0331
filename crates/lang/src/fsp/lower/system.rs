//! The last step: leaves become components and properties over one table of actions.

use indexmap::IndexSet;
use rustc_hash::{FxBuildHasher, FxHashMap};
use surmise_model::{
    ActionId, ActionTable, Alphabet, Component, ComponentId, Diagnostic, Lts, Priority, Property,
    StateId, System, Termination,
};

use super::super::ast::{Composite, Definition, KeptKind, Process};
use super::super::compile::Granularity;
use super::super::evaluate::{Evaluated, Value};
use super::super::token::{At, Symbol};
use super::Lowering;
use super::leaf::Leaf;
use crate::explicit;

/// How many instances are listed.
const LISTED: usize = 6;

impl Lowering<'_> {
    /// The system of a composite process.
    pub(crate) fn composite_system(
        &mut self,
        composite: &Composite,
        overrides: &[(String, i32)],
        granularity: Granularity,
    ) -> Evaluated<System> {
        let arguments = self.chosen_parameters(&composite.parameters, overrides)?;
        let scope = self.scope(&composite.parameters, &arguments);
        self.refuse_crowds(composite, scope)?;
        let keywords = composite.keywords;
        if keywords.property {
            let text = self.ast.text(composite.name.symbol);
            let note = format!("`{text}` is a property alone: it holds if it allows everything");
            let note =
                Diagnostic { span: Some(composite.name.at.span()), ..Diagnostic::note(note) };
            let help = "LTSA checks the processes inside of it instead; compose it with a system";
            self.evaluator.report(note.help(help));
            let leaves = self.composite(composite, &arguments, composite.name.at)?;
            return self.system(leaves, None);
        }
        let (leaves, priority) = self.within(composite, &arguments, composite.name.at, |this| {
            let items = this.operands(composite)?;
            // Which operand each leaf belongs to; hiding keeps their number and order.
            let mut sizes = Vec::new();
            let mut leaves = Vec::new();
            for item in items {
                let mine = item.into_leaves();
                sizes.push(mine.len());
                leaves.extend(mine);
            }
            let priority = this.restrict_outermost(composite, &mut leaves)?;
            let leaves = match granularity {
                Granularity::Operands => {
                    this.by_operand(leaves, &sizes, priority.as_ref(), composite)?
                }
                Granularity::Leaves => leaves,
            };
            Ok((leaves, priority))
        })?;
        self.system(leaves, priority)
    }

    /// The system of a primitive process: the process alone.
    pub(crate) fn process_system(
        &mut self,
        process: &Process,
        overrides: &[(String, i32)],
    ) -> Evaluated<System> {
        let arguments = self.chosen_parameters(&process.parameters, overrides)?;
        let leaf = self.process_leaf(process, arguments)?;
        self.system(vec![leaf], None)
    }

    /// The system of all primitive processes side by side, for texts without a composite process.
    pub(crate) fn default_system(&mut self, overrides: &[(String, i32)]) -> Evaluated<System> {
        let (mut leaves, mut standing) = (Vec::new(), Vec::new());
        for definition in &self.ast.definitions {
            if let Definition::Process(process) = definition {
                self.count_leaf(process.name.at)?;
                let arguments = self.chosen_parameters(&process.parameters, overrides)?;
                standing.push((process.name.symbol, arguments.clone()));
                leaves.push(self.process_leaf(process, arguments)?);
            }
        }
        self.tell_instances(&standing);
        self.system(leaves, None)
    }

    /// Says which instances of processes stand inside of others only: LTSA composes them, too.
    fn tell_instances(&mut self, standing: &[(Symbol, Vec<Value>)]) {
        let inside = self.machines.keys().filter(|instance| !standing.contains(instance));
        let inside = inside.filter(|(name, _)| self.processes.contains_key(name));
        let mut shown: Vec<String> =
            inside.map(|(name, arguments)| format!("`{}`", self.shown(*name, arguments))).collect();
        if shown.is_empty() {
            return;
        }
        shown.sort_unstable();
        let more = shown.len().saturating_sub(LISTED);
        shown.truncate(LISTED);
        if more > 0 {
            shown.push(format!("{more} more"));
        }
        let message = format!("{} are no components: other processes run them", shown.join(", "));
        let help = "LTSA's DEFAULT composes them, too; a composite process says what is composed";
        self.evaluator.report(Diagnostic::note(message).help(help));
    }

    fn process_leaf(&mut self, process: &Process, arguments: Vec<Value>) -> Evaluated<Leaf> {
        let name = self.ast.text(process.name.symbol).to_owned();
        let machine = self.machine(process, arguments, process.name.at)?;
        Ok(Leaf::new(name, machine))
    }

    /// Whether a name belongs to a definition that is kept and not checked yet.
    pub(super) fn is_kept(&self, name: Symbol) -> bool {
        self.ast.definitions.iter().any(|definition| match definition {
            Definition::Kept(kept) => {
                kept.name.symbol == name
                    && matches!(kept.kind, KeptKind::Constraint { .. } | KeptKind::Import { .. })
            }
            _ => false,
        })
    }

    /// Components and properties over a table that has their actions and no others.
    fn system(&mut self, leaves: Vec<Leaf>, priority: Option<Priority>) -> Evaluated<System> {
        let mut leaves = leaves;
        self.join(&mut leaves)?;
        let mut used = Alphabet::new();
        for leaf in &leaves {
            used.union_with(&leaf.map.alphabet());
        }
        let (actions, hidden, numbers) = self.table(&used)?;
        self.numbers.clone_from(&numbers);
        let priority = priority.map(|Priority { low, tau_is_low }| {
            let low = low.intersection(&used);
            Priority { low: low.iter().map(|action| numbers[&action]).collect(), tau_is_low }
        });
        let mut system = System { actions, hidden, priority, ..System::default() };
        let mut names: IndexSet<String, FxBuildHasher> = IndexSet::default();
        let mut ends = Vec::new();
        for leaf in leaves {
            if leaf.ends {
                ends.push(ComponentId::of(system.components.len()));
            }
            let name = unique(&mut names, &leaf.name);
            let property = leaf.machine.property;
            let mut map = leaf.map.clone();
            map.replace(&Alphabet::new(), |action| Ok(Some(vec![numbers[&action]])))?;
            let states = leaf.machine.states.clone();
            let lts = self.materialise(&Leaf { map, ..leaf })?;
            match property {
                false => system.components.push(Component { name, lts, states }),
                true => match self.property(&lts, &name)? {
                    Some(lts) => system.properties.push(Property { name, lts }),
                    None => system.components.push(Component::new(name, lts)),
                },
            }
        }
        let ends = (!ends.is_empty()).then_some(ends);
        if ends != system.ending() {
            system.termination = ends.map_or(Termination::Never, Termination::When);
        }
        Ok(system)
    }

    /// The table of the actions in use, which of them are hidden, and their numbers.
    fn table(
        &mut self,
        used: &Alphabet,
    ) -> Evaluated<(ActionTable, Alphabet, FxHashMap<ActionId, ActionId>)> {
        let mut table = ActionTable::new();
        let mut numbers = FxHashMap::default();
        numbers.insert(ActionId::TAU, ActionId::TAU);
        let mut hidden = Alphabet::new();
        let overflow = |error: surmise_model::IdOverflow| error.to_string();
        for action in used.difference(&self.internal).iter() {
            let name = self.evaluator.actions.name(action);
            let number = table.intern(name).map_err(overflow);
            numbers.insert(action, number.map_err(|e| self.fail(At::default(), e))?);
        }
        for action in used.intersection(&self.internal).iter() {
            let stem = self.stems.get(&action).copied().unwrap_or(action);
            // The prime keeps the name apart from whatever else the system may be joined with.
            let name = format!("{}'", self.evaluator.actions.name(stem));
            let number = table.fresh(&name).map_err(overflow);
            let number = number.map_err(|e| self.fail(At::default(), e))?;
            hidden.insert(number);
            numbers.insert(action, number);
        }
        Ok((table, hidden, numbers))
    }

    /// The property without π, or `None` if it is violated from the start, whatever happens.
    fn property(&mut self, lts: &Lts, name: &str) -> Evaluated<Option<Lts>> {
        let context = self.evaluator.context;
        let determined = match explicit::determinise(lts, self.limits.states, context) {
            Ok(lts) => lts,
            Err(error) => return Err(self.given_up(At::default(), name, error)),
        };
        if !lts.is_deterministic() {
            let message = format!(
                "the property `{name}` is not deterministic after relabelling; it was made so"
            );
            self.evaluator.report(Diagnostic::note(message));
        }
        if determined.initial() == StateId::ERROR {
            return Ok(None);
        }
        Ok(Some(determined.without_error()))
    }
}

/// A name that is not taken: the second `P` is `P#2`.
fn unique(names: &mut IndexSet<String, FxBuildHasher>, name: &str) -> String {
    let mut candidate = name.to_owned();
    let mut number = 1;
    while !names.insert(candidate.clone()) {
        number += 1;
        candidate = format!("{name}#{number}");
    }
    candidate
}

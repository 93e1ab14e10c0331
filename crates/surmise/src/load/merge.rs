//! A system, or a component, added to another system.

use std::sync::Arc;

use surmise_model::{
    ActionId, Alphabet, Component, ComponentId, Diagnostic, IdOverflow, Lts, Meaning, Priority,
    PropertyId, Reading, StateNames, System, Termination,
};

use crate::Source;

/// Adds all components and properties. Actions of one name are one action, except hidden ones,
/// which nobody else has.
pub(super) fn into(system: &mut System, other: System) -> Result<(), IdOverflow> {
    if system.actions.is_empty() && system.components.is_empty() && system.properties.is_empty() {
        *system = other;
        return Ok(());
    }
    let before = system.components.len();
    let known = system.actions.len() - 1;
    let mut actions = vec![ActionId::TAU];
    for (action, name) in other.actions.iter() {
        actions.push(match other.hidden.contains(action) {
            true => system.actions.fresh(name)?,
            false => system.actions.intern(name)?,
        });
    }
    system.hidden.extend(other.hidden.iter().map(|action| actions[action.index()]));
    for mut component in other.components {
        component.lts = over(&component.lts, &actions);
        let states = component.states.take();
        let renamed = |names: Arc<StateNames>| names.renamed(|action| actions[action.index()]);
        component.states = states.map(renamed).map(Arc::new);
        system.components.push(component);
    }
    for mut range in other.ranges {
        range.property = PropertyId::of(system.properties.len() + range.property.index());
        range.above = range.above.iter().map(|action| actions[action.index()]).collect();
        system.ranges.push(range);
    }
    for mut property in other.properties {
        property.lts = over(&property.lts, &actions);
        system.properties.push(property);
    }
    let renumbered = |set: &Alphabet| set.iter().map(|action| actions[action.index()]).collect();
    for mut property in other.temporal {
        for proposition in &mut property.propositions {
            match &mut proposition.meaning {
                Meaning::Actions(set) => *set = renumbered(set),
                Meaning::Fluent { on, off, .. } => {
                    (*on, *off) = (renumbered(on), renumbered(off));
                }
                Meaning::States { component, .. } => {
                    *component = ComponentId::of(before + component.index());
                }
                Meaning::Predicate(_) => {}
            }
        }
        system.temporal.push(property);
    }
    match (&mut system.priority, other.priority) {
        // What was not there when the order was made is like τ to it.
        (Some(priority), _) if priority.tau_is_low => {
            priority.low.extend(actions.iter().copied().filter(|action| action.index() > known));
        }
        (Some(_), _) | (None, None) => {}
        (mine @ None, Some(Priority { low, tau_is_low })) => {
            let low = low.iter().map(|action| actions[action.index()]).collect();
            *mine = Some(Priority { low, tau_is_low });
        }
    }
    end_together(system, before, other.termination);
    Ok(())
}

/// The same LTS over other ids: `actions[a]` for `a`.
fn over(lts: &Lts, actions: &[ActionId]) -> Lts {
    let name = |action: ActionId| actions[action.index()];
    lts.renamed(&lts.alphabet().iter().map(name).collect(), name)
}

/// Applies the rule for the end of processes side by side to two systems, each a whole: the
/// components before `added`, whose rule the system has, and the others, whose own rule is given.
pub(super) fn end_together(system: &mut System, added: usize, termination: Termination) {
    let by_alphabets = Termination::ByAlphabets;
    if added == 0 {
        system.termination = termination;
        return;
    }
    if system.termination == by_alphabets && termination == by_alphabets {
        return;
    }
    let others =
        System { components: system.components.split_off(added), termination, ..System::default() };
    let shift = |id: &ComponentId| ComponentId::of(added + id.index());
    let left = system.ending();
    let right = others.ending().map(|ids| ids.iter().map(shift).collect::<Vec<_>>());
    let (mine, theirs) = (system.alphabet(), others.alphabet());
    system.termination = match (left, right) {
        (Some(left), Some(right)) => Termination::When([left, right].concat()),
        (Some(left), None) if theirs.is_subset(&mine) => Termination::When(left),
        (None, Some(right)) if mine.is_subset(&theirs) => Termination::When(right),
        _ => Termination::Never,
    };
    system.components.extend(others.components);
}

/// Adds a component under a name that no other has.
pub(super) fn add_component(
    system: &mut System,
    reading: Reading,
    source: &Source,
) -> Vec<Diagnostic> {
    let stem = reading.name.unwrap_or_else(|| source.stem());
    let name = free_name(stem, |name| system.components.iter().any(|other| other.name == name));
    let before = system.components.len();
    system.components.push(Component::new(name, reading.lts));
    end_together(system, before, Termination::ByAlphabets);
    reading.diagnostics
}

/// A name like the given one that is not taken.
pub(super) fn free_name(stem: String, taken: impl Fn(&str) -> bool) -> String {
    let numbered = (2..).map(|number| format!("{stem}.{number}"));
    let name = std::iter::once(stem.clone()).chain(numbered).find(|name| !taken(name));
    name.unwrap_or(stem)
}

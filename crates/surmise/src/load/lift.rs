//! Components added to a probabilistic system; those without probabilities do everything with
//! probability 1.

use surmise_model::{
    ActionId, ActionTable, Alphabet, Diagnostic, Lpts, LptsReading, ProbabilisticComponent,
    ProbabilisticSystem, System,
};

use super::merge::free_name;
use crate::{Attempt, Failure, Source};

/// Adds a component under a name that no other has.
pub(super) fn add(
    system: &mut ProbabilisticSystem,
    reading: LptsReading,
    source: &Source,
) -> Vec<Diagnostic> {
    let stem = reading.name.unwrap_or_else(|| source.stem());
    let name = free_name(stem, |name| system.components.iter().any(|other| other.name == name));
    system.components.push(ProbabilisticComponent { name, lpts: reading.lpts });
    reading.diagnostics
}

/// Adds all components of another system. Actions of one name are one action, except hidden ones,
/// which nobody else has.
pub(super) fn into(system: &mut ProbabilisticSystem, other: ProbabilisticSystem) -> Attempt<()> {
    if system.components.is_empty() {
        *system = other;
        return Ok(());
    }
    let numbers = numbers(&mut system.actions, &other.actions, &other.hidden)?;
    let number = |action: ActionId| numbers[action.index()];
    system.hidden.extend(other.hidden.iter().map(number));
    for ProbabilisticComponent { name, lpts } in other.components {
        let lpts = lpts.renamed(number).map_err(|error| Failure::usage(error.to_string()))?;
        let name = free_name(name, |name| system.components.iter().any(|c| c.name == name));
        system.components.push(ProbabilisticComponent { name, lpts });
    }
    Ok(())
}

/// Adds the components of a system without probabilities.
pub(super) fn lift(system: &mut ProbabilisticSystem, plain: System, file: &str) -> Attempt<()> {
    if plain.priority.is_some() || !plain.properties.is_empty() {
        let message =
            format!("{file}: properties and priorities cannot stand beside probabilities");
        return Err(Failure::usage(message));
    }
    let mut components = Vec::with_capacity(plain.components.len());
    for component in plain.components {
        let Some(lpts) = Lpts::from_lts(&component.lts) else {
            let message = format!("{file}: a probabilistic system has no error state");
            return Err(Failure::usage(message));
        };
        components.push(ProbabilisticComponent { name: component.name, lpts });
    }
    let (actions, hidden) = (plain.actions, plain.hidden);
    into(system, ProbabilisticSystem { actions, hidden, components })
}

/// The actions of another table in this one.
pub(super) fn numbers(
    actions: &mut ActionTable,
    other: &ActionTable,
    hidden: &Alphabet,
) -> Attempt<Vec<ActionId>> {
    let mut numbers = vec![ActionId::TAU];
    for (action, name) in other.iter() {
        let number = match hidden.contains(action) {
            true => actions.fresh(name),
            false => actions.intern(name),
        };
        numbers.push(number.map_err(|error| Failure::usage(error.to_string()))?);
    }
    Ok(numbers)
}

/// The same LPTS with some of its actions silent.
///
/// # Errors
/// If there is more of something than can be numbered.
pub fn silenced(lpts: &Lpts, actions: &Alphabet) -> Attempt<Lpts> {
    let mut builder = Lpts::builder();
    builder.ensure_states(lpts.num_states()).initial(lpts.initial());
    builder.extend_alphabet(lpts.alphabet().difference(actions).iter());
    for (source, choice) in lpts.transitions() {
        let action = if actions.contains(choice.action) { ActionId::TAU } else { choice.action };
        builder.add(source, action, lpts.distribution(choice.distribution).iter());
    }
    builder.build().map_err(|error| Failure::usage(error.to_string()))
}

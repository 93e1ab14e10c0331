//! A system added to another one.

use surmise_model::{ActionId, BuildError, Edge, Lts, System};

/// Adds all components and properties. Actions of one name are one action, except hidden ones, which
/// nobody else has.
pub(super) fn into(system: &mut System, other: System) -> Result<(), BuildError> {
    if system.actions.is_empty() && system.components.is_empty() && system.properties.is_empty() {
        *system = other;
        return Ok(());
    }
    let mut actions = vec![ActionId::TAU];
    for (action, name) in other.actions.iter() {
        actions.push(match other.hidden.contains(action) {
            true => system.actions.fresh(name)?,
            false => system.actions.intern(name)?,
        });
    }
    system.hidden.extend(other.hidden.iter().map(|action| actions[action.index()]));
    for mut component in other.components {
        component.lts = renamed(&component.lts, &actions)?;
        system.components.push(component);
    }
    for mut property in other.properties {
        property.lts = renamed(&property.lts, &actions)?;
        system.properties.push(property);
    }
    Ok(())
}

/// The same LTS over other ids: `actions[a]` for `a`.
fn renamed(lts: &Lts, actions: &[ActionId]) -> Result<Lts, BuildError> {
    let mut builder = Lts::builder();
    builder.ensure_states(lts.num_states()).initial(lts.initial());
    if let Some(end) = lts.end() {
        builder.end(end);
    }
    builder.extend_alphabet(lts.alphabet().iter().map(|action| actions[action.index()]));
    for (source, Edge { action, target }) in lts.transitions() {
        builder.add(source, actions[action.index()], target);
    }
    builder.build()
}

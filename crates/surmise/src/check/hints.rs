//! The beginner's mistake: an action that was meant to be shared, and is not, because two
//! components write it differently.
//!
//! Most often a prefix was forgotten: the server waits for `request`, the client does
//! `client.request`. Nobody complains, both just do it alone. So an action that only one component
//! has is suspicious if another component has a very similar one to itself.

use indexmap::IndexMap;
use surmise_model::{ActionId, Diagnostic, System};

use crate::{Name, warning};

/// Larger systems are not looked at: comparing names takes a square of time.
const MOST_ACTIONS: usize = 2_000;
/// More warnings than these nobody reads.
const MOST_HINTS: usize = 5;

/// Warnings about pairs of actions that probably should be one.
pub fn hints(system: &System) -> Vec<Diagnostic> {
    let mut owners: IndexMap<ActionId, Vec<usize>> = IndexMap::new();
    for (index, component) in system.components.iter().enumerate() {
        for action in component.lts.alphabet().iter() {
            owners.entry(action).or_default().push(index);
        }
    }
    let in_property = |action| system.properties.iter().any(|p| p.lts.alphabet().contains(action));
    let lonely: Vec<(ActionId, usize)> = owners
        .iter()
        .filter(|(action, owners)| owners.len() == 1 && !in_property(**action))
        .map(|(&action, owners)| (action, owners[0]))
        .collect();
    if lonely.len() > MOST_ACTIONS {
        return Vec::new();
    }
    let mut hints = Vec::new();
    for &(short, owner) in &lonely {
        let name = system.actions.name(short);
        let forgotten = |&&(long, other): &&(ActionId, usize)| {
            other != owner && is_prefixed(system.actions.name(long), name)
        };
        if let Some(&(long, other)) = lonely.iter().find(forgotten) {
            let shown = |action| Name::from(system.actions.name(action));
            let component = |index: usize| Name::from(system.components[index].name.as_str());
            let message = format!(
                "`{}` is an action of {} alone, and `{}` one of {} alone",
                shown(short),
                component(owner),
                shown(long),
                component(other)
            );
            hints.push(
                warning(message).help("should they be the same action? was a prefix forgotten?"),
            );
        }
        if hints.len() == MOST_HINTS {
            break;
        }
    }
    hints
}

/// Whether one name is the other with a prefix before it.
fn is_prefixed(long: &str, short: &str) -> bool {
    long.strip_suffix(short).is_some_and(|prefix| prefix.len() > 1 && prefix.ends_with('.'))
}

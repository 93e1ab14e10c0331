//! What users name: components, groups of them, and actions.

use surmise_lang::closest;
use surmise_model::{ActionTable, Alphabet, ComponentId, System};
use surmise_verify::assume::decompose::Groups;

use crate::{Attempt, Failure, Name, OptionName, few};

/// The components of a name: those that are called so, or else those whose name begins so before a
/// `:`.
fn candidates(system: &System, text: &str) -> Vec<ComponentId> {
    let ids = || system.component_ids();
    let exact: Vec<ComponentId> = ids().filter(|&id| system.component(id).name == text).collect();
    match exact.is_empty() {
        true => ids().filter(|&id| short(&system.component(id).name) == text).collect(),
        false => exact,
    }
}

fn short(name: &str) -> &str {
    name.split_once(':').map_or(name, |(short, _)| short)
}

/// That no component has a name, and which one may have been meant.
fn unknown(system: &System, text: &str, option: OptionName) -> Failure {
    let names: Vec<&str> = system.components.iter().map(|c| c.name.as_str()).collect();
    let near = closest(text, names.iter().copied())
        .or_else(|| closest(text, names.iter().map(|name| short(name))));
    let help = match near {
        Some(near) => format!("did you mean `{near}`?"),
        None => format!("there are {}", few(&names, 8)),
    };
    Failure::usage_with_help(format!("no component is named `{text}`"), help).concerning(option)
}

/// The component of a name, or of the part of its name before the `:` if no other has that.
///
/// # Errors
/// There is none, or there are several.
pub(crate) fn component(system: &System, text: &str, option: OptionName) -> Attempt<ComponentId> {
    let text = text.trim();
    match candidates(system, text)[..] {
        [id] => Ok(id),
        [] => Err(unknown(system, text, option)),
        _ => {
            Err(Failure::usage(format!("several components are named `{text}`")).concerning(option))
        }
    }
}

/// The components of some names, each once.
///
/// # Errors
/// As those of [`component`].
pub(crate) fn components_named(
    system: &System,
    names: &[String],
    option: OptionName,
) -> Attempt<Vec<ComponentId>> {
    let mut group = Vec::new();
    for name in names {
        let id = component(system, name, option)?;
        if !group.contains(&id) {
            group.push(id);
        }
    }
    Ok(group)
}

/// Reads groups separated by `|`, each of component names separated by `,`. Separators inside
/// brackets belong to a name, as in `Lift(1,2)`. Of components with equal names, each mention takes
/// the next.
///
/// # Errors
/// The groups do not divide the components.
pub fn groups_named(system: &System, text: &str) -> Attempt<Groups> {
    let wrong = |message: String| {
        Err(Failure::usage(message).concerning(OptionName::Split).help(
            "write groups of components, for example 'A,B|C,D', or `two`, `balanced` or \
                 `smallest-interface`",
        ))
    };
    let mut taken = vec![false; system.components.len()];
    let mut groups = Groups::new();
    for group in outside_brackets(text, '|') {
        let mut members = Vec::new();
        for name in outside_brackets(group, ',').map(str::trim).filter(|name| !name.is_empty()) {
            let named = candidates(system, name);
            if named.is_empty() {
                return Err(unknown(system, name, OptionName::Split));
            }
            let Some(id) = named.into_iter().find(|id| !taken[id.index()]) else {
                return wrong(format!("`{name}` is in the split twice"));
            };
            taken[id.index()] = true;
            members.push(id);
        }
        if members.is_empty() {
            return wrong("a group of the split has no components".to_owned());
        }
        groups.push(members);
    }
    let missing = system.component_ids().filter(|id| !taken[id.index()]);
    let missing: Vec<&str> = missing.map(|id| system.component(id).name.as_str()).collect();
    match missing.is_empty() {
        true => Ok(groups),
        false => wrong(format!("{} not in the split", few(&missing, 8))),
    }
}

/// The parts of a text between separators that are not inside brackets: names may have some, as in
/// `Lift(1,2)`.
pub fn outside_brackets(text: &str, separator: char) -> impl Iterator<Item = &str> {
    let mut depth = 0i32;
    text.split(move |c: char| {
        match c {
            '(' | '[' | '{' => depth += 1,
            ')' | ']' | '}' => depth -= 1,
            _ => {}
        }
        c == separator && depth <= 0
    })
}

/// What some components are called.
pub(crate) fn component_names(system: &System, ids: &[ComponentId]) -> Vec<Name> {
    ids.iter().map(|&id| Name::from(system.component(id).name.as_str())).collect()
}

/// The actions of some names, all of which somebody has.
///
/// # Errors
/// Nobody has one of them.
pub(crate) fn actions_named(
    names: &[String],
    actions: &ActionTable,
    alphabet: &Alphabet,
) -> Attempt<Alphabet> {
    let mut found = Alphabet::new();
    for name in names {
        match actions.get(name.trim()).filter(|&action| alphabet.contains(action)) {
            Some(action) => found.insert(action),
            None => {
                return Err(Failure::usage_with_help(
                    format!("no component has an action `{name}`"),
                    format!("there are {}", few(&actions.names(alphabet), 8)),
                ));
            }
        };
    }
    Ok(found)
}

#[cfg(test)]
mod tests {
    use surmise_model::{Component, Lts};

    use super::*;

    fn system() -> System {
        let mut system = System::default();
        for name in ["A", "Lift(1,2)", "C", "C", "b.1:B", "b.2:B"] {
            let lts = Lts::builder().ensure_states(1).build().unwrap();
            system.components.push(Component::new(name, lts));
        }
        system
    }

    fn message(failure: Failure) -> String {
        match failure {
            Failure::Wrong(remarks) => remarks[0].diagnostic.message.clone(),
            Failure::Stopped(stopped) => panic!("{}", stopped.reason),
        }
    }

    #[test]
    fn groups_divide_the_components() {
        let system = system();
        let ids = |groups: &[&[usize]]| -> Groups {
            groups.iter().map(|group| group.iter().map(|&i| ComponentId::of(i)).collect()).collect()
        };
        let groups = groups_named(&system, "A, Lift(1,2) | C,C,b.1|b.2:B").unwrap();
        assert_eq!(groups, ids(&[&[0, 1], &[2, 3, 4], &[5]]));
        let groups = groups_named(&system, "C|A|C,Lift(1,2)|b.2,b.1").unwrap();
        assert_eq!(groups, ids(&[&[2], &[0], &[3, 1], &[5, 4]]));
        let wrong = |text| message(groups_named(&system, text).unwrap_err());
        assert_eq!(wrong("A,b.1,b.2|C"), "Lift(1,2), C not in the split");
        assert_eq!(wrong("A,A|C"), "`A` is in the split twice");
        assert_eq!(wrong("A|B2"), "no component is named `B2`");
        assert_eq!(wrong("A||C"), "a group of the split has no components");
    }

    #[test]
    fn one_component_has_a_name() {
        let system = system();
        let find = |text| component(&system, text, OptionName::Component);
        assert_eq!(find(" b.2 ").unwrap(), ComponentId::of(5));
        assert_eq!(message(find("C").unwrap_err()), "several components are named `C`");
        assert_eq!(message(find("c").unwrap_err()), "no component is named `c`");
    }
}

//! Groups as a user writes them: `A,B|C`.

use std::fmt;

use surmise_model::{ComponentId, System};

use super::Groups;

/// Why a text does not divide a system.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum SplitError {
    /// No component has this name.
    Unknown {
        /// The name.
        name: String,
        /// The names there are.
        known: Vec<String>,
    },
    /// A component is named twice.
    Repeated(String),
    /// Components are not named at all.
    Missing(Vec<String>),
    /// There is a group without components.
    EmptyGroup,
}

impl fmt::Display for SplitError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unknown { name, known } => {
                write!(f, "no component is named `{name}`; there are {}", known.join(", "))
            }
            Self::Repeated(name) => write!(f, "`{name}` is in the split twice"),
            Self::Missing(names) => write!(f, "{} not in the split", names.join(", ")),
            Self::EmptyGroup => f.write_str("a group of the split has no components"),
        }
    }
}

impl std::error::Error for SplitError {}

/// Reads groups separated by `|`, each of component names separated by `,`. Separators inside
/// brackets belong to a name, as in `Lift(1,2)`. Of components with equal names, each mention takes
/// the next.
pub fn by_name(system: &System, text: &str) -> Result<Groups, SplitError> {
    let name_of = |id: ComponentId| system.component(id).name.as_str();
    let mut taken = vec![false; system.components.len()];
    let mut groups = Groups::new();
    for group in outside_brackets(text, '|') {
        let mut members = Vec::new();
        for name in outside_brackets(group, ',') {
            let name = name.trim();
            if name.is_empty() {
                continue;
            }
            let mut named = system.component_ids().filter(|&id| name_of(id) == name).peekable();
            if named.peek().is_none() {
                let known = system.component_ids().map(|id| name_of(id).to_owned()).collect();
                return Err(SplitError::Unknown { name: name.to_owned(), known });
            }
            let Some(id) = named.find(|id| !taken[id.index()]) else {
                return Err(SplitError::Repeated(name.to_owned()));
            };
            taken[id.index()] = true;
            members.push(id);
        }
        if members.is_empty() {
            return Err(SplitError::EmptyGroup);
        }
        groups.push(members);
    }
    let missing: Vec<String> = system
        .component_ids()
        .filter(|id| !taken[id.index()])
        .map(|id| name_of(id).to_owned())
        .collect();
    if missing.is_empty() { Ok(groups) } else { Err(SplitError::Missing(missing)) }
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

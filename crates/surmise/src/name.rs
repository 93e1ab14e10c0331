//! Names from models, in words for people.
//!
//! A [`Name`] shows characters that do something instead of showing something as escapes
//! ([`shown_name`]), and only programs get it raw.

use std::fmt;

use serde::Serialize;
use surmise_model::shown_name;

/// A name of a component, a property, an action or a state.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(transparent)]
pub struct Name(pub String);

impl Name {
    /// The name as it is.
    pub fn raw(&self) -> &str {
        &self.0
    }
}

impl From<&str> for Name {
    fn from(name: &str) -> Self {
        Self(name.to_owned())
    }
}

impl From<String> for Name {
    fn from(name: String) -> Self {
        Self(name)
    }
}

impl From<&String> for Name {
    fn from(name: &String) -> Self {
        Self(name.clone())
    }
}

impl From<&&str> for Name {
    fn from(name: &&str) -> Self {
        Self((*name).to_owned())
    }
}

impl From<&Name> for Name {
    fn from(name: &Name) -> Self {
        name.clone()
    }
}

impl fmt::Display for Name {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&shown_name(&self.0))
    }
}

/// The first few of some names, and how many are left out.
pub fn few<T>(names: &[T], most: usize) -> String
where
    Name: for<'n> From<&'n T>,
{
    let shown: Vec<String> =
        names.iter().take(most).map(|name| Name::from(name).to_string()).collect();
    match names.len().saturating_sub(most) {
        0 => shown.join(", "),
        more => format!("{}, … ({more} more)", shown.join(", ")),
    }
}

/// Names with something between them.
pub fn join(names: &[Name], between: &str) -> String {
    names.iter().map(Name::to_string).collect::<Vec<_>>().join(between)
}

/// So many of them: `1 state`, `2 states`.
pub fn count(number: u64, singular: &str) -> String {
    let end = if number == 1 { "" } else { "s" };
    format!("{number} {singular}{end}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_moves_the_cursor() {
        let name = Name::from("a\u{1b}[2K\r\nproperty P: holds\u{202e}");
        assert_eq!(name.to_string(), "a\\u{1b}[2K\\r\\nproperty P: holds\\u{202e}");
        assert_eq!(serde_json::to_value(&name).unwrap(), name.raw());
        assert_eq!(Name::from("grün.π[1]").to_string(), "grün.π[1]");
    }

    #[test]
    fn long_lists_are_cut() {
        assert_eq!(few(&["a", "b"], 2), "a, b");
        assert_eq!(few(&["a", "b", "c"], 1), "a, … (2 more)");
    }
}

//! What the variables of a component hold in each of its states.
//!
//! A language whose states are values of variables writes them down once, as numbers; a report that
//! shows a step asks which of them it changes. They are shown, never computed with.

use std::sync::Arc;

use crate::StateId;

/// A variable that states have values of.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StateVariable {
    /// What it is called; nothing if it is not to be shown.
    pub name: String,
    /// Names of some of its values, sorted by value.
    pub words: Arc<[(i32, String)]>,
}

/// The values of variables in states.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct StateValues {
    /// The variables of each kind of state.
    kinds: Vec<Vec<StateVariable>>,
    /// The kind of each state and where its values begin; a state may have none.
    rows: Vec<Option<(u32, u32)>>,
    values: Vec<i32>,
}

impl StateValues {
    /// Values of states that have these variables, kind by kind.
    pub fn new(kinds: Vec<Vec<StateVariable>>) -> Self {
        Self { kinds, ..Self::default() }
    }

    /// Adds the next state: its kind, and one value for each variable of that. A state with another
    /// number of values has none.
    pub fn push(&mut self, kind: usize, values: &[i32]) {
        let fits = self.kinds.get(kind).is_some_and(|kind| kind.len() == values.len());
        let start = u32::try_from(self.values.len()).ok().filter(|_| fits);
        self.rows.push(start.map(|start| (kind as u32, start)));
        if start.is_some() {
            self.values.extend_from_slice(values);
        }
    }

    /// What is different in the second state: variables and their new values. Nothing if the two
    /// have not the same variables.
    pub fn changes(&self, from: StateId, to: StateId) -> Vec<(&str, String)> {
        let row = |state: StateId| self.rows.get(state.index()).copied().flatten();
        let (Some((kind, old)), Some((other, new))) = (row(from), row(to)) else {
            return Vec::new();
        };
        if kind != other {
            return Vec::new();
        }
        let variables = self.kinds[kind as usize].iter().enumerate();
        let shown = variables.filter(|(_, variable)| !variable.name.is_empty());
        shown
            .filter_map(|(place, variable)| {
                let value = self.values[new as usize + place];
                let changed = self.values[old as usize + place] != value;
                changed.then(|| (variable.name.as_str(), variable.shown(value)))
            })
            .collect()
    }
}

impl StateVariable {
    fn shown(&self, value: i32) -> String {
        match self.words.binary_search_by_key(&value, |(value, _)| *value) {
            Ok(place) => self.words[place].1.clone(),
            Err(_) => value.to_string(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_changes_and_has_a_name_is_told() {
        let variable = |name: &str| StateVariable { name: name.into(), words: Arc::from([]) };
        let colour =
            StateVariable { name: "colour".into(), words: Arc::from([(2, "red".to_owned())]) };
        let mut values = StateValues::new(vec![vec![variable("x"), variable(""), colour], vec![]]);
        values.push(0, &[1, 1, 1]);
        values.push(0, &[1, 7, 2]);
        values.push(1, &[]);
        values.push(0, &[1]);
        let changes = |from, to| values.changes(StateId::of(from), StateId::of(to));
        assert_eq!(changes(0, 1), [("colour", "red".to_owned())]);
        assert_eq!(changes(1, 0), [("colour", "1".to_owned())]);
        assert!(changes(0, 2).is_empty() && changes(0, 3).is_empty() && changes(0, 9).is_empty());
    }
}

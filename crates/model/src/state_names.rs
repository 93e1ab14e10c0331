//! What a language calls the states of a component: `SEEK[2]`; on which lines its steps stand, what
//! they change, why they go wrong, and where a state waits.

use std::collections::BTreeMap;

use crate::{ActionId, StateId, StateValues};

/// Names of states, for those that have one.
///
/// One text and one number a state: names are shown, never looked up. A language that would have to
/// spend more on them than on the LTS itself leaves them out.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct StateNames {
    /// All names, one after the other, and where each ends.
    texts: String,
    ends: Vec<u32>,
    /// The line of each step that stands in the text.
    lines: BTreeMap<(StateId, ActionId, StateId), u32>,
    /// Why steps go wrong, for those that do.
    faults: BTreeMap<(StateId, ActionId, StateId), String>,
    /// What is waited at in states in which nothing can be done alone.
    waits: BTreeMap<StateId, Vec<String>>,
    /// What variables hold.
    values: StateValues,
}

impl StateNames {
    /// Names the next state; an empty text is no name. So is one that makes all texts together
    /// longer than 4 GiB.
    pub fn push(&mut self, name: &str) {
        let start = self.texts.len();
        self.texts.push_str(name);
        match u32::try_from(self.texts.len()) {
            Ok(end) => self.ends.push(end),
            Err(_) => {
                self.texts.truncate(start);
                self.ends.push(start as u32);
            }
        }
    }

    /// Says on which line of the text a step stands. Of several, the first that is said counts.
    pub fn set_line(&mut self, step: (StateId, ActionId, StateId), line: u32) {
        self.lines.entry(step).or_insert(line);
    }

    /// The line of the text on which a step stands, if that is known.
    pub fn line(&self, step: (StateId, ActionId, StateId)) -> Option<u32> {
        self.lines.get(&step).copied()
    }

    /// Says why a step goes wrong. Of several reasons, the first that is said counts.
    pub fn set_fault(&mut self, step: (StateId, ActionId, StateId), why: String) {
        self.faults.entry(step).or_insert(why);
    }

    /// Why a step goes wrong, if that is known.
    pub fn fault(&self, step: (StateId, ActionId, StateId)) -> Option<&str> {
        self.faults.get(&step).map(String::as_str)
    }

    /// Says at which statements of the text a component waits in a state.
    pub fn set_waits(&mut self, state: StateId, statements: Vec<String>) {
        self.waits.insert(state, statements);
    }

    /// The statements of the text at which a component waits in a state, if that is known.
    pub fn waits(&self, state: StateId) -> &[String] {
        self.waits.get(&state).map_or(&[], Vec::as_slice)
    }

    /// Says what variables hold in the states.
    pub fn set_values(&mut self, values: StateValues) {
        self.values = values;
    }

    /// What variables hold in the states.
    pub fn values(&self) -> &StateValues {
        &self.values
    }

    /// The same for other names of actions.
    #[must_use]
    pub fn renamed(&self, name: impl Fn(ActionId) -> ActionId) -> Self {
        let renamed = |&(from, action, to): &(StateId, ActionId, StateId)| (from, name(action), to);
        let lines = self.lines.iter().map(|(step, &line)| (renamed(step), line)).collect();
        let faults = self.faults.iter().map(|(step, why)| (renamed(step), why.clone())).collect();
        Self { lines, faults, ..self.clone() }
    }

    /// The name of a state, if it has one.
    pub fn get(&self, state: StateId) -> Option<&str> {
        let end = *self.ends.get(state.index())? as usize;
        let start = state.index().checked_sub(1).map_or(0, |before| self.ends[before] as usize);
        (start < end).then(|| &self.texts[start..end])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn some_states_have_names() {
        let mut names = StateNames::default();
        ["IDLE", "", "SEEK[2]"].iter().for_each(|name| names.push(name));
        let found: Vec<Option<&str>> = (0..4).map(|state| names.get(StateId::of(state))).collect();
        assert_eq!(found, [Some("IDLE"), None, Some("SEEK[2]"), None]);
        assert_eq!(names.get(StateId::ERROR), None);
    }

    #[test]
    fn some_steps_have_lines() {
        let step = |to| (StateId::of(0), ActionId::TAU, to);
        let mut names = StateNames::default();
        names.set_line(step(StateId::ERROR), 7);
        names.set_line(step(StateId::ERROR), 8);
        let names = names.renamed(|action| action);
        assert_eq!(names.line(step(StateId::ERROR)), Some(7));
        assert_eq!(names.line(step(StateId::of(1))), None);
    }
}

//! What a language calls the states of a component: `SEEK[2]`; and on which lines its steps stand.

use std::collections::BTreeMap;

use crate::{ActionId, StateId};

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

    /// The same for other names of actions.
    #[must_use]
    pub fn renamed(&self, name: impl Fn(ActionId) -> ActionId) -> Self {
        let lines = self.lines.iter();
        let lines = lines.map(|(&(from, action, to), &line)| ((from, name(action), to), line));
        Self { texts: self.texts.clone(), ends: self.ends.clone(), lines: lines.collect() }
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

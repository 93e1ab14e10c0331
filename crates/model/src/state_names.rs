//! What a language calls the states of a component: `SEEK[2]`.

use crate::StateId;

/// Names of states, for those that have one.
///
/// One text and one number a state: names are shown, never looked up. A language that would have to
/// spend more on them than on the LTS itself leaves them out.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct StateNames {
    /// All names, one after the other, and where each ends.
    texts: String,
    ends: Vec<u32>,
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
}

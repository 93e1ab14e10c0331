//! Interned action names: one table for all components of a system.

use indexmap::IndexSet;
use rustc_hash::FxBuildHasher;

use crate::{ActionId, Alphabet, IdOverflow};

/// The action names of a system, each once, in the order in which they were first met.
///
/// Entry 0 is always the silent action, printed as `tau`. That name is not special to
/// [`intern`](Self::intern)'s callers by accident: whoever reads a file decides which of its labels
/// mean τ and uses [`ActionId::TAU`] for them.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ActionTable {
    names: IndexSet<Box<str>, FxBuildHasher>,
}

impl ActionTable {
    /// A table that holds τ alone.
    pub fn new() -> Self {
        let mut names = IndexSet::default();
        names.insert(Box::from("tau"));
        Self { names }
    }

    /// The id of a name, which is added if it is new.
    pub fn intern(&mut self, name: &str) -> Result<ActionId, IdOverflow> {
        if let Some(index) = self.names.get_index_of(name) {
            return ActionId::new(index);
        }
        let id = ActionId::new(self.names.len())?;
        self.names.insert(Box::from(name));
        Ok(id)
    }

    /// The id of a name that is already in the table.
    pub fn get(&self, name: &str) -> Option<ActionId> {
        self.names.get_index_of(name).map(ActionId::of)
    }

    /// The name of an action of this table.
    pub fn name(&self, action: ActionId) -> &str {
        &self.names[action.index()]
    }

    /// How many actions there are, τ included: one more than the largest id.
    pub fn len(&self) -> usize {
        self.names.len()
    }

    /// Whether there is no action but τ.
    pub fn is_empty(&self) -> bool {
        self.names.len() == 1
    }

    /// All actions but τ, in the order of their ids.
    pub fn iter(&self) -> impl Iterator<Item = (ActionId, &str)> {
        self.names.iter().enumerate().skip(1).map(|(i, name)| (ActionId::of(i), &**name))
    }

    /// The names of an alphabet, sorted.
    pub fn names(&self, alphabet: &Alphabet) -> Vec<&str> {
        let mut names: Vec<&str> = alphabet.iter().map(|action| self.name(action)).collect();
        names.sort_unstable();
        names
    }

    /// Adds an action under a name that nobody else has: `stem`, or `stem'`, `stem''`, …
    pub fn fresh(&mut self, stem: &str) -> Result<ActionId, IdOverflow> {
        let mut name = stem.to_owned();
        while self.names.contains(name.as_str()) {
            name.push('\'');
        }
        self.intern(&name)
    }
}

impl Default for ActionTable {
    fn default() -> Self {
        Self::new()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_interned_once() {
        let mut table = ActionTable::new();
        let a = table.intern("a").unwrap();
        assert_eq!(table.intern("a"), Ok(a));
        assert_eq!(table.name(a), "a");
        assert_eq!(table.name(ActionId::TAU), "tau");
        let fresh = table.fresh("a").unwrap();
        assert_eq!(table.name(fresh), "a'");
    }
}

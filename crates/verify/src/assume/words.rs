//! How reasoning is put into words: traces, alphabets and numbers as a reader knows them.

use surmise_model::{ActionId, ActionTable, Alphabet};

/// A trace: `⟨send, ack⟩`.
pub(crate) fn trace(actions: &ActionTable, word: &[ActionId]) -> String {
    let names: Vec<&str> = word.iter().map(|&action| actions.name(action)).collect();
    format!("⟨{}⟩", names.join(", "))
}

/// An alphabet: `{ack, send}`.
pub(crate) fn alphabet(actions: &ActionTable, alphabet: &Alphabet) -> String {
    format!("{{{}}}", actions.names(alphabet).join(", "))
}

/// The alphabets of assumptions that a reader was told. Only what has changed is told again.
#[derive(Debug, Default)]
pub(crate) struct Told {
    alphabets: Vec<Option<Alphabet>>,
}

impl Told {
    /// What there is to say about the alphabet of an assumption, by its number: ` over {ack, send}`
    /// for the first time; ` over {output} as well` if it has grown; nothing if it is the same.
    pub(crate) fn over(&mut self, actions: &ActionTable, number: usize, new: &Alphabet) -> String {
        if self.alphabets.len() <= number {
            self.alphabets.resize(number + 1, None);
        }
        match self.alphabets[number].replace(new.clone()) {
            Some(known) if known == *new => String::new(),
            Some(known) if known.is_subset(new) && !known.is_empty() => {
                format!(" over {} as well", alphabet(actions, &new.difference(&known)))
            }
            _ => format!(" over {}", alphabet(actions, new)),
        }
    }
}

/// A number of states: `1 state`, `2 states`.
pub(crate) fn states(number: usize) -> String {
    match number {
        1 => "1 state".to_owned(),
        _ => format!("{number} states"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_changes_are_told_again() {
        let mut actions = ActionTable::default();
        let [a, b] = ["a", "b"].map(|name| actions.intern(name).unwrap());
        let (one, both) = (Alphabet::from_iter([a]), Alphabet::from_iter([a, b]));
        let mut told = Told::default();
        let mut over = |number, alphabet| told.over(&actions, number, alphabet);
        assert_eq!(over(1, &one), " over {a}");
        assert_eq!(over(1, &one), "");
        assert_eq!(over(2, &both), " over {a, b}");
        assert_eq!(over(1, &both), " over {b} as well");
        assert_eq!(over(1, &one), " over {a}");
    }
}

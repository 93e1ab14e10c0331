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

/// A number of states: `1 state`, `2 states`.
pub(crate) fn states(number: usize) -> String {
    match number {
        1 => "1 state".to_owned(),
        _ => format!("{number} states"),
    }
}

//! A word as an LTS: what does just that, and nothing else of an alphabet.

use surmise_model::{ActionId, Alphabet, BuildError, Lts, StateId};

/// Performs a word.
pub(crate) fn performing(word: &[ActionId], alphabet: &Alphabet) -> Result<Lts, BuildError> {
    line(word, alphabet, StateId::new(word.len())?)
}

/// Performs a word, which is not empty, and is in π then.
pub(crate) fn ending_in_error(word: &[ActionId], alphabet: &Alphabet) -> Result<Lts, BuildError> {
    line(word, alphabet, StateId::ERROR)
}

fn line(word: &[ActionId], alphabet: &Alphabet, end: StateId) -> Result<Lts, BuildError> {
    let mut builder = Lts::builder();
    let states = word.len() + usize::from(!end.is_error());
    builder.ensure_states(states).extend_alphabet(alphabet.iter());
    for (place, &action) in word.iter().enumerate() {
        let target = if place + 1 == word.len() { end } else { StateId::new(place + 1)? };
        builder.add(StateId::new(place)?, action, target);
    }
    builder.build()
}

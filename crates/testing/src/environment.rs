//! Environments: every small LTS over an alphabet, for definitions that say "for all environments".

use surmise_model::{ActionId, Alphabet, Lts, StateId};

/// All LTSs over an alphabet with so many states, the first one initial, deterministic or not and
/// without τ: one for each set of transitions. At most 16 transitions are possible, so that there
/// are not too many.
pub fn all_environments(alphabet: &Alphabet, states: usize) -> impl Iterator<Item = Lts> {
    let mut possible: Vec<(usize, ActionId, usize)> = Vec::new();
    for source in 0..states {
        for action in alphabet.iter() {
            possible.extend((0..states).map(|target| (source, action, target)));
        }
    }
    assert!(possible.len() <= 16, "too many environments");
    let alphabet = alphabet.clone();
    (0..1u32 << possible.len()).map(move |chosen| {
        let mut builder = Lts::builder();
        builder.ensure_states(states).extend_alphabet(alphabet.iter());
        for (place, &(source, action, target)) in possible.iter().enumerate() {
            if chosen >> place & 1 == 1 {
                builder.add(StateId::of(source), action, StateId::of(target));
            }
        }
        builder.build().expect("all states exist")
    })
}

/// The LTS that performs a word over an alphabet and nothing else of it.
pub fn one_trace(word: &[ActionId], alphabet: &Alphabet) -> Lts {
    let mut builder = Lts::builder();
    builder.ensure_states(word.len() + 1).extend_alphabet(alphabet.iter());
    for (place, &action) in word.iter().enumerate() {
        builder.add(StateId::of(place), action, StateId::of(place + 1));
    }
    builder.build().expect("all states exist")
}

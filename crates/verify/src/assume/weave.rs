//! Putting the traces of groups together into one of their composition.

use surmise_model::{ActionId, Alphabet};

/// The word in which `common` happens, and before, between and after its letters what each trace
/// does besides.
///
/// Each trace comes with the alphabet on which it follows `common`: restricted to it, the trace and
/// `common` are the same. Letters outside that alphabet are the trace's own.
pub(crate) fn weave(common: &[ActionId], traces: &[(&[ActionId], &Alphabet)]) -> Vec<ActionId> {
    let mut places = vec![0; traces.len()];
    let mut word = Vec::new();
    for &letter in common {
        for (&(trace, follows), place) in traces.iter().zip(&mut places) {
            if follows.contains(letter) {
                take_own(trace, follows, place, &mut word);
                debug_assert_eq!(trace.get(*place), Some(&letter), "the traces agree");
                *place += 1;
            }
        }
        word.push(letter);
    }
    for (&(trace, follows), place) in traces.iter().zip(&mut places) {
        take_own(trace, follows, place, &mut word);
    }
    word
}

/// Moves on to the trace's next letter that is not its own.
fn take_own(trace: &[ActionId], follows: &Alphabet, place: &mut usize, word: &mut Vec<ActionId>) {
    while let Some(&own) = trace.get(*place).filter(|&&action| !follows.contains(action)) {
        word.push(own);
        *place += 1;
    }
}

/// A word without the actions outside an alphabet.
pub(crate) fn restrict(word: &[ActionId], alphabet: &Alphabet) -> Vec<ActionId> {
    word.iter().copied().filter(|&action| alphabet.contains(action)).collect()
}

//! Hiding: actions become silent and leave the alphabet.

use surmise_model::{ActionId, Alphabet, Lts};

/// The LTS with these actions turned into τ (FSP's `\ {…}`). Nobody can synchronise on them any
/// more. States keep their numbers.
#[must_use]
pub fn hide(lts: &Lts, actions: &Alphabet) -> Lts {
    project(lts, &lts.alphabet().difference(actions))
}

/// The LTS with all actions but these turned into τ (FSP's `@ {…}`, M↓Σ in the papers). Its
/// alphabet is what it had of `visible`; actions it did not know are not added. States keep their
/// numbers.
#[must_use]
pub fn project(lts: &Lts, visible: &Alphabet) -> Lts {
    let mut builder = Lts::builder();
    builder.ensure_states(lts.num_states()).initial(lts.initial()).reserve(lts.num_transitions());
    builder.extend_alphabet(lts.alphabet().intersection(visible).iter());
    if let Some(end) = lts.end() {
        builder.end(end);
    }
    for (source, edge) in lts.transitions() {
        let action = if visible.contains(edge.action) { edge.action } else { ActionId::TAU };
        builder.add(source, action, edge.target);
    }
    builder.build().expect("the states of an LTS, and at most its transitions")
}

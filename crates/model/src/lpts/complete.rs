//! Completion of a specification: what it does not speak about, it allows.

use super::Lpts;
use crate::{ActionId, Alphabet};

impl Lpts {
    /// The LPTS with Dirac self-loops at every state on each action of the alphabet that is not in
    /// its own: before asking whether a system over this alphabet conforms to it. An action of its
    /// own alphabet that a state lacks stays forbidden there.
    #[must_use]
    pub fn completed(&self, alphabet: &Alphabet) -> Self {
        let more = alphabet.difference(self.alphabet());
        let mut builder = Self::builder();
        builder.ensure_states(self.num_states()).initial(self.initial());
        builder.extend_alphabet(self.alphabet().iter());
        for state in self.states() {
            for choice in self.choices(state) {
                let distribution = self.distribution(choice.distribution);
                builder.add(state, choice.action, distribution.iter());
            }
            for action in more.iter() {
                builder.add_dirac(state, action, state);
            }
        }
        builder.extend_alphabet(more.iter());
        builder.build().expect("the states and distributions of an LPTS, and Dirac distributions")
    }
    /// What a system has to be simulated by to conform to this specification:
    /// [completed](Self::completed) with what the specification does not speak about. Silent steps,
    /// and actions that are hidden, are spoken about if it has silent steps itself: then they are
    /// matched by those; else they may happen at any time.
    #[must_use]
    pub fn completed_for(&self, alphabet: &Alphabet, hidden: &Alphabet) -> Self {
        let completed = self.completed(&alphabet.difference(hidden));
        let mut builder = Self::builder();
        builder.ensure_states(self.num_states()).initial(self.initial());
        builder.extend_alphabet(completed.alphabet().iter().chain(hidden.iter()));
        let has_silent = self.transitions().any(|(_, choice)| choice.action.is_tau());
        for state in self.states() {
            for choice in completed.choices(state) {
                let branches = || completed.distribution(choice.distribution).iter();
                builder.add(state, choice.action, branches());
                if choice.action.is_tau() {
                    for action in hidden.iter() {
                        builder.add(state, action, branches());
                    }
                }
            }
            if !has_silent {
                for action in hidden.iter().chain([ActionId::TAU]) {
                    builder.add_dirac(state, action, state);
                }
            }
        }
        builder.build().expect("the states and distributions of an LPTS, and Dirac distributions")
    }
}

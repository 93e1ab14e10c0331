//! Completion of a specification: what it does not speak about, it allows.

use super::Lpts;
use crate::Alphabet;

impl Lpts {
    /// The LPTS with Dirac self-loops at every state on each action of the alphabet that is not in
    /// its own: before asking whether a system over this alphabet conforms to it. An action of its own
    /// alphabet that a state lacks stays forbidden there.
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
}

//! Quotients: classes of states as states (definition 8 of the CAV 2012 paper).

use super::{Lpts, LptsError};
use crate::{Rational, StateId};

impl Lpts {
    /// The quotient by a partition: class `c` has a transition s –a→ μ for each of its members',
    /// with the probabilities of each class's members added up.
    ///
    /// `class_of[s]` is the class of state `s`; there are `classes` of them, and one without
    /// members is a state without transitions.
    ///
    /// # Errors
    /// If a class is not below `classes`.
    ///
    /// # Panics
    /// If there are not as many entries as states.
    pub fn quotient(&self, class_of: &[StateId], classes: usize) -> Result<Self, LptsError> {
        assert_eq!(class_of.len(), self.num_states(), "every state has a class");
        let mut builder = Self::builder();
        builder.ensure_states(classes).initial(class_of[self.initial().index()]);
        builder.extend_alphabet(self.alphabet().iter());
        let mut branches: Vec<(StateId, &Rational)> = Vec::new();
        for (source, choice) in self.transitions() {
            branches.clear();
            let distribution = self.distribution(choice.distribution);
            branches.extend(distribution.iter().map(|(state, p)| (class_of[state.index()], p)));
            builder.add(class_of[source.index()], choice.action, branches.iter().copied());
        }
        builder.build()
    }
}

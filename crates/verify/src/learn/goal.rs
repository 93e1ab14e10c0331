//! What an assumption is for: a group, its property, and who else plays a role.

use std::sync::Arc;

use surmise_model::{ActionId, Alphabet, Lts, Stop};

use super::company::Company;
use super::learner::Learner;
use super::progress::Progress;
use crate::assume::AlphabetRefinement;
use crate::assume::weave::restrict;
use crate::assume::word_lts::ending_in_error;
use crate::departures::Departures;

/// Makes a learner for an alphabet of so many symbols.
pub(super) type MakeLearner = dyn Fn(usize) -> Box<dyn Learner> + Sync;

/// What is the same for all groups.
#[derive(Clone, Copy)]
pub(super) struct Setup<'a> {
    pub(super) make_learner: &'a MakeLearner,
    pub(super) refinement: AlphabetRefinement,
    /// The alphabet to start with instead of the refinement's own choice.
    pub(super) start: Option<&'a Alphabet>,
    /// How large a conjecture has to be for something else to be tried in its place.
    pub(super) patience: usize,
    /// What to do that the paper does not.
    pub(super) departures: Departures,
}

impl Setup<'_> {
    /// The alphabet to start with for an interface and a property's alphabet.
    pub(super) fn initial(&self, interface: &Alphabet, property: &Alphabet) -> Alphabet {
        match self.start {
            Some(start) => start.intersection(interface),
            None => self.refinement.initial(interface, property),
        }
    }
}

/// What an assumption is for: `⟨A⟩ M ⟨P⟩`.
pub(super) struct Goal<'a> {
    /// Which premise this is, counting from 1.
    pub(super) premise: usize,
    /// The components of M.
    pub(super) group: Vec<&'a Lts>,
    /// P_err.
    pub(super) property: Lts,
    /// Everybody else who plays a role.
    pub(super) environment: Vec<&'a Lts>,
    /// All groups, if their assumptions are weighed against each other, as under SYM-N. Otherwise
    /// it is enough that the environment keeps to the assumption.
    pub(super) company: Option<Arc<Company<'a>>>,
    /// Σ_I, beyond which the environment cannot help.
    pub(super) interface: Alphabet,
}

impl<'a> Goal<'a> {
    /// A violation of `⟨A⟩ M ⟨P⟩`: the visible actions of a shortest run to it, all of M's.
    pub(super) fn violation(
        &self,
        assumption: &Lts,
        progress: &mut Progress<'a>,
    ) -> Result<Option<Vec<ActionId>>, Stop> {
        let mut parts = vec![assumption];
        parts.extend(&self.group);
        parts.push(&self.property);
        progress.find_violation(self.premise, &parts)
    }

    /// The visible actions of a run of the environment that is the same as a word over an alphabet.
    pub(super) fn environment_trace(
        &self,
        word: &[ActionId],
        alphabet: &Alphabet,
        progress: &mut Progress<'a>,
    ) -> Result<Vec<ActionId>, Stop> {
        let word = restrict(word, alphabet);
        if word.is_empty() {
            return Ok(word);
        }
        let watcher = ending_in_error(&word, alphabet)?;
        let mut parts = self.environment.clone();
        parts.push(&watcher);
        let found = progress.find_violation(self.premise + 1, &parts)?;
        found.ok_or_else(|| Stop::internal("the environment cannot do what it is known to do"))
    }
}

//! A group of components and the quotient that stands for it.

use surmise_model::{ActionId, Alphabet, Context, Edge, Lts, Stop};

use super::classes::Classes;
use crate::assume::concrete::Concrete;
use crate::assume::problem::path_along;
use crate::assume::weave::weave;
use crate::automata::project;

/// A group, and what it has been replaced by so far.
#[derive(Debug)]
pub(super) struct ReplacedGroup {
    /// What the group is called.
    pub(super) name: String,
    /// The group itself.
    pub(super) concrete: Concrete,
    /// The actions that another group or the property takes part in. The others are hidden in the
    /// quotient.
    pub(super) interface: Alphabet,
    /// The class of every state of the group.
    pub(super) classes: Classes,
    /// The quotient.
    pub(super) quotient: Lts,
}

impl ReplacedGroup {
    /// A group that is not replaced yet.
    pub(super) fn new(
        name: String,
        members: &[&Lts],
        interface: Alphabet,
        context: &Context<'_>,
    ) -> Result<Self, Stop> {
        let concrete = Concrete::compose(members, context)?;
        let quotient = project(&concrete.lts, &interface);
        let classes = Classes::identity(concrete.lts.num_states());
        Ok(Self { name, concrete, interface, classes, quotient })
    }

    /// Replaces the quotient by one of its own.
    pub(super) fn merge(&mut self, further: &Classes, context: &Context<'_>) -> Result<(), Stop> {
        self.quotient = further.quotient(&self.quotient, context)?;
        self.classes = self.classes.then(further);
        Ok(())
    }

    /// A word of all interfaces with what the group does besides woven in, if the group can do the
    /// word.
    pub(super) fn follow(
        &self,
        word: &[ActionId],
        context: &Context<'_>,
    ) -> Result<Option<Vec<ActionId>>, Stop> {
        let run = path_along(&self.concrete.lts, word, &self.interface, context)?;
        Ok(run.map(|run| {
            let actions = run.iter().map(|&Edge { action, .. }| action);
            let actions: Vec<ActionId> = actions.filter(|action| !action.is_tau()).collect();
            weave(word, &[(&actions, &self.interface)])
        }))
    }
}

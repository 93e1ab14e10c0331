//! A group of components and its property in the company of an environment that nobody knows: what
//! the weakest assumption is about.
//!
//! Here, π stays π. [`Problem`](super::Problem) makes an action of it, because the premises of a
//! rule put traces of several groups together and each has to show who failed. There is one group
//! only, and what counts is whether π can be reached:
//!
//! - *The group's own π* is a violation like one of the property. It is internal: no action shows
//!   it, no environment can forbid it but by what it does before.
//! - *The π of a component outside the group* is the environment's own concern. The environment is
//!   anything that speaks about an alphabet; from the components outside comes a proposal for that
//!   alphabet and nothing else.
//! - *An action that neither the group nor the property has* is none of their business: the
//!   environment may do it at any time, and nothing has changed.

use surmise_model::{Alphabet, ComponentId, Context, Lts, PropertyId, Stop, System};

use super::interface::{alphabet_of, between};
use super::problem::property_error;

/// A group of components of a system, and what is claimed of it.
#[derive(Debug, Clone)]
pub struct OpenSystem<'a> {
    /// The components of the group, as their author wrote them.
    pub group: Vec<&'a Lts>,
    /// The components outside, as their author wrote them.
    pub outside: Vec<&'a Lts>,
    system: &'a System,
    /// What is claimed: a property, or else the mere absence of π.
    claimed: Option<PropertyId>,
}

impl<'a> OpenSystem<'a> {
    /// Some components of a system, and a property or else the mere absence of π.
    pub fn new(system: &'a System, group: &[ComponentId], claimed: Option<PropertyId>) -> Self {
        let (inside, outside): (Vec<ComponentId>, Vec<ComponentId>) =
            system.component_ids().partition(|id| group.contains(id));
        let parts = |ids: Vec<ComponentId>| -> Vec<&'a Lts> {
            ids.into_iter().map(|id| &system.component(id).lts).collect()
        };
        Self { group: parts(inside), outside: parts(outside), system, claimed }
    }

    /// The property as its author wrote it, if one is claimed.
    pub fn property(&self) -> Option<&'a Lts> {
        self.claimed.map(|id| &self.system.property(id).lts)
    }

    /// P_err: the property, deterministic, and complete over its alphabet with π.
    pub(crate) fn property_error(&self, context: &Context<'_>) -> Result<Lts, Stop> {
        property_error(self.system, self.claimed, &Alphabet::new(), context)
    }

    /// All actions that the group or the property takes part in.
    pub fn alphabet(&self) -> Alphabet {
        alphabet_of(self.group.iter().copied().chain(self.property()))
    }

    /// The actions through which an environment can influence the group or the property: those that
    /// one of them shares with the components outside. If there are none outside, all of their
    /// actions.
    pub fn interface(&self) -> Alphabet {
        if self.outside.is_empty() {
            return self.alphabet();
        }
        let inside = alphabet_of(self.group.iter().copied());
        let property = alphabet_of(self.property());
        between(&inside, &property, &alphabet_of(self.outside.iter().copied()))
    }
}

//! A probabilistic system: named LPTSs that run side by side over one table of actions.

use crate::{ActionTable, Alphabet, ComponentId, Context, Lpts, Stop};

/// A named part of a probabilistic system.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ProbabilisticComponent {
    /// Its name, as a user knows it.
    pub name: String,
    /// Its behaviour.
    pub lpts: Lpts,
}

/// Components that synchronise on the actions that their *alphabets* share, and interleave
/// otherwise; τ is never shared. Probabilities of parts that move together multiply.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct ProbabilisticSystem {
    /// All action names.
    pub actions: ActionTable,
    /// Actions that components synchronise on and that nobody outside sees, as in a
    /// [`System`](crate::System).
    pub hidden: Alphabet,
    /// The components.
    pub components: Vec<ProbabilisticComponent>,
}

impl ProbabilisticSystem {
    /// A component of this system.
    pub fn component(&self, id: ComponentId) -> &ProbabilisticComponent {
        &self.components[id.index()]
    }

    /// The components' ids.
    pub fn component_ids(&self) -> impl ExactSizeIterator<Item = ComponentId> + use<> {
        (0..self.components.len()).map(ComponentId::of)
    }

    /// Every action of every component.
    pub fn alphabet(&self) -> Alphabet {
        let mut all = Alphabet::new();
        for component in &self.components {
            all.union_with(component.lpts.alphabet());
        }
        all
    }

    /// The composition of all components.
    ///
    /// # Errors
    /// When the context says stop, or there are too many states.
    pub fn compose(&self, context: &Context<'_>) -> Result<crate::Composition, Stop> {
        let parts: Vec<&Lpts> = self.components.iter().map(|component| &component.lpts).collect();
        crate::compose(&parts, context)
    }
}

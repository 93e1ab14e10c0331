//! What is claimed of a system, and gets a verdict.

use crate::{PropertyId, System};

/// A claim about a system. Claims are independent of each other: each has a verdict of its own.
///
/// A run ends when a component enters π, whatever is claimed: what would come after it is nobody's
/// business.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum Claim {
    /// No run does what the property forbids.
    Property(PropertyId),
    /// No run leads a component into its own error state π.
    NoError,
    /// No run leads to a state from which nothing can happen, unless the system
    /// [has ended](crate::Termination) there.
    NoDeadlock,
}

impl Claim {
    /// The property it is about, if it is about one.
    pub fn property(self) -> Option<PropertyId> {
        match self {
            Self::Property(id) => Some(id),
            Self::NoError | Self::NoDeadlock => None,
        }
    }
}

impl System {
    /// Everything that can be claimed of the system: the properties in their order, then the absence
    /// of errors if a component has an error state, then the absence of deadlocks.
    pub fn claims(&self) -> Vec<Claim> {
        let properties = self.property_ids().map(Claim::Property);
        let errors = self.components.iter().any(|component| component.lts.has_error());
        properties.chain(errors.then_some(Claim::NoError)).chain([Claim::NoDeadlock]).collect()
    }
}

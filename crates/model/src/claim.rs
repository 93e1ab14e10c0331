//! What is claimed of a system, and gets a verdict.

use crate::{PropertyId, System, TemporalId};

/// A claim about a system. Claims are independent of each other: each has a verdict of its own.
///
/// A run ends when a component enters π, whatever is claimed: what would come after it is nobody's
/// business.
///
/// Whatever depends on the claim matches it, without a wildcard: a new kind of claim must not
/// compile until everybody, the checker of certificates above all, knows what it means.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Claim {
    /// No run does what the property forbids.
    Property(PropertyId),
    /// No run leads a component into its own error state π.
    NoError,
    /// No run leads to a state from which nothing can happen, unless the system
    /// [has ended](crate::Termination) there.
    NoDeadlock,
    /// All runs that a temporal property is about have it.
    Temporal(TemporalId),
}

impl System {
    /// Everything that can be claimed of the system: the properties in their order, but for those
    /// about [ranges](crate::Range), then the absence of errors if a component has an error state,
    /// then the absence of deadlocks, then the temporal properties.
    pub fn claims(&self) -> Vec<Claim> {
        let stated = self.property_ids().filter(|id| !self.is_range(*id));
        let properties = stated.map(Claim::Property);
        let errors = self.components.iter().any(|component| component.lts.has_error());
        let temporal = self.temporal_ids().map(Claim::Temporal);
        let errors = errors.then_some(Claim::NoError);
        properties.chain(errors).chain([Claim::NoDeadlock]).chain(temporal).collect()
    }
}

//! A system: named components that run side by side, and named properties of their traces.

use crate::{ActionTable, Alphabet, ComponentId, Lts, PropertyId};

/// A named part of a system.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Component {
    /// Its name, as a user knows it.
    pub name: String,
    /// Its behaviour.
    pub lts: Lts,
}

/// A named safety property: the traces it has are the ones it allows.
///
/// The LTS is the property as written, without π. Engines complete it with π over its alphabet
/// (P_err in the papers), after making it deterministic if it is not.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Property {
    /// Its name, as a user knows it.
    pub name: String,
    /// The allowed behaviour over the property's alphabet.
    pub lts: Lts,
}

/// Components over one table of actions, and what is asked of them.
///
/// Components synchronise on the actions that their *alphabets* share, and interleave otherwise; τ
/// is never shared. As soon as one component is in π the system is. Actions of a property that no
/// component has may happen at any time.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct System {
    /// All action names.
    pub actions: ActionTable,
    /// Actions that components synchronise on and that nobody outside sees: to an observer of the
    /// system they are τ. Engines treat them like any other action; whoever shows, minimises or
    /// compares the composition turns them into τ. An action that is hidden in one component alone
    /// is simply τ there and not in this set.
    pub hidden: Alphabet,
    /// The components, in the order in which counterexamples list their states.
    pub components: Vec<Component>,
    /// The properties, each with a verdict of its own.
    pub properties: Vec<Property>,
}

impl System {
    /// A component of this system.
    pub fn component(&self, id: ComponentId) -> &Component {
        &self.components[id.index()]
    }

    /// A property of this system.
    pub fn property(&self, id: PropertyId) -> &Property {
        &self.properties[id.index()]
    }

    /// The components' ids.
    pub fn component_ids(&self) -> impl ExactSizeIterator<Item = ComponentId> + use<> {
        (0..self.components.len()).map(ComponentId::of)
    }

    /// The properties' ids.
    pub fn property_ids(&self) -> impl ExactSizeIterator<Item = PropertyId> + use<> {
        (0..self.properties.len()).map(PropertyId::of)
    }

    /// Every action of every component.
    pub fn alphabet(&self) -> Alphabet {
        let mut all = Alphabet::new();
        for component in &self.components {
            all.union_with(component.lts.alphabet());
        }
        all
    }
}

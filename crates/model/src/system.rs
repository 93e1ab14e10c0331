//! A system: named components that run side by side, and named properties of their traces.

use std::sync::Arc;

use crate::{
    ActionTable, Alphabet, ComponentId, Lts, PropertyId, Range, StateNames, TemporalProperty,
};

/// A named part of a system.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Component {
    /// Its name, as a user knows it.
    pub name: String,
    /// Its behaviour.
    pub lts: Lts,
    /// What its states are called, if the language has names for them. Copies of one process share
    /// them.
    pub states: Option<Arc<StateNames>>,
}

impl Component {
    /// A component whose states have numbers and no names.
    pub fn new(name: impl Into<String>, lts: Lts) -> Self {
        Self { name: name.into(), lts, states: None }
    }
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

/// Which steps give way to which, where both are possible: FSP's `<<` and `>>`.
///
/// In a state of the composition in which a step that is *not* low is possible, no low step is. It
/// is a law of the whole system: no part of it can be judged alone.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Priority {
    /// The actions that give way. Hidden actions count like any other: whether `τ` gives way at the
    /// place where they were hidden has been decided for each.
    pub low: Alphabet,
    /// Whether τ gives way.
    pub tau_is_low: bool,
}

/// When a system has ended successfully, so that nothing more can happen and it is no deadlock.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub enum Termination {
    /// When every component that has an [end](Lts::end) is there, provided that there is one and
    /// that the alphabets of those that have one cover the alphabets of those that have none.
    /// Otherwise never: who goes on for ever, with actions of its own, is stuck. This is LTSA's
    /// rule for processes side by side.
    #[default]
    ByAlphabets,
    /// When all of these components are at their end. A language with nested composition applies
    /// the rule at every level, to alphabets from before hiding, and writes down what comes of it.
    When(Vec<ComponentId>),
    /// Never.
    Never,
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
    /// The temporal properties, each with a verdict of its own.
    pub temporal: Vec<TemporalProperty>,
    /// What the components were cut to, if they were: each has a property here.
    pub ranges: Vec<Range>,
    /// Which steps give way to which, if any do.
    pub priority: Option<Priority>,
    /// When the system has ended.
    pub termination: Termination,
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

    /// The components that are at their end when the system has ended, or `None` if it never ends.
    pub fn ending(&self) -> Option<Vec<ComponentId>> {
        match &self.termination {
            Termination::Never => None,
            Termination::When(components) => Some(components.clone()),
            Termination::ByAlphabets => {
                let ends = |id: &ComponentId| self.component(*id).lts.end().is_some();
                let (ending, endless): (Vec<_>, Vec<_>) = self.component_ids().partition(ends);
                let alphabet = |ids: &[ComponentId]| {
                    let ltss = ids.iter().map(|&id| &self.component(id).lts);
                    ltss.fold(Alphabet::new(), |all, lts| all.union(lts.alphabet()))
                };
                let covered = alphabet(&endless).is_subset(&alphabet(&ending));
                (covered && !ending.is_empty()).then_some(ending)
            }
        }
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

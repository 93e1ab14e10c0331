//! Runs of a system, and what makes a run a counterexample.

use crate::{ActionId, Claim, ComponentId, PropertyId, StateId, TemporalId};

/// One step of a run: the action, and where each component is afterwards.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Step {
    /// The action, τ included.
    pub action: ActionId,
    /// The state of every component of the system after the step, in the system's order.
    pub states: Vec<StateId>,
}

/// A run of a system from its initial state. Properties are not part of it: being deterministic,
/// they follow from the actions.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Trace {
    /// The initial states of the components.
    pub initial: Vec<StateId>,
    /// What happens, in order.
    pub steps: Vec<Step>,
}

impl Trace {
    /// The actions of the run, τ included.
    pub fn actions(&self) -> impl ExactSizeIterator<Item = ActionId> {
        self.steps.iter().map(|step| step.action)
    }

    /// What the run shows: its actions without τ.
    pub fn visible(&self) -> Vec<ActionId> {
        self.actions().filter(|action| !action.is_tau()).collect()
    }

    /// The states before step `index`, or the final ones if `index` is the number of steps.
    pub fn states_before(&self, index: usize) -> &[StateId] {
        index.checked_sub(1).map_or(&self.initial, |previous| &self.steps[previous].states)
    }

    /// The final states of the components.
    pub fn last_states(&self) -> &[StateId] {
        self.states_before(self.steps.len())
    }
}

/// What is wrong at the end of a run.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Violation {
    /// The last action is not allowed by the property.
    Property(PropertyId),
    /// The component has reached its own error state π.
    Error(ComponentId),
    /// No component can move, and not all have ended successfully.
    Deadlock,
    /// The temporal property is false of the run.
    Temporal {
        /// The property.
        property: TemporalId,
        /// From this step on, counted from 0, the steps repeat for ever. If there is no such step,
        /// the run stops. Under [fair choice](crate::Fairness::Choice) the cycle is one of many
        /// ways to go on: the run has reached a set of states that it cannot leave, and whatever
        /// happens there, in the long run the property is false.
        ///
        /// Nothing, if the run is but a beginning: the property is false however it goes on.
        cycle: Option<usize>,
    },
}

impl Violation {
    /// Whether a run that ends with it shows the contrary of a claim. An engine may find a
    /// component in π where it looked for something else: that says nothing about what it looked
    /// for.
    pub fn refutes(self, claim: Claim) -> bool {
        match claim {
            Claim::Property(id) => self == Self::Property(id),
            Claim::NoError => matches!(self, Self::Error(_)),
            Claim::NoDeadlock => self == Self::Deadlock,
            Claim::Temporal(id) => {
                matches!(self, Self::Temporal { property, .. } if property == id)
            }
        }
    }
}

/// A run that shows a violation.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Counterexample {
    /// What is wrong at its end.
    pub violation: Violation,
    /// The run.
    pub trace: Trace,
    /// Whether it is known that no shorter run shows the contrary of the claim.
    pub shortest: bool,
}

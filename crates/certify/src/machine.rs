//! What a component, a property or an assumption means: a set of words.
//!
//! A word is any sequence of visible actions, whoever they belong to. A machine *allows* a word if
//! the word, without the actions that are not in the machine's alphabet, is the trace of one of its
//! runs. The words that a composition allows are those that all its parts allow, by the definition
//! of composition. Everything the checker decides is a statement about such sets of words.

use std::collections::BTreeSet;

use surmise_model::{ActionId, Alphabet, ErrorActions, Lts, PropertyId, StateId, System};

/// A state of a property that stands for π: a word that leads there is not allowed.
const FORBIDDEN: u32 = u32::MAX;

/// An automaton, all of whose states accept.
#[derive(Debug, Clone)]
pub(crate) struct Machine {
    pub(crate) alphabet: Alphabet,
    /// `None` if not even the empty word is allowed.
    pub(crate) initial: Option<u32>,
    /// The transitions of every state, τ included.
    pub(crate) rows: Vec<Vec<(ActionId, u32)>>,
}

impl Machine {
    /// The LTS, with π replaced by a number.
    fn new(lts: &Lts, error: u32) -> Self {
        let number = |state: StateId| if state.is_error() { error } else { state.raw() };
        let row = |state| -> Vec<(ActionId, u32)> {
            lts.edges(state).iter().map(|edge| (edge.action, number(edge.target))).collect()
        };
        Self {
            alphabet: lts.alphabet().clone(),
            initial: Some(number(lts.initial())),
            rows: lts.states().map(row).collect(),
        }
    }

    /// A component as it is written. π is the last state.
    pub(crate) fn written(lts: &Lts) -> Self {
        let mut machine = Self::new(lts, lts.num_states() as u32);
        machine.rows.push(Vec::new());
        machine
    }

    /// A property as it is written.
    pub(crate) fn forbidding(lts: &Lts) -> Self {
        Self::new(lts, FORBIDDEN)
    }

    /// The normal form of a component, as [`ErrorActions`] defines it: π is one more state, with a
    /// loop on the component's error action.
    pub(crate) fn component(lts: &Lts, error_action: Option<ActionId>) -> Self {
        let error = lts.num_states() as u32;
        let mut machine = Self::new(lts, error);
        if let Some(action) = error_action {
            machine.alphabet.insert(action);
            machine.rows.push(vec![(action, error)]);
        }
        machine
    }

    /// The normal form of a property: it forbids all error actions. No property forbids no more.
    pub(crate) fn property(
        system: &System,
        property: Option<PropertyId>,
        errors: &ErrorActions,
    ) -> Self {
        let mut machine = match property {
            Some(id) => Self::forbidding(&system.property(id).lts),
            None => Self { alphabet: Alphabet::new(), initial: Some(0), rows: vec![Vec::new()] },
        };
        machine.alphabet.extend(errors.of.iter().flatten().copied());
        machine
    }

    /// An assumption, or `None` if it has steps into π, which mean nothing there. If π is its
    /// initial state, it allows no word.
    pub(crate) fn assumption(lts: &Lts) -> Option<Self> {
        if lts.transitions().any(|(_, edge)| edge.target.is_error()) {
            return None;
        }
        let mut machine = Self::new(lts, FORBIDDEN);
        machine.initial = machine.initial.filter(|&state| state != FORBIDDEN);
        Some(machine)
    }

    /// The states that the machine may be in after the empty word.
    pub(crate) fn start(&self) -> Vec<u32> {
        self.silently(self.initial.into_iter().collect())
    }

    /// The states that it may be in after one more action; none if it forbids that action.
    pub(crate) fn after(&self, states: &[u32], action: ActionId) -> Vec<u32> {
        if !self.alphabet.contains(action) {
            return states.to_vec();
        }
        self.silently(states.iter().flat_map(|&state| self.targets(state, action)).collect())
    }

    /// The targets of a state on an action.
    pub(crate) fn targets(&self, state: u32, action: ActionId) -> impl Iterator<Item = u32> {
        let row = &self.rows[state as usize];
        row.iter().filter(move |edge| edge.0 == action).map(|edge| edge.1)
    }

    /// The states and what τ leads to from them, sorted; none if a forbidden one is among them.
    fn silently(&self, mut states: Vec<u32>) -> Vec<u32> {
        let mut result = BTreeSet::new();
        while let Some(state) = states.pop() {
            if state == FORBIDDEN {
                return Vec::new();
            }
            if result.insert(state) {
                states.extend(self.targets(state, ActionId::TAU));
            }
        }
        result.into_iter().collect()
    }
}

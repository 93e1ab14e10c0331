//! The smallest automaton of an assumption as a table, actions that do the same taken together.

use surmise_model::{ActionTable, Lts, StateId};

/// A deterministic automaton in which a missing entry is what must not happen.
pub(super) struct Behaviour {
    /// Actions with the same column, by name, in the order of the alphabet.
    pub(super) classes: Vec<Vec<String>>,
    /// For each state, where each class leads.
    next: Vec<Vec<Option<usize>>>,
    pub(super) initial: usize,
}

impl Behaviour {
    /// Of an LTS that is deterministic.
    pub(super) fn new(lts: &Lts, actions: &ActionTable) -> Self {
        let column = |action| -> Vec<Option<usize>> {
            lts.states()
                .map(|state| lts.successors(state, action).next().map(StateId::index))
                .collect()
        };
        let mut classes: Vec<Vec<String>> = Vec::new();
        let mut columns: Vec<Vec<Option<usize>>> = Vec::new();
        for action in lts.alphabet().iter() {
            let (name, column) = (actions.name(action).to_owned(), column(action));
            match columns.iter().position(|known| *known == column) {
                Some(class) => classes[class].push(name),
                None => {
                    classes.push(vec![name]);
                    columns.push(column);
                }
            }
        }
        let row = |state: usize| columns.iter().map(|column| column[state]).collect();
        let next = (0..lts.num_states()).map(row).collect();
        Self { classes, next, initial: lts.initial().index() }
    }

    pub(super) fn num_states(&self) -> usize {
        self.next.len()
    }

    /// Whether a class must not happen in a state.
    pub(super) fn forbids(&self, state: usize, class: usize) -> bool {
        self.next[state][class].is_none()
    }

    /// All that can happen in a state, and where it leads.
    pub(super) fn steps(&self, state: usize) -> impl Iterator<Item = (usize, usize)> {
        self.next[state].iter().enumerate().filter_map(|(class, to)| Some((class, (*to)?)))
    }
}

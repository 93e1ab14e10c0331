//! Who takes part in which step, by the levels of a diagram.
//!
//! An action is possible if everybody who has it offers it, and then each moves as its own LTS
//! says: the relation of an action is a product of local ones, and nothing needs to be built for
//! it. Levels that do not take part stay as they are.

use surmise_model::{ActionId, Lts, StateId};

use crate::order::sharing;

/// A product of LTSs, each on a level of its own.
pub(super) struct Space<'a> {
    /// The LTS on every level.
    pub(super) ltss: Vec<&'a Lts>,
    /// Which of the parts it is.
    pub(super) parts: Vec<usize>,
    /// By action: the levels that take part, from the top. None if somebody never offers it.
    sharing: Vec<Vec<u32>>,
}

/// What an action is to a level that has it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Role {
    /// Nobody else takes part.
    Alone,
    /// It is the uppermost of several.
    Top,
    /// Somebody above takes part, or nobody ever does.
    Other,
}

impl<'a> Space<'a> {
    /// The parts in an order, the uppermost first.
    pub(super) fn new(ltss: &[&'a Lts], order: Vec<usize>) -> Self {
        let ltss: Vec<&Lts> = order.iter().map(|&part| ltss[part]).collect();
        let sharing = sharing(&ltss);
        Self { ltss, parts: order, sharing }
    }

    /// How many levels there are.
    pub(super) fn depth(&self) -> usize {
        self.ltss.len()
    }

    /// Who takes part in an action that is not τ, from the top; nobody if it never happens.
    pub(super) fn participants(&self, action: ActionId) -> &[u32] {
        self.sharing.get(action.index()).map_or(&[], Vec::as_slice)
    }

    /// What an action, τ included, is to a level that has it.
    pub(super) fn role(&self, level: usize, action: ActionId) -> Role {
        if action.is_tau() {
            return Role::Alone;
        }
        match *self.participants(action) {
            [only] if only as usize == level => Role::Alone,
            [top, ..] if top as usize == level => Role::Top,
            _ => Role::Other,
        }
    }

    /// The tuple of local states, by parts instead of levels.
    pub(super) fn by_part(&self, values: &[StateId]) -> Vec<StateId> {
        let mut states = vec![StateId::ERROR; values.len()];
        for (&part, &value) in self.parts.iter().zip(values) {
            states[part] = value;
        }
        states
    }
}

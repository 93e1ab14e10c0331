//! Letters of one part that commute: whichever comes first, the part ends up in the same state.

use surmise_model::{ActionId, Lts, StateId};

use super::letters::{Letter, LetterOf, Letters};

/// So many pairs of steps are looked at to see whether they commute; the rest counts as if they did
/// not.
pub(super) const BUDGET: usize = 1 << 22;
/// A part that has wandered through more states than this by letters that commute with another is
/// not followed.
const WALK: usize = 64;

/// A walk of a part past letters that commute with one of them.
pub(super) struct Walk<'a> {
    pub(super) lts: &'a Lts,
    pub(super) letter_of: &'a LetterOf,
    pub(super) letters: &'a Letters,
}

impl Walk<'_> {
    /// The letters that do not commute with one that is offered in a state, there or wherever the
    /// part gets to by letters that do; `None` if they are not fewer than `offered`, or it takes
    /// too long to tell.
    pub(super) fn conflicts(
        &self,
        state: StateId,
        letter: Letter,
        offered: usize,
        budget: &mut usize,
    ) -> Option<Vec<Letter>> {
        let action = self.letters.action(letter);
        self.only(state, action)?;
        let mut conflicts = vec![letter];
        let mut seen = vec![state];
        let mut next = 0;
        while let Some(&from) = seen.get(next) {
            next += 1;
            for edge in self.lts.edges(from) {
                let Some(other) = self.letter_of.get(edge.action) else { continue };
                if edge.action == action || conflicts.contains(&other) {
                    continue;
                }
                *budget = budget.checked_sub(1)?;
                match self.commute(from, action, edge.action) {
                    Some(to) if seen.contains(&to) => {}
                    Some(to) => seen.push(to),
                    None => conflicts.push(other),
                }
                if conflicts.len() >= offered || seen.len() > WALK {
                    return None;
                }
            }
        }
        conflicts.sort_unstable();
        Some(conflicts)
    }

    /// Where the second action leads, if the part ends up in the same state by both in either
    /// order, each step being the only one on its action.
    fn commute(&self, from: StateId, first: ActionId, second: ActionId) -> Option<StateId> {
        let (by_first, by_second) = (self.only(from, first)?, self.only(from, second)?);
        let both = self.only(by_first, second)?;
        (self.only(by_second, first)? == both).then_some(by_second)
    }

    /// The target of the only step of a state on an action.
    fn only(&self, from: StateId, action: ActionId) -> Option<StateId> {
        match self.lts.edges_on(from, action) {
            [edge] if !edge.target.is_error() => Some(edge.target),
            _ => None,
        }
    }
}

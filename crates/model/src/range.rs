//! Ranges: a system whose components were cut to some values, so far without a proof that these are
//! all there are.

use crate::{ActionId, Alphabet, PropertyId, System};

/// What something is cut to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ValueRange {
    /// What is cut, as the language names it: no two are called the same.
    pub name: String,
    /// The least value.
    pub low: i32,
    /// The greatest value.
    pub high: i32,
}

/// A range of a system, and what leaves it.
///
/// In a step that leaves a range, everybody who takes part stays where it is; a property forbids
/// it. So a run without such steps is one of what the system was made of, and if no property of a
/// range is violated, the system is exactly that. A verdict "holds" about the system is worth
/// nothing before all its ranges were shown.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Range {
    /// What is cut, and to what.
    pub values: ValueRange,
    /// The least value that there can be.
    pub least: i32,
    /// The greatest value that there can be.
    pub greatest: i32,
    /// The property that forbids to leave the range: it forbids all actions of its alphabet.
    pub property: PropertyId,
    /// Those of these actions that lead above.
    pub above: Alphabet,
}

impl Range {
    /// The range with twice as many values, at the end at which an action leaves it. `None` if that
    /// changes nothing.
    pub fn widened(&self, action: ActionId) -> Option<ValueRange> {
        let ValueRange { name, low, high } = &self.values;
        let count = high.saturating_sub(*low).saturating_add(1);
        let (low, high) = match self.above.contains(action) {
            true => (*low, high.saturating_add(count).min(self.greatest)),
            false => (low.saturating_sub(count).max(self.least), *high),
        };
        let widened = ValueRange { name: name.clone(), low, high };
        (widened != self.values).then_some(widened)
    }
}

impl System {
    /// Whether a property is about leaving a range, and not one that somebody stated.
    pub fn is_range(&self, id: PropertyId) -> bool {
        self.ranges.iter().any(|range| range.property == id)
    }

    /// Whether an action leaves a range.
    pub fn leaves(&self, action: ActionId) -> bool {
        let property = |range: &Range| self.property(range.property);
        self.ranges.iter().any(|range| property(range).lts.alphabet().contains(action))
    }
}

//! Values after a number of steps, the steps taken one by one.

use surmise_model::certificate::number::WrittenNumber;
use surmise_model::{Context, Extreme, Rational, Stop};

use super::states::{NumberedChoice, NumberedStates};

/// What a number is at least and at most.
pub(super) type Interval = (WrittenNumber, WrittenNumber);

/// What a step does to the value of a state.
#[derive(Clone, Copy)]
pub(super) struct Step<'a> {
    pub(super) extreme: Extreme,
    /// The states that take a step; the value of any other becomes 0.
    pub(super) open: Option<&'a [bool]>,
    /// States whose value is 1 whatever comes.
    pub(super) goal: Option<&'a [bool]>,
    /// Whether choices give their rewards.
    pub(super) rewarded: bool,
    /// Whether nothing may be rounded.
    pub(super) exactly: bool,
}

/// What a choice is worth by the values of the states it leads to: infinite if one of them is.
pub(super) fn worth<'v>(
    choice: &NumberedChoice,
    rewarded: bool,
    value: impl Fn(usize) -> &'v WrittenNumber,
) -> WrittenNumber {
    let mut sum = if rewarded { choice.reward.clone() } else { Rational::ZERO };
    for (target, weight) in &choice.branches {
        match value(*target) {
            WrittenNumber::Finite(value) => sum += &(weight * value),
            WrittenNumber::Infinite => return WrittenNumber::Infinite,
        }
    }
    WrittenNumber::Finite(sum)
}

impl Step<'_> {
    /// The values after so many steps, from those at the end.
    pub(super) fn taken(
        &self,
        states: &NumberedStates,
        count: u64,
        mut values: Vec<Interval>,
        context: &Context<'_>,
    ) -> Result<Vec<Interval>, Stop> {
        for _ in 0..count {
            let mut next = Vec::with_capacity(values.len());
            for state in 0..values.len() {
                context.check()?;
                next.push(self.of(state, states, &values));
            }
            // Nothing changes any more, however many steps are left.
            if next == values {
                break;
            }
            values = next;
        }
        Ok(values)
    }

    fn of(&self, state: usize, states: &NumberedStates, values: &[Interval]) -> Interval {
        let exact =
            |value: Rational| (WrittenNumber::Finite(value.clone()), WrittenNumber::Finite(value));
        if self.goal.is_some_and(|goal| goal[state]) {
            return exact(Rational::ONE);
        }
        if self.open.is_some_and(|open| !open[state]) {
            return exact(Rational::ZERO);
        }
        let choices = &states.states[state].choices;
        let low = choices.iter().map(|one| worth(one, self.rewarded, |to| &values[to].0));
        let high = choices.iter().map(|one| worth(one, self.rewarded, |to| &values[to].1));
        let (low, high) = match self.extreme {
            Extreme::Maximal => (low.max(), high.max()),
            Extreme::Minimal => (low.min(), high.min()),
        };
        let nothing = WrittenNumber::Finite(Rational::ZERO);
        let (low, high) = (low.unwrap_or(nothing.clone()), high.unwrap_or(nothing));
        match self.exactly {
            true => (low, high),
            false => (rounded(low, false), rounded(high, true)),
        }
    }
}

/// The next machine number above or below, unless the number is one.
fn rounded(number: WrittenNumber, up: bool) -> WrittenNumber {
    let WrittenNumber::Finite(value) = number else { return WrittenNumber::Infinite };
    let (low, high) = value.bounds();
    Rational::from_float(if up { high } else { low })
        .map_or(WrittenNumber::Infinite, WrittenNumber::Finite)
}

//! How probable the goal of an `Until` is within 0, 1, 2, … steps, as far as a tree needs it.
//!
//! Machine numbers, rounded down, are lower bounds, and enough for a tree whose probability is
//! compared exactly in the end. Where they come to rest before the bound is exceeded, everything is
//! computed again in exact numbers.

use fixedbitset::FixedBitSet;
use surmise_model::{Context, Lpts, Rational, StateId, Stop};

use crate::probabilistic::iteration::below;

/// Probabilities of reaching a goal within so many steps.
pub(super) struct Rounds<'a> {
    lpts: &'a Lpts,
    through: &'a FixedBitSet,
    goal: &'a FixedBitSet,
    bound: &'a Rational,
    limit: Option<u64>,
    values: Values,
}

enum Values {
    Low(Vec<Vec<f64>>),
    Exact(Vec<Vec<Rational>>),
}

/// A number that a probability is computed with.
trait Number: Clone + PartialOrd {
    const ZERO: Self;
    const ONE: Self;
    /// Adds a product.
    fn add(&mut self, weight: &Rational, value: &Self);
    fn exceeds(&self, bound: &Rational) -> bool;
}

impl Number for f64 {
    const ZERO: Self = 0.0;
    const ONE: Self = 1.0;
    fn add(&mut self, weight: &Rational, value: &Self) {
        *self = below(*self + below(weight.bounds().0.max(0.0) * value)).max(0.0);
    }
    fn exceeds(&self, bound: &Rational) -> bool {
        Rational::from_float(*self).is_some_and(|low| low > *bound)
    }
}

impl Number for Rational {
    const ZERO: Self = Self::ZERO;
    const ONE: Self = Self::ONE;
    fn add(&mut self, weight: &Rational, value: &Self) {
        *self += &(weight * value);
    }
    fn exceeds(&self, bound: &Rational) -> bool {
        self > bound
    }
}

impl<'a> Rounds<'a> {
    /// Nothing is computed yet. More steps than the limit are never taken.
    pub(super) fn new(
        lpts: &'a Lpts,
        [through, goal]: [&'a FixedBitSet; 2],
        bound: &'a Rational,
        limit: Option<u64>,
    ) -> Self {
        Self { lpts, through, goal, bound, limit, values: Values::Low(Vec::new()) }
    }

    /// The least number of steps within which a state exceeds the bound, which it does some time.
    ///
    /// # Errors
    /// When the context says stop.
    pub(super) fn enough(&mut self, state: StateId, context: &Context<'_>) -> Result<usize, Stop> {
        loop {
            let Self { lpts, through, goal, bound, limit, .. } = *self;
            let question = (lpts, through, goal);
            let is_over = |rounds: usize| limit.is_some_and(|limit| rounds as u64 > limit);
            match &mut self.values {
                Values::Low(rounds) => {
                    if let Some(steps) = first(rounds, state, bound) {
                        return Ok(steps);
                    }
                    if is_over(rounds.len()) || !go_on(rounds, question, context)? {
                        // Who asked before counts on as many rounds as there were.
                        let mut exact = Vec::new();
                        while exact.len() < rounds.len() {
                            go_on(&mut exact, question, context)?;
                        }
                        self.values = Values::Exact(exact);
                    }
                }
                Values::Exact(rounds) => {
                    if let Some(steps) = first(rounds, state, bound) {
                        return Ok(steps);
                    }
                    if is_over(rounds.len()) || !go_on(rounds, question, context)? {
                        return Err(Stop::internal("a probability that is never reached"));
                    }
                }
            }
        }
    }

    /// The transition, by its place in the row of a state, that does best if so many steps are left
    /// after it; and of each of its branches how many steps it needs, if it helps at all.
    pub(super) fn best(&self, state: StateId, steps: usize) -> Option<(usize, Vec<Option<usize>>)> {
        match &self.values {
            Values::Low(rounds) => best(rounds, self.lpts, state, steps),
            Values::Exact(rounds) => best(rounds, self.lpts, state, steps),
        }
    }
}

fn first<N: Number>(rounds: &[Vec<N>], state: StateId, bound: &Rational) -> Option<usize> {
    // Probabilities grow with the number of steps.
    let steps = rounds.partition_point(|round| !round[state.index()].exceeds(bound));
    (steps < rounds.len()).then_some(steps)
}

/// Computes one more round; tells whether it differs from the one before.
fn go_on<N: Number>(
    rounds: &mut Vec<Vec<N>>,
    (lpts, through, goal): (&Lpts, &FixedBitSet, &FixedBitSet),
    context: &Context<'_>,
) -> Result<bool, Stop> {
    context.check()?;
    context.reserve((lpts.num_states() * size_of::<N>()) as u64)?;
    let Some(now) = rounds.last() else {
        let start = |state: usize| if goal.contains(state) { N::ONE } else { N::ZERO };
        rounds.push((0..lpts.num_states()).map(start).collect());
        return Ok(true);
    };
    let mut next = now.clone();
    for state in lpts.states().filter(|s| through.contains(s.index()) && !goal.contains(s.index()))
    {
        if state.index().is_multiple_of(256) {
            context.check()?;
        }
        for choice in lpts.choices(state) {
            let value = expected(lpts, *choice, now);
            if value > next[state.index()] {
                next[state.index()] = value;
            }
        }
    }
    let is_more = next != *now;
    rounds.push(next);
    Ok(is_more)
}

fn expected<N: Number>(lpts: &Lpts, choice: surmise_model::Choice, values: &[N]) -> N {
    let mut sum = N::ZERO;
    for (target, weight) in lpts.distribution(choice.distribution).iter() {
        sum.add(weight, &values[target.index()]);
    }
    sum
}

fn best<N: Number>(
    rounds: &[Vec<N>],
    lpts: &Lpts,
    state: StateId,
    steps: usize,
) -> Option<(usize, Vec<Option<usize>>)> {
    let now = rounds.get(steps)?;
    let mut best: Option<(usize, N)> = None;
    for (place, choice) in lpts.choices(state).iter().enumerate() {
        let value = expected(lpts, *choice, now);
        if best.as_ref().is_none_or(|(_, other)| value > *other) {
            best = Some((place, value));
        }
    }
    let (place, _) = best?;
    let distribution = lpts.distribution(lpts.choices(state)[place].distribution);
    // As few steps as give the same probability: more subtrees are equal then.
    let needed = distribution.support().map(|target| {
        let value = &now[target.index()];
        let fewest = rounds[..=steps].partition_point(|round| round[target.index()] < *value);
        (*value > N::ZERO).then_some(fewest)
    });
    Some((place, needed.collect()))
}

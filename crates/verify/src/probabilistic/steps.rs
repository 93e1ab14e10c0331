//! Values after a number of steps: as many steps of iteration, exactly as long as that is little
//! work, else rounded outwards.

use fixedbitset::FixedBitSet;
use surmise_model::{Context, Extreme, ProbabilityId, Rational, Stop};

use super::amount::Extended;
use super::elimination::{CHEAPEST, Number as _};
use super::iteration::{above, below};
use super::markov::MarkovModel;
use super::reachability::{KnownProbabilities, Reachability};
use super::solve::NumberOptions;
use super::values::Values;

/// What a step does to the value of a state.
#[derive(Debug, Clone, Copy)]
pub(super) struct Step<'a> {
    pub(super) extreme: Extreme,
    /// The states that take a step; the value of any other becomes 0.
    pub(super) open: Option<&'a FixedBitSet>,
    /// States whose value is 1 whatever comes.
    pub(super) goal: Option<&'a FixedBitSet>,
    /// What each choice gains.
    pub(super) rewards: Option<&'a [ProbabilityId]>,
}

impl Step<'_> {
    /// The value of a state that does not depend on others.
    fn settled(&self, state: usize) -> Option<bool> {
        match (self.goal, self.open) {
            (Some(goal), _) if goal.contains(state) => Some(true),
            (_, Some(open)) if !open.contains(state) => Some(false),
            _ => None,
        }
    }
}

/// The values of all states that are 1 for some and 0 for the others.
pub(super) fn indicator(states: &FixedBitSet) -> Values {
    let value = |state| if states.contains(state) { Rational::ONE } else { Rational::ZERO };
    Values::Exact((0..states.len()).map(|state| value(state).into()).collect())
}

/// The values of all states after so many steps, from the values at the end.
pub(super) fn advance(
    model: &MarkovModel,
    step: &Step<'_>,
    count: u64,
    start: Values,
    work: u64,
    context: &Context<'_>,
) -> Result<Values, Stop> {
    if count == 0 {
        return Ok(start);
    }
    if let Values::Exact(exact) = &start
        && let Some(values) = exactly(model, step, count, exact, work, context)?
    {
        return Ok(Values::Exact(values.into_iter().map(Extended::Finite).collect()));
    }
    let start: Vec<(f64, f64)> = (0..start.len()).map(|index| start.bounds(index)).collect();
    Ok(Values::Bounds(roundly(model, step, count, start, context)?))
}

/// The steps in rational arithmetic; `None` if that takes more work than allowed.
fn exactly(
    model: &MarkovModel,
    step: &Step<'_>,
    count: u64,
    start: &[Extended],
    mut work: u64,
    context: &Context<'_>,
) -> Result<Option<Vec<Rational>>, Stop> {
    if work / CHEAPEST < model.num_branches() as u64 {
        return Ok(None);
    }
    let Some(mut now) =
        start.iter().map(|value| value.finite().cloned()).collect::<Option<Vec<Rational>>>()
    else {
        return Ok(None);
    };
    for _ in 0..count {
        let mut next = Vec::with_capacity(now.len());
        for state in 0..model.num_states() {
            context.check()?;
            if let Some(one) = step.settled(state) {
                next.push(if one { Rational::ONE } else { Rational::ZERO });
                continue;
            }
            let mut best: Option<Rational> = None;
            for choice in model.choices(state) {
                let gain = step.rewards.map(|rewards| model.probabilities.value(rewards[choice]));
                let mut sum = gain.cloned().unwrap_or(Rational::ZERO);
                for (target, weight) in model.branches(choice) {
                    sum += &(model.probabilities.value(weight) * &now[target]);
                    work = work.saturating_sub(sum.cost());
                }
                if work == 0 {
                    return Ok(None);
                }
                best = Some(match best {
                    None => sum,
                    Some(best) if step.extreme == Extreme::Maximal => best.max(sum),
                    Some(best) => best.min(sum),
                });
            }
            next.push(best.unwrap_or(Rational::ZERO));
        }
        // Nothing changes any more, however many steps are left.
        if next == now {
            break;
        }
        now = next;
    }
    Ok(Some(now))
}

/// The steps in machine numbers, rounded outwards.
fn roundly(
    model: &MarkovModel,
    step: &Step<'_>,
    count: u64,
    mut now: Vec<(f64, f64)>,
    context: &Context<'_>,
) -> Result<Vec<(f64, f64)>, Stop> {
    let states = model.num_states();
    context.reserve(32 * states as u64)?;
    let weights: Vec<(f64, f64)> = model.probabilities.iter().map(Rational::bounds).collect();
    // What is a probability at the end is one before; other averages never exceed the largest.
    let largest = match step.rewards {
        Some(_) => f64::INFINITY,
        None => now.iter().map(|value| value.1).fold(0.0, f64::max),
    };
    let mut next = now.clone();
    for _ in 0..count {
        let mut moved = false;
        for state in 0..states {
            if state.is_multiple_of(1 << 12) {
                context.check()?;
            }
            let new = match step.settled(state) {
                Some(true) => (1.0, 1.0),
                Some(false) => (0.0, 0.0),
                None => {
                    let sums = model.choices(state).map(|choice| {
                        let gain = step.rewards.map_or((0.0, 0.0), |r| weights[r[choice].index()]);
                        model.branches(choice).fold(gain, |(low, high), (target, weight)| {
                            let (weight, value) = (weights[weight.index()], now[target]);
                            (
                                below(low + below(weight.0.max(0.0) * value.0)),
                                above(high + above(weight.1 * value.1)),
                            )
                        })
                    });
                    let best = sums.reduce(|one, other| match step.extreme {
                        Extreme::Maximal => (one.0.max(other.0), one.1.max(other.1)),
                        Extreme::Minimal => (one.0.min(other.0), one.1.min(other.1)),
                    });
                    best.map_or((0.0, 0.0), |(low, high)| (low.min(largest), high.min(largest)))
                }
            };
            moved |= new != now[state];
            next[state] = new;
        }
        std::mem::swap(&mut now, &mut next);
        // Nothing changes any more, however many steps are left.
        if !moved {
            break;
        }
    }
    Ok(now)
}

/// The probability, from each initial state, of reaching the goal within so many steps.
pub fn bounded_reachability(
    model: &MarkovModel,
    question: &Reachability<'_>,
    steps: u64,
    options: &NumberOptions,
    context: &Context<'_>,
) -> KnownProbabilities {
    let Reachability { extreme, until, goal, .. } = *question;
    let step = Step { extreme, open: Some(until), goal: Some(goal), rewards: None };
    let found = advance(model, &step, steps, indicator(goal), options.exact_work, context);
    let initial = || model.initial().iter().map(|state| state.index());
    KnownProbabilities::new(match found {
        Ok(values) => (values.select(initial()), None),
        Err(stop) => (Values::Bounds(initial().map(|_| (0.0, 1.0)).collect()), Some(stop)),
    })
}

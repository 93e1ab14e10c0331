//! The probability of reaching a goal within a number of steps: as many steps of iteration, rounded
//! outwards; one step is computed exactly.

use fixedbitset::FixedBitSet;
use surmise_model::{Context, Extreme, Rational, Stop};

use super::interval::Interval;
use super::iteration::{above, below};
use super::markov::MarkovModel;
use super::reachability::Reachability;

/// The probability, from each initial state, of reaching the goal within so many steps.
///
/// # Errors
/// When the context says stop.
pub fn bounded_reachability(
    model: &MarkovModel,
    question: &Reachability<'_>,
    steps: u64,
    context: &Context<'_>,
) -> Result<Vec<Interval>, Stop> {
    let Reachability { extreme, until, goal } = *question;
    let states = model.num_states();
    context.reserve(32 * states as u64)?;
    let weights: Vec<(f64, f64)> = model.probabilities.iter().map(Rational::bounds).collect();
    let start: Vec<(f64, f64)> =
        (0..states).map(|s| if goal.contains(s) { (1.0, 1.0) } else { (0.0, 0.0) }).collect();
    let (mut now, mut next) = (start.clone(), start);
    for _ in 0..steps {
        let mut moved = false;
        for state in 0..states {
            if state.is_multiple_of(1 << 12) {
                context.check()?;
            }
            if goal.contains(state) || !until.contains(state) {
                continue;
            }
            let sums = model.choices(state).map(|choice| {
                model.branches(choice).fold((0.0, 0.0), |(low, high), (target, weight)| {
                    let (weight, value) = (weights[weight.index()], now[target]);
                    (
                        below(low + below(weight.0.max(0.0) * value.0)),
                        above(high + above(weight.1 * value.1)),
                    )
                })
            });
            let best = sums.reduce(|one, other| match extreme {
                Extreme::Maximal => (one.0.max(other.0), one.1.max(other.1)),
                Extreme::Minimal => (one.0.min(other.0), one.1.min(other.1)),
            });
            let best = best.map_or((0.0, 0.0), |(low, high)| (low.min(1.0), high.min(1.0)));
            moved |= best != now[state];
            next[state] = best;
        }
        std::mem::swap(&mut now, &mut next);
        // Nothing changes any more, however many steps are left.
        if !moved {
            break;
        }
    }
    let exact = |float: f64| Rational::from_float(float).unwrap_or(Rational::ZERO);
    let interval = |state: usize| Interval { low: exact(now[state].0), high: exact(now[state].1) };
    Ok(model.initial().iter().map(|state| interval(state.index())).collect())
}

/// The probability, from each initial state, that the next state is one of the goal.
pub fn next_probability(
    model: &MarkovModel,
    extreme: Extreme,
    goal: &FixedBitSet,
) -> Vec<Interval> {
    let value = |choice: usize| -> Rational {
        let hits = model.branches(choice).filter(|&(target, _)| goal.contains(target));
        hits.map(|(_, weight)| model.probabilities.value(weight)).sum()
    };
    let best = |state: usize| match extreme {
        Extreme::Maximal => model.choices(state).map(value).max(),
        Extreme::Minimal => model.choices(state).map(value).min(),
    };
    let states = model.initial().iter();
    states.map(|state| Interval::exact(best(state.index()).unwrap_or(Rational::ZERO))).collect()
}

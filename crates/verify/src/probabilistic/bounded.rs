//! The probability of reaching a goal within a number of steps: as many steps of iteration, exactly
//! as long as that is little work, else rounded outwards.

use fixedbitset::FixedBitSet;
use surmise_model::{Context, Extreme, Rational, StateId, Stop};

use super::interval::Interval;
use super::iteration::{above, below};
use super::markov::MarkovModel;
use super::reachability::{KnownProbabilities, NumberOptions, Reachability};

/// The probability, from each initial state, of reaching the goal within so many steps.
pub fn bounded_reachability(
    model: &MarkovModel,
    question: &Reachability<'_>,
    steps: u64,
    options: &NumberOptions,
    context: &Context<'_>,
) -> KnownProbabilities {
    let exactly = exactly(model, question, steps, options.exact_work, context);
    let found = exactly.and_then(|exact| match exact {
        Some(values) => Ok(values),
        None => iterate(model, question, steps, context),
    });
    match found {
        Ok(intervals) => KnownProbabilities { intervals, stopped: None },
        Err(stop) => KnownProbabilities::unknown(model, stop),
    }
}

/// The steps in rational arithmetic; `None` if that takes more work than allowed.
fn exactly(
    model: &MarkovModel,
    question: &Reachability<'_>,
    steps: u64,
    mut work: u64,
    context: &Context<'_>,
) -> Result<Option<Vec<Interval>>, Stop> {
    let Reachability { extreme, until, goal, .. } = *question;
    if work < model.num_branches() as u64 {
        return Ok(None);
    }
    let start = |state| if goal.contains(state) { Rational::ONE } else { Rational::ZERO };
    let mut now: Vec<Rational> = (0..model.num_states()).map(start).collect();
    for _ in 0..steps {
        let mut next = now.clone();
        for state in (0..model.num_states()).filter(|&s| until.contains(s) && !goal.contains(s)) {
            context.check()?;
            let mut best: Option<Rational> = None;
            for choice in model.choices(state) {
                let mut sum = Rational::ZERO;
                for (target, weight) in model.branches(choice) {
                    sum += &(model.probabilities.value(weight) * &now[target]);
                    // Numbers are reduced, which takes a multiple of the square of their length.
                    work = work.saturating_sub(1 + (sum.bits() / 64).pow(2));
                }
                if work == 0 {
                    return Ok(None);
                }
                best = Some(match best {
                    None => sum,
                    Some(best) if extreme == Extreme::Maximal => best.max(sum),
                    Some(best) => best.min(sum),
                });
            }
            next[state] = best.unwrap_or(Rational::ZERO);
        }
        // Nothing changes any more, however many steps are left.
        if next == now {
            break;
        }
        now = next;
    }
    let exact = |state: &StateId| Interval::exact(now[state.index()].clone());
    Ok(Some(model.initial().iter().map(exact).collect()))
}

fn iterate(
    model: &MarkovModel,
    question: &Reachability<'_>,
    steps: u64,
    context: &Context<'_>,
) -> Result<Vec<Interval>, Stop> {
    let Reachability { extreme, until, goal, .. } = *question;
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
) -> KnownProbabilities {
    let value = |choice: usize| -> Rational {
        let hits = model.branches(choice).filter(|&(target, _)| goal.contains(target));
        hits.map(|(_, weight)| model.probabilities.value(weight)).sum()
    };
    let best = |state: usize| match extreme {
        Extreme::Maximal => model.choices(state).map(value).max(),
        Extreme::Minimal => model.choices(state).map(value).min(),
    };
    let exact = |state: &StateId| Interval::exact(best(state.index()).unwrap_or(Rational::ZERO));
    KnownProbabilities { intervals: model.initial().iter().map(exact).collect(), stopped: None }
}

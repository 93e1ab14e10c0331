//! The probability of reaching a goal: qualitative answers from the graph, the rest exactly where
//! the model is small enough, else between guaranteed bounds.

use fixedbitset::FixedBitSet;
use surmise_model::{Context, Event, Extreme, Rational, Relation, Stop};

use super::collapsed::{Place, Quotient};
use super::exact;
use super::interval::Interval;
use super::iteration::{Bounds, Until, iterate};
use super::markov::MarkovModel;
use super::qualitative::qualitative;
use crate::strong_components::{Next, strong_components};

/// What is asked: the probability of reaching a state of `goal` through states of `until`.
#[derive(Debug, Clone, Copy)]
pub struct Reachability<'a> {
    /// Which way to resolve the choices.
    pub extreme: Extreme,
    /// The states on the way.
    pub until: &'a FixedBitSet,
    /// The states to reach.
    pub goal: &'a FixedBitSet,
    /// What the probability is compared with, if that is all that is asked.
    pub bound: Option<(Relation, &'a Rational)>,
}

/// How to compute.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct NumberOptions {
    /// How close the bounds should be where the number is not computed exactly.
    pub precision: f64,
    /// How much work an exact number may take, in operations on machine words; 0 for bounds only.
    pub exact_work: u64,
}

impl Default for NumberOptions {
    fn default() -> Self {
        Self { precision: 1e-10, exact_work: 20_000_000 }
    }
}

/// What is known of the probability from each initial state. However the work ended, it is true.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct KnownProbabilities {
    /// The probability from each initial state.
    pub intervals: Vec<Interval>,
    /// Why the work ended before the number was as exact as wanted, if it did.
    pub stopped: Option<Stop>,
}

impl KnownProbabilities {
    /// Nothing is known because the work had to stop.
    pub(super) fn unknown(model: &MarkovModel, stop: Stop) -> Self {
        let anything = Interval { low: Rational::ZERO, high: Rational::ONE };
        Self { intervals: vec![anything; model.initial().len()], stopped: Some(stop) }
    }
}

/// Sweeps over one component that only look for a policy to start from.
const FEW_SWEEPS: u64 = 1_000;

/// The probability from each initial state.
pub fn reachability(
    model: &MarkovModel,
    question: &Reachability<'_>,
    options: &NumberOptions,
    context: &Context<'_>,
) -> KnownProbabilities {
    let (quotient, components) = match prepare(model, question, context) {
        Ok(prepared) => prepared,
        Err(stop) => return KnownProbabilities::unknown(model, stop),
    };
    let mut bounds = Bounds::new(&quotient);
    match solve(&quotient, &components, question, options, &mut bounds, context) {
        Ok(Some(values)) => {
            let interval = |&place: &Place| exact::interval(&values, place);
            KnownProbabilities {
                intervals: quotient.initial.iter().map(interval).collect(),
                stopped: None,
            }
        }
        other => KnownProbabilities {
            intervals: quotient.initial.iter().map(|&place| bounds.interval(place)).collect(),
            stopped: other.err(),
        },
    }
}

/// What graphs alone tell, and what is left to compute with.
fn prepare(
    model: &MarkovModel,
    question: &Reachability<'_>,
    context: &Context<'_>,
) -> Result<(Quotient, Vec<Vec<u32>>), Stop> {
    let Reachability { extreme, until, goal, .. } = *question;
    context.observer.event(&Event::Phase("states of probability 0 and 1"));
    let known = qualitative(model, extreme, until, goal, context)?;
    let quotient = Quotient::new(model, extreme, &known, context)?;
    let components = components(&quotient, context)?;
    Ok((quotient, components))
}

/// Exact values if they can be had; else the bounds are as close as wanted, or say whether the
/// probability is as a bound demands.
fn solve(
    quotient: &Quotient,
    components: &[Vec<u32>],
    question: &Reachability<'_>,
    options: &NumberOptions,
    bounds: &mut Bounds,
    context: &Context<'_>,
) -> Result<Option<Vec<Rational>>, Stop> {
    let NumberOptions { precision, exact_work } = *options;
    let Reachability { extreme, bound, .. } = *question;
    if exact_work > 0 {
        context.observer.event(&Event::Phase("exact probabilities"));
        let until = Until { precision, most_sweeps: FEW_SWEEPS, enough: &|_| false };
        iterate(quotient, extreme, components, until, bounds, context)?;
        let solved = exact::solve(quotient, extreme, components, bounds, exact_work, context)?;
        if solved.is_some() {
            return Ok(solved);
        }
    }
    context.observer.event(&Event::Phase("bounds of probabilities"));
    let says_enough = |bounds: &Bounds, &place: &Place| {
        let decided =
            bound.and_then(|(relation, bound)| bounds.interval(place).satisfies(relation, bound));
        bounds.width(place) <= precision || decided.is_some()
    };
    let enough = |bounds: &Bounds| quotient.initial.iter().all(|place| says_enough(bounds, place));
    let until = Until { precision, most_sweeps: u64::MAX, enough: &enough };
    iterate(quotient, extreme, components, until, bounds, context)?;
    Ok(None)
}

/// The nodes of each strongly connected component, sorted; components in an order in which edges
/// lead to earlier ones.
fn components(quotient: &Quotient, context: &Context<'_>) -> Result<Vec<Vec<u32>>, Stop> {
    let edge = |node: usize, position: usize| {
        let row = quotient.row(node);
        let branch = quotient.choices[row.start] as usize + position;
        match branch < quotient.choices[row.end] as usize {
            true => Next::To(quotient.targets[branch] as usize),
            false => Next::Done,
        }
    };
    let (component_of, count) = strong_components(quotient.num_nodes(), context, edge)?;
    let mut components = vec![Vec::new(); count];
    for (node, &component) in component_of.iter().enumerate() {
        components[component as usize].push(node as u32);
    }
    Ok(components)
}

#[cfg(test)]
mod tests {
    use surmise_model::{ActionId, Lpts, StateId};

    use super::*;

    /// A walk in both directions between 0 and 60, from 20.
    fn walk() -> (MarkovModel, FixedBitSet, FixedBitSet) {
        let (half, states) = (Rational::new(1, 2).unwrap(), 61);
        let mut lpts = Lpts::builder();
        lpts.ensure_states(states).initial(StateId::of(20));
        for state in 1..states - 1 {
            let ways =
                [(StateId::of(state - 1), half.clone()), (StateId::of(state + 1), half.clone())];
            lpts.add(StateId::of(state), ActionId::TAU, ways.iter().map(|(s, p)| (*s, p)));
        }
        let mut goal = FixedBitSet::with_capacity(states);
        goal.insert(states - 1);
        let mut until = FixedBitSet::with_capacity(states);
        until.insert_range(..);
        (MarkovModel::from_lpts(&lpts.build().unwrap()).unwrap(), until, goal)
    }

    #[test]
    fn iteration_ends_when_enough_is_known() {
        let (model, until, goal) = walk();
        let width = |precision, bound: Option<(Relation, &Rational)>| {
            let question =
                Reachability { extreme: Extreme::Maximal, until: &until, goal: &goal, bound };
            let options = NumberOptions { precision, exact_work: 0 };
            let answer = reachability(&model, &question, &options, &Context::unlimited());
            assert_eq!(answer.stopped, None);
            let interval = &answer.intervals[0];
            assert!(interval.contains(&Rational::new(1, 3).unwrap()));
            let known = bound.map(|(relation, bound)| interval.satisfies(relation, bound));
            assert!(known.is_none_or(|known| known.is_some()));
            (&interval.high - &interval.low).approximate()
        };
        // As close as asked for, and not a thousand times closer.
        let close = width(1e-3, None);
        assert!(close <= 1e-3 && close > 1e-6, "{close}");
        // A bound that is far away is decided long before.
        let bound = Rational::new(9, 10).unwrap();
        let decided = width(1e-10, Some((Relation::LessEqual, &bound)));
        assert!(decided > 1e-3, "{decided}");
    }
}

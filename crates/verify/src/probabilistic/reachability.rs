//! The probability of reaching a goal: qualitative answers from the graph, the rest exactly where the
//! model is small enough, else between guaranteed bounds.

use fixedbitset::FixedBitSet;
use surmise_model::{Context, Event, Extreme, Rational, Stop};

use super::exact;
use super::interval::Interval;
use super::iteration::{Bounds, iterate};
use super::markov::MarkovModel;
use super::qualitative::qualitative;
use super::quotient::{Place, Quotient};
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
pub struct Answer {
    /// The probability from each initial state.
    pub intervals: Vec<Interval>,
    /// Why the work ended before the number was as exact as wanted, if it did.
    pub stopped: Option<Stop>,
}

impl Answer {
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
) -> Answer {
    let extreme = question.extreme;
    let (quotient, components) = match prepare(model, question, context) {
        Ok(prepared) => prepared,
        Err(stop) => return Answer::unknown(model, stop),
    };
    let mut bounds = Bounds::new(&quotient);
    match solve(&quotient, &components, extreme, options, &mut bounds, context) {
        Ok(Some(values)) => {
            let interval = |&place: &Place| exact::interval(&values, place);
            Answer { intervals: quotient.initial.iter().map(interval).collect(), stopped: None }
        }
        other => Answer {
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
    let Reachability { extreme, until, goal } = *question;
    context.observer.event(&Event::Phase("states of probability 0 and 1"));
    let known = qualitative(model, extreme, until, goal, context)?;
    let quotient = Quotient::new(model, extreme, &known, context)?;
    let components = components(&quotient, context)?;
    Ok((quotient, components))
}

/// Exact values if they can be had; else the bounds are as close as wanted.
fn solve(
    quotient: &Quotient,
    components: &[Vec<u32>],
    extreme: Extreme,
    options: &NumberOptions,
    bounds: &mut Bounds,
    context: &Context<'_>,
) -> Result<Option<Vec<Rational>>, Stop> {
    let NumberOptions { precision, exact_work } = *options;
    if exact_work > 0 {
        context.observer.event(&Event::Phase("exact probabilities"));
        iterate(quotient, extreme, components, precision, FEW_SWEEPS, bounds, context)?;
        let solved = exact::solve(quotient, extreme, components, bounds, exact_work, context)?;
        if solved.is_some() {
            return Ok(solved);
        }
    }
    context.observer.event(&Event::Phase("bounds of probabilities"));
    iterate(quotient, extreme, components, precision, u64::MAX, bounds, context)?;
    Ok(None)
}

/// The nodes of each strongly connected component, sorted; components in an order in which edges lead
/// to earlier ones.
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

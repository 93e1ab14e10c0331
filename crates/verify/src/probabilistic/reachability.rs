//! The probability of reaching a goal: qualitative answers from the graph, the rest exactly where
//! the model is small enough, else between guaranteed bounds.

use fixedbitset::FixedBitSet;
use surmise_model::{Context, Event, Extreme, Rational, Relation, Stop};

use super::amount::Extended;
use super::end_components::end_components;
use super::equations::{Equations, Known};
use super::interval::Interval;
use super::markov::MarkovModel;
use super::qualitative::qualitative;
use super::solve::{NumberOptions, solve};
use super::values::Values;

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

/// What is known of the probability from each initial state. However the work ended, it is true.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct KnownProbabilities {
    /// The probability from each initial state.
    pub intervals: Vec<Interval>,
    /// Why the work ended before the number was as exact as wanted, if it did.
    pub stopped: Option<Stop>,
}

impl KnownProbabilities {
    pub(super) fn new((values, stopped): (Values, Option<Stop>)) -> Self {
        let probability = |extended: Extended| match extended {
            Extended::Finite(value) => value,
            Extended::Infinite => Rational::ONE,
        };
        let interval = |index: usize| {
            let amount = values.amount(index);
            Interval { low: probability(amount.low), high: probability(amount.high) }
        };
        Self { intervals: (0..values.len()).map(interval).collect(), stopped }
    }
}

/// The probability from each initial state.
pub fn reachability(
    model: &MarkovModel,
    question: &Reachability<'_>,
    options: &NumberOptions,
    context: &Context<'_>,
) -> KnownProbabilities {
    let initial: Vec<usize> = model.initial().iter().map(|state| state.index()).collect();
    KnownProbabilities::new(reachability_from(model, question, &initial, options, context))
}

/// The probability from each of some states, and why the work ended early, if it did.
pub(super) fn reachability_from(
    model: &MarkovModel,
    question: &Reachability<'_>,
    sources: &[usize],
    options: &NumberOptions,
    context: &Context<'_>,
) -> (Values, Option<Stop>) {
    match prepare(model, question, sources, context) {
        Ok(equations) => solve(&equations, question.extreme, 1.0, question.bound, options, context),
        Err(stop) => (Values::Bounds(vec![(0.0, 1.0); sources.len()]), Some(stop)),
    }
}

/// What graphs alone tell, and what is left to compute with.
fn prepare(
    model: &MarkovModel,
    question: &Reachability<'_>,
    sources: &[usize],
    context: &Context<'_>,
) -> Result<Equations, Stop> {
    let Reachability { extreme, until, goal, .. } = *question;
    context.observer.event(&Event::Phase("states of probability 0 and 1"));
    let found = qualitative(model, extreme, until, goal, context)?;
    let mut maybe = found.zero.clone();
    maybe.union_with(&found.one);
    maybe.toggle_range(..);
    let collapsed = match extreme {
        Extreme::Maximal if !model.is_chain() => {
            Some(end_components(model, &maybe, |_| true, context)?)
        }
        // To stay for ever is to avoid the goal: whoever can has probability 0 already.
        _ => None,
    };
    let known = Known {
        zero: &found.zero,
        one: Some(&found.one),
        infinite: None,
        collapsed: collapsed.as_ref(),
        rewards: None,
        staying: None,
    };
    Equations::new(model, &known, sources.iter().copied(), context)
}

#[cfg(test)]
mod tests {
    use surmise_model::{ActionId, Lpts, StateId};

    use super::*;

    /// A walk around a circle that ends with 1/3 at each step, in the goal as often as not: a
    /// component that is left so soon is iterated, not eliminated.
    fn circle() -> (MarkovModel, FixedBitSet, FixedBitSet) {
        let (third, sixth) = (Rational::new(1, 3).unwrap(), Rational::new(1, 6).unwrap());
        let (places, sink, states) = (8, 9, 10);
        let mut goal = FixedBitSet::with_capacity(states);
        goal.insert(places);
        let mut lpts = Lpts::builder();
        lpts.ensure_states(states).initial(StateId::of(0));
        for place in 0..places {
            let around = [(place + 1) % places, (place + places - 1) % places];
            let ways = around.map(|next| (next, &third)).into_iter();
            let ways = ways.chain([(places, &sixth), (sink, &sixth)]);
            let ways = ways.map(|(next, probability)| (StateId::of(next), probability));
            lpts.add(StateId::of(place), ActionId::TAU, ways);
        }
        let mut until = FixedBitSet::with_capacity(states);
        until.insert_range(..);
        (MarkovModel::from_lpts(&lpts.build().unwrap()).unwrap(), until, goal)
    }

    #[test]
    fn iteration_ends_when_enough_is_known() {
        let (model, until, goal) = circle();
        let width = |precision, bound: Option<(Relation, &Rational)>| {
            let question =
                Reachability { extreme: Extreme::Maximal, until: &until, goal: &goal, bound };
            let options = NumberOptions { precision, absolute: true, exact_work: 0 };
            let answer = reachability(&model, &question, &options, &Context::unlimited());
            assert_eq!(answer.stopped, None);
            let interval = &answer.intervals[0];
            assert!(interval.contains(&Rational::new(1, 2).unwrap()));
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
        assert!(decided > 1e-9, "{decided}");
    }
}

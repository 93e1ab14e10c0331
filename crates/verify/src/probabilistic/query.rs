//! Queries, evaluated from the inside to the outside: conditions become sets of states, numbers
//! become values of the states that are asked about.

use std::borrow::Cow;

use fixedbitset::FixedBitSet;
use surmise_model::formula::Formula;
use surmise_model::{
    Collected as Asked, Context, Extreme, Filter, Path, Query, Rational, Reason, Relation, Stop,
};

use super::branching::quantified;
use super::combine::{Combined, choose, combine};
use super::linear::{LinearQuestion, linear_probability};
use super::long_run::long_run_average;
use super::markov::MarkovModel;
use super::reachability::{Reachability, reachability_from};
use super::rewards::{Collected, RewardQuestion, Rewards, expected_reward};
use super::solve::{Comparison, NumberOptions};
use super::steps::{Step, advance, indicator};
use super::values::Values;

/// A model with what queries about it mention.
#[derive(Debug, Clone, Copy)]
pub struct Queried<'a> {
    /// The model.
    pub model: &'a MarkovModel,
    /// The states in which each condition holds.
    pub conditions: &'a [FixedBitSet],
    /// The reward structures.
    pub rewards: &'a [Rewards],
}

/// What a query comes to in some states: the initial ones, or those of a filter that asks for all
/// of them.
#[derive(Debug, Clone)]
pub enum Evaluated {
    /// Whether it is true in each; `None` where that is not known.
    Truth(Vec<Option<bool>>),
    /// The number in each, and what it is compared with, if anything.
    Numbers(Values),
}

/// Evaluates a query; a comparison of it may be all that is asked. However the work ended, the
/// answer is right; the stop is why it ended early.
///
/// # Errors
/// When nothing is known because the context says stop, or something inside cannot be told.
pub fn evaluate(
    queried: &Queried<'_>,
    query: &Query,
    bound: Option<(Relation, &Rational)>,
    options: &NumberOptions,
    context: &Context<'_>,
) -> Result<(Evaluated, Option<Stop>), Stop> {
    let evaluation = Evaluation { queried, options, context };
    let mut sources: Vec<usize> =
        queried.model.initial().iter().map(|state| state.index()).collect();
    let mut query = query;
    if let Query::Filter { by: Filter::Range, of, states } = query {
        sources = evaluation.set(states)?.ones().collect();
        query = of;
        if sources.is_empty() {
            return Err(unsupported("no state satisfies the filter"));
        }
    }
    match query.is_condition() {
        true => {
            evaluation.truth(query, &sources).map(|(t, stopped)| (Evaluated::Truth(t), stopped))
        }
        false => evaluation
            .numbers(query, &sources, bound)
            .map(|(values, stopped)| (Evaluated::Numbers(values), stopped)),
    }
}

pub(super) fn unsupported(what: impl Into<String>) -> Stop {
    Stop(Reason::Unsupported(what.into()))
}

pub(super) struct Evaluation<'a> {
    pub(super) queried: &'a Queried<'a>,
    pub(super) options: &'a NumberOptions,
    pub(super) context: &'a Context<'a>,
}

type Truth = (Vec<Option<bool>>, Option<Stop>);
type Numbers = (Values, Option<Stop>);

impl Evaluation<'_> {
    fn model(&self) -> &MarkovModel {
        self.queried.model
    }

    /// The states in which a query is true.
    pub(super) fn set(&self, query: &Query) -> Result<Cow<'_, FixedBitSet>, Stop> {
        if let Query::Condition(number) = query {
            return Ok(Cow::Borrowed(&self.queried.conditions[*number]));
        }
        let all: Vec<usize> = (0..self.model().num_states()).collect();
        let (truth, stopped) = self.truth(query, &all)?;
        let mut set = FixedBitSet::with_capacity(all.len());
        for (state, truth) in truth.iter().enumerate() {
            match (truth, &stopped) {
                (Some(truth), _) => set.set(state, *truth),
                (None, Some(stop)) => return Err(stop.clone()),
                (None, None) => {
                    return Err(unsupported(
                        "a number inside of the property is too close to its bound to compare \
                         them",
                    ));
                }
            }
        }
        Ok(Cow::Owned(set))
    }

    /// Whether a query is true in each of some states.
    fn truth(&self, query: &Query, sources: &[usize]) -> Result<Truth, Stop> {
        let of_set = |set: &FixedBitSet| {
            (sources.iter().map(|&state| Some(set.contains(state))).collect(), None)
        };
        let both = |one: &Query, other: &Query, join: fn(Option<bool>, Option<bool>) -> _| {
            let ((one, stopped), (other, stopped_too)) =
                (self.truth(one, sources)?, self.truth(other, sources)?);
            let joined = one.into_iter().zip(other).map(|(one, other)| join(one, other));
            Ok::<Truth, Stop>((joined.collect(), stopped.or(stopped_too)))
        };
        match query {
            Query::Condition(number) => Ok(of_set(&self.queried.conditions[*number])),
            Query::Not(inside) => {
                let (truth, stopped) = self.truth(inside, sources)?;
                Ok((truth.into_iter().map(|truth| truth.map(|truth| !truth)).collect(), stopped))
            }
            Query::And(one, other) => both(one, other, |one, other| match (one, other) {
                (Some(false), _) | (_, Some(false)) => Some(false),
                (Some(true), other) => other,
                (None, _) => None,
            }),
            Query::Or(one, other) => both(one, other, |one, other| match (one, other) {
                (Some(true), _) | (_, Some(true)) => Some(true),
                (Some(false), other) => other,
                (None, _) => None,
            }),
            Query::Same(one, other) => both(one, other, |one, other| Some(one? == other?)),
            Query::Compare(relation, number, bound) => match &**bound {
                Query::Number(bound) => {
                    let (values, stopped) =
                        self.numbers(number, sources, Some((*relation, bound)))?;
                    Ok((values.satisfy(*relation, bound), stopped))
                }
                bound => {
                    let (one, stopped) = self.numbers(number, sources, None)?;
                    let (other, stopped_too) = self.numbers(bound, sources, None)?;
                    let difference = combine(Combined::Subtract, &one, &other)?;
                    let truth = difference.satisfy(*relation, &Rational::ZERO);
                    Ok((truth, stopped.or(stopped_too)))
                }
            },
            Query::Quantified { all, complemented, path } => {
                let (all, negated) = (*all != *complemented, *complemented);
                let found = match path {
                    Path::Next(goal) => {
                        let goal = self.set(goal)?;
                        quantified(self.model(), all, None, &goal, 1, Some(1), self.context)?
                    }
                    Path::Until { through, goal, from, to } => {
                        let (through, goal) = (self.set(through)?, self.set(goal)?);
                        let through = Some(&*through);
                        quantified(self.model(), all, through, &goal, *from, *to, self.context)?
                    }
                    Path::Linear { formula, propositions } => {
                        // All runs are so if none is otherwise.
                        let wanted = if all { formula.negated() } else { formula.clone() };
                        let some = self.some_run(&wanted, propositions, sources)?;
                        let of = |some: bool| Some((some != all) != negated);
                        return Ok((some.into_iter().map(of).collect(), None));
                    }
                };
                let of = |&state: &usize| Some(found.contains(state) != negated);
                Ok((sources.iter().map(of).collect(), None))
            }
            Query::Filter { by: by @ (Filter::ArgMin | Filter::ArgMax), of, states } => {
                let extreme = match by {
                    Filter::ArgMin => Extreme::Minimal,
                    _ => Extreme::Maximal,
                };
                let chosen: Vec<usize> = self.set(states)?.ones().collect();
                let (values, stopped) = self.numbers(of, &chosen, None)?;
                let extreme = values.are_extreme(extreme);
                let of = |state: &usize| match chosen.binary_search(state) {
                    Ok(index) => extreme[index],
                    Err(_) => Some(false),
                };
                Ok((sources.iter().map(of).collect(), stopped))
            }
            Query::Filter { by, of, states } if query.is_condition() => {
                let chosen: Vec<usize> = self.set(states)?.ones().collect();
                let (truth, stopped) = self.truth(of, &chosen)?;
                let any = |wanted: bool| truth.contains(&Some(wanted));
                let open = truth.contains(&None);
                let value = match by {
                    Filter::All if any(false) => Some(false),
                    Filter::All => (!open).then_some(true),
                    Filter::Some if any(true) => Some(true),
                    Filter::Some => (!open).then_some(false),
                    _ => self.only(*by, &chosen).map(|_| truth[0])?,
                };
                Ok((vec![value; sources.len()], stopped))
            }
            _ => Err(Stop::internal("a number in the place of a condition".to_owned())),
        }
    }

    /// From which states some run is as a formula demands: those from which one can choose so, if
    /// every branch is a choice.
    fn some_run(
        &self,
        formula: &Formula,
        propositions: &[Query],
        sources: &[usize],
    ) -> Result<Vec<bool>, Stop> {
        let propositions = self.sets(propositions)?;
        let question = LinearQuestion {
            formula,
            propositions: &propositions,
            extreme: Extreme::Maximal,
            bound: None,
        };
        let model = self.model().without_chance()?;
        let (options, context) = (&NumberOptions::EXACT, self.context);
        let (values, stopped) = linear_probability(&model, &question, sources, options, context)?;
        let known = values.satisfy(Relation::Greater, &Rational::ZERO).into_iter().collect();
        match (known, stopped) {
            (Some(known), _) => Ok(known),
            (None, Some(stop)) => Err(stop),
            (None, None) => Err(Stop::internal("a run that neither is nor is not".to_owned())),
        }
    }

    /// The states in which each of some queries is true.
    fn sets(&self, queries: &[Query]) -> Result<Vec<FixedBitSet>, Stop> {
        queries.iter().map(|one| self.set(one).map(Cow::into_owned)).collect()
    }

    /// Says whether a filter has a state to take the value of.
    fn only(&self, by: Filter, chosen: &[usize]) -> Result<(), Stop> {
        match (by, chosen.len()) {
            (_, 0) => Err(unsupported("no state satisfies the filter")),
            (Filter::State, 2..) => Err(unsupported("the filter `state` has several states")),
            (Filter::Range, _) => Err(unsupported("a filter for several states stands inside")),
            _ => Ok(()),
        }
    }

    /// The number in each of some states. A comparison may be all that is asked.
    pub(super) fn numbers(
        &self,
        query: &Query,
        sources: &[usize],
        bound: Comparison<'_>,
    ) -> Result<Numbers, Stop> {
        let (model, options, context) = (self.model(), self.options, self.context);
        match query {
            Query::Number(value) => {
                Ok((Values::Exact(vec![value.clone().into(); sources.len()]), None))
            }
            Query::Arithmetic(operator, one, other) => {
                let (one, stopped) = self.numbers(one, sources, None)?;
                let (other, stopped_too) = self.numbers(other, sources, None)?;
                Ok((combine((*operator).into(), &one, &other)?, stopped.or(stopped_too)))
            }
            Query::Choose { by, yes, no } => {
                let (by, stopped) = self.truth(by, sources)?;
                let (yes, stopped_too) = self.numbers(yes, sources, None)?;
                let (no, stopped_also) = self.numbers(no, sources, None)?;
                Ok((choose(&by, &yes, &no), stopped.or(stopped_too).or(stopped_also)))
            }
            Query::Probability { extreme, complemented, path } => {
                // What is computed is the probability of the opposite.
                let mirrored = bound.map(|(relation, bound)| match complemented {
                    true => (relation.mirrored(), &Rational::ONE - bound),
                    false => (relation, bound.clone()),
                });
                let bound = mirrored.as_ref().map(|(relation, bound)| (*relation, bound));
                let extreme = if *complemented { extreme.opposite() } else { *extreme };
                let (values, stopped) = self.probability(path, extreme, sources, bound)?;
                Ok((if *complemented { values.complement() } else { values }, stopped))
            }
            Query::Reward { structure, extreme, collected } => {
                let rewards = &self.queried.rewards[*structure];
                let goal;
                let collected = match collected {
                    Asked::Until(query) => {
                        goal = self.set(query)?;
                        Collected::Until(&goal)
                    }
                    Asked::Within(steps) => Collected::Within(*steps),
                    Asked::After(steps) => Collected::After(*steps),
                    Asked::Ever => Collected::Ever,
                    Asked::LongRun => {
                        let gives = |choice: usize| {
                            model.probabilities.value(rewards.choices[choice]).clone()
                        };
                        let extreme = *extreme;
                        return Ok(long_run_average(
                            model, &gives, extreme, bound, sources, options, context,
                        ));
                    }
                };
                let question = RewardQuestion { rewards, collected, extreme: *extreme, bound };
                Ok(expected_reward(model, &question, sources, options, context))
            }
            Query::LongRun { extreme, of } => {
                let set = self.set(of)?;
                let source = model.sources();
                let gives = |choice: usize| match set.contains(source[choice] as usize) {
                    true => Rational::ONE,
                    false => Rational::ZERO,
                };
                let (values, stopped) =
                    long_run_average(model, &gives, *extreme, bound, sources, options, context);
                Ok((values.at_most_one(), stopped))
            }
            Query::Filter { by, of, states } => {
                let chosen: Vec<usize> = self.set(states)?.ones().collect();
                let (value, stopped) = self.filtered(*by, of, &chosen)?;
                Ok((value.repeated(sources.len()), stopped))
            }
            _ => Err(Stop::internal("a condition in the place of a number".to_owned())),
        }
    }

    /// One number of many.
    fn filtered(&self, by: Filter, of: &Query, chosen: &[usize]) -> Result<Numbers, Stop> {
        if by == Filter::Count {
            let (truth, stopped) = self.truth(of, chosen)?;
            let sure = truth.iter().filter(|truth| **truth == Some(true)).count();
            let open = truth.iter().filter(|truth| truth.is_none()).count();
            let values = match open {
                0 => Values::Exact(vec![Rational::from(sure as i64).into()]),
                _ => Values::Bounds(vec![(sure as f64, (sure + open) as f64)]),
            };
            return Ok((values, stopped));
        }
        self.only(by, chosen)?;
        let (values, stopped) = self.numbers(of, chosen, None)?;
        let one = |index: usize| values.select(std::iter::once(index));
        let fold = |how: Combined| {
            let mut sum = one(0);
            for index in 1..values.len() {
                sum = combine(how, &sum, &one(index))?;
            }
            Ok::<Values, Stop>(sum)
        };
        let value = match by {
            Filter::Min => fold(Combined::Min)?,
            Filter::Max => fold(Combined::Max)?,
            Filter::Sum => fold(Combined::Add)?,
            Filter::Average => {
                let count = Values::Exact(vec![Rational::from(values.len() as i64).into()]);
                combine(Combined::Divide, &fold(Combined::Add)?, &count)?
            }
            _ => one(0),
        };
        Ok((value, stopped))
    }

    /// The probability of a path.
    fn probability(
        &self,
        path: &Path,
        extreme: Extreme,
        sources: &[usize],
        bound: Option<(Relation, &Rational)>,
    ) -> Result<Numbers, Stop> {
        let (model, options, context) = (self.model(), self.options, self.context);
        let work = options.exact_work;
        let any = Step { extreme, open: None, goal: None, rewards: None };
        let (through, goal, from, to) = match path {
            Path::Next(goal) => {
                let values = advance(model, &any, 1, indicator(&*self.set(goal)?), work, context)?;
                return Ok((values.select(sources.iter().copied()), None));
            }
            Path::Linear { formula, propositions } => {
                let propositions = &self.sets(propositions)?;
                let question = LinearQuestion { formula, propositions, extreme, bound };
                return linear_probability(model, &question, sources, options, context);
            }
            Path::Until { through, goal, from, to } => (through, goal, *from, *to),
        };
        let (until, goal) = (self.set(through)?, self.set(goal)?);
        if to.is_some_and(|to| to < from) {
            return Ok((Values::Exact(vec![Rational::ZERO.into(); sources.len()]), None));
        }
        let question = Reachability { extreme, until: &until, goal: &goal, bound };
        if (from, to) == (0, None) {
            return Ok(reachability_from(model, &question, sources, options, context));
        }
        // From the first moment at which the goal counts on; and before that.
        let (after, stopped) = match to {
            None => {
                let all: Vec<usize> = (0..model.num_states()).collect();
                let question = Reachability { bound: None, ..question };
                reachability_from(model, &question, &all, options, context)
            }
            Some(to) => {
                let step = Step { open: Some(&until), goal: Some(&goal), ..any };
                (advance(model, &step, to - from, indicator(&goal), work, context)?, None)
            }
        };
        let step = Step { open: Some(&until), ..any };
        let values = advance(model, &step, from, after, work, context)?;
        Ok((values.select(sources.iter().copied()), stopped))
    }
}

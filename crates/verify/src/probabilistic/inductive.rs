//! Numbers with what shows them to somebody else: bounds of all states that one step confirms, and
//! ranks that say why that is enough.
//!
//! The equations are solved for all states at once. An end component that was collapsed gives its
//! value to all of its states: a step inside of it confirms that, and a step that leaves it is one
//! of the quotient. So the bounds are confirmed by steps of the model itself, exactly: what was
//! rounded was rounded outwards. Ranks come from searches backwards that only follow choices by
//! which the bound is confirmed. Such a search misses no state that needs a rank, for in the
//! quotient whatever confirms its bounds leads out (`equations`).

use fixedbitset::FixedBitSet;
use surmise_model::{
    Collected as Asked, Context, Extreme, Path, ProbabilityId, Query, Rational, Stop,
};

use super::amount::Extended;
use super::markov::MarkovModel;
use super::qualitative::{Backwards, complement, missing_stages, qualitative};
use super::query::{Evaluation, Queried, unsupported};
use super::reachability::{Reachability, reachability_from};
use super::rewards::{Collected, RewardQuestion, Rewards, expected_reward};
use super::solve::NumberOptions;
use super::steps::{Step, advance};
use super::values::Values;

/// A number with what shows it.
#[derive(Debug, Clone)]
pub struct Certified {
    /// The number from each initial state.
    pub values: Values,
    /// What shows it, if it does not end after a number of steps.
    pub inductive: Option<Inductive>,
}

/// Bounds of all states that one step confirms.
#[derive(Debug, Clone)]
pub struct Inductive {
    /// The bounds; of the opposite if the query asks for a complement.
    pub values: Values,
    /// Ranks for the lower ones, where there are any.
    pub ranks_below: Vec<Option<u32>>,
    /// Ranks for the upper ones.
    pub ranks_above: Vec<Option<u32>>,
}

/// Numbers with more bits than this are not written down.
const MOST_BITS: u64 = 30_000;

const NO_CERTIFICATE: &str = "there are certificates of probabilities of `X`, `F`, `U`, `G`, `W` \
                              and `R`, with or without a bound on steps, and of rewards of `F`, \
                              `C<=k` and `I=k`, from conditions on states";

/// Evaluates a query from the initial states, with what shows the number.
///
/// # Errors
/// There are no certificates of such a number, or the context says stop.
pub fn certified(
    queried: &Queried<'_>,
    query: &Query,
    options: &NumberOptions,
    context: &Context<'_>,
) -> Result<Certified, Stop> {
    let evaluation = Evaluation { queried, options, context };
    let model = queried.model;
    let initial = || model.initial().iter().map(|state| state.index());
    let all: Vec<usize> = (0..model.num_states()).collect();
    let done = |(values, stopped): (Values, Option<Stop>)| match stopped {
        Some(stop) => Err(stop),
        None => Ok(values),
    };
    match query {
        Query::Probability { extreme, complemented, path } => {
            let conditions = match path {
                Path::Next(goal) => [&**goal, &**goal],
                Path::Until { through, goal, .. } => [&**through, &**goal],
                Path::Linear { .. } => return Err(unsupported(NO_CERTIFICATE)),
            };
            if !conditions.into_iter().all(is_plain) {
                return Err(unsupported(NO_CERTIFICATE));
            }
            let Path::Until { through, goal, from, to: None } = path else {
                let sources: Vec<usize> = initial().collect();
                let values = done(evaluation.numbers(query, &sources, None)?)?;
                return Ok(Certified { values, inductive: None });
            };
            let extreme = if *complemented { extreme.opposite() } else { *extreme };
            let (until, goal) = (evaluation.set(through)?, evaluation.set(goal)?);
            let question = Reachability { extreme, until: &until, goal: &goal, bound: None };
            let values = done(reachability_from(model, &question, &all, options, context))?;
            let exact = short(&values)?;
            let step = Step { extreme, open: Some(&until), goal: None, rewards: None };
            let work = options.exact_work;
            let found = advance(model, &step, *from, values.clone(), work, context)?;
            let found = found.select(initial());
            let mut open = until.into_owned();
            open.difference_with(&goal);
            let search = Search { model, open: &open, goal: &goal, context };
            let ranks_below = match extreme {
                Extreme::Minimal => search.every_choice()?,
                Extreme::Maximal => search.some_choice(|state, choice| {
                    exact.low[state] <= exact.worth(model, choice, None, true)
                })?,
            };
            let inductive = Some(Inductive { values, ranks_below, ranks_above: Vec::new() });
            let values = if *complemented { found.complement() } else { found };
            Ok(Certified { values, inductive })
        }
        Query::Reward { structure, extreme, collected } => {
            let goal = match collected {
                Asked::Until(goal) if is_plain(goal) => evaluation.set(goal)?,
                Asked::Within(_) | Asked::After(_) => {
                    let sources: Vec<usize> = initial().collect();
                    let values = done(evaluation.numbers(query, &sources, None)?)?;
                    return Ok(Certified { values, inductive: None });
                }
                Asked::Until(_) | Asked::Ever | Asked::LongRun => {
                    return Err(unsupported(NO_CERTIFICATE));
                }
            };
            let (rewards, extreme) = (&queried.rewards[*structure], *extreme);
            let collected = Collected::Until(&goal);
            let question = RewardQuestion { rewards, collected, extreme, bound: None };
            let values = done(expected_reward(model, &question, &all, options, context))?;
            let exact = short(&values)?;
            let ranks_below = missing(model, &goal, extreme, context)?;
            let open = complement(&goal);
            let search = Search { model, open: &open, goal: &goal, context };
            let ranks_above = match extreme {
                Extreme::Maximal => search.every_choice()?,
                Extreme::Minimal => search.some_choice(|state, choice| {
                    exact.high[state] >= exact.worth(model, choice, Some(rewards), false)
                })?,
            };
            let found = values.select(initial());
            Ok(Certified {
                values: found,
                inductive: Some(Inductive { values, ranks_below, ranks_above }),
            })
        }
        _ => Err(unsupported(NO_CERTIFICATE)),
    }
}

/// Whether a condition can be told of a state by itself.
pub(super) fn is_plain(query: &Query) -> bool {
    match query {
        Query::Condition(_) => true,
        Query::Not(inside) => is_plain(inside),
        Query::And(one, other) | Query::Or(one, other) | Query::Same(one, other) => {
            is_plain(one) && is_plain(other)
        }
        _ => false,
    }
}

/// Bounds of all states, exactly.
pub(super) struct Exact {
    pub(super) low: Vec<Extended>,
    pub(super) high: Vec<Extended>,
}

/// The bounds of all states, unless they are too long.
fn short(values: &Values) -> Result<Exact, Stop> {
    let exact = Exact::new(values);
    let long = |value: &Extended| value.finite().is_some_and(|value| value.bits() > MOST_BITS);
    match exact.low.iter().any(long) {
        true => Err(unsupported("exact numbers of so many digits are not written to a file")),
        false => Ok(exact),
    }
}

impl Exact {
    pub(super) fn new(values: &Values) -> Self {
        let amounts = (0..values.len()).map(|index| values.amount(index));
        let (low, high) = amounts.map(|amount| (amount.low, amount.high)).unzip();
        Self { low, high }
    }

    /// What a choice is worth by the bounds of the states it leads to.
    pub(super) fn worth(
        &self,
        model: &MarkovModel,
        choice: usize,
        rewards: Option<&Rewards>,
        low: bool,
    ) -> Extended {
        let value = |id: ProbabilityId| model.probabilities.value(id);
        let mut sum = rewards.map_or(Rational::ZERO, |own| value(own.choices[choice]).clone());
        for (target, weight) in model.branches(choice) {
            match if low { &self.low[target] } else { &self.high[target] } {
                Extended::Finite(bound) => sum += &(value(weight) * bound),
                Extended::Infinite => return Extended::Infinite,
            }
        }
        Extended::Finite(sum)
    }
}

/// Ranks of the states from which the goal is missed with some probability: by the best choice for
/// that if the most is meant, whatever is chosen if the least is.
fn missing(
    model: &MarkovModel,
    goal: &FixedBitSet,
    extreme: Extreme,
    context: &Context<'_>,
) -> Result<Vec<Option<u32>>, Stop> {
    if extreme == Extreme::Minimal {
        return missing_stages(model, goal, context);
    }
    let mut all = FixedBitSet::with_capacity(model.num_states());
    all.insert_range(..);
    let avoiding = qualitative(model, Extreme::Minimal, &all, goal, context)?.zero;
    let mut open = complement(goal);
    open.difference_with(&avoiding);
    let search = Search { model, open: &open, goal: &avoiding, context };
    let mut ranks = search.some_choice(|_, _| true)?;
    for state in avoiding.ones() {
        ranks[state] = Some(0);
    }
    Ok(ranks)
}

/// A search backwards from a goal, through open states. What is found later has a larger rank.
struct Search<'a> {
    model: &'a MarkovModel,
    open: &'a FixedBitSet,
    goal: &'a FixedBitSet,
    context: &'a Context<'a>,
}

impl Search<'_> {
    /// Ranks of states that have a good choice that may come closer.
    fn some_choice(&self, good: impl Fn(usize, usize) -> bool) -> Result<Vec<Option<u32>>, Stop> {
        self.run(|_| 1, good)
    }

    /// Ranks of states all of whose choices may come closer.
    fn every_choice(&self) -> Result<Vec<Option<u32>>, Stop> {
        self.run(|state| self.model.choices(state).len(), |_, _| true)
    }

    /// Ranks of states that have enough choices that are good and may come closer.
    fn run(
        &self,
        enough: impl Fn(usize) -> usize,
        good: impl Fn(usize, usize) -> bool,
    ) -> Result<Vec<Option<u32>>, Stop> {
        let model = self.model;
        let back = Backwards::new(model, self.context)?;
        let mut left: Vec<usize> = (0..model.num_states()).map(enough).collect();
        let mut seen = FixedBitSet::with_capacity(model.num_choices());
        let mut ranks = vec![None; model.num_states()];
        let mut found: Vec<usize> = self.goal.ones().collect();
        let mut next = 0;
        while let Some(&state) = found.get(next) {
            self.context.check()?;
            next += 1;
            for &choice in back.leading_to(state) {
                let source = back.source[choice as usize] as usize;
                let is_open = self.open.contains(source) && ranks[source].is_none();
                if !is_open || seen.put(choice as usize) || !good(source, choice as usize) {
                    continue;
                }
                left[source] -= 1;
                if left[source] == 0 {
                    ranks[source] = Some(found.len() as u32);
                    found.push(source);
                }
            }
        }
        Ok(ranks)
    }
}

//! Expected rewards: until a goal is reached, within a number of steps, after a number of steps, or
//! for ever.
//!
//! A run that never reaches the goal collects infinitely much, whatever its rewards are; so the
//! value is infinite where the goal is missed with some probability. What is left is a stochastic
//! shortest path. End components without rewards are collapsed before it is solved: inside one,
//! every value would confirm itself (Bertsekas and Tsitsiklis 1991; de Alfaro, "Computing minimum
//! and maximum reachability times in probabilistic systems", CONCUR 1999).

use fixedbitset::FixedBitSet;
use surmise_model::{Context, Extreme, ProbabilityId, Rational, Stop};

use super::end_components::{EndComponents, end_components};
use super::equations::{Equations, Known};
use super::markov::MarkovModel;
use super::qualitative::{complement, qualitative};
use super::solve::{Comparison, NumberOptions, solve};
use super::steps::{Step, advance};
use super::values::Values;

/// A reward structure: what is collected in each state, and by each choice beside that.
#[derive(Debug, Clone, Default)]
pub struct Rewards {
    /// By state.
    pub states: Vec<ProbabilityId>,
    /// By choice: what the state and the choice give together.
    pub choices: Vec<ProbabilityId>,
}

/// Which reward is meant.
#[derive(Debug, Clone, Copy)]
pub(super) enum Collected<'a> {
    /// Until a state of this set is reached.
    Until(&'a FixedBitSet),
    /// In this many steps.
    Within(u64),
    /// In the state after this many steps.
    After(u64),
    /// In all steps.
    Ever,
}

/// What is asked: an expected reward, or how it compares with a bound.
#[derive(Debug, Clone, Copy)]
pub(super) struct RewardQuestion<'a> {
    pub(super) rewards: &'a Rewards,
    pub(super) collected: Collected<'a>,
    pub(super) extreme: Extreme,
    pub(super) bound: Comparison<'a>,
}

/// The expected reward from each of some states.
pub(super) fn expected_reward(
    model: &MarkovModel,
    question: &RewardQuestion<'_>,
    sources: &[usize],
    options: &NumberOptions,
    context: &Context<'_>,
) -> (Values, Option<Stop>) {
    let RewardQuestion { rewards, collected, extreme, bound } = *question;
    let found = match collected {
        Collected::Until(goal) => until(model, rewards, goal, extreme, sources, context),
        Collected::Ever => ever(model, rewards, extreme, sources, context),
        Collected::Within(steps) => {
            let start = vec![Rational::ZERO.into(); model.num_states()];
            let step = Step { extreme, open: None, goal: None, rewards: Some(&rewards.choices) };
            let start = Values::Exact(start);
            let found = advance(model, &step, steps, start, options.exact_work, context);
            return stepped(found, sources);
        }
        Collected::After(steps) => {
            let value = |&id: &ProbabilityId| model.probabilities.value(id).clone().into();
            let start = Values::Exact(rewards.states.iter().map(value).collect());
            let step = Step { extreme, open: None, goal: None, rewards: None };
            let found = advance(model, &step, steps, start, options.exact_work, context);
            return stepped(found, sources);
        }
    };
    match found {
        Ok(equations) => solve(&equations, extreme, f64::INFINITY, bound, options, context),
        Err(stop) => unknown(sources, stop),
    }
}

fn stepped(found: Result<Values, Stop>, sources: &[usize]) -> (Values, Option<Stop>) {
    match found {
        Ok(values) => (values.select(sources.iter().copied()), None),
        Err(stop) => unknown(sources, stop),
    }
}

fn unknown(sources: &[usize], stop: Stop) -> (Values, Option<Stop>) {
    (Values::Bounds(vec![(0.0, f64::INFINITY); sources.len()]), Some(stop))
}

/// The equations of the reward until a goal is reached.
fn until(
    model: &MarkovModel,
    rewards: &Rewards,
    goal: &FixedBitSet,
    extreme: Extreme,
    sources: &[usize],
    context: &Context<'_>,
) -> Result<Equations, Stop> {
    let mut all = FixedBitSet::with_capacity(model.num_states());
    all.insert_range(..);
    // The most is infinite if some way to choose may miss the goal, the least if every way may.
    let infinite = complement(&qualitative(model, extreme.opposite(), &all, goal, context)?.one);
    let mut maybe = complement(&infinite);
    maybe.difference_with(goal);
    let collapsed = match extreme {
        // Every way to choose leaves.
        Extreme::Maximal => None,
        Extreme::Minimal => Some(free_components(model, rewards, &maybe, context)?),
    };
    let known = Known {
        zero: goal,
        one: None,
        infinite: Some(&infinite),
        collapsed: collapsed.as_ref(),
        rewards: Some(&rewards.choices),
        staying: None,
    };
    Equations::new(model, &known, sources.iter().copied(), context)
}

/// The end components of some states that cost nothing to stay in.
fn free_components(
    model: &MarkovModel,
    rewards: &Rewards,
    within: &FixedBitSet,
    context: &Context<'_>,
) -> Result<EndComponents, Stop> {
    let free = |choice: usize| model.probabilities.value(rewards.choices[choice]).is_zero();
    end_components(model, within, free, context)
}

/// The equations of the reward of the whole run.
fn ever(
    model: &MarkovModel,
    rewards: &Rewards,
    extreme: Extreme,
    sources: &[usize],
    context: &Context<'_>,
) -> Result<Equations, Stop> {
    let states = model.num_states();
    let mut all = FixedBitSet::with_capacity(states);
    all.insert_range(..);
    let free = free_components(model, rewards, &all, context)?;
    let mut resting = FixedBitSet::with_capacity(states);
    (0..states).filter(|&state| free.of[state].is_some()).for_each(|state| resting.insert(state));
    if extreme == Extreme::Minimal {
        // A run that collects finitely much ends where nothing is collected any more.
        return until(model, rewards, &resting, extreme, sources, context);
    }
    // The most is infinite where a component can be reached that has a reward to collect for ever.
    let components = end_components(model, &all, |_| true, context)?;
    let mut paying = FixedBitSet::with_capacity(states);
    for state in 0..states {
        let Some(component) = components.of[state] else { continue };
        for choice in model.choices(state) {
            let stays = |&target: &u32| components.of[target as usize] == Some(component);
            let pays = !model.probabilities.value(rewards.choices[choice]).is_zero();
            if pays && model.targets(choice).iter().all(stays) {
                paying.insert(state);
            }
        }
    }
    let infinite = complement(&qualitative(model, Extreme::Maximal, &all, &paying, context)?.zero);
    let nothing = FixedBitSet::with_capacity(states);
    let collapsed = free_components(model, rewards, &complement(&infinite), context)?;
    let known = Known {
        zero: &nothing,
        one: None,
        infinite: Some(&infinite),
        collapsed: Some(&collapsed),
        rewards: Some(&rewards.choices),
        staying: Some(&vec![Rational::ZERO; collapsed.count]),
    };
    Equations::new(model, &known, sources.iter().copied(), context)
}

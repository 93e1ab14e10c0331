//! Strategies: one choice for every state that attains the number a query asks for.
//!
//! A choice that is best in its state is not enough: one may go in circles for ever. So the choices
//! are those by which the independent checker would confirm the bound that has to be attained, with
//! the ranks that it asks for (`inductive`): the lower bound where the most is meant, the upper one
//! where the least is. The chain that they leave is worth no less, or no more, than that bound, by
//! the same arguments. What it is worth is computed once more.

use fixedbitset::FixedBitSet;
use surmise_model::{Collected as Asked, Context, Extreme, Path, Query, StateId, Stop};

use super::inductive::{Certified, Exact, Inductive, certified, is_plain};
use super::markov::MarkovModel;
use super::query::{Evaluation, Queried, unsupported};
use super::reachability::{Reachability, reachability_from};
use super::rewards::{Collected, RewardQuestion, Rewards, expected_reward};
use super::solve::NumberOptions;
use super::values::Values;

/// A way to choose, and the chain that it leaves.
#[derive(Debug, Clone)]
pub struct Strategy {
    /// The states that are reached: those on the way to the goal first, then those where it is
    /// missed, and the goal last.
    pub states: Vec<StateId>,
    /// For each of them its choice, counted from 0 among those of the state.
    pub choices: Vec<usize>,
    /// The chain that is left, with its states in this order.
    pub chain: MarkovModel,
    /// How many of the states are on the way.
    pub on_the_way: usize,
    /// The first state of the goal.
    pub goal: usize,
    /// Whether one minus the probability of reaching it is meant.
    pub complemented: bool,
    /// What is collected, if a reward is asked for.
    pub rewards: Option<Rewards>,
    /// What is attained from each initial state.
    pub attained: Values,
}

/// What is to be attained.
struct Aim<'a> {
    model: &'a MarkovModel,
    extreme: Extreme,
    until: FixedBitSet,
    goal: FixedBitSet,
    rewards: Option<&'a Rewards>,
    complemented: bool,
}

/// A strategy for a probability of `F`, `U`, `G`, `W` or `R` without a bound on steps, or for a
/// reward until a goal.
///
/// # Errors
/// The query asks for something else, or the context says stop.
pub fn strategy(
    queried: &Queried<'_>,
    query: &Query,
    options: &NumberOptions,
    context: &Context<'_>,
) -> Result<Strategy, Stop> {
    let evaluation = Evaluation { queried, options, context };
    let model = queried.model;
    let aim = match query {
        Query::Probability {
            extreme,
            complemented,
            path: Path::Until { through, goal, from: 0, to: None },
        } if is_plain(through) && is_plain(goal) => Aim {
            model,
            extreme: if *complemented { extreme.opposite() } else { *extreme },
            until: evaluation.set(through)?.into_owned(),
            goal: evaluation.set(goal)?.into_owned(),
            rewards: None,
            complemented: *complemented,
        },
        Query::Reward { structure, extreme, collected: Asked::Until(goal) } if is_plain(goal) => {
            let mut until = FixedBitSet::with_capacity(model.num_states());
            until.insert_range(..);
            Aim {
                model,
                extreme: *extreme,
                until,
                goal: evaluation.set(goal)?.into_owned(),
                rewards: Some(&queried.rewards[*structure]),
                complemented: false,
            }
        }
        _ => {
            return Err(unsupported(
                "there are strategies for `F`, `U`, `G`, `W` and `R` without a bound on steps and \
                 for rewards of `F`, from conditions on states",
            ));
        }
    };
    let Certified { inductive, .. } = certified(queried, query, options, context)?;
    let Some(inductive) = inductive else {
        return Err(Stop::internal("bounds of all states are missing".to_owned()));
    };
    let chosen = aim.chosen(&inductive, context)?;
    aim.induced(&chosen, options, context)
}

impl Aim<'_> {
    /// A choice for every state.
    fn chosen(&self, inductive: &Inductive, context: &Context<'_>) -> Result<Vec<usize>, Stop> {
        let Inductive { values, ranks_below, ranks_above } = inductive;
        let exact = Exact::new(values);
        let (model, rewards) = (self.model, self.rewards);
        let mut chosen = Vec::with_capacity(model.num_states());
        for state in 0..model.num_states() {
            context.check()?;
            let closer = |choice: usize, ranks: &[Option<u32>]| {
                model.targets(choice).iter().any(|&target| {
                    let target = target as usize;
                    self.goal.contains(target)
                        || ranks[target].is_some_and(|rank| ranks[state].is_some_and(|r| rank < r))
                })
            };
            let confirms = |choice: usize| match (self.extreme, rewards) {
                (Extreme::Maximal, None) => {
                    exact.low[state] <= exact.worth(model, choice, None, true)
                        && closer(choice, ranks_below)
                }
                (Extreme::Minimal, None) => {
                    exact.high[state] >= exact.worth(model, choice, None, false)
                }
                (Extreme::Maximal, Some(_)) => match ranks_below[state] {
                    // The goal is missed: for ever from rank 0 on, else as far as it takes.
                    Some(0) => model
                        .targets(choice)
                        .iter()
                        .all(|&target| ranks_below[target as usize] == Some(0)),
                    Some(rank) => model.targets(choice).iter().any(|&target| {
                        ranks_below[target as usize].is_some_and(|other| other < rank)
                    }),
                    None => exact.low[state] <= exact.worth(model, choice, rewards, true),
                },
                (Extreme::Minimal, Some(_)) => {
                    exact.high[state] >= exact.worth(model, choice, rewards, false)
                        && closer(choice, ranks_above)
                }
            };
            let mut choices = model.choices(state);
            let first = choices.start;
            // Where nothing has to be confirmed, any choice will do.
            chosen.push(choices.find(|&choice| confirms(choice)).unwrap_or(first));
        }
        Ok(chosen)
    }

    /// The chain that is left, and what it attains.
    fn induced(
        &self,
        chosen: &[usize],
        options: &NumberOptions,
        context: &Context<'_>,
    ) -> Result<Strategy, Stop> {
        let model = self.model;
        let mut reached = FixedBitSet::with_capacity(model.num_states());
        let mut states: Vec<usize> = Vec::new();
        let mut reach = |state: usize, states: &mut Vec<usize>| {
            if !reached.put(state) {
                states.push(state);
            }
        };
        model.initial().iter().for_each(|state| reach(state.index(), &mut states));
        let mut position = 0;
        while let Some(&state) = states.get(position) {
            context.check()?;
            position += 1;
            for (target, _) in model.branches(chosen[state]) {
                reach(target, &mut states);
            }
        }
        let class = |state: usize| match (self.goal.contains(state), self.until.contains(state)) {
            (true, _) => 2,
            (false, false) => 1,
            (false, true) => 0,
        };
        states.sort_by_key(|&state| class(state));
        let on_the_way = states.partition_point(|&state| class(state) < 1);
        let goal = states.partition_point(|&state| class(state) < 2);
        let mut number = vec![u32::MAX; model.num_states()];
        for (place, &state) in states.iter().enumerate() {
            number[state] = place as u32;
        }
        let place = |state: usize| StateId::of(number[state] as usize);
        let initial = model.initial().iter().map(|state| place(state.index())).collect();
        let probabilities = model.probabilities.clone();
        let mut chain = MarkovModel { probabilities, initial, ..MarkovModel::new() };
        let (mut choices, mut rewards) = (Vec::new(), Rewards::default());
        for &state in &states {
            let choice = chosen[state];
            choices.push(choice - model.choices(state).start);
            for (target, weight) in model.branches(choice) {
                chain.targets.push(number[target]);
                chain.weights.push(weight);
            }
            chain.choices.push(chain.targets.len() as u32);
            chain.rows.push(chain.choices.len() as u32 - 1);
            if let Some(own) = self.rewards {
                rewards.states.push(own.states[state]);
                rewards.choices.push(own.choices[choice]);
            }
        }
        let range = |range: std::ops::Range<usize>| {
            let mut set = FixedBitSet::with_capacity(states.len());
            set.insert_range(range);
            set
        };
        let (until, goals) = (range(0..on_the_way), range(goal..states.len()));
        let sources: Vec<usize> = chain.initial().iter().map(|state| state.index()).collect();
        let rewards = self.rewards.map(|_| rewards);
        let (attained, stopped) = match &rewards {
            None => {
                let question = Reachability {
                    extreme: self.extreme,
                    until: &until,
                    goal: &goals,
                    bound: None,
                };
                reachability_from(&chain, &question, &sources, options, context)
            }
            Some(rewards) => {
                let collected = Collected::Until(&goals);
                let extreme = self.extreme;
                let question = RewardQuestion { rewards, collected, extreme, bound: None };
                expected_reward(&chain, &question, &sources, options, context)
            }
        };
        if let Some(stop) = stopped {
            return Err(stop);
        }
        let complemented = self.complemented;
        let attained = if complemented { attained.complement() } else { attained };
        let states = states.into_iter().map(StateId::of).collect();
        Ok(Strategy { states, choices, chain, on_the_way, goal, complemented, rewards, attained })
    }
}

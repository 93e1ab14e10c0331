//! A tree that shows that a state has a formula of strict liveness.
//!
//! A node stands for a state and all that it is to show. Where a probability is to be exceeded, the
//! tree follows a best choice for as many steps as that takes, so it is finite; all branches of a
//! choice are kept, so it is an execution. What is shown within more steps is shown within any
//! number of them, so that a node never has more than one number of steps for an `Until` without a
//! limit: else there were a node for each set of numbers.

use std::collections::{BTreeMap, BTreeSet};

use fixedbitset::FixedBitSet;
use surmise_model::{
    Composition, Context, LivenessOperator, StateId, StochasticTree, Stop, StrictLiveness,
    TreeNode, TreeTransition,
};

use super::evaluate::mass;
use super::rounds::Rounds;
use crate::probabilistic::tree::unfold;

/// What a node is to show: that an operator holds of it; or that an `Until` reaches its goal as
/// probably as it can within so many steps.
type Duty = (usize, Option<usize>);

/// A state, and what it is to show.
type Wanted = (StateId, BTreeSet<Duty>);

/// The tree that shows that the initial state has the formula, of which `known` says which states
/// have which operator.
///
/// # Errors
/// When the context says stop.
pub(super) fn unroll(
    whole: &Composition,
    formula: &StrictLiveness,
    known: &[FixedBitSet],
    context: &Context<'_>,
) -> Result<StochasticTree, Stop> {
    let rounds = formula.operators.iter().map(|operator| match operator {
        LivenessOperator::Until { bound, through, goal, steps } => {
            Some(Rounds::new(&whole.lpts, [&known[*through], &known[*goal]], bound, *steps))
        }
        _ => None,
    });
    let mut unrolling = Unrolling { whole, formula, known, rounds: rounds.collect() };
    let root = (whole.lpts.initial(), BTreeSet::from([(formula.root, None)]));
    let nodes = unfold(root, |wanted: &Wanted| {
        context.check()?;
        unrolling.plan(wanted, context)
    })?;
    let nodes = nodes.into_iter().map(|((state, places), children)| {
        let mut children = children.into_iter();
        let transitions = places.into_iter().map(|place| {
            let choice = whole.lpts.choices(state)[place];
            let distribution = whole.lpts.distribution(choice.distribution);
            let weights = distribution.iter().map(|(_, weight)| weight.clone());
            TreeTransition {
                action: choice.action,
                factors: whole.factors(whole.lpts.row(state).start + place).into(),
                children: children.by_ref().take(distribution.len()).zip(weights).collect(),
            }
        });
        let transitions = transitions.collect();
        TreeNode { tuple: whole.tuple(state).into(), transitions, refuted: Vec::new() }
    });
    Ok(StochasticTree { nodes: nodes.collect() })
}

struct Unrolling<'a> {
    whole: &'a Composition,
    formula: &'a StrictLiveness,
    known: &'a [FixedBitSet],
    rounds: Vec<Option<Rounds<'a>>>,
}

impl Unrolling<'_> {
    /// The transitions of a node by their places in its row, and what their branches are to show.
    #[allow(clippy::type_complexity, reason = "a node and its children, as `unfold` wants them")]
    fn plan(
        &mut self,
        (state, duties): &Wanted,
        context: &Context<'_>,
    ) -> Result<((StateId, Vec<usize>), Vec<Wanted>), Stop> {
        let lpts = &self.whole.lpts;
        let support =
            |place: usize| lpts.distribution(lpts.choices(*state)[place].distribution).support();
        let mut used: BTreeMap<usize, Vec<BTreeSet<Duty>>> = BTreeMap::new();
        // Of each `Until` whose goal is elsewhere, within how many steps it is to be reached.
        let mut to_go: BTreeMap<usize, BTreeSet<usize>> = BTreeMap::new();
        let mut all = duties.clone();
        let mut waiting: Vec<Duty> = duties.iter().copied().collect();
        while let Some((place, steps)) = waiting.pop() {
            let mut more: Vec<Duty> = Vec::new();
            match (&self.formula.operators[place], steps) {
                (LivenessOperator::Atom { .. }, _) => {}
                (LivenessOperator::All(operands), _) => {
                    more.extend(operands.iter().map(|&operand| (operand, None)));
                }
                (LivenessOperator::Any(operands), _) => {
                    let has = |&&operand: &&usize| self.known[operand].contains(state.index());
                    more.push((*operands.iter().find(has).ok_or_else(untrue)?, None));
                }
                (LivenessOperator::Next { goal, .. }, _) => {
                    let goals = &self.known[*goal];
                    let choices = lpts.choices(*state).iter().enumerate();
                    let best = choices.max_by_key(|(_, choice)| mass(lpts, **choice, goals));
                    let (best, _) = best.ok_or_else(untrue)?;
                    let show =
                        |target: StateId| goals.contains(target.index()).then_some((*goal, None));
                    demand(&mut used, best, support(best).map(show));
                }
                (LivenessOperator::Until { .. }, None) => {
                    let rounds = self.rounds[place].as_mut().ok_or_else(untrue)?;
                    more.push((place, Some(rounds.enough(*state, context)?)));
                }
                (LivenessOperator::Until { through, goal, .. }, Some(steps)) => {
                    if self.known[*goal].contains(state.index()) {
                        more.push((*goal, None));
                    } else {
                        more.push((*through, None));
                        to_go.entry(place).or_default().insert(steps);
                    }
                }
            }
            waiting.extend(more.into_iter().filter(|&duty| all.insert(duty)));
        }
        for (place, numbers) in to_go {
            let LivenessOperator::Until { steps: limit, .. } = &self.formula.operators[place]
            else {
                continue;
            };
            let rounds = self.rounds[place].as_ref().ok_or_else(untrue)?;
            let fewer = if limit.is_some() { 0 } else { numbers.len() - 1 };
            for steps in numbers.into_iter().skip(fewer) {
                let left = steps.checked_sub(1).ok_or_else(untrue)?;
                let (best, needed) = rounds.best(*state, left).ok_or_else(untrue)?;
                let show = |steps: Option<usize>| Some((place, Some(steps?)));
                demand(&mut used, best, needed.into_iter().map(show));
            }
        }
        let places = used.keys().copied().collect();
        let children = used.into_iter().flat_map(|(place, sets)| support(place).zip(sets));
        Ok(((*state, places), children.collect()))
    }
}

/// Makes the branches of a transition show something.
fn demand(
    used: &mut BTreeMap<usize, Vec<BTreeSet<Duty>>>,
    place: usize,
    duties: impl Iterator<Item = Option<Duty>>,
) {
    let duties: Vec<Option<Duty>> = duties.collect();
    let sets = used.entry(place).or_insert_with(|| vec![BTreeSet::new(); duties.len()]);
    sets.iter_mut().zip(duties).for_each(|(set, duty)| set.extend(duty));
}

fn untrue() -> Stop {
    Stop::internal("a formula that does not hold of a state that has it")
}

//! The states that have a formula, operator by operator, exactly.

use fixedbitset::FixedBitSet;
use surmise_model::{
    Context, Extreme, LivenessOperator, Lpts, Rational, Relation, StateId, Stop, StrictLiveness,
};

use crate::probabilistic::{
    Answer, MarkovModel, NumberOptions, Reachability, bounded_reachability, reachability,
};

/// Of each operator, the states that it holds of. `atoms` are those of the conditions.
///
/// # Errors
/// When the context says stop.
pub(super) fn evaluate(
    lpts: &Lpts,
    atoms: &[FixedBitSet],
    formula: &StrictLiveness,
    context: &Context<'_>,
) -> Result<Vec<FixedBitSet>, Stop> {
    let states = lpts.num_states();
    let mut model = MarkovModel::from_lpts(lpts)?;
    // So that probabilities of all states are told.
    model.initial = lpts.states().collect();
    let mut known: Vec<FixedBitSet> = Vec::with_capacity(formula.operators.len());
    for operator in &formula.operators {
        let mut found = FixedBitSet::with_capacity(states);
        match operator {
            LivenessOperator::Atom { atom, holds } => {
                found.union_with(&atoms[*atom]);
                if !holds {
                    found.toggle_range(..);
                }
            }
            LivenessOperator::All(operands) => {
                found.insert_range(..);
                operands.iter().for_each(|&operand| found.intersect_with(&known[operand]));
            }
            LivenessOperator::Any(operands) => {
                operands.iter().for_each(|&operand| found.union_with(&known[operand]));
            }
            LivenessOperator::Next { bound, goal } => {
                let exceeds = |state: &StateId| {
                    let choices = lpts.choices(*state).iter();
                    choices.map(|choice| mass(lpts, *choice, &known[*goal])).any(|p| p > *bound)
                };
                found.extend(lpts.states().filter(exceeds).map(StateId::index));
            }
            LivenessOperator::Until { bound, through, goal, steps } => {
                let (until, goal) = (&known[*through], &known[*goal]);
                let question = Reachability { extreme: Extreme::Maximal, until, goal };
                found = exceeding(&model, &question, bound, *steps, context)?;
            }
        }
        known.push(found);
    }
    Ok(known)
}

/// How probably a transition leads into a set.
pub(super) fn mass(lpts: &Lpts, choice: surmise_model::Choice, goal: &FixedBitSet) -> Rational {
    let branches = lpts.distribution(choice.distribution).iter();
    branches.filter(|(state, _)| goal.contains(state.index())).map(|(_, weight)| weight).sum()
}

/// The states from which the goal is reached with more than a probability. Bounds that do not tell are computed again,
/// exactly, however long it takes.
fn exceeding(
    model: &MarkovModel,
    question: &Reachability<'_>,
    bound: &Rational,
    steps: Option<u64>,
    context: &Context<'_>,
) -> Result<FixedBitSet, Stop> {
    let exactly = NumberOptions { exact_work: u64::MAX, ..NumberOptions::default() };
    for options in [NumberOptions::default(), exactly] {
        let Answer { intervals, stopped } = match steps {
            Some(steps) => bounded_reachability(model, question, steps, &options, context),
            None => reachability(model, question, &options, context),
        };
        if let Some(stop) = stopped {
            return Err(stop);
        }
        let told = intervals.iter().map(|p| Some(!p.satisfies(Relation::LessEqual, bound)?));
        if let Some(told) = told.collect::<Option<Vec<bool>>>() {
            let mut found = FixedBitSet::with_capacity(told.len());
            found.extend(told.iter().enumerate().filter(|(_, more)| **more).map(|(s, _)| s));
            return Ok(found);
        }
    }
    Err(Stop::internal("an exact probability that is not known exactly"))
}

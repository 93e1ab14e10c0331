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

/// At each state, for each `Until` without a number of steps, a bound that its probability does not exceed: where the operator does not hold
/// that is not more than its own. Bounds are inductive, so that whoever has them need not compute anything.
///
/// # Errors
/// When the context says stop.
pub(super) fn upper_bounds(
    lpts: &Lpts,
    formula: &StrictLiveness,
    known: &[FixedBitSet],
    context: &Context<'_>,
) -> Result<Vec<Vec<Rational>>, Stop> {
    let mut model = MarkovModel::from_lpts(lpts)?;
    model.initial = lpts.states().collect();
    let mut bounds = vec![Vec::new(); lpts.num_states()];
    for (place, operator) in formula.operators.iter().enumerate() {
        let LivenessOperator::Until { bound, through, goal, steps: None } = operator else {
            continue;
        };
        let (until, goal) = (&known[*through], &known[*goal]);
        let question = Reachability { extreme: Extreme::Maximal, until, goal };
        let fits = |high: &[Rational]| {
            let is_told = |state: &StateId| {
                known[place].contains(state.index()) || high[state.index()] <= *bound
            };
            lpts.states().all(|state| is_told(&state)) && is_inductive(lpts, &question, high)
        };
        let mut found = None;
        for options in [NumberOptions::default(), EXACTLY] {
            let Answer { intervals, stopped } = reachability(&model, &question, &options, context);
            if let Some(stop) = stopped {
                return Err(stop);
            }
            let high: Vec<Rational> = intervals.into_iter().map(|p| p.high).collect();
            if fits(&high) {
                found = Some(high);
                break;
            }
        }
        let found = found.ok_or_else(|| Stop::internal("exact probabilities are no bounds"))?;
        bounds.iter_mut().zip(found).for_each(|(own, bound)| own.push(bound));
    }
    Ok(bounds)
}

/// Whether no state has less than a step gives it, and the goal one.
fn is_inductive(lpts: &Lpts, question: &Reachability<'_>, value: &[Rational]) -> bool {
    let Reachability { until, goal, .. } = question;
    lpts.states().all(|state| {
        let own = &value[state.index()];
        let is_enough = |choice: &surmise_model::Choice| {
            let mut expected = Rational::ZERO;
            for (target, weight) in lpts.distribution(choice.distribution).iter() {
                expected += &(weight * &value[target.index()]);
            }
            expected <= *own
        };
        match (goal.contains(state.index()), until.contains(state.index())) {
            (true, _) => *own >= Rational::ONE,
            (false, true) => lpts.choices(state).iter().all(is_enough),
            (false, false) => true,
        }
    })
}

/// However long it takes.
const EXACTLY: NumberOptions = NumberOptions { precision: 1e-10, exact_work: u64::MAX };

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
    for options in [NumberOptions::default(), EXACTLY] {
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

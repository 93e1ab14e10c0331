//! The states that have a formula, operator by operator, exactly.

use fixedbitset::FixedBitSet;
use surmise_model::{
    Context, Extreme, LivenessOperator, Lpts, Rational, Relation, StateId, Stop, StrictLiveness,
};

use crate::probabilistic::{
    KnownProbabilities, MarkovModel, NumberOptions, Reachability, bounded_reachability,
    reachability,
};

/// What is known of a formula.
pub(super) struct Known {
    /// Of each operator, the states that it holds of.
    pub(super) holds: Vec<FixedBitSet>,
    /// Of each `Until` without a number of steps, in their order, what its probability does not
    /// exceed, state by state: where it does not hold, not more than its own bound.
    highs: Vec<Vec<Rational>>,
}

/// Of which states a formula holds. `atoms` are those of the conditions.
///
/// # Errors
/// When the context says stop.
pub(super) fn evaluate(
    lpts: &Lpts,
    atoms: &[FixedBitSet],
    formula: &StrictLiveness,
    context: &Context<'_>,
) -> Result<Known, Stop> {
    let states = lpts.num_states();
    let model = of_all_states(lpts)?;
    let mut known: Vec<FixedBitSet> = Vec::with_capacity(formula.operators.len());
    let mut highs = Vec::new();
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
                let question = Reachability { extreme: Extreme::Maximal, until, goal, bound: None };
                let (exceeding, high) = exceeding(&model, &question, bound, *steps, context)?;
                found = exceeding;
                if steps.is_none() {
                    highs.push(high);
                }
            }
        }
        known.push(found);
    }
    Ok(Known { holds: known, highs })
}

/// A model that tells the probabilities of all states.
fn of_all_states(lpts: &Lpts) -> Result<MarkovModel, Stop> {
    let mut model = MarkovModel::from_lpts(lpts)?;
    model.initial = lpts.states().collect();
    Ok(model)
}

impl Known {
    /// At each state, for each `Until` without a number of steps, a bound that its probability does
    /// not exceed. These are inductive, so that whoever has them need not compute anything.
    ///
    /// # Errors
    /// When the context says stop.
    pub(super) fn inductive_bounds(
        self,
        lpts: &Lpts,
        formula: &StrictLiveness,
        context: &Context<'_>,
    ) -> Result<Vec<Vec<Rational>>, Stop> {
        let mut bounds = vec![Vec::new(); lpts.num_states()];
        let paths = formula.operators.iter().filter_map(|operator| match operator {
            LivenessOperator::Until { through, goal, steps: None, .. } => Some((*through, *goal)),
            _ => None,
        });
        for ((through, goal), mut high) in paths.zip(self.highs) {
            let (until, goal) = (&self.holds[through], &self.holds[goal]);
            let question = Reachability { extreme: Extreme::Maximal, until, goal, bound: None };
            // Upper bounds that were iterated are, as each is rounded up from those before.
            if !is_inductive(lpts, &question, &high) {
                let KnownProbabilities { intervals, stopped } =
                    reachability(&of_all_states(lpts)?, &question, &EXACTLY, context);
                if let Some(stop) = stopped {
                    return Err(stop);
                }
                high = intervals.into_iter().map(|p| p.high).collect();
            }
            bounds.iter_mut().zip(high).for_each(|(own, bound)| own.push(bound));
        }
        Ok(bounds)
    }
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
const EXACTLY: NumberOptions = NumberOptions::EXACT;

/// How probably a transition leads into a set.
pub(super) fn mass(lpts: &Lpts, choice: surmise_model::Choice, goal: &FixedBitSet) -> Rational {
    let branches = lpts.distribution(choice.distribution).iter();
    branches.filter(|(state, _)| goal.contains(state.index())).map(|(_, weight)| weight).sum()
}

/// The states from which the goal is reached with more than a probability, and what the probability
/// of each does not exceed. Bounds that do not tell are computed again, exactly, however long it
/// takes.
fn exceeding(
    model: &MarkovModel,
    question: &Reachability<'_>,
    bound: &Rational,
    steps: Option<u64>,
    context: &Context<'_>,
) -> Result<(FixedBitSet, Vec<Rational>), Stop> {
    for options in [NumberOptions::default(), EXACTLY] {
        let KnownProbabilities { intervals, stopped } = match steps {
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
            return Ok((found, intervals.into_iter().map(|p| p.high).collect()));
        }
    }
    Err(Stop::internal("an exact probability that is not known exactly"))
}

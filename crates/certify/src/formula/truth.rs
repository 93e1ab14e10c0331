//! Of which states a formula of strict liveness holds, by its definition.

use surmise_model::{Context, LivenessOperator, Rational, StrictLiveness};

use crate::conformance::{Objection, wrong};

/// States by number, and for each of them its transitions: states with their probabilities.
pub(super) struct Graph {
    pub(super) transitions: Vec<Vec<Vec<(usize, Rational)>>>,
}

/// What is known of the probability of a path without a number of steps.
pub(super) enum Unbounded<'a> {
    /// It is not more than this, for each state and each `Until` of this kind: so what is told
    /// holds of *at most* these states.
    Bounds(&'a [Vec<Rational>]),
    /// No state is its own successor, so that it can be computed.
    Acyclic,
}

/// Of each operator, for each state, whether it holds. `label` tells of which states a condition
/// does.
pub(super) fn truth(
    graph: &Graph,
    label: impl Fn(usize, usize) -> bool,
    formula: &StrictLiveness,
    unbounded: &Unbounded<'_>,
    context: &Context<'_>,
) -> Result<Vec<Vec<bool>>, Objection> {
    let states = graph.transitions.len();
    let all = |holds: &dyn Fn(usize) -> bool| (0..states).map(holds).collect::<Vec<bool>>();
    let mut known: Vec<Vec<bool>> = Vec::with_capacity(formula.operators.len());
    let mut unbounded_before = 0;
    for operator in &formula.operators {
        let found = match operator {
            LivenessOperator::Atom { atom, holds } => all(&|state| label(*atom, state) == *holds),
            LivenessOperator::All(operands) => {
                all(&|state| operands.iter().all(|&operand| known[operand][state]))
            }
            LivenessOperator::Any(operands) => {
                all(&|state| operands.iter().any(|&operand| known[operand][state]))
            }
            LivenessOperator::Next { bound, goal } => {
                let value = values(&known[*goal]);
                all(&|state| graph.best(state, &value).is_some_and(|best| best > *bound))
            }
            LivenessOperator::Until { bound, through, goal, steps } => {
                let path = Path { graph, through: &known[*through], goal: &known[*goal] };
                let value = match (steps, unbounded) {
                    (Some(steps), _) => path.within(*steps, context)?,
                    (None, Unbounded::Acyclic) => path.within(states as u64, context)?,
                    (None, Unbounded::Bounds(bounds)) => {
                        unbounded_before += 1;
                        let own = |state: &Vec<Rational>| state.get(unbounded_before - 1).cloned();
                        let Some(own) = bounds.iter().map(own).collect::<Option<Vec<_>>>() else {
                            return wrong("a bound of a probability is missing");
                        };
                        path.not_above(&own, context)?;
                        own
                    }
                };
                all(&|state| value[state] > *bound)
            }
        };
        known.push(found);
    }
    Ok(known)
}

/// One where a set is, and zero elsewhere.
fn values(set: &[bool]) -> Vec<Rational> {
    set.iter().map(|&member| if member { Rational::ONE } else { Rational::ZERO }).collect()
}

impl Graph {
    /// The largest expectation of a value after one step, if there is a step.
    fn best(&self, state: usize, value: &[Rational]) -> Option<Rational> {
        let expected = |branches: &Vec<(usize, Rational)>| -> Rational {
            let mut sum = Rational::ZERO;
            branches.iter().for_each(|(target, weight)| sum += &(weight * &value[*target]));
            sum
        };
        self.transitions[state].iter().map(expected).max()
    }
}

/// Paths through states of one set to states of another.
struct Path<'a> {
    graph: &'a Graph,
    through: &'a [bool],
    goal: &'a [bool],
}

impl Path<'_> {
    /// The largest probability of such a path with at most so many steps, state by state.
    fn within(&self, steps: u64, context: &Context<'_>) -> Result<Vec<Rational>, Objection> {
        let mut value = values(self.goal);
        for _ in 0..steps {
            let mut next = value.clone();
            for (state, next) in next.iter_mut().enumerate() {
                context.check()?;
                if self.through[state] && !self.goal[state] {
                    *next = self.graph.best(state, &value).unwrap_or(Rational::ZERO);
                }
            }
            if next == value {
                break;
            }
            value = next;
        }
        Ok(value)
    }

    /// Checks that the probability of such a path is nowhere above a value: it is the least of all
    /// that are not negative, one at the goal, and not less than after any step on the way.
    fn not_above(&self, value: &[Rational], context: &Context<'_>) -> Result<(), Objection> {
        for (state, own) in value.iter().enumerate() {
            context.check()?;
            let least = match (self.goal[state], self.through[state]) {
                (true, _) => Rational::ONE,
                (false, true) => self.graph.best(state, value).unwrap_or(Rational::ZERO),
                (false, false) => Rational::ZERO,
            };
            if *own < Rational::ZERO || *own < least {
                return wrong(format!("a probability is at least {least}, and {own} is its bound"));
            }
        }
        Ok(())
    }
}

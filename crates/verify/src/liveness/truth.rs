//! Whether a run that repeats itself is what it is said to be: it goes on as it says, it is fair if
//! it has to be, and the formula is false of it. This knows the formula as it is written, and no
//! automaton.

use surmise_model::formula::{Formula, Operator};
use surmise_model::{
    ActionId, Fairness, FormulaId, Meaning, Start, StateId, Stopping, TemporalProperty, Trace,
};

/// A run that repeats its steps from one on; if there is none, it stops.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Repeating<'a> {
    pub(crate) trace: &'a Trace,
    pub(crate) cycle: usize,
}

/// A position: what happens, where the components are afterwards.
type Position<'a> = (Option<ActionId>, &'a [StateId]);

/// Whether a run whose steps were replayed shows a violation. `able` says who can move in a state.
pub(crate) fn replay_lasso(
    property: &TemporalProperty,
    Repeating { trace, cycle }: Repeating<'_>,
    able: impl Fn(&[StateId]) -> Vec<bool>,
    is_stuck: impl Fn(&[StateId]) -> bool,
    moves: impl Fn(usize, &Trace) -> Vec<bool>,
) -> bool {
    if cycle > trace.steps.len() || trace.last_states().iter().any(|state| state.is_error()) {
        return false;
    }
    let stops = cycle == trace.steps.len();
    let goes_on = match stops {
        true => property.stopping == Stopping::Stays && is_stuck(trace.last_states()),
        false => trace.states_before(cycle) == trace.last_states(),
    };
    let is_fair = match property.fairness {
        // Whether a run ends up where this one does is for the checker of certificates to say.
        Fairness::None | Fairness::Choice => true,
        Fairness::Weak if stops => true,
        Fairness::Weak => {
            let mut served = vec![false; trace.initial.len()];
            for index in cycle..trace.steps.len() {
                let (able, moves) = (able(trace.states_before(index)), moves(index, trace));
                for (served, (able, moves)) in served.iter_mut().zip(able.into_iter().zip(moves)) {
                    *served |= moves || !able;
                }
            }
            served.into_iter().all(|served| served)
        }
    };
    let (letters, again) = letters(property, trace, cycle);
    goes_on && is_fair && !is_true(&property.formula, &letters, again)
}

/// Which propositions are true at each position, the cycle twice, and the first that repeats.
fn letters(property: &TemporalProperty, trace: &Trace, cycle: usize) -> (Vec<Vec<bool>>, usize) {
    let mut positions: Vec<Position<'_>> = Vec::new();
    if property.start == Start::InitialState {
        positions.push((None, &trace.initial));
    }
    let steps = trace.steps.iter().chain(&trace.steps[cycle..]);
    positions.extend(steps.map(|step| (Some(step.action), &step.states[..])));
    if cycle == trace.steps.len() {
        positions.push((None, trace.last_states()));
    }
    let round = (trace.steps.len() - cycle).max(1);
    let mut rows: Vec<Vec<bool>> = vec![Vec::new(); positions.len()];
    for proposition in &property.propositions {
        let mut fluent = matches!(proposition.meaning, Meaning::Fluent { initially: true, .. });
        for (row, (action, states)) in rows.iter_mut().zip(&positions) {
            row.push(match &proposition.meaning {
                Meaning::Actions(actions) => action.is_some_and(|action| actions.contains(action)),
                Meaning::States { component, states: those } => {
                    those.binary_search(&states[component.index()]).is_ok()
                }
                Meaning::Fluent { on, off, .. } => {
                    if let Some(action) = *action {
                        fluent = (fluent || on.contains(action)) && !off.contains(action);
                    }
                    fluent
                }
                // Components know no predicates of programs.
                Meaning::Predicate(_) => false,
            });
        }
    }
    let again = rows.len() - round;
    (rows, again)
}

/// Whether a formula is true at the first position. Each operator's values are computed from the
/// last position to the first, twice: the second time, the last one knows what the cycle begins
/// with.
pub(super) fn is_true(formula: &Formula, letters: &[Vec<bool>], again: usize) -> bool {
    let count = letters.len();
    let mut values: Vec<Vec<bool>> = Vec::with_capacity(formula.operators().len());
    for (_, operator) in formula.operators().iter() {
        let at = |f: FormulaId, position: usize| values[f.index()][position];
        let stays = matches!(
            operator,
            Operator::Always(_) | Operator::WeakUntil(..) | Operator::Release(..)
        );
        let mut row = vec![stays; count];
        for _ in 0..2 {
            for here in (0..count).rev() {
                let next = if here + 1 == count { again } else { here + 1 };
                let then = row[next];
                row[here] = match operator {
                    Operator::True => true,
                    Operator::False => false,
                    Operator::Proposition(id) => letters[here][id.index()],
                    Operator::Not(f) => !at(f, here),
                    Operator::And(f, g) => at(f, here) && at(g, here),
                    Operator::Or(f, g) => at(f, here) || at(g, here),
                    Operator::Implies(f, g) => !at(f, here) || at(g, here),
                    Operator::Equivalent(f, g) => at(f, here) == at(g, here),
                    Operator::Next(f) => at(f, next),
                    Operator::Eventually(f) => at(f, here) || then,
                    Operator::Always(f) => at(f, here) && then,
                    Operator::Until(f, g) | Operator::WeakUntil(f, g) => {
                        at(g, here) || at(f, here) && then
                    }
                    Operator::Release(f, g) => at(g, here) && (at(f, here) || then),
                };
            }
        }
        values.push(row);
    }
    values.last().is_some_and(|root| root[0])
}

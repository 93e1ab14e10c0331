//! Whether a run is what it is said to be: it goes on as it says, it is fair if it has to be, and
//! the formula is false of it. This knows the formula as it is written, and no automaton.

use surmise_model::formula::{Formula, Operator};
use surmise_model::{
    ActionId, Fairness, FormulaId, Meaning, Start, StateId, Stopping, TemporalProperty, Trace,
};

/// A run that repeats its steps from one on; if there is no such step, it stops. Nothing, if it may
/// go on in any way.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Repeating<'a> {
    pub(crate) trace: &'a Trace,
    pub(crate) cycle: Option<usize>,
    /// Whether every beginning of a run can go on to one that counts.
    pub(crate) goes_on: bool,
}

/// A position: what happens, where the components are afterwards.
type Position<'a> = (Option<ActionId>, &'a [StateId]);

/// Whether a run whose steps were replayed shows a violation. `able` says who can move in a state.
pub(crate) fn replay_lasso(
    property: &TemporalProperty,
    Repeating { trace, cycle, goes_on }: Repeating<'_>,
    able: impl Fn(&[StateId]) -> Vec<bool>,
    is_stuck: impl Fn(&[StateId]) -> bool,
    moves: impl Fn(usize, &Trace) -> Vec<bool>,
) -> bool {
    let Some(cycle) = cycle else {
        let (letters, _) = letters(property, trace, None);
        return goes_on && is_false_however(&property.formula, &letters);
    };
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
    let (letters, again) = letters(property, trace, Some(cycle));
    goes_on && is_fair && !is_true(&property.formula, &letters, again)
}

/// Which propositions are true at each position, the cycle twice, and the first that repeats.
fn letters(
    property: &TemporalProperty,
    trace: &Trace,
    cycle: Option<usize>,
) -> (Vec<Vec<bool>>, usize) {
    let mut positions: Vec<Position<'_>> = Vec::new();
    if property.start == Start::InitialState {
        positions.push((None, &trace.initial));
    }
    let round = cycle.map_or(&[][..], |cycle| &trace.steps[cycle..]);
    let steps = trace.steps.iter().chain(round);
    positions.extend(steps.map(|step| (Some(step.action), &step.states[..])));
    if cycle == Some(trace.steps.len()) {
        positions.push((None, trace.last_states()));
    }
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
    let again = rows.len().saturating_sub(round.len().max(1));
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

/// Whether a formula is false at the first of these positions, however they go on: what depends on
/// positions behind the last is not known.
pub(super) fn is_false_however(formula: &Formula, letters: &[Vec<bool>]) -> bool {
    let and = |left: Option<bool>, right: Option<bool>| match (left, right) {
        (Some(false), _) | (_, Some(false)) => Some(false),
        (Some(true), Some(true)) => Some(true),
        _ => None,
    };
    let not = |value: Option<bool>| value.map(|value| !value);
    let or = |left, right| not(and(not(left), not(right)));
    let mut values: Vec<Vec<Option<bool>>> = Vec::with_capacity(formula.operators().len());
    for (_, operator) in formula.operators().iter() {
        let at = |f: FormulaId, position: usize| values[f.index()].get(position).copied().flatten();
        let mut row: Vec<Option<bool>> = vec![None; letters.len()];
        for here in (0..letters.len()).rev() {
            let then = row.get(here + 1).copied().flatten();
            row[here] = match operator {
                Operator::True => Some(true),
                Operator::False => Some(false),
                Operator::Proposition(id) => Some(letters[here][id.index()]),
                Operator::Not(f) => not(at(f, here)),
                Operator::And(f, g) => and(at(f, here), at(g, here)),
                Operator::Or(f, g) => or(at(f, here), at(g, here)),
                Operator::Implies(f, g) => or(not(at(f, here)), at(g, here)),
                Operator::Equivalent(f, g) => match (at(f, here), at(g, here)) {
                    (Some(left), Some(right)) => Some(left == right),
                    _ => None,
                },
                Operator::Next(f) => at(f, here + 1),
                Operator::Eventually(f) => or(at(f, here), then),
                Operator::Always(f) => and(at(f, here), then),
                Operator::Until(f, g) | Operator::WeakUntil(f, g) => {
                    or(at(g, here), and(at(f, here), then))
                }
                Operator::Release(f, g) => and(at(g, here), or(at(f, here), then)),
            };
        }
        values.push(row);
    }
    values.last().is_some_and(|root| root.first() == Some(&Some(false)))
}

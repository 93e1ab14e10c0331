//! One run that repeats itself for ever: its positions, its fairness, the truth of a formula.

use surmise_model::formula::{Formula, Operator};
use surmise_model::{Counterexample, Fairness, FormulaId, Step};

use super::positions::{Position, Runs};

/// Checks that a run of the system goes on as it says, is weakly fair if it has to be, and makes
/// the formula false.
pub(super) fn check(
    runs: &Runs<'_>,
    run: &Counterexample,
    cycle: usize,
) -> Result<(), &'static str> {
    let trace = &run.trace;
    let last = runs.whole.numbers(trace.last_states());
    if runs.whole.in_error(&last) {
        return Err("it ends in an error state");
    }
    if cycle == trace.steps.len() {
        if !runs.steps(&last).is_empty() {
            return Err("the system can still move at the end");
        }
        if runs.stopped(&runs.beginning()).is_none() {
            return Err("it stops, and runs that stop do not count");
        }
    } else if trace.states_before(cycle) != trace.last_states() {
        return Err("its cycle does not lead back to where it starts");
    }
    let (positions, again) = positions(runs, run, cycle);
    if runs.property.fairness == Fairness::Weak {
        let round = &positions[again..];
        let is_served = |i: usize| round.iter().any(|position| position.served[i]);
        if !(0..last.len()).all(is_served) {
            return Err("a component could always move on the cycle, and never does");
        }
    }
    let letters: Vec<Vec<bool>> = positions.iter().map(|position| runs.letter(position)).collect();
    match is_true(&runs.property.formula, &letters, again) {
        true => Err("the formula is true of it"),
        false => Ok(()),
    }
}

/// The positions of a run, its cycle twice or once more, and the first of those that repeat. After
/// one round, fluents have the values that they have in every other.
pub(super) fn positions(
    runs: &Runs<'_>,
    run: &Counterexample,
    cycle: usize,
) -> (Vec<Position>, usize) {
    let steps = &run.trace.steps;
    let mut positions = along(runs, steps.iter().chain(&steps[cycle..]));
    if cycle == steps.len() {
        let last = positions.last().cloned().unwrap_or_else(|| runs.beginning());
        positions.extend(runs.stopped(&last));
        return (positions.clone(), positions.len().saturating_sub(1));
    }
    let again = positions.len() - (steps.len() - cycle);
    (positions, again)
}

/// The positions of a run that may go on in any way.
pub(super) fn prefix(runs: &Runs<'_>, run: &Counterexample) -> Vec<Position> {
    along(runs, run.trace.steps.iter())
}

/// The positions that some steps lead through.
fn along<'a>(runs: &Runs<'_>, steps: impl Iterator<Item = &'a Step>) -> Vec<Position> {
    let mut here = runs.beginning();
    let mut positions = Vec::new();
    if runs.starts_early() {
        positions.push(here.clone());
    }
    for step in steps {
        let tuple = runs.whole.numbers(&step.states);
        let movers = match step.action.is_tau() {
            // The one that moved; if nobody is elsewhere, one of those that can stay where they
            // are.
            true => {
                let moved = (0..tuple.len()).filter(|&i| tuple[i] != here.tuple[i]);
                let moved: Vec<usize> = moved.collect();
                match moved.is_empty() {
                    true => (0..tuple.len())
                        .filter(|&i| {
                            let mut targets =
                                runs.whole.components[i].targets(tuple[i], step.action);
                            targets.any(|target| target == tuple[i])
                        })
                        .collect(),
                    false => moved,
                }
            }
            false => runs.movers(step.action),
        };
        here = runs.step(&here, (step.action, movers, tuple));
        positions.push(here.clone());
    }
    positions
}

/// Whether a formula is true at the first of these positions, of which those from `again` on repeat
/// for ever. Where a value depends on later ones, it is first what it is if it is put off for ever,
/// and then corrected from back to front until nothing changes.
pub(super) fn is_true(formula: &Formula, letters: &[Vec<bool>], again: usize) -> bool {
    let count = letters.len();
    let next = |i: usize| if i + 1 < count { i + 1 } else { again };
    let mut values: Vec<Vec<bool>> = Vec::new();
    for (_, operator) in formula.operators().iter() {
        let of = |f: FormulaId, i: usize| values[f.index()][i];
        let forever = matches!(
            operator,
            Operator::Always(_) | Operator::WeakUntil(..) | Operator::Release(..)
        );
        let mut row = vec![forever; count];
        loop {
            let before = row.clone();
            for i in (0..count).rev() {
                let later = row[next(i)];
                row[i] = match operator {
                    Operator::True => true,
                    Operator::False => false,
                    Operator::Proposition(proposition) => letters[i][proposition.index()],
                    Operator::Not(f) => !of(f, i),
                    Operator::And(f, g) => of(f, i) && of(g, i),
                    Operator::Or(f, g) => of(f, i) || of(g, i),
                    Operator::Implies(f, g) => !of(f, i) || of(g, i),
                    Operator::Equivalent(f, g) => of(f, i) == of(g, i),
                    Operator::Next(f) => of(f, next(i)),
                    Operator::Eventually(f) => of(f, i) || later,
                    Operator::Always(f) => of(f, i) && later,
                    Operator::Until(f, g) | Operator::WeakUntil(f, g) => {
                        of(g, i) || of(f, i) && later
                    }
                    Operator::Release(f, g) => of(g, i) && (of(f, i) || later),
                };
            }
            if row == before {
                break;
            }
        }
        values.push(row);
    }
    values.last().is_some_and(|root| root[0])
}

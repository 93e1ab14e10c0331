//! A formula on one run that repeats itself for ever.

use surmise_model::formula::Formula;
use surmise_model::{Counterexample, Meaning, Start, TemporalProperty};

use super::{Local, local};

/// The positions of a run that repeats its steps from `cycle` on, or stays where it is if there are
/// none: which propositions are true at each, and the first position that is repeated.
pub fn naive_letters(
    property: &TemporalProperty,
    run: &Counterexample,
    cycle: usize,
) -> (Vec<Vec<bool>>, usize) {
    let steps = &run.trace.steps;
    let mut fluents: Vec<bool> = property
        .propositions
        .iter()
        .map(|p| matches!(p.meaning, Meaning::Fluent { initially: true, .. }))
        .collect();
    // Twice around, so that fluents have the values of the cycle.
    let mut letters = Vec::new();
    let around = steps.iter().chain(&steps[cycle..]).map(Some);
    let none = [None, None];
    let stopped = if cycle == steps.len() { &none[..] } else { &[] };
    let first = (property.start == Start::InitialState).then_some(None);
    for step in first.into_iter().chain(around).chain(stopped.iter().copied()) {
        let states = step.map_or_else(
            || if letters.is_empty() { &run.trace.initial[..] } else { run.trace.last_states() },
            |step| &step.states[..],
        );
        let letter = property.propositions.iter().zip(&mut fluents).map(|(proposition, fluent)| {
            match &proposition.meaning {
                Meaning::Actions(actions) => step.is_some_and(|step| actions.contains(step.action)),
                Meaning::States { component, states: these } => {
                    these.contains(&states[component.index()])
                }
                Meaning::Predicate(_) => false,
                Meaning::Fluent { on, off, .. } => {
                    if let Some(step) = step {
                        *fluent = on.contains(step.action) || *fluent && !off.contains(step.action);
                    }
                    *fluent
                }
            }
        });
        letters.push(letter.collect());
    }
    let round = (steps.len() - cycle).max(1);
    let start = letters.len() - round;
    (letters, start)
}

/// Whether a formula is true at the first of these positions, of which those from `cycle` on repeat
/// for ever.
pub fn naively_true(formula: &Formula, letters: &[Vec<bool>], cycle: usize) -> bool {
    let mut values: Vec<Vec<bool>> = Vec::new();
    for (_, operator) in formula.operators().iter() {
        let at = |position: usize| {
            // Follow the run from here until the value is known, or nothing new can come.
            let (mut here, mut steps) = (position, 0);
            loop {
                let next = if here + 1 < letters.len() { here + 1 } else { cycle };
                match local(operator, &letters[here], |f| values[f.index()][here]) {
                    Local::Is(value) => return value,
                    Local::Next(f) => return values[f.index()][next],
                    Local::PutOff { forever } if steps > letters.len() => return forever,
                    Local::PutOff { .. } => {}
                }
                (here, steps) = (next, steps + 1);
            }
        };
        let row = (0..letters.len()).map(at).collect();
        values.push(row);
    }
    values.last().is_some_and(|root| root[0])
}

//! Positions with guesses of which subformulas are true, and paths that keep what they promise.

use surmise_model::formula::{Formula, Operator};

use super::positions::Positions;
use super::{Local, local};

/// A position and the truth of every subformula there.
struct Guess {
    position: usize,
    values: Vec<bool>,
}

/// Whether no path starts with the formula false.
pub(super) fn holds(positions: &Positions, formula: &Formula, weak: bool) -> bool {
    let operators: Vec<Operator> = formula.operators().iter().map(|(_, op)| op).collect();
    let mut guesses: Vec<Guess> = Vec::new();
    let mut at: Vec<Vec<usize>> = Vec::new();
    for (position, letter) in positions.letters.iter().enumerate() {
        let mut here = Vec::new();
        // Runs into π count for nothing.
        if !positions.in_error[position] {
            for values in consistent(&operators, letter) {
                here.push(guesses.len());
                guesses.push(Guess { position, values });
            }
        }
        at.push(here);
    }
    let fits = |now: &Guess, then: &Guess| {
        operators.iter().enumerate().all(|(place, &operator)| {
            let value = |f: surmise_model::FormulaId| now.values[f.index()];
            match local(operator, &positions.letters[now.position], value) {
                Local::Is(_) => true,
                Local::PutOff { .. } => now.values[place] == then.values[place],
                Local::Next(f) => now.values[place] == then.values[f.index()],
            }
        })
    };
    let next: Vec<Vec<usize>> = guesses
        .iter()
        .map(|now| {
            let then = positions.next[now.position].iter().flat_map(|&position| &at[position]);
            then.copied().filter(|&then| fits(now, &guesses[then])).collect()
        })
        .collect();
    let mut sets: Vec<Vec<bool>> = Vec::new();
    // What is put off must not be put off for ever, unless that gives the value that was guessed.
    for (place, &operator) in operators.iter().enumerate() {
        let kept = |guess: &Guess| {
            let value = |f: surmise_model::FormulaId| guess.values[f.index()];
            match local(operator, &positions.letters[guess.position], value) {
                Local::PutOff { forever } => guess.values[place] == forever,
                Local::Is(_) | Local::Next(_) => true,
            }
        };
        sets.push(guesses.iter().map(kept).collect());
    }
    let components = positions.served.first().map_or(0, Vec::len);
    for component in 0..if weak { components } else { 0 } {
        let served = |guess: &Guess| positions.served[guess.position][component];
        sets.push(guesses.iter().map(served).collect());
    }
    let live = fair_states(&next, &sets);
    let root = operators.len() - 1;
    let bad = |&guess: &usize| live[guess] && !guesses[guess].values[root];
    !positions.initial.iter().flat_map(|&position| &at[position]).any(bad)
}

/// All values of the subformulas at a position that do not contradict each other there.
fn consistent(operators: &[Operator], letter: &[bool]) -> Vec<Vec<bool>> {
    let mut all: Vec<Vec<bool>> = vec![Vec::new()];
    for &operator in operators {
        let mut more = Vec::new();
        for values in all {
            let choices = match local(operator, letter, |f| values[f.index()]) {
                Local::Is(value) => vec![value],
                Local::PutOff { .. } | Local::Next(_) => vec![false, true],
            };
            for choice in choices {
                more.push([&values[..], &[choice]].concat());
            }
        }
        all = more;
    }
    all
}

/// From where an infinite path starts that visits every set infinitely often.
fn fair_states(next: &[Vec<usize>], sets: &[Vec<bool>]) -> Vec<bool> {
    let mut live = vec![true; next.len()];
    let anything = vec![true; next.len()];
    loop {
        let before = live.clone();
        for set in sets.iter().chain([&anything]) {
            // Those that reach the set in a step or more, among those that are left.
            let mut reach = vec![false; next.len()];
            loop {
                let found =
                    |from: usize| next[from].iter().any(|&to| live[to] && (set[to] || reach[to]));
                let more: Vec<usize> = (0..next.len())
                    .filter(|&from| live[from] && !reach[from] && found(from))
                    .collect();
                if more.is_empty() {
                    break;
                }
                more.into_iter().for_each(|from| reach[from] = true);
            }
            live = reach;
        }
        if live == before {
            return live;
        }
    }
}

//! Whether a formula is true of all runs: what would have to be so at each position if it were
//! false, unfolded naively.
//!
//! A state is a position and a set of formulas, each to be true or to be false, that are *owed*
//! there. What is owed is settled by the position's propositions, branching where there is a
//! choice, or owed again at the next position. A formula that must come true some time, and is put
//! off at a step, is *postponed* there. The formula is false of a run if the run leads through
//! states on which everything owed can be settled and nothing is postponed for ever. (Gerth, Peled,
//! Vardi and Wolper, "Simple on-the-fly automatic verification of linear temporal logic", 1995.)

use std::collections::BTreeSet;

use indexmap::IndexSet;
use rustc_hash::FxBuildHasher;
use surmise_model::formula::{Formula, Operator};
use surmise_model::{Fairness, FormulaId, TemporalProperty};

use super::positions::{Budget, Graph};
use crate::explore::No;

/// A formula that is to be true, or false.
type Owed = (FormulaId, bool);

/// One way to settle what is owed at a position.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
struct Settled {
    /// What is owed at the next position.
    next: BTreeSet<Owed>,
    /// What must come true some time and has not yet.
    postponed: BTreeSet<Owed>,
}

/// A step between states, and the promises that it does not keep, by their numbers.
type Edge = (usize, Vec<bool>);

/// Whether the formula is true of all runs, or of all that are weakly fair.
pub(super) fn holds(
    graph: &Graph,
    property: &TemporalProperty,
    budget: &mut Budget<'_>,
) -> Result<bool, No> {
    let formula = &property.formula;
    let promises = promises(formula);
    let components = match property.fairness {
        Fairness::Weak => graph.served.first().map_or(0, Vec::len),
        Fairness::None | Fairness::Choice => 0,
    };
    let root: Vec<Owed> = vec![(formula.root(), false)];
    let mut states: IndexSet<(usize, Vec<Owed>), FxBuildHasher> = IndexSet::default();
    // Runs into π count for nothing.
    let goes_on = |position: &&usize| !graph.in_error[**position];
    for &position in graph.initial.iter().filter(goes_on) {
        states.insert((position, root.clone()));
    }
    let mut edges: Vec<Vec<Edge>> = Vec::new();
    while let Some((position, owed)) = states.get_index(edges.len()).cloned() {
        budget.spend(32 * owed.len() + 128)?;
        let mut row = Vec::new();
        for Settled { next, postponed } in settle(formula, &owed, &graph.letters[position], budget)?
        {
            let next: Vec<Owed> = next.into_iter().collect();
            for &position in graph.next[position].iter().filter(goes_on) {
                let mut broken: Vec<bool> =
                    promises.iter().map(|promise| postponed.contains(promise)).collect();
                let served = &graph.served[position];
                broken.extend((0..components).map(|component| !served[component]));
                row.push((states.insert_full((position, next.clone())).0, broken));
            }
        }
        edges.push(row);
    }
    Ok(!has_fair_path(&edges, promises.len() + components, budget)?)
}

/// Whether a formula is false of all runs that begin with these positions: after some of them there
/// is no way left to settle what is owed if it is true. A beginning may be bad for subtler reasons;
/// then this says no.
pub(super) fn is_bad_prefix(
    formula: &Formula,
    letters: &[Vec<bool>],
    budget: &mut Budget<'_>,
) -> Result<bool, No> {
    let mut ways: BTreeSet<Vec<Owed>> = BTreeSet::from([vec![(formula.root(), true)]]);
    for letter in letters {
        let mut next = BTreeSet::new();
        for owed in &ways {
            for settled in settle(formula, owed, letter, budget)? {
                next.insert(settled.next.into_iter().collect());
            }
        }
        ways = next;
    }
    Ok(ways.is_empty())
}

/// All that can be promised.
fn promises(formula: &Formula) -> Vec<Owed> {
    let promise = |(id, operator): (FormulaId, Operator)| match operator {
        Operator::Eventually(_) | Operator::Until(..) => Some((id, true)),
        Operator::Always(_) | Operator::WeakUntil(..) | Operator::Release(..) => Some((id, false)),
        _ => None,
    };
    formula.operators().iter().filter_map(promise).collect()
}

/// All ways to settle what is owed at a position with these propositions.
fn settle(
    formula: &Formula,
    owed: &[Owed],
    letter: &[bool],
    budget: &mut Budget<'_>,
) -> Result<Vec<Settled>, No> {
    let mut found: Vec<Settled> = Vec::new();
    // What is still to be settled, what was, and what came of it.
    let mut open: Vec<(Vec<Owed>, BTreeSet<Owed>, Settled)> =
        vec![(owed.to_vec(), BTreeSet::new(), Settled::default())];
    let mut rounds = 0_u32;
    while let Some((mut rest, mut done, mut so_far)) = open.pop() {
        rounds += 1;
        if rounds.is_multiple_of(256) {
            budget.poll()?;
        }
        let Some(owed @ (id, truth)) = rest.pop() else {
            if !found.contains(&so_far) {
                budget.spend(64)?;
                found.push(so_far);
            }
            continue;
        };
        if !done.insert(owed) {
            open.push((rest, done, so_far));
            continue;
        }
        let mut choose = |choice: &[Owed]| {
            open.push(([&rest[..], choice].concat(), done.clone(), so_far.clone()));
        };
        match (formula.get(id), truth) {
            (Operator::True, _) if truth => choose(&[]),
            (Operator::False, _) if !truth => choose(&[]),
            (Operator::True | Operator::False, _) => {}
            (Operator::Proposition(proposition), _) => {
                if letter[proposition.index()] == truth {
                    choose(&[]);
                }
            }
            (Operator::Not(f), _) => choose(&[(f, !truth)]),
            (Operator::And(f, g), true) => choose(&[(f, true), (g, true)]),
            (Operator::Or(f, g), false) => choose(&[(f, false), (g, false)]),
            (Operator::Implies(f, g), false) => choose(&[(f, true), (g, false)]),
            (Operator::And(f, g), false) => {
                choose(&[(f, false)]);
                choose(&[(g, false)]);
            }
            (Operator::Or(f, g), true) => {
                choose(&[(f, true)]);
                choose(&[(g, true)]);
            }
            (Operator::Implies(f, g), true) => {
                choose(&[(f, false)]);
                choose(&[(g, true)]);
            }
            (Operator::Equivalent(f, g), _) => {
                choose(&[(f, true), (g, truth)]);
                choose(&[(f, false), (g, !truth)]);
            }
            (Operator::Next(f), _) => {
                so_far.next.insert((f, truth));
                open.push((rest, done, so_far));
            }
            // What must come true some time: now, or later.
            (Operator::Eventually(f), true) | (Operator::Always(f), false) => {
                choose(&[(f, truth)]);
                put_off(owed, &[], true, (rest, done, so_far), &mut open);
            }
            (Operator::Until(f, g), true) => {
                choose(&[(g, true)]);
                put_off(owed, &[(f, true)], true, (rest, done, so_far), &mut open);
            }
            (Operator::WeakUntil(f, g), false) => {
                choose(&[(f, false), (g, false)]);
                put_off(owed, &[(g, false)], true, (rest, done, so_far), &mut open);
            }
            (Operator::Release(f, g), false) => {
                choose(&[(g, false)]);
                put_off(owed, &[(f, false)], true, (rest, done, so_far), &mut open);
            }
            // What may stay as it is for ever.
            (Operator::Always(f), true) | (Operator::Eventually(f), false) => {
                put_off(owed, &[(f, truth)], false, (rest, done, so_far), &mut open);
            }
            (Operator::WeakUntil(f, g), true) => {
                choose(&[(g, true)]);
                put_off(owed, &[(f, true)], false, (rest, done, so_far), &mut open);
            }
            (Operator::Until(f, g), false) => {
                choose(&[(f, false), (g, false)]);
                put_off(owed, &[(g, false)], false, (rest, done, so_far), &mut open);
            }
            (Operator::Release(f, g), true) => {
                choose(&[(f, true), (g, true)]);
                put_off(owed, &[(g, true)], false, (rest, done, so_far), &mut open);
            }
        }
    }
    Ok(found)
}

/// Owes the same at the next position, and something else at this one.
fn put_off(
    owed: Owed,
    meanwhile: &[Owed],
    is_promise: bool,
    (mut rest, done, mut so_far): (Vec<Owed>, BTreeSet<Owed>, Settled),
    open: &mut Vec<(Vec<Owed>, BTreeSet<Owed>, Settled)>,
) {
    rest.extend_from_slice(meanwhile);
    so_far.next.insert(owed);
    if is_promise {
        so_far.postponed.insert(owed);
    }
    open.push((rest, done, so_far));
}

/// Whether there is an infinite path on which each promise is kept infinitely often. All states are
/// reachable, so what is asked is whether any is left when those are taken out, again and again,
/// from which some promise can not be kept any more. (Emerson and Lei, "Efficient model checking in
/// fragments of the propositional mu-calculus", 1986.)
fn has_fair_path(
    edges: &[Vec<Edge>],
    promises: usize,
    budget: &mut Budget<'_>,
) -> Result<bool, No> {
    let mut back: Vec<Vec<(usize, usize)>> = vec![Vec::new(); edges.len()];
    for (from, row) in edges.iter().enumerate() {
        for (number, (to, _)) in row.iter().enumerate() {
            back[*to].push((from, number));
        }
    }
    let mut left = vec![true; edges.len()];
    loop {
        let before = left.clone();
        // The last round asks only for a step that leads on.
        for promise in 0..=promises {
            budget.poll()?;
            let keeps = |broken: &[bool]| promise == promises || !broken[promise];
            let mut good = vec![false; edges.len()];
            let mut new: Vec<usize> = Vec::new();
            for (from, row) in edges.iter().enumerate().filter(|(from, _)| left[*from]) {
                if row.iter().any(|(to, broken)| left[*to] && keeps(broken)) {
                    good[from] = true;
                    new.push(from);
                }
            }
            while let Some(to) = new.pop() {
                for &(from, _) in &back[to] {
                    if left[from] && !std::mem::replace(&mut good[from], true) {
                        new.push(from);
                    }
                }
            }
            left = good;
        }
        if left == before {
            return Ok(left.contains(&true));
        }
    }
}

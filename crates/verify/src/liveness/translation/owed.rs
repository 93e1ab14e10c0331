//! Section 4 of Gastin and Oddoux: states are sets of subformulas that are all owed.
//!
//! There is an acceptance set for each `U` that can be owed: the transitions after which it is
//! owed no more, and those that could as well have paid it (definition of `T_f`). Of a state's
//! transitions only the minimal ones are kept: fewer letters, a larger set of owed formulas and
//! less acceptance are no help. States with the same transitions are found to be the same later.

use indexmap::IndexSet;
use rustc_hash::FxBuildHasher;
use surmise_model::{Context, FormulaId, Reason, Stop};

use super::super::{Automaton, Transition};
use super::alternating::{Alternating, Owed, Term, is_subset, pairs};
use super::{LARGEST, too_large};

/// A transition that still names its target.
struct Step {
    term: Term,
    sets: u64,
}

/// The generalised automaton.
pub(super) fn automaton(
    alternating: &Alternating,
    context: &Context<'_>,
) -> Result<Automaton, Stop> {
    if alternating.untils.len() > Automaton::SETS {
        let message = format!("a formula has more than {} different `U`", Automaton::SETS);
        return Err(Stop(Reason::Unsupported(message)));
    }
    let mut states: IndexSet<Owed, FxBuildHasher> = IndexSet::default();
    // Several sets to begin with are one state that can do what all of them can.
    let single = match &alternating.initial[..] {
        [only] => Some(only.clone()),
        _ => None,
    };
    let first: Vec<Term> = match &single {
        Some(only) => together(alternating, only, context)?,
        None => alternating.moves(alternating.root).to_vec(),
    };
    // The initial state, if it is no set, has a name that no set has.
    states.insert(single.unwrap_or_else(|| Box::new([FormulaId::of(u32::MAX as usize - 1)])));
    let mut rows: Vec<Vec<Transition>> = Vec::new();
    let mut transitions = 0;
    while rows.len() < states.len() {
        context.check()?;
        let terms = match rows.len() {
            0 => first.clone(),
            here => together(alternating, &states[here].clone(), context)?,
        };
        let steps = minimal(terms.into_iter().map(|term| {
            let sets = accepting(alternating, &term);
            Step { term, sets }
        }));
        transitions += steps.len();
        if transitions > LARGEST {
            return Err(too_large());
        }
        let row = steps.into_iter().map(|Step { term, sets }| Transition {
            guard: term.guard,
            target: states.insert_full(term.owed).0 as u32,
            sets,
        });
        rows.push(row.collect());
    }
    Ok(Automaton::new(rows, alternating.untils.len() as u32))
}

/// The transitions of a set: one of each member, together. None is left out yet: a smaller set that
/// is owed is no gain if a `U` in it could have been paid and was not.
fn together(
    alternating: &Alternating,
    owed: &[FormulaId],
    context: &Context<'_>,
) -> Result<Vec<Term>, Stop> {
    let nothing = vec![Term { guard: super::super::Guard::ALL, owed: Box::default() }];
    owed.iter().try_fold(nothing, |terms, &f| pairs(&terms, alternating.moves(f), context))
}

/// The acceptance sets of a transition.
fn accepting(alternating: &Alternating, term: &Term) -> u64 {
    let mut sets = 0;
    for (place, &until) in alternating.untils.iter().enumerate() {
        let is_owed = term.owed.binary_search(&until).is_ok();
        // It could as well have been paid: a move of it that asks for no more and owes no more.
        let could_pay = || {
            alternating.moves(until).iter().any(|paid| {
                term.guard.implies(paid.guard)
                    && paid.owed.binary_search(&until).is_err()
                    && is_subset(&paid.owed, &term.owed)
            })
        };
        if !is_owed || could_pay() {
            sets |= 1 << place;
        }
    }
    sets
}

/// Leaves out what another transition makes superfluous.
fn minimal(steps: impl Iterator<Item = Step>) -> Vec<Step> {
    let mut kept: Vec<Step> = Vec::new();
    let better = |one: &Step, other: &Step| {
        other.term.guard.implies(one.term.guard)
            && is_subset(&one.term.owed, &other.term.owed)
            && one.sets & other.sets == other.sets
    };
    for step in steps {
        if !kept.iter().any(|other| better(other, &step)) {
            kept.retain(|other| !better(&step, other));
            kept.push(step);
        }
    }
    kept
}

//! Section 3 of Gastin and Oddoux: a very weak alternating automaton.
//!
//! Its states are the subformulas that are `U`, `R`, `X` or a literal. A transition is a guard and
//! the set of states that all have to go on from the next position; an empty set is owed nothing.
//! `true` owes nothing, `false` has no transitions. A run accepts if no `U` is owed for ever.

use surmise_model::formula::{Formula, Operator};
use surmise_model::{Context, FormulaId, Stop};

use super::super::Guard;
use super::{LARGEST, too_large};

/// A set of subformulas, sorted.
pub(super) type Owed = Box<[FormulaId]>;

/// A transition of a subformula or a set of them.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) struct Term {
    pub(super) guard: Guard,
    pub(super) owed: Owed,
}

impl Term {
    /// Whether it asks for less than another and goes on to less.
    fn dominates(&self, other: &Self) -> bool {
        other.guard.implies(self.guard) && is_subset(&self.owed, &other.owed)
    }

    pub(super) fn and(&self, other: &Self) -> Option<Self> {
        let guard = self.guard.and(other.guard)?;
        Some(Self { guard, owed: union(&self.owed, &other.owed) })
    }
}

/// The alternating automaton of a formula.
pub(super) struct Alternating {
    /// For each subformula its transitions: Δ in the paper, which extends δ to all formulas.
    moves: Vec<Vec<Term>>,
    /// The subformulas that are `U`.
    pub(super) untils: Vec<FormulaId>,
    pub(super) root: FormulaId,
    /// The sets of states that the formula is the same as: its disjunctive form.
    pub(super) initial: Vec<Owed>,
}

impl Alternating {
    /// For a formula in negation normal form.
    pub(super) fn new(formula: &Formula, context: &Context<'_>) -> Result<Self, Stop> {
        let mut moves: Vec<Vec<Term>> = Vec::new();
        // The disjunctive form of each subformula over the states: the paper's overlined ψ.
        let mut forms: Vec<Vec<Term>> = Vec::new();
        let mut untils = Vec::new();
        let nothing = || Term { guard: Guard::ALL, owed: Box::default() };
        for (id, operator) in formula.operators().iter() {
            context.check()?;
            let itself = Term { guard: Guard::ALL, owed: Box::new([id]) };
            let of = |f: FormulaId| &moves[f.index()];
            let form = |f: FormulaId| &forms[f.index()];
            let alone = vec![itself.clone()];
            let (steps, form) = match operator {
                Operator::True => (vec![nothing()], vec![nothing()]),
                Operator::False => (Vec::new(), Vec::new()),
                Operator::Proposition(proposition) => {
                    let guard = Guard::literal(proposition, true)?;
                    (vec![Term { guard, ..nothing() }], alone)
                }
                Operator::Not(inside) => {
                    let Operator::Proposition(proposition) = formula.get(inside) else {
                        return Err(Stop::internal("a formula is not in negation normal form"));
                    };
                    let guard = Guard::literal(proposition, false)?;
                    (vec![Term { guard, ..nothing() }], alone)
                }
                Operator::And(f, g) => {
                    (product(of(f), of(g), context)?, product(form(f), form(g), context)?)
                }
                Operator::Or(f, g) => {
                    (union_of(of(f), of(g), context)?, union_of(form(f), form(g), context)?)
                }
                Operator::Next(f) => (form(f).clone(), alone),
                Operator::Until(f, g) => {
                    untils.push(id);
                    let stay = product(of(f), &alone, context)?;
                    (union_of(of(g), &stay, context)?, alone)
                }
                Operator::Release(f, g) => {
                    let release = union_of(of(f), &alone, context)?;
                    (product(of(g), &release, context)?, alone)
                }
                Operator::Implies(..)
                | Operator::Equivalent(..)
                | Operator::Eventually(_)
                | Operator::Always(_)
                | Operator::WeakUntil(..) => {
                    return Err(Stop::internal("a formula is not in negation normal form"));
                }
            };
            moves.push(steps);
            forms.push(form);
        }
        let initial = forms[formula.root().index()].iter().map(|term| term.owed.clone()).collect();
        Ok(Self { moves, untils, root: formula.root(), initial })
    }

    /// The transitions of a subformula.
    pub(super) fn moves(&self, f: FormulaId) -> &[Term] {
        &self.moves[f.index()]
    }
}

/// All pairs that fit together, without those that others make superfluous.
fn product(left: &[Term], right: &[Term], context: &Context<'_>) -> Result<Vec<Term>, Stop> {
    minimal(pairs(left, right, context)?, context)
}

/// All pairs that fit together: the paper's ⊗.
pub(super) fn pairs(
    left: &[Term],
    right: &[Term],
    context: &Context<'_>,
) -> Result<Vec<Term>, Stop> {
    let mut all = Vec::new();
    for first in left {
        context.check()?;
        all.extend(right.iter().filter_map(|second| first.and(second)));
        if all.len() > LARGEST {
            return Err(too_large());
        }
    }
    all.sort_unstable();
    all.dedup();
    Ok(all)
}

fn union_of(left: &[Term], right: &[Term], context: &Context<'_>) -> Result<Vec<Term>, Stop> {
    minimal([left, right].concat(), context)
}

/// Leaves out what asks for more than another and goes on to more.
fn minimal(mut terms: Vec<Term>, context: &Context<'_>) -> Result<Vec<Term>, Stop> {
    terms.sort_unstable();
    terms.dedup();
    let mut kept = vec![true; terms.len()];
    for (place, term) in terms.iter().enumerate() {
        if place.is_multiple_of(256) {
            context.check()?;
        }
        let better = |(other, at): (&Term, usize)| at != place && other.dominates(term);
        kept[place] = !terms.iter().zip(0..).any(better);
    }
    let mut kept = kept.into_iter();
    terms.retain(|_| kept.next().unwrap_or(true));
    Ok(terms)
}

pub(super) fn is_subset(small: &[FormulaId], large: &[FormulaId]) -> bool {
    let mut rest = large.iter();
    small.iter().all(|element| rest.any(|other| other == element))
}

fn union(left: &[FormulaId], right: &[FormulaId]) -> Owed {
    let mut all = [left, right].concat();
    all.sort_unstable();
    all.dedup();
    all.into()
}

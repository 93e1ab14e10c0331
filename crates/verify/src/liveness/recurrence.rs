//! Formulas about what happens infinitely often, under fair choice: progress properties, for
//! example.
//!
//! A fair run ends up in a terminal component and takes all steps there infinitely often. So
//! `[]<>p` is true of it if and only if `p` is true at some position there, and `<>[]p` if at all.
//! It takes no automaton to know which of them are.

use surmise_model::formula::Operator;
use surmise_model::{FormulaId, Meaning, Stop, TemporalProperty};

use indexmap::IndexSet;
use rustc_hash::FxBuildHasher;

use super::Letter;
use super::components::{self, Wanted};
use super::lasso::{self, Lasso};
use super::product::{Blind, Edge, Product};

/// A kind of position: by its letter, or by its action if nothing else matters.
type Occurrence = Letter;

/// Whether the propositions are actions alone, of which there may be many.
pub(super) fn is_about_actions(property: &TemporalProperty) -> bool {
    property.propositions.iter().all(|p| matches!(p.meaning, Meaning::Actions(_)))
}

/// A run that is fair and of which the formula is false.
pub(super) fn find(
    product: &mut Product<'_, Blind>,
    property: &TemporalProperty,
) -> Result<Option<Lasso>, Stop> {
    let by_action = is_about_actions(property);
    let kind = |edge: &Edge| -> Occurrence {
        match (by_action, edge.moved.action) {
            (false, _) => edge.letter,
            (true, Some(action)) => Letter::from(action.raw()),
            (true, None) => Letter::MAX,
        }
    };
    let kinds = |product: &mut Product<'_, Blind>, members: &[u32]| {
        let mut kinds: IndexSet<Occurrence, FxBuildHasher> = IndexSet::default();
        let mut row = Vec::new();
        for &member in members {
            row.clear();
            product.row(member, &mut row)?;
            kinds.extend(row.iter().map(kind));
        }
        Ok::<_, Stop>(kinds)
    };
    let is_false = |kinds: &[Occurrence]| !is_true(property, kinds, by_action);
    let judge = |product: &mut Product<'_, Blind>, members: &[u32]| {
        let kinds: Vec<Occurrence> = kinds(product, members)?.into_iter().collect();
        Ok(is_false(&kinds))
    };
    let found = components::find(product, Wanted::Terminal(&judge))?;
    if found.is_empty() {
        return Ok(None);
    }
    let (way, place, start) = lasso::shortest_way(product, &found)?;
    let members = &found[place];
    // One short cycle may be enough; else one with all that happens there.
    let mut cycle = lasso::cycle(product, members, start, |_| false, |_| (), || true)?;
    let short: Vec<Occurrence> = cycle.iter().map(kind).collect();
    if !is_false(&short) {
        let missing = std::cell::RefCell::new(kinds(product, members)?);
        cycle = lasso::cycle(
            product,
            members,
            start,
            |edge| missing.borrow().contains(&kind(edge)),
            |edge| {
                missing.borrow_mut().swap_remove(&kind(edge));
            },
            || missing.borrow().is_empty(),
        )?;
    }
    lasso::run(product, &way, &cycle).map(Some)
}

/// The value of a formula where these kinds of positions, and no others, occur infinitely often.
fn is_true(property: &TemporalProperty, kinds: &[Occurrence], by_action: bool) -> bool {
    /// What is known of a subformula.
    enum Value {
        /// No temporal operators: whether it is true, for each kind.
        Now(Vec<bool>),
        /// `<>p` or `[]p`: whether `p` is true, for each kind.
        Once(Vec<bool>),
        Is(bool),
    }
    let mut values: Vec<Value> = Vec::new();
    for (_, operator) in property.formula.operators().iter() {
        let of = |f: FormulaId| &values[f.index()];
        let both = |f: FormulaId, g: FormulaId, apply: fn(bool, bool) -> bool| match (of(f), of(g))
        {
            (Value::Is(f), Value::Is(g)) => Value::Is(apply(*f, *g)),
            (Value::Now(f), Value::Now(g)) => {
                Value::Now(f.iter().zip(g).map(|(&f, &g)| apply(f, g)).collect())
            }
            _ => Value::Is(false),
        };
        let value = match operator {
            Operator::True => Value::Now(vec![true; kinds.len()]),
            Operator::False => Value::Now(vec![false; kinds.len()]),
            Operator::Proposition(id) => {
                let meaning = &property.propositions[id.index()].meaning;
                let is_now = |&kind: &Occurrence| match (by_action, meaning) {
                    (true, Meaning::Actions(actions)) => u32::try_from(kind).is_ok_and(|raw| {
                        actions.contains(surmise_model::ActionId::of(raw as usize))
                    }),
                    _ => kind >> id.index() & 1 == 1,
                };
                Value::Now(kinds.iter().map(is_now).collect())
            }
            Operator::Not(f) => match of(f) {
                Value::Now(f) => Value::Now(f.iter().map(|f| !f).collect()),
                Value::Is(f) => Value::Is(!f),
                Value::Once(_) => Value::Is(false),
            },
            Operator::And(f, g) => both(f, g, |f, g| f && g),
            Operator::Or(f, g) => both(f, g, |f, g| f || g),
            Operator::Implies(f, g) => both(f, g, |f, g| !f || g),
            Operator::Equivalent(f, g) => both(f, g, |f, g| f == g),
            Operator::Eventually(f) => match of(f) {
                Value::Now(f) => Value::Once(f.clone()),
                // <>[]p
                Value::Once(f) => Value::Is(f.iter().all(|&f| f)),
                Value::Is(f) => Value::Is(*f),
            },
            Operator::Always(f) => match of(f) {
                Value::Now(f) => Value::Once(f.clone()),
                // []<>p
                Value::Once(f) => Value::Is(f.iter().any(|&f| f)),
                Value::Is(f) => Value::Is(*f),
            },
            Operator::Next(_)
            | Operator::Until(..)
            | Operator::WeakUntil(..)
            | Operator::Release(..) => Value::Is(false),
        };
        values.push(value);
    }
    matches!(values.last(), Some(Value::Is(true)))
}

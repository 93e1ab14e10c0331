//! Negation normal form: propositions, their negations, `true`, `false`, `&&`, `||`, `X`, `U` and
//! `R`, nothing else.
//!
//! Every formula is turned twice, once as it is and once negated. As both share their subformulas,
//! the result is at most four times as large as the arena, `<->` included.

use super::{Formula, Formulas, Operator};
use crate::id::FormulaId;

/// The formula in negation normal form.
pub fn negation_normal_form(formula: &Formula) -> Formula {
    let mut formulas = Formulas::new();
    let (top, bottom) = (formulas.top(), formulas.bottom());
    let mut turned: Vec<(FormulaId, FormulaId)> = Vec::with_capacity(formula.operators().len());
    for (_, operator) in formula.operators().iter() {
        let of = |operand: FormulaId| turned[operand.index()];
        let mut add = |operator| formulas.add(operator);
        let both = match operator {
            Operator::True => (top, bottom),
            Operator::False => (bottom, top),
            Operator::Proposition(_) => {
                let plain = add(operator);
                (plain, add(Operator::Not(plain)))
            }
            Operator::Not(f) => (of(f).1, of(f).0),
            Operator::And(f, g) => {
                let (f, g) = (of(f), of(g));
                (add(Operator::And(f.0, g.0)), add(Operator::Or(f.1, g.1)))
            }
            Operator::Or(f, g) => {
                let (f, g) = (of(f), of(g));
                (add(Operator::Or(f.0, g.0)), add(Operator::And(f.1, g.1)))
            }
            Operator::Implies(f, g) => {
                let (f, g) = (of(f), of(g));
                (add(Operator::Or(f.1, g.0)), add(Operator::And(f.0, g.1)))
            }
            Operator::Equivalent(f, g) => {
                let (f, g) = (of(f), of(g));
                let both = add(Operator::And(f.0, g.0));
                let neither = add(Operator::And(f.1, g.1));
                let first = add(Operator::And(f.0, g.1));
                let second = add(Operator::And(f.1, g.0));
                (add(Operator::Or(both, neither)), add(Operator::Or(first, second)))
            }
            Operator::Next(f) => {
                let f = of(f);
                (add(Operator::Next(f.0)), add(Operator::Next(f.1)))
            }
            Operator::Eventually(f) => {
                let f = of(f);
                (add(Operator::Until(top, f.0)), add(Operator::Release(bottom, f.1)))
            }
            Operator::Always(f) => {
                let f = of(f);
                (add(Operator::Release(bottom, f.0)), add(Operator::Until(top, f.1)))
            }
            Operator::Until(f, g) => {
                let (f, g) = (of(f), of(g));
                (add(Operator::Until(f.0, g.0)), add(Operator::Release(f.1, g.1)))
            }
            Operator::Release(f, g) => {
                let (f, g) = (of(f), of(g));
                (add(Operator::Release(f.0, g.0)), add(Operator::Until(f.1, g.1)))
            }
            // f W g is g R (f || g).
            Operator::WeakUntil(f, g) => {
                let (f, g) = (of(f), of(g));
                let either = add(Operator::Or(f.0, g.0));
                let neither = add(Operator::And(f.1, g.1));
                (add(Operator::Release(g.0, either)), add(Operator::Until(g.1, neither)))
            }
        };
        turned.push(both);
    }
    let root = turned.last().expect("a formula has an operator").0;
    Formula::new(&formulas, root)
}

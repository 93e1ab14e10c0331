//! Which formula implies which, as far as their syntax shows: rules over pairs, from the pairs of
//! their operands.

use super::Simplifier;
use crate::formula::Operator;
use crate::id::FormulaId;

impl Simplifier {
    /// Whether f implies g for certain.
    pub(super) fn implies(&mut self, f: FormulaId, g: FormulaId) -> bool {
        if f == g || self.is_false(f) || self.is_true(g) {
            return true;
        }
        if let Some(&known) = self.implied.get(&(f, g)) {
            return known;
        }
        let found =
            self.implies_by_left(f, g) || self.implies_by_right(f, g) || self.implies_by_both(f, g);
        self.implied.insert((f, g), found);
        found
    }

    fn implies_by_left(&mut self, f: FormulaId, g: FormulaId) -> bool {
        match self.get(f) {
            Operator::And(a, b) => self.implies(a, g) || self.implies(b, g),
            Operator::Or(a, b) => self.implies(a, g) && self.implies(b, g),
            Operator::Next(a) => self.eventual(g) && self.implies(a, g),
            Operator::Until(a, b) => self.implies(b, g) && (self.eventual(g) || self.implies(a, g)),
            Operator::Release(_, b) => self.implies(b, g),
            _ => false,
        }
    }

    fn implies_by_right(&mut self, f: FormulaId, g: FormulaId) -> bool {
        match self.get(g) {
            Operator::And(a, b) => self.implies(f, a) && self.implies(f, b),
            Operator::Or(a, b) => self.implies(f, a) || self.implies(f, b),
            Operator::Next(a) => self.universal(f) && self.implies(f, a),
            Operator::Until(_, b) => self.implies(f, b),
            Operator::Release(a, b) => {
                self.implies(f, b) && (self.universal(f) || self.implies(f, a))
            }
            _ => false,
        }
    }

    fn implies_by_both(&mut self, f: FormulaId, g: FormulaId) -> bool {
        match (self.get(f), self.get(g)) {
            (Operator::Next(a), Operator::Next(b)) => self.implies(a, b),
            (Operator::Until(a, b), Operator::Until(c, d))
            | (Operator::Release(a, b), Operator::Release(c, d)) => {
                self.implies(a, c) && self.implies(b, d)
            }
            _ => false,
        }
    }

    /// Whether f and g are never true together, for certain.
    pub(super) fn excludes(&mut self, f: FormulaId, g: FormulaId) -> bool {
        let negated = self.negated(f);
        self.implies(g, negated)
    }

    /// Whether f or g is true, for certain.
    pub(super) fn covers(&mut self, f: FormulaId, g: FormulaId) -> bool {
        let negated = self.negated(f);
        self.implies(negated, g)
    }

    /// The negation, in negation normal form, of a formula in that form.
    fn negated(&mut self, f: FormulaId) -> FormulaId {
        if let Some(&known) = self.negations.get(&f) {
            return known;
        }
        let operator = match self.get(f) {
            Operator::True => Operator::False,
            Operator::False => Operator::True,
            Operator::Proposition(_) => Operator::Not(f),
            Operator::Not(proposition) => return proposition,
            Operator::And(a, b) => Operator::Or(self.negated(a), self.negated(b)),
            Operator::Or(a, b) => Operator::And(self.negated(a), self.negated(b)),
            Operator::Next(a) => Operator::Next(self.negated(a)),
            Operator::Until(a, b) => Operator::Release(self.negated(a), self.negated(b)),
            Operator::Release(a, b) => Operator::Until(self.negated(a), self.negated(b)),
            _ => unreachable!("not in negation normal form"),
        };
        let negated = self.add(operator);
        self.negations.insert(f, negated);
        negated
    }
}

//! Smaller formulas for the same runs.
//!
//! The rules are those of Somenzi and Bloem ("Efficient Büchi automata from LTL formulae", CAV
//! 2000) and of Etessami and Holzmann ("Optimizing Büchi automata", CONCUR 2000): constants,
//! distribution, implication as far as the syntax shows it, and two kinds of formulas. An
//! *eventuality* holds wherever it holds later on (`<>e` is `e`); a *universal* formula, once it
//! holds, holds for ever (`[]u` is `u`). One that is both does not care about finite prefixes.

mod implication;

use rustc_hash::FxHashMap;

use super::{Formula, Formulas, Operator, negation_normal_form};
use crate::id::FormulaId;

/// Larger formulas (subformulas in negation normal form) are left as they are: what is implied is
/// asked for pairs of them, recursively.
const LARGEST: usize = 300;

/// How often the rules are applied, at most, to the result of the last time.
const ROUNDS: usize = 8;

/// An equivalent formula in negation normal form, seldom larger than the given one in that form.
pub fn simplified(formula: &Formula) -> Formula {
    let mut best = negation_normal_form(formula);
    for _ in 0..ROUNDS {
        if best.operators().len() > LARGEST {
            return best;
        }
        let next = Simplifier::default().round(&best);
        if next == best || next.size() > best.size() {
            return best;
        }
        best = next;
    }
    best
}

/// Which of the two kinds a formula belongs to, as far as its syntax shows.
#[derive(Debug, Clone, Copy, Default)]
struct Kinds {
    eventual: bool,
    universal: bool,
}

#[derive(Default)]
struct Simplifier {
    formulas: Formulas,
    kinds: Vec<Kinds>,
    implied: FxHashMap<(FormulaId, FormulaId), bool>,
    negations: FxHashMap<FormulaId, FormulaId>,
}

impl Simplifier {
    fn round(mut self, formula: &Formula) -> Formula {
        let mut turned: Vec<FormulaId> = Vec::with_capacity(formula.operators().len());
        for (_, operator) in formula.operators().iter() {
            let same = match operator.map(|operand| turned[operand.index()]) {
                Operator::And(f, g) => self.and(f, g),
                Operator::Or(f, g) => self.or(f, g),
                Operator::Next(f) => self.next(f),
                Operator::Until(f, g) => self.until(f, g),
                Operator::Release(f, g) => self.release(f, g),
                other => self.add(other),
            };
            turned.push(same);
        }
        Formula::new(&self.formulas, *turned.last().expect("a formula has an operator"))
    }

    fn add(&mut self, operator: Operator) -> FormulaId {
        let id = self.formulas.add(operator);
        if id.index() == self.kinds.len() {
            let kinds = self.kinds_of(operator);
            self.kinds.push(kinds);
        }
        id
    }

    fn kinds_of(&self, operator: Operator) -> Kinds {
        let of = |f: FormulaId| self.kinds[f.index()];
        let both = |f, g| Kinds {
            eventual: of(f).eventual && of(g).eventual,
            universal: of(f).universal && of(g).universal,
        };
        match operator {
            Operator::True | Operator::False => Kinds { eventual: true, universal: true },
            Operator::And(f, g) | Operator::Or(f, g) => both(f, g),
            Operator::Next(f) => of(f),
            Operator::Until(f, g) => {
                let eventual = self.is_true(f) || of(g).eventual;
                Kinds { eventual, ..both(f, g) }
            }
            Operator::Release(f, g) => {
                let universal = self.is_false(f) || of(g).universal;
                Kinds { universal, ..both(f, g) }
            }
            _ => Kinds::default(),
        }
    }

    fn get(&self, f: FormulaId) -> Operator {
        self.formulas.get(f)
    }

    fn is_true(&self, f: FormulaId) -> bool {
        self.get(f) == Operator::True
    }

    fn is_false(&self, f: FormulaId) -> bool {
        self.get(f) == Operator::False
    }

    fn eventual(&self, f: FormulaId) -> bool {
        self.kinds[f.index()].eventual
    }

    fn universal(&self, f: FormulaId) -> bool {
        self.kinds[f.index()].universal
    }

    /// Whether finite prefixes make no difference.
    fn suspended(&self, f: FormulaId) -> bool {
        self.eventual(f) && self.universal(f)
    }

    fn next(&mut self, f: FormulaId) -> FormulaId {
        if self.suspended(f) { f } else { self.add(Operator::Next(f)) }
    }

    fn until(&mut self, f: FormulaId, g: FormulaId) -> FormulaId {
        if self.eventual(g) || self.is_false(f) || self.implies(f, g) {
            return g;
        }
        if let Operator::Until(inner, _) = self.get(g)
            && self.implies(f, inner)
        {
            return g;
        }
        if !self.is_true(f) && self.covers(f, g) {
            let top = self.add(Operator::True);
            return self.until(top, g);
        }
        if let (Operator::Next(a), Operator::Next(b)) = (self.get(f), self.get(g)) {
            let inside = self.until(a, b);
            return self.next(inside);
        }
        if let Operator::Or(a, b) = self.get(g)
            && let Some((stays, goal)) =
                [(a, b), (b, a)].into_iter().find(|&(e, _)| self.eventual(e))
        {
            let reached = self.until(f, goal);
            return self.or(stays, reached);
        }
        if self.is_true(f) {
            match self.get(g) {
                Operator::Until(_, goal) => return self.until(f, goal),
                Operator::Next(inside) => {
                    let inside = self.until(f, inside);
                    return self.next(inside);
                }
                Operator::And(a, b) => {
                    let parts = [(a, b), (b, a)];
                    if let Some((stays, goal)) = parts.into_iter().find(|&(s, _)| self.suspended(s))
                    {
                        let reached = self.until(f, goal);
                        return self.and(stays, reached);
                    }
                }
                _ => {}
            }
        }
        self.add(Operator::Until(f, g))
    }

    fn release(&mut self, f: FormulaId, g: FormulaId) -> FormulaId {
        if self.universal(g) || self.is_true(f) || self.implies(g, f) {
            return g;
        }
        if let Operator::Release(inner, _) = self.get(g)
            && self.implies(inner, f)
        {
            return g;
        }
        if !self.is_false(f) && self.excludes(f, g) {
            let bottom = self.add(Operator::False);
            return self.release(bottom, g);
        }
        if let (Operator::Next(a), Operator::Next(b)) = (self.get(f), self.get(g)) {
            let inside = self.release(a, b);
            return self.next(inside);
        }
        if let Operator::And(a, b) = self.get(g)
            && let Some((stays, goal)) =
                [(a, b), (b, a)].into_iter().find(|&(u, _)| self.universal(u))
        {
            let kept = self.release(f, goal);
            return self.and(stays, kept);
        }
        if self.is_false(f) {
            match self.get(g) {
                Operator::Release(_, goal) => return self.release(f, goal),
                Operator::Next(inside) => {
                    let inside = self.release(f, inside);
                    return self.next(inside);
                }
                Operator::Or(a, b) => {
                    let parts = [(a, b), (b, a)];
                    if let Some((stays, goal)) = parts.into_iter().find(|&(s, _)| self.suspended(s))
                    {
                        let kept = self.release(f, goal);
                        return self.or(stays, kept);
                    }
                }
                _ => {}
            }
        }
        self.add(Operator::Release(f, g))
    }

    fn and(&mut self, f: FormulaId, g: FormulaId) -> FormulaId {
        let operands = self.operands(f, g, true);
        let joined = self.joined(operands, Self::and_pair);
        let last = joined.into_iter().reduce(|f, g| self.add(Operator::And(f, g)));
        last.unwrap_or_else(|| self.add(Operator::True))
    }

    fn or(&mut self, f: FormulaId, g: FormulaId) -> FormulaId {
        let operands = self.operands(f, g, false);
        let joined = self.joined(operands, Self::or_pair);
        let last = joined.into_iter().reduce(|f, g| self.add(Operator::Or(f, g)));
        last.unwrap_or_else(|| self.add(Operator::False))
    }

    /// The operands of nested conjunctions (or disjunctions), each once, in a canonical order.
    fn operands(&self, f: FormulaId, g: FormulaId, conjunction: bool) -> Vec<FormulaId> {
        let mut rest = vec![f, g];
        let mut found = Vec::new();
        while let Some(next) = rest.pop() {
            match self.get(next) {
                Operator::And(a, b) if conjunction => rest.extend([a, b]),
                Operator::Or(a, b) if !conjunction => rest.extend([a, b]),
                _ => found.push(next),
            }
        }
        found.sort_unstable();
        found.dedup();
        found
    }

    /// Joins pairs as long as a pair can be said in one formula. There is one operand less each
    /// time, unless a pair becomes a conjunction or disjunction again, of smaller formulas.
    fn joined(
        &mut self,
        mut operands: Vec<FormulaId>,
        pair: fn(&mut Self, FormulaId, FormulaId) -> Option<FormulaId>,
    ) -> Vec<FormulaId> {
        'again: loop {
            for second in 1..operands.len() {
                for first in 0..second {
                    if let Some(one) = pair(self, operands[first], operands[second]) {
                        operands.remove(second);
                        operands.remove(first);
                        if let Err(place) = operands.binary_search(&one) {
                            operands.insert(place, one);
                        }
                        continue 'again;
                    }
                }
            }
            return operands;
        }
    }

    /// f && g in one formula, if there is a way to say it.
    fn and_pair(&mut self, f: FormulaId, g: FormulaId) -> Option<FormulaId> {
        if self.implies(f, g) {
            return Some(f);
        }
        if self.implies(g, f) {
            return Some(g);
        }
        if self.excludes(f, g) {
            return Some(self.add(Operator::False));
        }
        match (self.get(f), self.get(g)) {
            (Operator::Next(a), Operator::Next(b)) => {
                let inside = self.and(a, b);
                Some(self.next(inside))
            }
            (Operator::Until(a, c), Operator::Until(b, d)) if c == d => {
                let through = self.and(a, b);
                Some(self.until(through, c))
            }
            // Both hold from some point on.
            (Operator::Until(a, c), Operator::Until(b, d))
                if self.is_true(a) && a == b && self.universal(c) && self.universal(d) =>
            {
                let inside = self.and(c, d);
                Some(self.until(a, inside))
            }
            (Operator::Release(a, c), Operator::Release(b, d)) if a == b => {
                let kept = self.and(c, d);
                Some(self.release(a, kept))
            }
            _ => None,
        }
    }

    /// f || g in one formula, if there is a way to say it.
    fn or_pair(&mut self, f: FormulaId, g: FormulaId) -> Option<FormulaId> {
        if self.implies(f, g) {
            return Some(g);
        }
        if self.implies(g, f) {
            return Some(f);
        }
        if self.covers(f, g) {
            return Some(self.add(Operator::True));
        }
        match (self.get(f), self.get(g)) {
            (Operator::Next(a), Operator::Next(b)) => {
                let inside = self.or(a, b);
                Some(self.next(inside))
            }
            (Operator::Release(a, c), Operator::Release(b, d)) if c == d => {
                let until = self.or(a, b);
                Some(self.release(until, c))
            }
            // One of the two holds again and again.
            (Operator::Release(a, c), Operator::Release(b, d))
                if self.is_false(a) && a == b && self.eventual(c) && self.eventual(d) =>
            {
                let inside = self.or(c, d);
                Some(self.release(a, inside))
            }
            (Operator::Until(a, c), Operator::Until(b, d)) if a == b => {
                let goal = self.or(c, d);
                Some(self.until(a, goal))
            }
            _ => None,
        }
    }
}

//! Formulas as text, in the words of LTSA and of SPIN.
//!
//! Brackets stand around every operand that is neither a proposition nor unary, so the text means
//! the same whatever binds stronger. Shared subformulas are written out each time; a text that gets
//! longer than [`LONGEST`] ends in `…`.

use std::fmt;

use super::{Formula, Operator};
use crate::id::{FormulaId, PropositionId};

/// How many operators and propositions are written.
const LONGEST: usize = 10_000;

/// Whose words a formula is written in.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Notation {
    /// LTSA's assertions. They have no `R`: `f R g` is written as `(g W (f && g))`.
    Ltsa,
    /// SPIN's `ltl` blocks, where release is called `V`.
    Spin,
}

/// A formula as text.
#[derive(Clone, Copy)]
pub struct Shown<'f> {
    formula: &'f Formula,
    notation: Notation,
    names: &'f dyn Fn(PropositionId) -> String,
}

impl<'f> Shown<'f> {
    pub(super) fn new(
        formula: &'f Formula,
        notation: Notation,
        names: &'f dyn Fn(PropositionId) -> String,
    ) -> Self {
        Self { formula, notation, names }
    }
}

/// What is still to be written.
enum Rest {
    Text(&'static str),
    /// A formula, and whether it needs brackets unless it is unary.
    Formula(FormulaId, bool),
}

impl fmt::Display for Shown<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let bracketed = self.notation == Notation::Ltsa;
        let mut rest = vec![Rest::Formula(self.formula.root(), bracketed)];
        let mut written = 0;
        while let Some(next) = rest.pop() {
            let (place, inside) = match next {
                Rest::Text(text) => {
                    f.write_str(text)?;
                    continue;
                }
                Rest::Formula(place, inside) => (place, inside),
            };
            written += 1;
            if written > LONGEST {
                return f.write_str("…");
            }
            let operator = self.formula.get(place);
            let (unary, binary) = match operator {
                Operator::True => (Some("true"), None),
                Operator::False => (Some("false"), None),
                Operator::Proposition(proposition) => {
                    f.write_str(&(self.names)(proposition))?;
                    continue;
                }
                Operator::Not(_) => (Some("!"), None),
                Operator::Next(_) => (Some("X "), None),
                Operator::Eventually(_) => (Some("<>"), None),
                Operator::Always(_) => (Some("[]"), None),
                // What the normal form makes of <> and [].
                Operator::Until(true_, _) if self.is(true_, Operator::True) => (Some("<>"), None),
                Operator::Release(false_, _) if self.is(false_, Operator::False) => {
                    (Some("[]"), None)
                }
                Operator::And(..) => (None, Some(" && ")),
                Operator::Or(..) => (None, Some(" || ")),
                Operator::Implies(..) => (None, Some(" -> ")),
                Operator::Equivalent(..) => (None, Some(" <-> ")),
                Operator::Until(..) => (None, Some(" U ")),
                Operator::Release(..) if self.notation == Notation::Spin => (None, Some(" V ")),
                Operator::WeakUntil(..) | Operator::Release(..) => (None, Some(" W ")),
            };
            let (first, last) = {
                let mut operands = operator.operands();
                let first = operands.next();
                (first, operands.next().or(first))
            };
            if let (Some(word), last) = (unary, last) {
                f.write_str(word)?;
                rest.extend(last.map(|operand| Rest::Formula(operand, true)));
                continue;
            }
            let (Some(word), Some(first), Some(last)) = (binary, first, last) else { continue };
            if inside {
                f.write_str("(")?;
                rest.push(Rest::Text(")"));
            }
            match operator {
                Operator::Release(..) if self.notation == Notation::Ltsa => {
                    rest.push(Rest::Text(")"));
                    rest.push(Rest::Formula(last, true));
                    rest.push(Rest::Text(" && "));
                    rest.push(Rest::Formula(first, true));
                    rest.push(Rest::Text(" W ("));
                    rest.push(Rest::Formula(last, true));
                }
                _ => {
                    rest.push(Rest::Formula(last, true));
                    rest.push(Rest::Text(word));
                    rest.push(Rest::Formula(first, true));
                }
            }
        }
        Ok(())
    }
}

impl Shown<'_> {
    fn is(&self, place: FormulaId, operator: Operator) -> bool {
        self.formula.get(place) == operator
    }
}

impl fmt::Debug for Shown<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

//! Temporal properties by their definitions: every position of every run as a node of a graph, and
//! textbook constructions on it. Nothing here knows an automaton.
//!
//! Without fairness and with weak fairness the graph is multiplied with all consistent guesses of
//! which subformulas are true (Lichtenstein and Pnueli, "Checking that finite state concurrent
//! programs satisfy their linear specification", POPL 1985), and a violation is a path that keeps
//! its promises, found by the fixed point of Emerson and Lei. Under fair choice the graph is a
//! Markov chain whose probabilities are positive and otherwise of no matter: the formula is true of
//! all fair runs if it is true with probability one. That is decided by Courcoubetis and
//! Yannakakis ("The complexity of probabilistic verification", Journal of the ACM 42, 1995), who
//! take one temporal operator after the other and split each node by whether it is true there.

mod chain;
mod guesses;
mod lasso;
mod positions;
mod random;

use surmise_model::formula::{Formula, Operator};
use surmise_model::{Fairness, FormulaId, System, TemporalProperty};

pub use lasso::{naive_letters, naively_true};
use positions::Positions;
pub use random::{random_formula, random_temporal_property};

/// What is known of a subformula at a position.
#[derive(Clone, Copy, PartialEq)]
enum Local {
    Is(bool),
    /// Its value is that of the same formula at the next position; should it be put off for ever,
    /// this.
    PutOff {
        forever: bool,
    },
    /// Its value is that of another formula at the next position.
    Next(FormulaId),
}

/// The value of an operator at a position with these propositions, where its operands have values.
fn local(operator: Operator, letter: &[bool], value: impl Fn(FormulaId) -> bool) -> Local {
    let put_off = |forever| Local::PutOff { forever };
    let until = |f, g, forever| match (value(f), value(g)) {
        (_, true) => Local::Is(true),
        (false, false) => Local::Is(false),
        (true, false) => put_off(forever),
    };
    match operator {
        Operator::True => Local::Is(true),
        Operator::False => Local::Is(false),
        Operator::Proposition(proposition) => Local::Is(letter[proposition.index()]),
        Operator::Not(f) => Local::Is(!value(f)),
        Operator::And(f, g) => Local::Is(value(f) && value(g)),
        Operator::Or(f, g) => Local::Is(value(f) || value(g)),
        Operator::Implies(f, g) => Local::Is(!value(f) || value(g)),
        Operator::Equivalent(f, g) => Local::Is(value(f) == value(g)),
        Operator::Next(f) => Local::Next(f),
        Operator::Eventually(f) if value(f) => Local::Is(true),
        Operator::Eventually(_) => put_off(false),
        Operator::Always(f) if !value(f) => Local::Is(false),
        Operator::Always(_) => put_off(true),
        Operator::Until(f, g) => until(f, g, false),
        Operator::WeakUntil(f, g) => until(f, g, true),
        Operator::Release(f, g) => match (value(f), value(g)) {
            (_, false) => Local::Is(false),
            (true, true) => Local::Is(true),
            (false, true) => put_off(true),
        },
    }
}

/// Whether a temporal property holds.
pub fn naively_holds(system: &System, property: &TemporalProperty) -> bool {
    let positions = Positions::new(system, property);
    match property.fairness {
        Fairness::None => guesses::holds(&positions, &property.formula, false),
        Fairness::Weak => guesses::holds(&positions, &property.formula, true),
        Fairness::Choice => chain::holds(&positions, &property.formula),
    }
}

/// Whether a system has a run that counts for a temporal property.
pub fn naively_runs(system: &System, property: &TemporalProperty) -> bool {
    let mut formulas = surmise_model::formula::Formulas::new();
    let bottom = formulas.bottom();
    let never = TemporalProperty { formula: Formula::new(&formulas, bottom), ..property.clone() };
    !naively_holds(system, &never)
}

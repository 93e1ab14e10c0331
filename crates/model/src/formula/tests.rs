//! Formulas by hand: normal forms, simplification, notations, and nesting without end. That
//! simplification keeps the meaning is compared on random formulas, where there is an evaluator.

use super::*;

struct Hand {
    formulas: Formulas,
}

impl Hand {
    fn p(&mut self, number: usize) -> FormulaId {
        self.formulas.proposition(PropositionId::of(number))
    }

    fn add(&mut self, operator: Operator) -> FormulaId {
        self.formulas.add(operator)
    }

    fn whole(&self, root: FormulaId) -> Formula {
        Formula::new(&self.formulas, root)
    }
}

fn hand() -> Hand {
    Hand { formulas: Formulas::new() }
}

fn name(proposition: PropositionId) -> String {
    ["p", "q", "r"][proposition.index()].to_owned()
}

fn spin(formula: &Formula) -> String {
    formula.shown(Notation::Spin, &name).to_string()
}

#[test]
fn equal_formulas_are_one() {
    let mut hand = hand();
    let (p, again) = (hand.p(0), hand.p(0));
    assert_eq!(p, again);
    let both = hand.add(Operator::And(p, p));
    assert_eq!(hand.whole(both).size(), 3);
    assert_eq!(hand.whole(both).operators().len(), 2);
}

#[test]
fn response_is_negated() {
    let mut hand = hand();
    let (p, q) = (hand.p(0), hand.p(1));
    let soon = hand.add(Operator::Eventually(q));
    let answered = hand.add(Operator::Implies(p, soon));
    let always = hand.add(Operator::Always(answered));
    let formula = hand.whole(always);
    assert_eq!(spin(&formula), "[](p -> <>q)");
    assert_eq!(spin(&negation_normal_form(&formula.negated())), "<>(p && []!q)");
    assert_eq!(formula.propositions(), [PropositionId::of(0), PropositionId::of(1)]);
}

#[test]
fn ltsa_has_no_release() {
    let mut hand = hand();
    let (p, q) = (hand.p(0), hand.p(1));
    let release = hand.add(Operator::Release(p, q));
    let formula = hand.whole(release);
    assert_eq!(spin(&formula), "p V q");
    assert_eq!(formula.shown(Notation::Ltsa, &name).to_string(), "(q W (p && q))");
}

#[test]
fn rules_of_simplification() {
    let mut hand = hand();
    let (p, q) = (hand.p(0), hand.p(1));
    let (often_p, often_q) = {
        let (soon_p, soon_q) =
            (hand.add(Operator::Eventually(p)), hand.add(Operator::Eventually(q)));
        (hand.add(Operator::Always(soon_p)), hand.add(Operator::Always(soon_q)))
    };
    let next = hand.add(Operator::Next(often_p));
    let later = hand.add(Operator::Eventually(next));
    assert_eq!(spin(&simplified(&hand.whole(later))), "[]<>p");
    let either = hand.add(Operator::Or(often_p, often_q));
    assert_eq!(spin(&simplified(&hand.whole(either))), "[]<>(p || q)");
    let not = hand.add(Operator::Not(p));
    let until = hand.add(Operator::Until(not, p));
    assert_eq!(spin(&simplified(&hand.whole(until))), "<>p");
    let contradiction = hand.add(Operator::And(often_p, not));
    let never = hand.add(Operator::Always(not));
    let impossible = hand.add(Operator::And(contradiction, never));
    assert_eq!(spin(&simplified(&hand.whole(impossible))), "false");
}

#[test]
fn depth_is_no_recursion() {
    let mut hand = hand();
    let mut deep = hand.p(0);
    for _ in 0..300_000 {
        deep = hand.add(Operator::Next(deep));
        deep = hand.add(Operator::Not(deep));
    }
    let formula = hand.whole(deep);
    assert_eq!(formula.size(), 600_001);
    assert!(spin(&simplified(&formula)).ends_with('…'));
    assert!(formula.negated().has_next());
}

#[test]
fn width_is_no_explosion() {
    let mut hand = hand();
    let mut wide = hand.p(0);
    for _ in 0..200 {
        wide = hand.add(Operator::And(wide, wide));
    }
    let formula = hand.whole(wide);
    assert_eq!(formula.size(), u64::MAX);
    assert_eq!(spin(&simplified(&formula)), "p");
    assert!(spin(&formula).ends_with('…'));
}

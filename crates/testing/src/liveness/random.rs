//! Random formulas and temporal properties.

use fastrand::Rng;
use surmise_model::formula::{Formula, Formulas, Operator};
use surmise_model::{
    ActionId, Alphabet, Fairness, FormulaId, Meaning, Proposition, PropositionId, Start, StateId,
    Stopping, System, TemporalKind, TemporalProperty,
};

/// A random formula with so many operators over so many propositions.
pub fn random_formula(rng: &mut Rng, operators: usize, propositions: usize) -> Formula {
    let mut formulas = Formulas::new();
    let root = random_subformula(rng, operators, propositions, &mut formulas);
    Formula::new(&formulas, root)
}

fn random_subformula(
    rng: &mut Rng,
    operators: usize,
    propositions: usize,
    formulas: &mut Formulas,
) -> FormulaId {
    if operators == 0 {
        return match rng.u8(0..16) {
            0 => formulas.top(),
            1 => formulas.bottom(),
            _ => formulas.proposition(PropositionId::of(rng.usize(0..propositions))),
        };
    }
    let unary = rng.bool();
    let left = if unary { operators - 1 } else { rng.usize(0..operators) };
    let f = random_subformula(rng, left, propositions, formulas);
    let operator = match unary {
        true => match rng.u8(0..6) {
            0 => Operator::Not(f),
            1 => Operator::Next(f),
            2 | 3 => Operator::Eventually(f),
            _ => Operator::Always(f),
        },
        false => {
            let g = random_subformula(rng, operators - 1 - left, propositions, formulas);
            match rng.u8(0..8) {
                0 | 1 => Operator::And(f, g),
                2 => Operator::Or(f, g),
                3 => Operator::Implies(f, g),
                4 => Operator::Equivalent(f, g),
                5 => Operator::Until(f, g),
                6 => Operator::WeakUntil(f, g),
                _ => Operator::Release(f, g),
            }
        }
    };
    formulas.add(operator)
}

/// A random temporal property of a system, over one to three propositions of every kind. Now and
/// then it speaks of an action that no component has.
pub fn random_temporal_property(
    rng: &mut Rng,
    system: &mut System,
    operators: usize,
    fairness: Fairness,
) -> TemporalProperty {
    let mut actions: Vec<ActionId> = system.alphabet().iter().collect();
    if rng.u8(0..8) == 0 {
        actions.push(system.actions.intern("foreign").expect("few actions"));
    }
    let propositions: Vec<Proposition> = (0..rng.usize(1..=3))
        .map(|number| {
            let some = |rng: &mut Rng| -> Alphabet {
                actions.iter().copied().filter(|_| rng.u8(0..3) == 0).collect()
            };
            let meaning = match rng.u8(0..4) {
                0 | 1 => Meaning::Actions(some(rng)),
                2 => {
                    let on = some(rng);
                    let off = some(rng).difference(&on);
                    Meaning::Fluent { on, off, initially: rng.bool() }
                }
                _ => {
                    let component =
                        surmise_model::ComponentId::of(rng.usize(0..system.components.len()));
                    let states = system.component(component).lts.num_states();
                    let states = (0..states).map(StateId::of).filter(|_| rng.bool()).collect();
                    Meaning::States { component, states }
                }
            };
            Proposition { name: format!("p{number}"), meaning }
        })
        .collect();
    let stopping = match fairness {
        Fairness::None | Fairness::Weak if rng.bool() => Stopping::Ignored,
        Fairness::None | Fairness::Weak | Fairness::Choice => Stopping::Stays,
    };
    TemporalProperty {
        name: "random".into(),
        kind: TemporalKind::Formula,
        formula: random_formula(rng, operators, propositions.len()),
        propositions,
        fairness,
        start: if rng.bool() { Start::FirstStep } else { Start::InitialState },
        stopping,
        is_open: rng.u8(0..4) != 0,
    }
}

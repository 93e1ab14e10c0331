//! Formulas of strict liveness by their definition, and random ones.

use fastrand::Rng;
use fixedbitset::FixedBitSet;
use surmise_model::{
    Atom, LivenessOperator, Lpts, ProbabilisticSystem, Rational, StateId, StrictLiveness,
};

use crate::naive_reachability;

/// Whether there are few enough ways to choose the same in the same state to try them all.
fn is_small(lpts: &Lpts) -> bool {
    let mut ways = lpts.states().map(|state| lpts.choices(state).len().max(1));
    let ways = ways.try_fold(1, usize::checked_mul);
    ways.and_then(|ways| ways.checked_mul(lpts.num_states().pow(3)))
        .is_some_and(|all| all < 200_000)
}

/// Whether the initial state has a formula, where condition `atom` holds of a state if `holds` says
/// so: every way to choose is tried, each as a system of linear equations. `None` if there are too
/// many of them.
pub fn naively_live(
    lpts: &Lpts,
    formula: &StrictLiveness,
    holds: impl Fn(usize, StateId) -> bool,
) -> Option<bool> {
    if !is_small(lpts) {
        return None;
    }
    let mut known: Vec<Vec<bool>> = Vec::new();
    for operator in &formula.operators {
        let is = |place: usize, state: StateId| known[place][state.index()];
        let next = |state: StateId, values: &[Rational]| {
            let expected = lpts.choices(state).iter().map(|choice| {
                let branches = lpts.distribution(choice.distribution).iter();
                branches.fold(Rational::ZERO, |mut sum, (target, p)| {
                    sum += &(p * &values[target.index()]);
                    sum
                })
            });
            expected.max().unwrap_or(Rational::ZERO)
        };
        let indicator = |place: usize| -> Vec<Rational> {
            let one = |state| if is(place, state) { Rational::ONE } else { Rational::ZERO };
            lpts.states().map(one).collect()
        };
        let found = match operator {
            LivenessOperator::Atom { atom, holds: wanted } => {
                lpts.states().map(|state| holds(*atom, state) == *wanted).collect()
            }
            LivenessOperator::All(all) => {
                lpts.states().map(|state| all.iter().all(|&place| is(place, state))).collect()
            }
            LivenessOperator::Any(any) => {
                lpts.states().map(|state| any.iter().any(|&place| is(place, state))).collect()
            }
            LivenessOperator::Next { bound, goal } => {
                let goal = indicator(*goal);
                lpts.states().map(|state| next(state, &goal) > *bound).collect()
            }
            LivenessOperator::Until { bound, through, goal, steps: None } => {
                let values = naive_reachability(lpts, true, &known[*through], &known[*goal]);
                values.iter().map(|value| value > bound).collect()
            }
            LivenessOperator::Until { bound, through, goal, steps: Some(steps) } => {
                let mut values = indicator(*goal);
                for _ in 0..*steps {
                    let step = |state| match (is(*goal, state), is(*through, state)) {
                        (true, _) => Rational::ONE,
                        (false, false) => Rational::ZERO,
                        (false, true) => next(state, &values),
                    };
                    values = lpts.states().map(step).collect();
                }
                values.iter().map(|value| value > bound).collect()
            }
        };
        known.push(found);
    }
    Some(known[formula.root][lpts.initial().index()])
}

/// Random conditions on the components of a system: one for each, and sometimes another.
pub fn random_atoms(rng: &mut Rng, system: &ProbabilisticSystem) -> Vec<Atom> {
    let of = |rng: &mut Rng, index: usize| {
        let component = system.component_ids().nth(index).expect("a component");
        let states = (0..system.component(component).lpts.num_states())
            .filter(|_| rng.u8(0..3) == 0)
            .collect::<FixedBitSet>();
        Atom { text: format!("c{index}"), component, states }
    };
    let mut owners: Vec<usize> = (0..system.components.len()).collect();
    owners.extend((rng.u8(0..3) == 0).then_some(0));
    owners.into_iter().map(|index| of(rng, index)).collect()
}

/// A random formula over so many conditions: probabilities of probabilities, more often than not.
pub fn random_liveness(rng: &mut Rng, atoms: usize) -> StrictLiveness {
    let mut formula = StrictLiveness::default();
    formula.root = path(rng, atoms, &mut formula, 2);
    formula
}

fn bound(rng: &mut Rng) -> Rational {
    let (numerator, denominator) =
        [(0, 1), (0, 1), (1, 10), (1, 3), (1, 2), (2, 3), (9, 10)][rng.usize(0..7)];
    Rational::new(numerator, denominator).expect("not by zero")
}

fn path(rng: &mut Rng, atoms: usize, formula: &mut StrictLiveness, depth: u32) -> usize {
    let goal = state(rng, atoms, formula, depth - 1);
    let operator = match rng.u8(0..6) {
        0 => LivenessOperator::Next { bound: bound(rng), goal },
        kind => {
            let through = match rng.bool() {
                true => formula.add(LivenessOperator::All(Vec::new())),
                false => state(rng, atoms, formula, depth - 1),
            };
            let steps = (kind == 1).then(|| rng.u64(0..5));
            LivenessOperator::Until { bound: bound(rng), through, goal, steps }
        }
    };
    formula.add(operator)
}

fn state(rng: &mut Rng, atoms: usize, formula: &mut StrictLiveness, depth: u32) -> usize {
    let operator = match rng.u8(0..6) {
        0 if depth > 0 => return path(rng, atoms, formula, depth),
        1 | 2 => {
            let operands = vec![
                state(rng, atoms, formula, depth.saturating_sub(1)),
                state(rng, atoms, formula, depth.saturating_sub(1)),
            ];
            match rng.bool() {
                true => LivenessOperator::All(operands),
                false => LivenessOperator::Any(operands),
            }
        }
        _ => LivenessOperator::Atom { atom: rng.usize(0..atoms), holds: rng.u8(0..4) != 0 },
    };
    formula.add(operator)
}

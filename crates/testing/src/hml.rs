//! Hennessy–Milner logic by its definition.

use std::collections::BTreeSet;

use surmise_model::{ActionId, HmlFormula, HmlOperator, HmlStep, Lts, StateId};

/// Whether the initial state of an LTS satisfies a formula.
pub fn naively_satisfies(lts: &Lts, formula: &HmlFormula) -> bool {
    satisfies(lts, lts.initial(), formula, formula.root)
}

fn satisfies(lts: &Lts, state: StateId, formula: &HmlFormula, operator: usize) -> bool {
    let holds = |state: StateId, operand: usize| satisfies(lts, state, formula, operand);
    match &formula.operators[operator] {
        HmlOperator::Error => state.is_error(),
        HmlOperator::Not(operand) => !holds(state, *operand),
        HmlOperator::All(operands) => operands.iter().all(|&operand| holds(state, operand)),
        HmlOperator::Step(HmlStep::End, _) => lts.end() == Some(state),
        HmlOperator::Step(HmlStep::Action(action), then) => {
            lts.successors(state, *action).any(|target| holds(target, *then))
        }
        HmlOperator::Silently { at, step, then } => {
            let mut places = silently(lts, state).into_iter().filter(|&place| holds(place, *at));
            places.any(|place| match step {
                HmlStep::End => lts.end() == Some(place),
                HmlStep::Action(action) => {
                    action.is_tau() && holds(place, *then)
                        || lts.successors(place, *action).any(|target| holds(target, *then))
                }
            })
        }
    }
}

/// All states that τ leads to, the first one included.
fn silently(lts: &Lts, state: StateId) -> BTreeSet<StateId> {
    let (mut found, mut waiting) = (BTreeSet::from([state]), vec![state]);
    while let Some(place) = waiting.pop() {
        waiting.extend(lts.successors(place, ActionId::TAU).filter(|&next| found.insert(next)));
    }
    found
}

//! Formulas of weak-safety pCTL under the rules of [`refinement`](super::refinement) (the end of
//! section 5 of Komuravelli, Păsăreanu and Clarke, CAV 2012).
//!
//! If L ≼ A and A has a formula, L has it: what L could do against it, A could do, too. So the
//! first premise becomes G1 ‖ A1 ⊨ φ, which is decided exactly on its states (`evaluate`); bounds
//! of probabilities show it to others; what violates it is unrolled into a tree (`unroll`, with
//! `rounds`), which is projected, analysed and grown again as before, and replayed on the
//! components in the end (`replay`).
//!
//! Formulas are about states. L ≼ A is then meant between states of which the same conditions hold:
//! abstractions begin with a partition that respects them.

mod evaluate;
mod replay;
mod rounds;
mod unroll;

use fixedbitset::FixedBitSet;
use surmise_model::{
    Atom, ComponentId, Context, Count, FormulaOutcome, FormulaProof, FormulaReport, Lpts,
    ProbabilisticSystem, StateBounds, StateId, Statistics, StochasticTree, Stop, StrictLiveness,
    compose,
};

pub use self::replay::{TreeTruth, truth_of_tree};
use super::refinement::{
    Aim, ConformanceMethod, Effort, Found, Premise, refine_in_some_order, undecided,
};
use super::tree::replay_executions;
use crate::departures::Departures;

/// Whether a system has a formula: whether there is no way to choose for which its negation holds.
pub fn satisfaction(
    system: &ProbabilisticSystem,
    atoms: &[Atom],
    negation: &StrictLiveness,
    method: &ConformanceMethod,
    context: &Context<'_>,
) -> FormulaReport {
    satisfaction_with(Departures::ALL, (system, atoms), negation, method, context)
}

/// The same, with some departures from the paper.
pub fn satisfaction_with(
    departures: Departures,
    (system, atoms): (&ProbabilisticSystem, &[Atom]),
    negation: &StrictLiveness,
    method: &ConformanceMethod,
    context: &Context<'_>,
) -> FormulaReport {
    let mut orders = method.orders(system);
    let mut statistics = Statistics::default();
    let aim = Formula { atoms, negation };
    let effort = Effort::with(departures);
    let found = refine_in_some_order(system, &orders, &aim, effort, &mut statistics, context);
    let outcome = match found {
        Ok((place, Found::Shown { assumptions, evidence: bounds })) => {
            let groups = orders.swap_remove(place);
            FormulaOutcome::Holds(FormulaProof { groups, assumptions, bounds })
        }
        Ok((_, Found::Against(tree))) => FormulaOutcome::Violated(tree),
        Err(stop) => FormulaOutcome::Unknown(undecided(stop, &statistics)),
    };
    FormulaReport { outcome, statistics }
}

/// A formula, by its negation.
struct Formula<'a> {
    atoms: &'a [Atom],
    negation: &'a StrictLiveness,
}

impl Aim for Formula<'_> {
    type Evidence = Vec<StateBounds>;

    fn atoms(&self) -> &[Atom] {
        self.atoms
    }

    fn premise(
        &self,
        premise: &Premise<'_>,
        statistics: &mut Statistics,
        context: &Context<'_>,
    ) -> Result<Result<Vec<StateBounds>, StochasticTree>, Stop> {
        let whole = compose(&premise.parts, context)?;
        statistics.raise(Count::LargestComposition, whole.lpts.num_states() as u64);
        let mut atoms = Vec::with_capacity(premise.labels.len());
        for label in &premise.labels {
            let (place, states) = label.ok_or_else(|| Stop::internal("a condition of nobody"))?;
            let mut holds = FixedBitSet::with_capacity(whole.lpts.num_states());
            let is_in = |state: &StateId| states.contains(whole.tuple(*state)[place].index());
            holds.extend(whole.lpts.states().filter(is_in).map(StateId::index));
            atoms.push(holds);
        }
        let known = evaluate::evaluate(&whole.lpts, &atoms, self.negation, context)?;
        if !known.holds[self.negation.root].contains(whole.lpts.initial().index()) {
            let bounds = known.inductive_bounds(&whole.lpts, self.negation, context)?;
            let states = whole.lpts.states().zip(bounds);
            let state = |(state, bounds)| StateBounds { tuple: whole.tuple(state).into(), bounds };
            return Ok(Ok(states.map(state).collect()));
        }
        Ok(Err(unroll::unroll(&whole, self.negation, &known.holds, context)?))
    }

    fn replay(
        &self,
        tree: &StochasticTree,
        order: &[ComponentId],
        parts: &[&Lpts],
    ) -> Result<(), String> {
        replay_executions(tree, parts)?;
        let truth = truth_of_tree(tree, order, self.atoms, self.negation);
        match truth.holds[self.negation.root].first() {
            Some(true) => Ok(()),
            _ => Err("the tree does not violate the formula".into()),
        }
    }

    fn against(&self) -> &'static str {
        "that violates the formula"
    }
}

//! Evidence for or against conformance as a certificate.

use super::{
    CONFORMANCE_FORMAT, CONFORMANCE_VERSION, ConformanceCertificate, ConformanceClaim,
    WrittenAbstraction, WrittenConformance, WrittenMatch, WrittenNode, WrittenPair,
    WrittenRefutation, WrittenStep, WrittenTransition,
};
use crate::certificate::Reference;
use crate::{
    ActionId, ActionTable, ConformanceOutcome, ConformanceProof, DistributionId, Lpts, MatchedStep,
    ProbabilisticAssumption, ProbabilisticSystem, RelatedPair, StateId, StochasticTree, TreeNode,
    TreeTransition,
};

impl ConformanceCertificate {
    /// The certificate of an outcome; none if it is unknown.
    pub fn of(
        system: &ProbabilisticSystem,
        name: &str,
        specification: &Lpts,
        outcome: &ConformanceOutcome,
    ) -> Option<Self> {
        let completed = specification.completed_for(&system.alphabet(), &system.hidden);
        let claim = match outcome {
            ConformanceOutcome::Holds(proof) => {
                ConformanceClaim::Conforms(conformance(system, &completed, proof))
            }
            ConformanceOutcome::Violated(found) => ConformanceClaim::Violates(tree(system, found)),
            ConformanceOutcome::Unknown(_) => return None,
        };
        let reference = |name: &str, lpts: &Lpts| Reference {
            name: name.to_owned(),
            hash: lpts.content_hash(&system.actions),
        };
        let components = system.components.iter();
        Some(Self {
            format: CONFORMANCE_FORMAT.to_owned(),
            version: CONFORMANCE_VERSION,
            components: components.map(|one| reference(&one.name, &one.lpts)).collect(),
            specification: reference(name, specification),
            claim,
        })
    }
}

fn conformance(
    system: &ProbabilisticSystem,
    completed: &Lpts,
    proof: &ConformanceProof,
) -> WrittenConformance {
    let first = proof.groups.first().map_or(&[][..], |group| &group[..]);
    let mut parts: Vec<&Lpts> = first.iter().map(|&id| &system.component(id).lpts).collect();
    parts.extend(proof.assumptions.first().map(|assumption| &assumption.lpts));
    let group = |group: &Vec<crate::ComponentId>| group.iter().map(|id| id.raw()).collect();
    WrittenConformance {
        groups: proof.groups.iter().map(group).collect(),
        assumptions: proof
            .assumptions
            .iter()
            .map(|one| abstraction(&system.actions, one))
            .collect(),
        simulation: proof
            .relation
            .iter()
            .map(|one| pair(&system.actions, &parts, completed, one))
            .collect(),
    }
}

pub(in crate::certificate) fn abstraction(
    actions: &ActionTable,
    assumption: &ProbabilisticAssumption,
) -> WrittenAbstraction {
    let lpts = &assumption.lpts;
    let row = |state: StateId| {
        let transition = |choice: &crate::Choice| -> WrittenTransition {
            let branches = lpts.distribution(choice.distribution).iter();
            let branches = branches.map(|(state, weight)| (state.raw(), weight.to_string()));
            (actions.name(choice.action).to_owned(), branches.collect())
        };
        lpts.choices(state).iter().map(transition).collect()
    };
    let class = |(tuple, class): &(Box<[StateId]>, StateId)| (numbers(tuple), class.raw());
    WrittenAbstraction {
        alphabet: actions.names(lpts.alphabet()).into_iter().map(str::to_owned).collect(),
        initial: lpts.initial().raw(),
        states: lpts.states().map(row).collect(),
        classes: assumption.classes.iter().map(class).collect(),
    }
}

pub(in crate::certificate) fn numbers(tuple: &[StateId]) -> Vec<u32> {
    tuple.iter().map(|state| state.raw()).collect()
}

/// The place of a transition among those of its state on its action.
fn place(lpts: &Lpts, state: StateId, action: ActionId, distribution: DistributionId) -> u32 {
    let choices = lpts.choices_on(state, action);
    choices.iter().take_while(|choice| choice.distribution != distribution).count() as u32
}

fn moves(
    parts: &[&Lpts],
    tuple: &[StateId],
    action: ActionId,
    factors: &[Option<DistributionId>],
) -> Vec<Option<u32>> {
    let parts = parts.iter().zip(tuple).zip(factors);
    parts.map(|((lpts, state), factor)| factor.map(|id| place(lpts, *state, action, id))).collect()
}

fn pair(
    actions: &ActionTable,
    parts: &[&Lpts],
    completed: &Lpts,
    pair: &RelatedPair,
) -> WrittenPair {
    let step = |step: &MatchedStep| WrittenMatch {
        action: actions.name(step.action).to_owned(),
        moves: moves(parts, &pair.left, step.action, &step.factors),
        to: place(completed, pair.right, step.action, step.matched_by),
        weights: step
            .weights
            .iter()
            .map(|(left, right, weight)| (numbers(left), right.raw(), weight.to_string()))
            .collect(),
    };
    WrittenPair {
        left: numbers(&pair.left),
        right: pair.right.raw(),
        steps: pair.steps.iter().map(step).collect(),
    }
}

pub(in crate::certificate) fn tree(
    system: &ProbabilisticSystem,
    tree: &StochasticTree,
) -> Vec<WrittenNode> {
    let parts: Vec<&Lpts> = system.components.iter().map(|component| &component.lpts).collect();
    let step = |node: &TreeNode, transition: &TreeTransition| WrittenStep {
        action: system.actions.name(transition.action).to_owned(),
        moves: moves(&parts, &node.tuple, transition.action, &transition.factors),
        children: transition.children.iter().map(|&(child, _)| child as u32).collect(),
    };
    let places = |places: &Vec<usize>| places.iter().map(|&place| place as u32).collect();
    let node = |node: &TreeNode| WrittenNode {
        states: numbers(&node.tuple),
        transitions: node.transitions.iter().map(|transition| step(node, transition)).collect(),
        refuted: node
            .refuted
            .iter()
            .map(|refutation| WrittenRefutation {
                state: refutation.state.raw(),
                transition: refutation.transition as u32,
                witnesses: refutation.witnesses.iter().map(places).collect(),
            })
            .collect(),
    };
    tree.nodes.iter().map(node).collect()
}

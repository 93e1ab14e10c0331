//! How a proof is reported: the rule, who stands where, and the assumptions.

use serde::Serialize;
use surmise_model::{ActionTable, Assumption, ComponentId, Proof, Rule, RuleKind, System};

use crate::{Attempt, Failure, Name};

/// How it was shown.
#[derive(Debug, Serialize)]
#[serde(tag = "rule", rename_all = "kebab-case")]
pub enum ProofReport {
    /// All reachable states were visited.
    Exhaustive,
    /// A set of states that nothing leads out of.
    Invariant {
        /// Nodes of the diagram that it is.
        nodes: usize,
    },
    /// Rule ASYM.
    Asym(RuleReport),
    /// Rule CIRC-N.
    Circ(RuleReport),
    /// Rule SYM-N.
    Sym(RuleReport),
    /// A rule of the family CIRC-AG_N.
    Circular(RuleReport),
}

/// An assume-guarantee rule at work.
#[derive(Debug, Serialize)]
pub struct RuleReport {
    /// Who stands together.
    pub groups: Vec<Vec<Name>>,
    /// What was assumed.
    pub assumptions: Vec<AssumptionReport>,
    /// The assumptions that each premise of a circular rule uses, the last one's at the end.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub uses: Option<Vec<Vec<String>>>,
}

/// An assumption.
#[derive(Debug, Serialize)]
pub struct AssumptionReport {
    /// What it is called in the rule.
    pub name: String,
    /// Its states.
    pub states: usize,
    /// Its transitions.
    pub transitions: usize,
    /// The actions it speaks about.
    pub alphabet: Vec<Name>,
}

/// The assumptions of a proof, and what their actions are called: assumptions may speak of the
/// components' error states.
pub fn assumptions<'p>(
    system: &System,
    proof: &'p Proof,
) -> Attempt<(ActionTable, &'p [Assumption])> {
    let errors =
        system.error_actions(proof.claim).map_err(|error| Failure::usage(error.to_string()))?;
    Ok((errors.table, proof.rule.assumptions()))
}

impl ProofReport {
    /// A proof by name.
    ///
    /// # Errors
    /// There are too many components for the assumptions to be written down.
    pub fn new(system: &System, proof: &Proof) -> Attempt<Self> {
        let (actions, assumptions) = assumptions(system, proof)?;
        let rule = |groups: &[Vec<ComponentId>]| {
            let name = |&id| Name::from(system.component(id).name.as_str());
            let groups = groups.iter().map(|group| group.iter().map(name).collect()).collect();
            let assumptions = assumptions.iter().enumerate();
            let assumptions = assumptions
                .map(|(index, assumption)| AssumptionReport::new(index, assumption, &actions))
                .collect();
            RuleReport { groups, assumptions, uses: None }
        };
        Ok(match &proof.rule {
            Rule::Exhaustive => Self::Exhaustive,
            Rule::Invariant(invariant) => Self::Invariant { nodes: invariant.num_nodes() },
            Rule::AssumeGuarantee { kind, groups, .. } => match kind {
                RuleKind::Asym => Self::Asym(rule(groups)),
                RuleKind::Circ => Self::Circ(rule(groups)),
                RuleKind::Sym => Self::Sym(rule(groups)),
            },
            Rule::Circular { groups, uses, .. } => {
                let names = |set: &Vec<usize>| set.iter().map(|&used| name(used)).collect();
                let uses = Some(uses.iter().map(names).collect());
                Self::Circular(RuleReport { uses, ..rule(groups) })
            }
        })
    }
}

/// What assumption number `index`, from 0, is called.
fn name(index: usize) -> String {
    format!("A{}", index + 1)
}

impl AssumptionReport {
    fn new(index: usize, assumption: &Assumption, actions: &ActionTable) -> Self {
        let lts = &assumption.lts;
        Self {
            name: name(index),
            states: lts.num_states(),
            transitions: lts.num_transitions(),
            alphabet: actions.names(lts.alphabet()).into_iter().map(Name::from).collect(),
        }
    }
}

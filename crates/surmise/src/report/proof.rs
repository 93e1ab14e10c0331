//! How a proof is reported: the rule, who stands where, and the assumptions.

use serde::Serialize;
use surmise_model::{
    ActionTable, Claim, ComponentId, Context, Lts, Proof, Rule, RuleKind, Substitute, System,
    Unknown,
};

use crate::{Attempt, Explanation, Failure, Name, explain};

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
    /// What it allows, in sentences, if somebody wants them.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub explanation: Option<Explanation>,
}

/// An assumption that can stand for components while it is not known whether a claim is true.
#[derive(Debug, Serialize)]
pub struct SubstituteReport {
    /// The components.
    pub about: Vec<Name>,
    /// The assumption.
    #[serde(flatten)]
    pub assumption: AssumptionReport,
}

impl SubstituteReport {
    /// All that there are.
    pub(super) fn all(system: &System, claim: Claim, unknown: &Unknown) -> Attempt<Vec<Self>> {
        if unknown.substitutes.is_empty() {
            return Ok(Vec::new());
        }
        let actions = action_names(system, claim)?;
        let substitutes = unknown.substitutes.iter().enumerate();
        let report = |(index, substitute): (usize, &Substitute)| Self {
            about: names(system, &substitute.group),
            assumption: AssumptionReport::new(index, &substitute.lts, &actions),
        };
        Ok(substitutes.map(report).collect())
    }
}

/// What the actions of assumptions for a claim are called: they may speak of the components' error
/// states.
///
/// # Errors
/// There are too many components for that.
pub fn action_names(system: &System, claim: Claim) -> Attempt<ActionTable> {
    let errors = system.error_actions(claim).map_err(|error| Failure::usage(error.to_string()))?;
    Ok(errors.table)
}

fn names(system: &System, group: &[ComponentId]) -> Vec<Name> {
    group.iter().map(|&id| Name::from(system.component(id).name.as_str())).collect()
}

impl ProofReport {
    /// A proof by name.
    ///
    /// # Errors
    /// There are too many components for the assumptions to be written down.
    pub fn new(system: &System, proof: &Proof) -> Attempt<Self> {
        if let Rule::Monitored { monitor, rule, .. } = &proof.rule {
            let (system, id) = system.monitored("", monitor);
            let inner = Proof { claim: Claim::Property(id), rule: (**rule).clone() };
            return Self::new(&system, &inner);
        }
        let actions = action_names(system, proof.claim)?;
        let rule = |groups: &[Vec<ComponentId>]| {
            let groups = groups.iter().map(|group| names(system, group)).collect();
            let assumptions = proof.rule.assumptions().iter().enumerate();
            let assumptions = assumptions
                .map(|(index, assumption)| AssumptionReport::new(index, &assumption.lts, &actions))
                .collect();
            RuleReport { groups, assumptions, uses: None }
        };
        Ok(match &proof.rule {
            Rule::Exhaustive | Rule::Monitored { .. } => Self::Exhaustive,
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

impl ProofReport {
    /// Puts the assumptions of the proof into sentences.
    ///
    /// # Errors
    /// Why it had to stop; that there are too many components.
    pub fn explain(
        &mut self,
        system: &System,
        proof: &Proof,
        context: &Context<'_>,
    ) -> Attempt<()> {
        let (Self::Asym(rule) | Self::Circ(rule) | Self::Sym(rule) | Self::Circular(rule)) = self
        else {
            return Ok(());
        };
        let actions = action_names(system, proof.claim)?;
        for (report, assumption) in rule.assumptions.iter_mut().zip(proof.rule.assumptions()) {
            report.explanation = Some(explain(&assumption.lts, &actions, context)?);
        }
        Ok(())
    }
}

/// What assumption number `index`, from 0, is called.
fn name(index: usize) -> String {
    format!("A{}", index + 1)
}

impl AssumptionReport {
    fn new(index: usize, lts: &Lts, actions: &ActionTable) -> Self {
        Self {
            name: name(index),
            states: lts.num_states(),
            transitions: lts.num_transitions(),
            alphabet: actions.names(lts.alphabet()).into_iter().map(Name::from).collect(),
            explanation: None,
        }
    }
}

//! Certificates about formulas of weak-safety pCTL: the file, field by field.
//! `docs/certificates.md` explains it.

use serde::{Deserialize, Serialize};

use super::Reference;
use super::conformance::{WrittenAbstraction, WrittenNode, abstraction, numbers, tree};
use super::json::to_json;
use crate::{ComponentId, FormulaOutcome, FormulaProof, ProbabilisticSystem, StateBounds};

/// What the `format` field of every such certificate says.
pub const FORMULA_FORMAT: &str = "surmise-formula-certificate";

pub(super) const FORMULA_VERSION: u32 = 1;

/// A verdict about a formula, with its evidence.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct FormulaCertificate {
    /// [`FORMULA_FORMAT`].
    pub format: String,
    /// 1.
    pub version: u32,
    /// All components of the system.
    pub components: Vec<Reference>,
    /// The formula, as it was written.
    pub formula: String,
    /// The verdict.
    pub claim: FormulaClaim,
}

/// A verdict and its evidence.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase", deny_unknown_fields)]
pub enum FormulaClaim {
    /// The system has the formula.
    Holds(WrittenSatisfaction),
    /// It has not: a tree, parents before children. Nobody is refuted in it.
    Violated(Vec<WrittenNode>),
}

/// Why a system has a formula: rule ASym-N.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct WrittenSatisfaction {
    /// Groups of components, by their places; the first may be empty.
    pub groups: Vec<Vec<u32>>,
    /// The assumptions, one less than groups.
    pub assumptions: Vec<WrittenAbstraction>,
    /// The states of the first group and the first assumption, with bounds of probabilities.
    pub states: Vec<WrittenBounds>,
}

/// A state of the first premise: the states of the first group, and of the first assumption last;
/// and of each `U` without a number of steps, in the order of the formula's negation, a number that
/// its probability does not exceed.
pub type WrittenBounds = (Vec<u32>, Vec<String>);

impl FormulaCertificate {
    /// The certificate of an outcome; none if it is unknown.
    pub fn of(
        system: &ProbabilisticSystem,
        formula: &str,
        outcome: &FormulaOutcome,
    ) -> Option<Self> {
        let claim = match outcome {
            FormulaOutcome::Holds(FormulaProof { groups, assumptions, bounds }) => {
                let group =
                    |group: &Vec<ComponentId>| group.iter().map(|id| id.raw()).collect::<Vec<_>>();
                let state = |StateBounds { tuple, bounds }: &StateBounds| {
                    (numbers(tuple), bounds.iter().map(ToString::to_string).collect())
                };
                let of = |one| abstraction(&system.actions, one);
                FormulaClaim::Holds(WrittenSatisfaction {
                    groups: groups.iter().map(group).collect(),
                    assumptions: assumptions.iter().map(of).collect(),
                    states: bounds.iter().map(state).collect(),
                })
            }
            FormulaOutcome::Violated(found) => FormulaClaim::Violated(tree(system, found)),
            FormulaOutcome::Unknown(_) => return None,
        };
        let reference = |component: &crate::ProbabilisticComponent| Reference {
            name: component.name.clone(),
            hash: component.lpts.content_hash(&system.actions),
        };
        Some(Self {
            format: FORMULA_FORMAT.to_owned(),
            version: FORMULA_VERSION,
            components: system.components.iter().map(reference).collect(),
            formula: formula.to_owned(),
            claim,
        })
    }

    /// The certificate as JSON text.
    pub fn to_json(&self) -> String {
        to_json(self)
    }
}

//! Certificates about conformance to a specification: the file, field by field.
//! `docs/certificates.md` explains it.
//!
//! A transition of a part is said by its action and its place among the transitions of the state on
//! that action, in the order of their distributions: that does not depend on how actions were
//! interned.

mod write;

pub(super) use write::{abstraction, numbers, tree};

use serde::{Deserialize, Serialize};

use super::Reference;
use super::json::to_json;

/// What the `format` field of every such certificate says.
pub const CONFORMANCE_FORMAT: &str = "surmise-conformance-certificate";

pub(super) const CONFORMANCE_VERSION: u32 = 1;

/// A verdict about conformance, with its evidence.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ConformanceCertificate {
    /// [`CONFORMANCE_FORMAT`].
    pub format: String,
    /// 1.
    pub version: u32,
    /// All components of the system.
    pub components: Vec<Reference>,
    /// The specification, as it was written.
    pub specification: Reference,
    /// The verdict.
    pub claim: ConformanceClaim,
}

/// A verdict and its evidence.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase", deny_unknown_fields)]
pub enum ConformanceClaim {
    /// The system conforms.
    Conforms(WrittenConformance),
    /// It does not: a tree, parents before children.
    Violates(Vec<WrittenNode>),
}

/// Why a system conforms: rule ASym-N.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct WrittenConformance {
    /// Groups of components, by their places; the first may be empty.
    pub groups: Vec<Vec<u32>>,
    /// The assumptions, one less than groups.
    pub assumptions: Vec<WrittenAbstraction>,
    /// The simulation that shows the first premise.
    pub simulation: Vec<WrittenPair>,
}

/// An assumption, and of which states it is an abstraction.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct WrittenAbstraction {
    /// What it speaks about.
    pub alphabet: Vec<String>,
    /// The initial state.
    pub initial: u32,
    /// Of each state, its transitions: an action, and states with probabilities.
    pub states: Vec<Vec<WrittenTransition>>,
    /// The class of each state of what it abstracts: of the next group, and of the next assumption
    /// last.
    pub classes: Vec<(Vec<u32>, u32)>,
}

/// A transition of an assumption.
pub type WrittenTransition = (String, Vec<(u32, String)>);

/// A pair of a simulation.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct WrittenPair {
    /// The states of the first group, and of the first assumption last.
    pub left: Vec<u32>,
    /// The state of the specification.
    pub right: u32,
    /// A match for every transition of the left side.
    pub steps: Vec<WrittenMatch>,
}

/// A transition of the left side and its match.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct WrittenMatch {
    /// The action.
    pub action: String,
    /// Of each part, which of its transitions on the action it takes, or null.
    pub moves: Vec<Option<u32>>,
    /// Which of the specification's transitions on the action matches it.
    pub to: u32,
    /// The weight function: pairs, and their positive weights.
    pub weights: Vec<(Vec<u32>, u32, String)>,
}

/// A node of a tree.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct WrittenNode {
    /// The states of all components.
    pub states: Vec<u32>,
    /// Its transitions.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub transitions: Vec<WrittenStep>,
    /// The states of the specification that do not simulate it.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub refuted: Vec<WrittenRefutation>,
}

/// A transition of a node.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct WrittenStep {
    /// The action.
    pub action: String,
    /// Of each component, which of its transitions on the action it takes, or null.
    pub moves: Vec<Option<u32>>,
    /// The nodes that it leads to: one for each tuple of the product of the supports.
    pub children: Vec<u32>,
}

/// Why a state of the specification does not simulate a node.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct WrittenRefutation {
    /// The state of the specification.
    pub state: u32,
    /// The transition of the node that it does not match, by its place.
    pub transition: u32,
    /// For each of its transitions on the action a witness set: places of children.
    pub witnesses: Vec<Vec<u32>>,
}

impl ConformanceCertificate {
    /// The certificate as JSON text.
    pub fn to_json(&self) -> String {
        to_json(self)
    }
}

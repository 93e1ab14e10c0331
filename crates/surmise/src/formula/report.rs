//! Verdicts about formulas by name.

use serde::Serialize;
use surmise_model::{FormulaOutcome, FormulaProof, FormulaReport};
use surmise_verify::probabilistic::logic::truth_of_tree;

use crate::conformance::{ConformanceKind, ProbabilisticAssumptionReport, TreeReport};
use crate::load::Formulated;
use crate::report::{EvidenceReport, limit_name};
use crate::{Name, Named};

/// What was asked of a system, and what came of it.
#[derive(Debug, Serialize)]
pub struct FormulasReport {
    /// The components of the system.
    pub components: Vec<Name>,
    /// The method.
    pub method: &'static str,
    /// The formulas, in the order of the questions.
    pub formulas: Vec<FormulaVerdict>,
}

/// A formula and its verdict.
#[derive(Debug, Serialize)]
pub struct FormulaVerdict {
    /// The formula as it was written.
    pub formula: Name,
    /// The verdict.
    #[serde(flatten)]
    pub verdict: FormulaVerdictKind,
    /// What was done with the evidence.
    #[serde(skip_serializing_if = "EvidenceReport::is_empty")]
    pub evidence: EvidenceReport,
    /// What was counted.
    pub statistics: serde_json::Map<String, serde_json::Value>,
}

/// A verdict by name.
#[derive(Debug, Serialize)]
#[serde(tag = "verdict", rename_all = "lowercase")]
pub enum FormulaVerdictKind {
    /// The system has the formula.
    Holds {
        /// The groups of components; the first is empty if the whole system was abstracted.
        groups: Vec<Vec<Name>>,
        /// The assumptions.
        assumptions: Vec<ProbabilisticAssumptionReport>,
    },
    /// It has not.
    Violated {
        /// How probable the tree makes what is not to be so probable, if the formula is one bound.
        #[serde(skip_serializing_if = "Option::is_none")]
        probability: Option<String>,
        /// What shows it.
        tree: Box<TreeReport>,
    },
    /// Not known.
    Undecided {
        /// What kind of limit it was, in a word.
        limit: &'static str,
        /// What it was.
        reason: String,
        /// What is known nevertheless.
        known: String,
    },
}

impl FormulasReport {
    /// Nothing was asked yet.
    pub fn new(asked: &Formulated, kind: ConformanceKind) -> Self {
        let components = asked.system.components.iter();
        let components = components.map(|component| component.name.as_str().into()).collect();
        Self { components, method: kind.name(), formulas: Vec::new() }
    }
}

impl FormulaVerdict {
    /// An answer by name.
    pub fn new(asked: &Formulated, report: &FormulaReport, evidence: EvidenceReport) -> Self {
        let Formulated { system, atoms, formula, .. } = asked;
        let verdict = match &report.outcome {
            FormulaOutcome::Holds(FormulaProof { groups, assumptions, .. }) => {
                FormulaVerdictKind::Holds {
                    groups: groups
                        .iter()
                        .map(|group| {
                            let name = |id: &_| Name::from(system.component(*id).name.as_str());
                            group.iter().map(name).collect()
                        })
                        .collect(),
                    assumptions: ProbabilisticAssumptionReport::all(assumptions),
                }
            }
            FormulaOutcome::Violated(tree) => {
                let order: Vec<_> = system.component_ids().collect();
                let truth = truth_of_tree(tree, &order, atoms, &formula.negation);
                let values = &truth.probabilities[formula.negation.root];
                let mut told = TreeReport::plain(system, tree);
                for (index, node) in told.nodes.iter_mut().enumerate() {
                    let holds = |place: usize| truth.holds[place][index];
                    let conditions = formula.conditions.iter().filter(|(_, place)| holds(*place));
                    node.holds = conditions.map(|(text, _)| text.as_str().into()).collect();
                    node.probability = values.get(index).map(ToString::to_string);
                }
                FormulaVerdictKind::Violated {
                    probability: values.first().map(ToString::to_string),
                    tree: Box::new(told),
                }
            }
            FormulaOutcome::Unknown(unknown) => FormulaVerdictKind::Undecided {
                limit: limit_name(&unknown.reason),
                reason: unknown.reason.to_string(),
                known: unknown.known.clone(),
            },
        };
        let statistics = report.statistics.iter();
        Self {
            formula: formula.text.as_str().into(),
            verdict,
            evidence,
            statistics: statistics
                .map(|(count, value)| (count.to_string(), value.into()))
                .collect(),
        }
    }
}

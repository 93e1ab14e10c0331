//! Verdicts about formulas by name.

use serde::Serialize;
use surmise_model::{FormulaProof, FormulaReport, StochasticTree};
use surmise_verify::probabilistic::logic::truth_of_tree;

use crate::conformance::{ConformanceKind, ProbabilisticAssumptionReport, TreeReport};
use crate::load::Formulated;
use crate::methods::MadeDepartures;
use crate::report::{EvidenceReport, OutcomeReport, StatisticsReport, statistics_report};
use crate::{Attempt, Name, Named};

/// What was asked of a system, and what came of it.
#[derive(Debug, Serialize)]
pub struct FormulasReport {
    /// The components of the system.
    pub components: Vec<Name>,
    /// The method.
    pub method: &'static str,
    /// What it did that the paper does not, if it is one of the paper's.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub departures: Option<MadeDepartures>,
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
    pub verdict: OutcomeReport<Having, Lacking>,
    /// What was done with the evidence.
    #[serde(skip_serializing_if = "EvidenceReport::is_empty")]
    pub evidence: EvidenceReport,
    /// What was counted.
    pub statistics: StatisticsReport,
}

/// What shows that a system has a formula.
#[derive(Debug, Serialize)]
pub struct Having {
    /// The groups of components; the first is empty if the whole system was abstracted.
    pub groups: Vec<Vec<Name>>,
    /// The assumptions.
    pub assumptions: Vec<ProbabilisticAssumptionReport>,
}

/// What shows that it has not.
#[derive(Debug, Serialize)]
pub struct Lacking {
    /// How probable the tree makes what is not to be so probable, if the formula is one bound.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub probability: Option<String>,
    /// A tree of the system.
    pub tree: Box<TreeReport>,
}

impl FormulasReport {
    /// Nothing was answered yet.
    pub fn new(asked: &[Formulated], kind: ConformanceKind) -> Self {
        let components = asked.first().map(|asked| asked.system.components.iter());
        let components = components.into_iter().flatten();
        let components = components.map(|component| component.name.as_str().into()).collect();
        Self { components, method: kind.name(), departures: None, formulas: Vec::new() }
    }
}

impl FormulaVerdict {
    /// An answer by name.
    pub fn new(
        asked: &Formulated,
        report: &FormulaReport,
        evidence: EvidenceReport,
    ) -> Attempt<Self> {
        let Formulated { system, atoms, formula, .. } = asked;
        let having = |FormulaProof { groups, assumptions, .. }: &FormulaProof| {
            let name = |id: &_| Name::from(system.component(*id).name.as_str());
            Ok(Having {
                groups: groups.iter().map(|group| group.iter().map(name).collect()).collect(),
                assumptions: ProbabilisticAssumptionReport::all(assumptions),
            })
        };
        let lacking = |tree: &StochasticTree| {
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
            let probability = values.first().map(ToString::to_string);
            Lacking { probability, tree: Box::new(told) }
        };
        Ok(Self {
            formula: formula.text.as_str().into(),
            verdict: OutcomeReport::new(&report.outcome, having, lacking)?,
            evidence,
            statistics: statistics_report(&report.statistics),
        })
    }
}

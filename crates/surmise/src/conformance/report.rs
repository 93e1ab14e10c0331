//! Verdicts about conformance by name.

use serde::Serialize;
use surmise_model::{
    ComponentId, ConformanceProof, ConformanceReport, ProbabilisticAssumption, ProbabilisticSystem,
    StochasticTree,
};

use super::question::ConformanceKind;
use super::tree::TreeReport;
use crate::load::Specified;
use crate::methods::MadeDepartures;
use crate::report::{EvidenceReport, OutcomeReport, StatisticsReport, statistics_report};
use crate::{Attempt, Name, Named};

/// What was asked, and what came of it.
#[derive(Debug, Serialize)]
pub struct ConformedReport {
    /// The components of the system.
    pub components: Vec<Name>,
    /// What they are to conform to.
    pub specification: SpecificationReport,
    /// The method.
    pub method: &'static str,
    /// What it did that the paper does not, if it is one of the paper's.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub departures: Option<MadeDepartures>,
    /// The solver that decided simulations, if one was asked.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub solver: Option<Name>,
    /// The verdict.
    #[serde(flatten)]
    pub verdict: OutcomeReport<Conforming, Departing>,
    /// What was done with the evidence.
    #[serde(skip_serializing_if = "EvidenceReport::is_empty")]
    pub evidence: EvidenceReport,
    /// What was counted.
    pub statistics: StatisticsReport,
}

/// A specification.
#[derive(Debug, Serialize)]
pub struct SpecificationReport {
    /// What it is called.
    pub name: Name,
    /// How many states it has.
    pub states: usize,
    /// What it speaks about.
    pub alphabet: Vec<Name>,
    /// What the system does and it does not speak about: this may happen at any time.
    pub ignores: Vec<Name>,
}

/// What shows that a system conforms.
#[derive(Debug, Serialize)]
pub struct Conforming {
    /// The proof.
    pub proof: ConformanceProofReport,
}

/// What shows that it does not.
#[derive(Debug, Serialize)]
pub struct Departing {
    /// A tree that the specification does not simulate.
    pub tree: Box<TreeReport>,
}

/// Why a system conforms.
#[derive(Debug, Serialize)]
pub struct ConformanceProofReport {
    /// The groups of components; the first is empty if the whole system was abstracted.
    pub groups: Vec<Vec<Name>>,
    /// The assumptions.
    pub assumptions: Vec<ProbabilisticAssumptionReport>,
    /// How many pairs of states the simulation of the first premise has.
    pub pairs: usize,
}

/// An assumption.
#[derive(Debug, Serialize)]
pub struct ProbabilisticAssumptionReport {
    /// What it is called.
    pub name: String,
    /// How many states it has.
    pub states: usize,
    /// How many transitions.
    pub transitions: usize,
    /// How many states it abstracts.
    pub abstracts: usize,
}

impl ConformedReport {
    /// An answer by name.
    pub fn new(
        asked: &Specified,
        kind: ConformanceKind,
        report: &ConformanceReport,
        evidence: EvidenceReport,
    ) -> Attempt<Self> {
        let system = &asked.loaded.system;
        let names = |alphabet| system.actions.names(alphabet).into_iter().map(Name::from).collect();
        let alphabet = asked.specification.alphabet();
        let ignored = system.alphabet().difference(alphabet).difference(&system.hidden);
        let conforming = |proof: &ConformanceProof| {
            Ok(Conforming { proof: ConformanceProofReport::new(system, proof) })
        };
        let departing = |tree: &StochasticTree| {
            let completed = asked.specification.completed_for(&system.alphabet(), &system.hidden);
            Departing { tree: Box::new(TreeReport::new(system, &completed, tree)) }
        };
        let verdict = OutcomeReport::new(&report.outcome, conforming, departing)?;
        Ok(Self {
            components: system
                .components
                .iter()
                .map(|component| component.name.as_str().into())
                .collect(),
            departures: None,
            specification: SpecificationReport {
                name: asked.name.as_str().into(),
                states: asked.specification.num_states(),
                alphabet: names(alphabet),
                ignores: names(&ignored),
            },
            method: kind.name(),
            solver: None,
            verdict,
            evidence,
            statistics: statistics_report(&report.statistics),
        })
    }
}

impl ConformanceProofReport {
    fn new(system: &ProbabilisticSystem, proof: &ConformanceProof) -> Self {
        let name = |&id: &ComponentId| Name::from(system.component(id).name.as_str());
        Self {
            groups: proof.groups.iter().map(|group| group.iter().map(name).collect()).collect(),
            assumptions: ProbabilisticAssumptionReport::all(&proof.assumptions),
            pairs: proof.relation.len(),
        }
    }
}

impl ProbabilisticAssumptionReport {
    /// The assumptions of a chain, which are called A1, A2 and so on.
    pub(crate) fn all(assumptions: &[ProbabilisticAssumption]) -> Vec<Self> {
        let told = assumptions.iter().enumerate().map(|(index, assumption)| Self {
            name: format!("A{}", index + 1),
            states: assumption.lpts.num_states(),
            transitions: assumption.lpts.num_transitions(),
            abstracts: assumption.classes.len(),
        });
        told.collect()
    }
}

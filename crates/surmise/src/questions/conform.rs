//! Does a system, which may have probabilities, conform to a specification?

use std::borrow::Cow;
use std::path::PathBuf;

use serde::{Deserialize, Serialize};
use surmise_certify::{Refusal, check_conformance};
use surmise_model::{
    ActionTable, ConformanceCertificate, ConformanceOutcome, ConformanceProof, ConformanceReport,
    Context, Outcome, ProbabilisticSystem, StochasticTree,
};
use surmise_verify::probabilistic::refinement::Engine;

use super::{Kind, Output, Report};
use crate::conformance::{self, ConformanceKind, ConformedReport, EngineKind, smt_question};
use crate::desk::Desk;
use crate::evidence::{AnyLts, EvidenceOptions, Evident, Label};
use crate::load::{self, InputOptions, Specified};
use crate::methods::{MadeDepartures, MethodOptions};
use crate::report::EvidenceReport;
use crate::write::{FileFormat, WritableLpts};
use crate::{Attempt, Failure, Solver, Verdict};

/// Does a system, which may have probabilities, conform to a specification: is it strongly
/// simulated by it? What the specification does not speak about may happen at any time.
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Conform {
    /// Files with the components.
    pub models: Vec<PathBuf>,
    /// How to read them.
    pub input: InputOptions,
    /// The file of the specification.
    pub specification: PathBuf,
    /// The method.
    #[serde(with = "crate::named::by_name")]
    pub method: ConformanceKind,
    /// Its options.
    pub options: MethodOptions,
    /// Who decides simulations.
    #[serde(with = "crate::named::by_name")]
    pub engine: EngineKind,
    /// Where to write the question, about the whole system, for an SMT solver.
    pub smt: Option<PathBuf>,
    /// What to do with the evidence.
    pub evidence: EvidenceOptions,
}

/// What came of it, and which solver was asked.
pub(crate) struct Decided {
    report: ConformanceReport,
    solver: Option<String>,
    evidence: EvidenceReport,
}

impl Kind for Conform {
    type Subject = Specified;
    type Found = Decided;
    type Report = ConformedReport;

    const UNCERTIFIED: Option<&'static str> = None;

    fn load(&self, desk: Desk<'_>) -> Attempt<Specified> {
        let mut asked = load::specified(
            &self.models,
            &self.specification,
            &self.input,
            desk.files(),
            desk.context,
        )?;
        desk.files().refuse_inputs(self.smt.as_deref().as_slice())?;
        self.evidence.refuse_inputs([], desk)?;
        desk.remark_all(std::mem::take(&mut asked.loaded.remarks));
        Ok(asked)
    }

    fn answer(&self, subject: &mut Specified, desk: Desk<'_>) -> Attempt<Decided> {
        if let Some(path) = &self.smt {
            desk.write(path, smt_question(subject, desk.context)?.as_bytes())?;
        }
        let solver: Option<Box<dyn Solver>> = match self.engine {
            EngineKind::Flow => None,
            EngineKind::Smt => Some(desk.host.solver()?),
        };
        let engine = solver.as_ref().map_or(Engine::Flow, |solver| Engine::Solver(&**solver));
        let report =
            conformance::answer(subject, self.method, engine, &self.options, desk.context)?;
        let solver = solver.map(|solver| solver.name().to_owned());
        Ok(Decided { report, solver, evidence: EvidenceReport::default() })
    }

    fn certify(&self, subject: &Specified, found: &mut Decided, desk: Desk<'_>) -> Attempt<()> {
        found.evidence = self.evidence.take(subject, Label::default(), &mut found.report, desk)?;
        Ok(())
    }

    fn report(&self, subject: Specified, found: Decided, _: Desk<'_>) -> Attempt<ConformedReport> {
        let mut report =
            ConformedReport::new(&subject, self.method, &found.report, found.evidence)?;
        report.departures = MadeDepartures::new(&self.options, self.method.departures())?;
        report.solver = found.solver.map(Into::into);
        Ok(report)
    }
}

impl Report for ConformedReport {
    fn verdict(&self) -> Verdict {
        self.verdict.verdict()
    }
}

impl Evident for Specified {
    type Proof = ConformanceProof;
    type Counterexample = StochasticTree;
    type Certificate = ConformanceCertificate;

    fn certificate(&self, outcome: &ConformanceOutcome) -> Attempt<Option<ConformanceCertificate>> {
        let Self { loaded, name, specification } = self;
        Ok(ConformanceCertificate::of(&loaded.system, name, specification, outcome))
    }

    fn text(&self, certificate: &ConformanceCertificate) -> String {
        certificate.to_json()
    }

    fn check(
        &self,
        certificate: &ConformanceCertificate,
        context: &Context<'_>,
    ) -> Result<(), Box<Refusal>> {
        let Self { loaded, specification, .. } = self;
        check_conformance(&loaded.system, specification, certificate, context).map(|_| ())
    }

    fn assumptions<'o>(&self, outcome: &'o ConformanceOutcome) -> Vec<AnyLts<'o>> {
        match outcome {
            Outcome::Holds(proof) => {
                proof.assumptions.iter().map(|one| AnyLts::Probabilistic(&one.lpts)).collect()
            }
            Outcome::Violated(_) | Outcome::Unknown(_) => Vec::new(),
        }
    }

    fn actions(&self) -> Attempt<Cow<'_, ActionTable>> {
        Ok(Cow::Borrowed(&self.loaded.system.actions))
    }

    fn write_counterexample(
        &self,
        tree: &StochasticTree,
        file: PathBuf,
        desk: Desk<'_>,
    ) -> Attempt<Option<String>> {
        write_tree(tree, &self.loaded.system, file, desk)
    }
}

/// Writes a tree as an LPTS, in the format that the name of the file asks for.
pub(super) fn write_tree(
    tree: &StochasticTree,
    system: &ProbabilisticSystem,
    file: PathBuf,
    desk: Desk<'_>,
) -> Attempt<Option<String>> {
    let lpts =
        tree.to_lpts(&system.alphabet()).map_err(|error| Failure::usage(error.to_string()))?;
    let writable =
        WritableLpts { name: "tree", lpts: &lpts, actions: &system.actions, force: false };
    Ok(Output::to_file(file).write(&writable, FileFormat::Json, desk)?.file)
}

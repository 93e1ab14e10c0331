//! Does a probabilistic system have formulas of weak-safety pCTL?

use std::borrow::Cow;
use std::path::PathBuf;

use serde::{Deserialize, Serialize};
use surmise_certify::{Refusal, check_formula};
use surmise_model::{
    ActionTable, Context, FormulaCertificate, FormulaOutcome, FormulaProof, FormulaReport, Outcome,
    StochasticTree,
};

use super::conform::write_tree;
use super::{Kind, Report};
use crate::conformance::ConformanceKind;
use crate::desk::Desk;
use crate::evidence::{AnyLts, EvidenceOptions, Evident, Label};
use crate::formula::{self, FormulaVerdict, FormulasReport, is_formula};
use crate::load::{self, Formulated, InputOptions};
use crate::methods::{MadeDepartures, MethodOptions};
use crate::report::EvidenceReport;
use crate::{Attempt, Failure, Name, OptionName, Verdict};

/// Does a PRISM model have formulas of weak-safety pCTL?
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Satisfy {
    /// The file of the model.
    pub models: Vec<PathBuf>,
    /// How to read it.
    pub input: InputOptions,
    /// The formulas.
    pub formulas: Vec<String>,
    /// The method.
    #[serde(with = "crate::named::by_name")]
    pub method: ConformanceKind,
    /// Its options.
    pub options: MethodOptions,
    /// What to do with the evidence.
    pub evidence: EvidenceOptions,
}

impl Kind for Satisfy {
    type Subject = Vec<Formulated>;
    type Found = Vec<(FormulaReport, EvidenceReport)>;
    type Report = FormulasReport;

    const UNCERTIFIED: Option<&'static str> = None;

    fn load(&self, desk: Desk<'_>) -> Attempt<Vec<Formulated>> {
        if let Some(other) = self.formulas.iter().find(|formula| !is_formula(formula)) {
            let other = Name::from(other.as_str());
            return Err(Failure::usage(format!("`{other}` is no formula, and others are"))
                .concerning(OptionName::Property)
                .help("check them one after the other"));
        }
        if self.formulas.is_empty() {
            return Err(Failure::usage("there is nothing to check"));
        }
        let mut all = Vec::with_capacity(self.formulas.len());
        for (index, text) in self.formulas.iter().enumerate() {
            let mut asked =
                load::formulated(&self.models, text, &self.input, desk.files(), desk.context)?;
            let remarks = std::mem::take(&mut asked.remarks);
            // About the model they say the same every time.
            if index == 0 {
                self.evidence.refuse_inputs([], desk)?;
                desk.remark_all(remarks);
            }
            all.push(asked);
        }
        Ok(all)
    }

    fn answer(&self, subject: &mut Vec<Formulated>, desk: Desk<'_>) -> Attempt<Self::Found> {
        let mut found = Vec::with_capacity(subject.len());
        for (index, asked) in subject.iter().enumerate() {
            let report = desk.share(subject.len() - index, |desk| {
                formula::answer(asked, self.method, &self.options, desk.context)
            })?;
            found.push((report, EvidenceReport::default()));
        }
        Ok(found)
    }

    fn certify(
        &self,
        subject: &Vec<Formulated>,
        found: &mut Self::Found,
        desk: Desk<'_>,
    ) -> Attempt<()> {
        for (index, (asked, (report, evidence))) in subject.iter().zip(found).enumerate() {
            let number = (subject.len() > 1).then(|| (index + 1).to_string());
            let label = Label { all: number.as_deref(), assumptions: number.as_deref() };
            *evidence = self.evidence.take(asked, label, report, desk)?;
        }
        Ok(())
    }

    fn report(
        &self,
        subject: Vec<Formulated>,
        found: Self::Found,
        _: Desk<'_>,
    ) -> Attempt<FormulasReport> {
        let mut report = FormulasReport::new(&subject, self.method);
        report.departures = MadeDepartures::new(&self.options, self.method.departures())?;
        for (asked, (found, evidence)) in subject.iter().zip(found) {
            report.formulas.push(FormulaVerdict::new(asked, &found, evidence)?);
        }
        Ok(report)
    }
}

impl Report for FormulasReport {
    fn verdict(&self) -> Verdict {
        Verdict::all(self.formulas.iter().map(|formula| formula.verdict.verdict()))
    }
}

impl Evident for Formulated {
    type Proof = FormulaProof;
    type Counterexample = StochasticTree;
    type Certificate = FormulaCertificate;

    fn certificate(&self, outcome: &FormulaOutcome) -> Attempt<Option<FormulaCertificate>> {
        Ok(FormulaCertificate::of(&self.system, &self.formula.text, outcome))
    }

    fn text(&self, certificate: &FormulaCertificate) -> String {
        certificate.to_json()
    }

    fn check(
        &self,
        certificate: &FormulaCertificate,
        context: &Context<'_>,
    ) -> Result<(), Box<Refusal>> {
        let Self { system, atoms, formula, .. } = self;
        check_formula(system, atoms, &formula.negation, certificate, context).map(|_| ())
    }

    fn assumptions<'o>(&self, outcome: &'o FormulaOutcome) -> Vec<AnyLts<'o>> {
        match outcome {
            Outcome::Holds(proof) => {
                proof.assumptions.iter().map(|one| AnyLts::Probabilistic(&one.lpts)).collect()
            }
            Outcome::Violated(_) | Outcome::Unknown(_) => Vec::new(),
        }
    }

    fn actions(&self) -> Attempt<Cow<'_, ActionTable>> {
        Ok(Cow::Borrowed(&self.system.actions))
    }

    fn write_counterexample(
        &self,
        tree: &StochasticTree,
        file: PathBuf,
        desk: Desk<'_>,
    ) -> Attempt<Option<String>> {
        write_tree(tree, &self.system, file, desk)
    }
}

//! How probable is something?

use std::path::{Path, PathBuf};
use std::sync::Arc;

use serde::{Deserialize, Serialize};
use surmise_lang::prism::{Model, Property};
use surmise_model::{NumberCertificate, Reason, Stop};
use surmise_verify::probabilistic::NumberOptions;

use super::{Kind, Report};
use crate::desk::Desk;
use crate::evidence::{EvidenceOptions, labelled};
use crate::load::{self, InputOptions, PrismOptions, PrismText};
use crate::probability::{
    AskedReport, Experiment, ExploredModel, ProbabilityReport, ProbabilityVerdict, StrategyFormat,
    TableFormat, check_certificate, combinations, is_range, questions,
};
use crate::{Attempt, Failure, Name, OptionName, Source, Verdict, warning};

/// How probable is something in a PRISM model, and is that as a bound demands?
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Measure {
    /// The file of the model.
    pub models: Vec<PathBuf>,
    /// How to read it.
    pub input: InputOptions,
    /// Properties like `Pmax=? [ F "goal" ]`, or files of them.
    pub properties: Vec<String>,
    /// How close bounds should be where a number is not computed exactly, relatively to it.
    pub precision: Option<f64>,
    /// Whether the precision is meant absolutely.
    pub absolute: bool,
    /// Whether numbers are to be computed exactly, whatever that takes.
    pub exact: bool,
    /// Files for the answers: a table (`.csv`) or a picture over a constant (`.svg`).
    pub tables: Vec<PathBuf>,
    /// A file for a way to choose that attains the number: the chain that is left (`.prism`) or the
    /// choices (`.json`). If there are several properties, to one file each, with their numbers
    /// before the extension.
    pub strategy: Option<PathBuf>,
    /// What to do with the evidence.
    pub evidence: EvidenceOptions,
    /// Whether it is fine that files contain what cannot be answered yet.
    pub ignore_left_out: bool,
}

/// A model, once for each choice of constants, and the texts of properties.
pub(crate) struct Asked {
    prism: Vec<PrismText>,
    sources: Vec<Arc<Source>>,
}

impl Kind for Measure {
    type Subject = Asked;
    type Found = ProbabilityReport;
    type Report = ProbabilityReport;

    const UNCERTIFIED: Option<&'static str> = None;

    fn load(&self, desk: Desk<'_>) -> Attempt<Asked> {
        if !self.input.prism.modules.is_empty() {
            return Err(Failure::usage("probabilities are those of the whole model")
                .concerning(OptionName::Modules)
                .help("write the model without the other modules"));
        }
        for table in &self.tables {
            TableFormat::of(table)?;
        }
        let tables: Vec<&Path> = self.tables.iter().map(PathBuf::as_path).collect();
        desk.files().refuse_inputs(&tables)?;
        self.evidence.refuse_inputs([], desk)?;
        if let Some(strategy) = &self.strategy {
            StrategyFormat::of(strategy)?;
            desk.files().refuse_inputs(&[strategy])?;
        }
        let has_range = self.input.prism.constants.iter().any(|(_, value)| is_range(value));
        if has_range && (self.evidence.certificate.is_some() || self.strategy.is_some()) {
            let message = "a certificate or a strategy is for one choice of constants";
            return Err(Failure::usage(message));
        }
        let mut prism = Vec::new();
        for constants in combinations(&self.input.prism.constants)? {
            let options = PrismOptions { constants, ..self.input.prism.clone() };
            let input = InputOptions { prism: options, ..self.input.clone() };
            let text = load::prism(&self.models, &input, desk.files(), desk.context)?;
            prism.push(text.ok_or_else(|| self.no_model())?);
        }
        let mut sources = Vec::new();
        for text in &self.properties {
            sources.push(Arc::new(source(text, desk)?));
        }
        Ok(Asked { prism, sources })
    }

    fn answer(&self, subject: &mut Asked, desk: Desk<'_>) -> Attempt<ProbabilityReport> {
        let report = self.all(subject, desk)?;
        for table in &self.tables {
            desk.write(table, report.table(TableFormat::of(table)?)?.as_bytes())?;
        }
        Ok(report)
    }

    fn report(
        &self,
        _: Asked,
        found: ProbabilityReport,
        _: Desk<'_>,
    ) -> Attempt<ProbabilityReport> {
        Ok(found)
    }
}

impl Measure {
    /// The answers for all choices of constants.
    fn all(&self, subject: &Asked, desk: Desk<'_>) -> Attempt<ProbabilityReport> {
        let Asked { prism, sources } = subject;
        if let [only] = &prism[..] {
            return self.answered(only, sources, true, desk);
        }
        let ranged: Vec<&String> = self
            .input
            .prism
            .constants
            .iter()
            .filter(|(_, value)| is_range(value))
            .map(|(name, _)| name)
            .collect();
        let mut whole: Option<ProbabilityReport> = None;
        for (index, text) in prism.iter().enumerate() {
            let one = desk.share(prism.len() - index, |desk| {
                self.answered(text, sources, index == 0, desk)
            })?;
            let ProbabilityReport { mut model, probabilities, left_out, .. } = one;
            let is_ranged = |name: &Name| ranged.iter().any(|known| name.raw() == known.as_str());
            let (constants, fixed) =
                model.constants.drain(..).partition(|(name, _)| is_ranged(name));
            let experiment = Experiment { constants, sizes: model.sizes.take(), probabilities };
            model.constants = fixed;
            let whole = whole.get_or_insert_with(|| ProbabilityReport {
                model,
                probabilities: Vec::new(),
                experiments: Vec::new(),
                left_out,
                ignores_left_out: self.ignore_left_out,
            });
            whole.experiments.push(experiment);
        }
        whole.ok_or_else(|| Failure::usage("there is no choice of constants"))
    }

    /// The answers for one choice of constants; remarks if it is the first one.
    fn answered(
        &self,
        prism: &PrismText,
        sources: &[Arc<Source>],
        remarks: bool,
        desk: Desk<'_>,
    ) -> Attempt<ProbabilityReport> {
        let mut texts = Vec::new();
        for source in sources {
            texts.push(String::from_utf8_lossy(&source.bytes(desk.context)?).into_owned());
        }
        let model = prism.compiled_for(&texts)?;
        let (properties, left_out) = questions(&model, sources, desk.context)?;
        let number_left_out = left_out.len();
        if remarks {
            desk.remark_all(model.diagnostics.iter().map(|one| prism.remark(one.clone())));
            desk.remark_all(left_out);
        }
        let mut explored = ExploredModel::new(prism, &model, &properties, desk.context)?;
        let default = if self.exact { NumberOptions::EXACT } else { NumberOptions::default() };
        let precision = self.precision.unwrap_or(default.precision);
        let numbers = NumberOptions { precision, absolute: self.absolute, ..default };
        let mut probabilities = Vec::new();
        for (index, property) in properties.iter().enumerate() {
            probabilities.push(desk.share(properties.len() - index, |desk| {
                let number = (properties.len() > 1).then(|| (index + 1).to_string());
                let label = number.as_deref();
                let plain = self.evidence.certificate.is_none() && self.evidence.confirm.is_none();
                let (mut answer, certificate) = match plain {
                    true => (explored.answer(property, &numbers, desk.context)?, None),
                    false => explored.certified(property, &numbers, desk.context)?,
                };
                if let Some(path) = &self.strategy {
                    let format = StrategyFormat::of(path)?;
                    match explored.strategy(property, format, &numbers, desk.context)? {
                        Ok((text, attained)) => {
                            let path = desk.files().unused(&labelled(path, label));
                            desk.write(&path, text.as_bytes())?;
                            answer.attained(path.display().to_string(), &attained);
                        }
                        Err(why) => answer.without_strategy = Some(why),
                    }
                }
                if let Some(certificate) = certificate {
                    self.certify(&model, property, &certificate, label, &mut answer, desk)?;
                }
                Ok::<_, Failure>(answer)
            })?);
        }
        Ok(ProbabilityReport {
            model: AskedReport::new(prism, &model, explored.sizes()),
            probabilities,
            experiments: Vec::new(),
            left_out: number_left_out,
            ignores_left_out: self.ignore_left_out,
        })
    }

    /// Lets the independent checker confirm a number, and writes its certificate. One that is
    /// refused is a mistake of ours: nothing is known then, and nothing is written.
    fn certify(
        &self,
        model: &Model<'_>,
        property: &Property,
        certificate: &NumberCertificate,
        label: Option<&str>,
        answer: &mut ProbabilityVerdict,
        desk: Desk<'_>,
    ) -> Attempt<()> {
        if let Some(confirm) = self.evidence.confirm {
            let context = confirm.context(desk.context);
            answer.evidence.confirmed =
                match check_certificate(model, property, certificate, &context) {
                    Ok(_) => Some(true),
                    Err(refusal) if refusal.is_undecided() => {
                        desk.note(warning(format!("the number was not confirmed: {refusal}")));
                        None
                    }
                    Err(refusal) => {
                        let reason = format!("the checker refuses the number: {refusal}");
                        let stop = Stop(Reason::Internal(reason));
                        *answer = ProbabilityVerdict::new(property, None, Some(&stop));
                        answer.evidence.confirmed = Some(false);
                        return Ok(());
                    }
                };
        }
        if let Some(path) = &self.evidence.certificate {
            let path = desk.files().unused(&labelled(path, label));
            desk.write(&path, certificate.to_json().as_bytes())?;
            answer.evidence.certificate = Some(path.display().to_string());
        }
        Ok(())
    }

    fn no_model(&self) -> Failure {
        let (message, help) = match &self.models[..] {
            [_] => (
                "probabilities are those of a PRISM model, and this is none",
                "other probabilistic systems become one: `surmise convert x.aut -o x.prism`",
            ),
            _ => (
                "probabilities are those of one PRISM model",
                "compose the files first: `surmise compose a.json b.json -o whole.prism`",
            ),
        };
        Failure::usage_with_help(message, help).concerning(OptionName::Probability)
    }
}

impl Report for ProbabilityReport {
    fn verdict(&self) -> Verdict {
        let is_open = self.left_out > 0 && !self.ignores_left_out;
        let experiments = self.experiments.iter().flat_map(|one| &one.probabilities);
        let verdicts = self.probabilities.iter().chain(experiments);
        let verdicts = verdicts.map(|answer| answer.verdict.verdict());
        Verdict::all(verdicts.chain(is_open.then_some(Verdict::Undecided)))
    }
}

/// A property that was written out, or a file of them: every property has a bracket.
pub(super) fn source(text: &str, desk: Desk<'_>) -> Attempt<Source> {
    let is_file = desk.files().exists(Path::new(text));
    let is_property = text.contains(['[', '(']) || text.trim_start().starts_with('P');
    match is_property && !is_file {
        true => Ok(Source::inline("property", text)),
        false => Source::open(Path::new(text), desk.files(), desk.context),
    }
}

//! How probable is something?

use std::path::{Path, PathBuf};
use std::sync::Arc;

use serde::{Deserialize, Serialize};
use surmise_verify::probabilistic::NumberOptions;

use super::{Kind, Report};
use crate::desk::Desk;
use crate::load::{self, InputOptions, PrismText};
use crate::probability::{AskedReport, ExploredModel, ProbabilityReport, questions};
use crate::{Attempt, Failure, OptionName, Source, Verdict};

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
    /// How close bounds should be where a probability is not computed exactly.
    pub precision: Option<f64>,
    /// Whether it is fine that files contain what cannot be answered yet.
    pub ignore_left_out: bool,
}

/// A model and the texts of properties.
pub(crate) struct Asked {
    prism: PrismText,
    sources: Vec<Arc<Source>>,
}

impl Kind for Measure {
    type Subject = Asked;
    type Found = ProbabilityReport;
    type Report = ProbabilityReport;

    const UNCERTIFIED: Option<&'static str> = Some(
        "a probability of a whole model is computed, not shown: there is no format for it yet",
    );

    fn load(&self, desk: Desk<'_>) -> Attempt<Asked> {
        if !self.input.prism.modules.is_empty() {
            return Err(Failure::usage("probabilities are those of the whole model")
                .concerning(OptionName::Modules)
                .help("write the model without the other modules"));
        }
        let prism = load::prism(&self.models, &self.input, desk.files(), desk.context)?;
        let prism = prism.ok_or_else(|| self.no_model())?;
        let mut sources = Vec::new();
        for text in &self.properties {
            sources.push(Arc::new(source(text, desk)?));
        }
        Ok(Asked { prism, sources })
    }

    fn answer(&self, subject: &mut Asked, desk: Desk<'_>) -> Attempt<ProbabilityReport> {
        let Asked { prism, sources } = &*subject;
        let mut texts = Vec::new();
        for source in sources {
            texts.push(String::from_utf8_lossy(&source.bytes(desk.context)?).into_owned());
        }
        let model = prism.compiled_for(&texts)?;
        let (properties, left_out) = questions(&model, sources, desk.context)?;
        desk.remark_all(model.diagnostics.iter().map(|one| prism.remark(one.clone())));
        let number_left_out = left_out.len();
        desk.remark_all(left_out);
        let mut explored = ExploredModel::new(prism, &model, desk.context)?;
        let default = NumberOptions::default();
        let precision = self.precision.unwrap_or(default.precision);
        let numbers = NumberOptions { precision, ..default };
        let mut probabilities = Vec::new();
        for (index, property) in properties.iter().enumerate() {
            probabilities.push(desk.share(properties.len() - index, |desk| {
                explored.answer(property, &numbers, desk.context)
            })?);
        }
        Ok(ProbabilityReport {
            model: AskedReport::new(prism, &model, explored.sizes()),
            probabilities,
            left_out: number_left_out,
            ignores_left_out: self.ignore_left_out,
        })
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
        let verdicts = self.probabilities.iter().map(|answer| answer.verdict.verdict());
        Verdict::all(verdicts.chain(is_open.then_some(Verdict::Undecided)))
    }
}

/// A property that was written out, or a file of them: every property has a bracket, and begins
/// with P.
fn source(text: &str, desk: Desk<'_>) -> Attempt<Source> {
    let is_file = desk.files().exists(Path::new(text)) || !text.trim_start().starts_with('P');
    match text.contains('[') || !is_file {
        true => Ok(Source::inline("property", text)),
        false => Source::open(Path::new(text), desk.files(), desk.context),
    }
}

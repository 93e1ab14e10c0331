//! `surmise check --prob`: how probable is it?

use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use clap::Args;
use serde::Serialize;
use surmise::load;
use surmise::probability::{
    AskedReport, ExploredModel, ProbabilityReport, ProbabilityVerdict, questions,
};
use surmise::{Attempt, Failure, Files, Source, count};
use surmise_model::Context;
use surmise_verify::probabilistic::NumberOptions;

use crate::answer::{Answer, Screen, Status};
use crate::arguments::InputArgs;
use crate::limits::Clock;
use crate::render::{BAD, FAINT, GOOD, OPEN, STRONG};
use crate::session::Session;

/// What the arguments of a check cannot have beside `--prob`.
const OTHERS: &[&str] = &[
    "properties",
    "deadlock",
    "no_deadlock",
    "method",
    "trace",
    "certificate",
    "counterexample",
    "assumptions",
];

/// Which probabilities to compute.
#[derive(Debug, Args)]
#[command(next_help_heading = "Probabilities")]
pub(super) struct ProbabilityArgs {
    /// Compute a probability of a PRISM model, or compare it with a bound: `Pmax=? [ F "goal" ]`,
    /// `P<=0.01 [ !a U b ]`, or a file of such properties; can be repeated
    #[arg(long = "prob", value_name = "PROPERTY|FILE", conflicts_with_all = OTHERS)]
    pub(super) probabilities: Vec<String>,
    /// How close the bounds should be where a probability is not computed exactly [default: 1e-10]
    #[arg(long, value_name = "NUMBER", value_parser = precision, requires = "probabilities")]
    precision: Option<f64>,
}

fn precision(text: &str) -> Result<f64, String> {
    match text.parse::<f64>() {
        Ok(number) if number > 0.0 && number < 1.0 => Ok(number),
        _ => Err("write a number between 0 and 1, for example 1e-6".into()),
    }
}

/// The probabilities.
#[derive(Debug, Serialize)]
pub(crate) struct Computed {
    #[serde(flatten)]
    report: ProbabilityReport,
    #[serde(skip)]
    ignore_unchecked: bool,
}

impl ProbabilityArgs {
    /// Computes them.
    pub(super) fn compute(
        &self,
        models: &[PathBuf],
        input: &InputArgs,
        ignore_unchecked: bool,
        session: &Session,
        context: &Context<'_>,
        clock: &Clock,
    ) -> Attempt<Computed> {
        let options = input.options();
        if !options.prism.modules.is_empty() {
            return Err(Failure::usage_with_help(
                "--module: probabilities are those of the whole model",
                "write the model without the other modules",
            ));
        }
        let prism = load::prism(models, &options, &session.disk, context)?;
        let Some(prism) = prism else { return Err(no_model(models)) };
        let model = prism.compiled()?;
        let mut sources = Vec::new();
        for text in &self.probabilities {
            sources.push(Arc::new(source(text, session, context)?));
        }
        let (properties, left_out) = questions(&model, &sources, context)?;
        session.remark_all(model.diagnostics.iter().map(|one| prism.remark(one.clone())));
        let left_out_count = left_out.len();
        session.remark_all(left_out);
        let mut explored = ExploredModel::new(&prism, &model, context)?;
        let numbers = NumberOptions {
            precision: self.precision.unwrap_or(NumberOptions::default().precision),
            ..NumberOptions::default()
        };
        let mut probabilities = Vec::new();
        for (index, property) in properties.iter().enumerate() {
            let ask = |context: &Context<'_>| explored.answer(property, &numbers, context);
            probabilities.push(clock.share(properties.len() - index, context, ask)?);
        }
        let asked = AskedReport::new(&prism, &model, explored.sizes());
        let report = ProbabilityReport { model: asked, probabilities, left_out: left_out_count };
        Ok(Computed { report, ignore_unchecked })
    }
}

/// A property that was written out, or a file of them: every property has a bracket, and begins with P.
fn source(text: &str, session: &Session, context: &Context<'_>) -> Attempt<Source> {
    let is_file = session.disk.exists(Path::new(text)) || !text.trim_start().starts_with('P');
    match text.contains('[') || !is_file {
        true => Ok(Source::inline("--prob", text)),
        false => Source::open(Path::new(text), &session.disk, context),
    }
}

fn no_model(models: &[PathBuf]) -> Failure {
    let (message, help) = match models {
        [_] => (
            "--prob asks for probabilities of a PRISM model, and this is none",
            "other probabilistic systems become one: `surmise convert x.aut -o x.prism`",
        ),
        _ => (
            "--prob asks for probabilities of one PRISM model",
            "compose the files first: `surmise compose a.json b.json -o whole.prism`",
        ),
    };
    Failure::usage_with_help(message, help)
}

impl Answer for Computed {
    fn status(&self) -> Status {
        let verdicts = || self.report.probabilities.iter().map(|answer| answer.verdict);
        let is_open = self.report.left_out > 0 && !self.ignore_unchecked;
        match () {
            () if verdicts().any(|verdict| verdict == "violated") => Status::Violated,
            () if is_open || verdicts().any(|verdict| verdict == "undecided") => Status::Undecided,
            () => Status::Success,
        }
    }

    fn show(&self, out: &mut dyn Write, _: Screen) -> io::Result<()> {
        let AskedReport { file, kind, constants, sizes } = &self.report.model;
        write!(out, "{STRONG}{file}{STRONG:#}: {kind}")?;
        for (name, value) in constants {
            write!(out, ", {name}={value}")?;
        }
        writeln!(out)?;
        for verdict in &self.report.probabilities {
            show(verdict, out)?;
        }
        if let Some(sizes) = sizes {
            let states = count(sizes.states, "state");
            let choices = count(sizes.choices, "choice");
            let transitions = count(sizes.transitions, "transition");
            writeln!(out, "  {FAINT}{states}, {choices}, {transitions}{FAINT:#}")?;
        }
        Ok(())
    }
}

fn show(answer: &ProbabilityVerdict, out: &mut dyn Write) -> io::Result<()> {
    let ProbabilityVerdict { property, name, verdict, smallest, largest, .. } = answer;
    if let Some(name) = name {
        write!(out, "\"{name}\": ")?;
    }
    let value = match smallest == largest {
        true => smallest.to_string(),
        false => format!("{smallest} … {largest}, from one initial state to another"),
    };
    let style = match *verdict {
        "holds" => GOOD,
        "violated" => BAD,
        "undecided" => OPEN,
        _ => STRONG,
    };
    match *verdict {
        "value" => writeln!(out, "{property} = {style}{value}{style:#}")?,
        verdict => {
            writeln!(out, "{property}: {style}{verdict}{style:#}")?;
            writeln!(out, "  the probability is {value}")?;
        }
    }
    match &answer.stopped {
        Some(stopped) => writeln!(out, "  {}", stopped.reason),
        None => Ok(()),
    }
}

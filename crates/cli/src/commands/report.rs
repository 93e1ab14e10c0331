//! `surmise report`: a check as one page that any browser opens.

use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use clap::Args;
use serde::Serialize;
use surmise::model::Context;
use surmise::{Answer, Attempt, Check, Failure, Files, Finding, Host, Source};

use crate::arguments::InputArgs;
use crate::limits::LimitArgs;
use crate::reply::{Reply, Screen, Status};
use crate::session::Session;

const EXAMPLES: &str = "\
Examples:
  surmise report model.lts -o report.html
  surmise report model.lts -o report.html --method learn --timeout 60s";

/// Check a model, and make one page of what was found
///
/// The page holds verdicts, counterexamples that can be played on the graphs of all components, the
/// assumptions that were proposed on the way, and the text. It needs no server and no network.
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Arguments {
    /// Files with the components
    #[arg(required = true, value_name = "MODEL")]
    models: Vec<PathBuf>,
    /// Where to write the page
    #[arg(short, long, value_name = "FILE")]
    output: PathBuf,
    /// The method of `check`
    #[arg(short, long)]
    method: Option<String>,
    #[command(flatten)]
    input: InputArgs,
    #[command(flatten)]
    limits: LimitArgs,
}

/// What was found, and where it is shown.
#[derive(Debug, Serialize)]
pub(crate) struct Reported {
    file: String,
    checked: Finding,
}

/// Does it.
pub(crate) fn run(arguments: &Arguments, session: &Session) -> Attempt<Reported> {
    let models = &arguments.models;
    let texts = models.iter().map(|model| text(model, &*session.disk));
    let texts = texts.collect::<Attempt<Vec<_>>>()?;
    let check = Check {
        method: arguments.method.clone(),
        input: arguments.input.options(),
        ..Check::of(models.iter().cloned())
    };
    let host = Arc::clone(&session.disk) as Arc<dyn Host>;
    let limits = arguments.limits.limits();
    let (page, answer) = surmise_studio::report(check, &texts, limits, &host)?;
    let Answer { remarks, finding: checked } = answer;
    remarks.into_iter().for_each(|remark| session.remark(remark));
    let file = arguments.output.display().to_string();
    session.disk.write(&arguments.output, &mut |out| {
        let failed = |error: io::Error| Failure::file("write", &file, &error);
        out.write_all(page.as_bytes()).map_err(failed)
    })?;
    Ok(Reported { file, checked })
}

/// A model by name.
fn text(model: &Path, files: &dyn Files) -> Attempt<(String, String)> {
    let context = Context::unlimited();
    let source = Source::open(model, files, &context)?;
    let text = String::from_utf8_lossy(&source.bytes(&context)?).into_owned();
    Ok((source.name, text))
}

impl Reply for Reported {
    fn status(&self) -> Status {
        self.checked.verdict().into()
    }

    fn show(&self, out: &mut dyn Write, _: Screen) -> io::Result<()> {
        let Finding::Checked(report) = &self.checked else { return Ok(()) };
        for verdict in &report.verdicts {
            let word = surmise::Named::name(verdict.outcome.verdict());
            writeln!(out, "{}: {word}", verdict.claim)?;
        }
        writeln!(out, "shown in {}", self.file)
    }
}

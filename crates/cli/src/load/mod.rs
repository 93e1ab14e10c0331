//! From file names to a system.
//!
//! An input language is a file in this directory and one line in [`LANGUAGES`]. Which one a file is
//! in is told by its extension, or else by its first bytes.

mod aut;
mod fsp;
mod json;
mod merge;
mod whole;

pub(crate) use whole::{component, composed};

use std::io::{self, BufReader, Read};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use clap::{Args, ValueEnum};
use surmise_model::{
    Component, Context, Diagnostic, ReadError, Reading, Stop, System, Termination,
};

use crate::failure::{Failure, Outcome};
use crate::render::diagnostics::Remark;
use crate::session::Session;
use crate::source::{Source, Text};
use whole::Whole;

/// How to read files.
#[derive(Debug, Clone, Args)]
#[command(next_help_heading = "Input options")]
pub(crate) struct LoadArgs {
    /// The label that is silent in .aut files, beside `tau` [default: i]
    #[arg(long, value_name = "LABEL")]
    tau: Option<String>,
    /// The process of an FSP model [default: its last composite process]
    #[arg(long, value_name = "NAME")]
    process: Option<String>,
    /// What becomes a component of an FSP model [default: leaves]
    #[arg(long, value_enum, value_name = "PARTS")]
    granularity: Option<Parts>,
    /// Give a constant or parameter of an FSP model another value; can be repeated
    #[arg(long, value_name = "NAME=VALUE", value_parser = assignment)]
    set: Vec<(String, i32)>,
}

/// What becomes a component of a model whose processes are nested.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Parts {
    /// Every primitive process
    Leaves,
    /// Every operand of the process, composed if it is a composite one
    Operands,
}

impl LoadArgs {
    /// A process of an FSP model, with other values for its constants and parameters.
    pub(crate) fn of(process: Option<&str>, set: &[(String, i32)]) -> Self {
        let process = process.map(str::to_owned);
        Self { tau: None, process, granularity: None, set: set.to_vec() }
    }

    /// How to read the file of a property, whose process is not that of the models.
    pub(crate) fn for_property(&self) -> Self {
        Self { process: None, ..self.clone() }
    }
}

/// `N=3`.
fn assignment(text: &str) -> Result<(String, i32), String> {
    let (name, value) = text.split_once('=').ok_or("write for example N=3")?;
    let value = value.trim().parse().map_err(|_| format!("`{value}` is not a number"))?;
    Ok((name.trim().to_owned(), value))
}

/// An input language.
trait Language: Sync {
    /// Extensions of its files, in lower case.
    fn extensions(&self) -> &'static [&'static str];

    /// Whether a text that begins so is in it.
    fn recognises(&self, beginning: &[u8]) -> bool;

    /// Reads a text and adds what is in it to the system.
    fn load(&self, text: Reader<'_>, loading: &mut Loading<'_>) -> Result<(), ReadError>;
}

/// All of them.
const LANGUAGES: &[&dyn Language] = &[&aut::Aut, &fsp::Fsp, &json::Json];

/// A text that is read with an eye on the limits.
type Reader<'a> = BufReader<Guarded<'a, Box<dyn Text + 'a>>>;

/// What is being read, and what came of it so far.
struct Loading<'a> {
    options: &'a LoadArgs,
    context: &'a Context<'a>,
    /// The name of what is read, if it does not say.
    stem: String,
    system: &'a mut System,
    /// What all of the file is together, if it says.
    whole: Option<Whole>,
    diagnostics: Vec<Diagnostic>,
    /// What the file also defines and cannot be asked for yet: kinds and names.
    kept: Vec<(&'static str, String)>,
}

impl Loading<'_> {
    /// Adds a component under a name that no other has.
    fn add(&mut self, reading: Reading) {
        let stem = reading.name.unwrap_or_else(|| self.stem.clone());
        let taken = |name: &str| self.system.components.iter().any(|other| other.name == name);
        let numbered = (2..).map(|number| format!("{stem}.{number}"));
        let name = std::iter::once(stem.clone()).chain(numbered).find(|name| !taken(name));
        let name = name.expect("there are more numbers than components");
        let before = self.system.components.len();
        self.system.components.push(Component::new(name, reading.lts));
        merge::end_together(self.system, before, Termination::ByAlphabets);
        self.diagnostics.extend(reading.diagnostics);
    }
}

/// Reads files into one system: components and, where the language has them, properties.
pub(crate) fn system(
    paths: &[PathBuf],
    options: &LoadArgs,
    session: &Session,
    context: &Context<'_>,
) -> Outcome<System> {
    Ok(systems(paths, options, session, context)?.0)
}

/// Reads files into one system, and what each of them is as a whole.
fn systems(
    paths: &[PathBuf],
    options: &LoadArgs,
    session: &Session,
    context: &Context<'_>,
) -> Outcome<(System, Vec<Option<Whole>>)> {
    let mut system = System::default();
    let (mut wholes, mut wrong) = (Vec::new(), Vec::new());
    // All mistakes of all files at once.
    for path in paths {
        match file(path, options, session, context, &mut system) {
            Ok(whole) => wholes.push(whole),
            Err(Failure::Wrong(remarks)) => wrong.extend(remarks),
            Err(stopped @ Failure::Stopped(_)) => return Err(stopped),
        }
    }
    if wrong.is_empty() { Ok((system, wholes)) } else { Err(Failure::Wrong(wrong)) }
}

fn file(
    path: &Path,
    options: &LoadArgs,
    session: &Session,
    context: &Context<'_>,
    system: &mut System,
) -> Outcome<Option<Whole>> {
    let name = path.display().to_string();
    let slurp = |input: &mut dyn Read| {
        let mut bytes = Vec::new();
        Guarded { input, context }.read_to_end(&mut bytes)?;
        Ok(bytes)
    };
    let source = Source::open(path, slurp).map_err(|error| io_failure(&name, error))?;
    let language = language(&source)?;
    let text = source.text().map_err(|error| io_failure(&name, error))?;
    let reader = BufReader::with_capacity(1 << 16, Guarded { input: text, context });
    let mut loading = Loading {
        options,
        context,
        stem: source.stem(),
        system,
        whole: None,
        diagnostics: Vec::new(),
        kept: Vec::new(),
    };
    let result = language.load(reader, &mut loading);
    let Loading { whole, diagnostics, kept, .. } = loading;
    session.keep(kept);
    let source = Arc::new(source);
    let about = |diagnostics: Vec<Diagnostic>| -> Vec<Remark> {
        diagnostics.into_iter().map(|diagnostic| Remark::about(&source, diagnostic)).collect()
    };
    match result {
        Ok(()) => {
            session.remark_all(about(diagnostics));
            Ok(whole)
        }
        Err(ReadError::Malformed(diagnostics)) => Err(Failure::Wrong(about(diagnostics))),
        Err(ReadError::Io(error)) => Err(io_failure(&name, error)),
    }
}

fn language(source: &Source) -> Outcome<&'static dyn Language> {
    let extension = source.extension();
    if let Some(language) = LANGUAGES.iter().find(|l| l.extensions().contains(&&*extension)) {
        return Ok(*language);
    }
    let beginning = source.beginning().map_err(|error| io_failure(&source.name, error))?;
    LANGUAGES.iter().find(|language| language.recognises(&beginning)).copied().ok_or_else(|| {
        let known: Vec<&str> = LANGUAGES.iter().flat_map(|l| l.extensions()).copied().collect();
        Failure::usage_with_help(
            format!("{} is in no language that I know", source.name),
            format!("known are .{}", known.join(", .")),
        )
    })
}

/// Reads until a limit is reached.
struct Guarded<'a, R> {
    input: R,
    context: &'a Context<'a>,
}

impl<R: Read> Read for Guarded<'_, R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        self.context.check().map_err(|stop| io::Error::other(Stopped(stop)))?;
        self.input.read(buffer)
    }
}

/// A stop on its way through [`io::Error`].
#[derive(Debug)]
struct Stopped(Stop);

impl std::fmt::Display for Stopped {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        self.0.0.fmt(f)
    }
}

impl std::error::Error for Stopped {}

fn io_failure(name: &str, error: io::Error) -> Failure {
    match error.downcast::<Stopped>() {
        Ok(Stopped(stop)) => stop.into(),
        Err(error) => Failure::file("read", name, &error),
    }
}

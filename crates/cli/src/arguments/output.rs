//! Writing an LTS: to a file or to standard output, in one of several formats.

use std::io::{self, Write};
use std::path::PathBuf;

use clap::Args;
use serde::Serialize;
use surmise::write::{FileFormat, Writing};
use surmise::{Attempt, Failure, Name, Named, Remark, count};
use surmise_model::Context;

use crate::answer::{Answer, Screen};
use crate::choice::choice;
use crate::session::Session;

/// Where to write an LTS, and how.
#[derive(Debug, Args)]
#[command(next_help_heading = "Output options")]
pub(crate) struct OutputArgs {
    /// The file to write; its extension tells the format [default: standard output]
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
    /// The format to write
    #[arg(long, value_parser = choice::<FileFormat>(), value_name = "FORMAT")]
    to: Option<FileFormat>,
    /// The label of silent transitions in .aut files; CADP wants `i`
    #[arg(long, default_value = "tau", value_name = "LABEL")]
    write_tau: String,
}

/// What was written.
#[derive(Debug, Serialize)]
pub(crate) struct Written {
    name: Name,
    states: usize,
    transitions: usize,
    format: &'static str,
    /// The file, or nothing if the text is the answer.
    pub(crate) file: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    text: Option<String>,
}

impl OutputArgs {
    /// A file in the format that its name asks for.
    pub(crate) fn to_file(path: PathBuf) -> Self {
        Self { output: Some(path), to: None, write_tau: "tau".to_owned() }
    }

    /// The format that the user or the file's name asks for, or else this one.
    pub(crate) fn format(&self, default: FileFormat) -> Attempt<FileFormat> {
        let file = self.output.as_deref().filter(|path| path.as_os_str() != "-");
        match (self.to, file.map(FileFormat::of)) {
            (Some(format), _) | (None, Some(Some(format))) => Ok(format),
            (None, None) => Ok(default),
            (None, Some(None)) => Err(Failure::usage_with_help(
                "the file's name does not tell the format",
                "use the extension .aut, .json, .lts, .prism, .pml, .dot or .svg, or say --to aut",
            )),
        }
    }

    /// Writes an LTS, in this format unless the user or the file's name asks for another.
    pub(crate) fn write(
        &self,
        writable: &dyn Writing,
        default: FileFormat,
        session: &Session,
        context: &Context<'_>,
    ) -> Attempt<Written> {
        let file = self.output.as_deref().filter(|path| path.as_os_str() != "-");
        session.disk.refuse_inputs(file)?;
        let format = self.format(default)?;
        let mut text = Vec::new();
        let write = |out: &mut dyn Write| writable.write(out, format, &self.write_tau, context);
        let remarks = match file {
            Some(file) => session.disk.write_whole(file, write)?,
            None => write(&mut text)?,
        };
        session.remark_all(remarks.into_iter().map(Remark::bare));
        Ok(Written {
            name: writable.name().into(),
            states: writable.states(),
            transitions: writable.transitions(),
            format: format.name(),
            text: file.is_none().then(|| String::from_utf8_lossy(&text).into_owned()),
            file: file.map(|file| file.display().to_string()),
        })
    }
}

impl Answer for Written {
    fn show(&self, out: &mut dyn Write, _: Screen) -> io::Result<()> {
        match (&self.text, &self.file) {
            (Some(text), _) => out.write_all(text.as_bytes()),
            (None, file) => {
                let states = count(self.states as u64, "state");
                let transitions = count(self.transitions as u64, "transition");
                let file = file.as_deref().unwrap_or_default();
                writeln!(out, "{}: {states}, {transitions} → {file}", self.name)
            }
        }
    }
}

//! Writing an LTS: to a file or to standard output, in one of several formats.

mod dot;
mod layout;
mod picture;
mod svg;

use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use clap::{Args, ValueEnum};
use serde::Serialize;
use surmise_lang::fsp::{losses, write_lts};
use surmise_model::{ActionTable, AutWriteOptions, Context, Lts, write_aut, write_json};

use crate::answer::{Answer, Screen};
use crate::failure::{Failure, Outcome, warning};
use crate::render::count;
use crate::render::diagnostics::Remark;
use crate::session::Session;

/// A format to write.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum FileFormat {
    /// Aldebaran, for CADP, mCRL2 and LTSA
    Aut,
    /// Surmise's JSON, which loses nothing
    Json,
    /// FSP, for LTSA
    #[value(alias = "fsp")]
    Lts,
    /// Graphviz
    Dot,
    /// A picture
    Svg,
}

impl FileFormat {
    /// The format that a file name asks for.
    pub(crate) fn of(path: &Path) -> Option<Self> {
        let extension = path.extension()?.to_str()?;
        Self::value_variants().iter().copied().find(|format| {
            format.to_possible_value().is_some_and(|value| value.matches(extension, true))
        })
    }

    fn name(self) -> String {
        self.to_possible_value().map_or(String::new(), |value| value.get_name().to_owned())
    }
}

/// Where to write an LTS, and how.
#[derive(Debug, Args)]
#[command(next_help_heading = "Output options")]
pub(crate) struct OutputArgs {
    /// The file to write; its extension tells the format [default: standard output]
    #[arg(short, long, value_name = "FILE")]
    pub(crate) output: Option<PathBuf>,
    /// The format to write
    #[arg(long, value_enum, value_name = "FORMAT")]
    pub(crate) to: Option<FileFormat>,
    /// The label of silent transitions in .aut files; CADP wants `i`
    #[arg(long, default_value = "tau", value_name = "LABEL")]
    pub(crate) write_tau: String,
}

/// An LTS to write.
pub(crate) struct Writable<'a> {
    /// What it is called.
    pub(crate) name: &'a str,
    pub(crate) lts: &'a Lts,
    pub(crate) actions: &'a ActionTable,
}

/// What was written.
#[derive(Debug, Serialize)]
pub(crate) struct Written {
    name: String,
    states: usize,
    transitions: usize,
    format: String,
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

    /// Writes an LTS, in this format unless the user or the file's name asks for another.
    pub(crate) fn write(
        &self,
        writable: &Writable<'_>,
        default: FileFormat,
        session: &Session,
        context: &Context<'_>,
    ) -> Outcome<Written> {
        let file = self.output.as_deref().filter(|path| path.as_os_str() != "-");
        let format = match (self.to, file.map(FileFormat::of)) {
            (Some(format), _) | (None, Some(Some(format))) => format,
            (None, None) => default,
            (None, Some(None)) => {
                return Err(Failure::usage_with_help(
                    "the file's name does not tell the format",
                    "use the extension .aut, .json, .lts, .dot or .svg, or say --to aut",
                ));
            }
        };
        let (format, file) = match (format, picture::refusal(writable.lts)) {
            (FileFormat::Svg, Some(refusal)) => {
                let instead = file.map(|file| file.with_extension("dot"));
                let wrote = instead.as_ref().map_or("DOT text".into(), |f| f.display().to_string());
                let help = format!("wrote {wrote} instead; `minimise` or `compose` less first");
                session.remark(Remark::bare(warning(refusal).help(help)));
                (FileFormat::Dot, instead)
            }
            (format, _) => (format, file.map(Path::to_owned)),
        };
        let text = self.text(writable, format, session, context)?;
        if let Some(file) = &file {
            let name = file.display().to_string();
            fs::write(file, &text).map_err(|error| Failure::file("write", &name, &error))?;
        }
        Ok(Written {
            name: writable.name.to_owned(),
            states: writable.lts.num_states(),
            transitions: writable.lts.num_transitions(),
            format: format.name(),
            text: file.is_none().then(|| String::from_utf8_lossy(&text).into_owned()),
            file: file.map(|file| file.display().to_string()),
        })
    }

    fn text(
        &self,
        writable: &Writable<'_>,
        format: FileFormat,
        session: &Session,
        context: &Context<'_>,
    ) -> Outcome<Vec<u8>> {
        let Writable { name, lts, actions } = writable;
        let mut text = Vec::new();
        let written = match format {
            FileFormat::Aut => {
                let options = AutWriteOptions { tau: &self.write_tau };
                write_aut(&mut text, lts, actions, &options)
                    .map(|remarks| session.remark_all(remarks.into_iter().map(Remark::bare)))
            }
            FileFormat::Json => write_json(&mut text, lts, Some(name), actions),
            FileFormat::Lts => {
                session.remark_all(losses(lts).into_iter().map(Remark::bare));
                return Ok(write_lts(name, lts, actions).into_bytes());
            }
            FileFormat::Dot => dot::write(&mut text, writable),
            FileFormat::Svg => return Ok(svg::picture(writable, context)?.into_bytes()),
        };
        written.map_err(|error| Failure::usage(error.to_string()))?;
        Ok(text)
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

//! An LTS, or a probabilistic one, as a text in one of several formats, pictures among them.

mod monitor;
mod probabilistic;
mod promela;

use std::io::{self, Write};
use std::path::Path;

use surmise_drawing::{Failed, Picture, svg, write_dot};
use surmise_lang::fsp::{losses, write_lts};
use surmise_lang::promela::write_lts as write_lts_promela;
use surmise_model::{
    ActionTable, AutWriteOptions, Component, Context, Diagnostic, Edge, Lpts, Lts, StateId,
    StateNames, write_aut, write_json,
};

pub use self::monitor::Language;
pub use self::probabilistic::WritableLpts;
pub use self::promela::WritableProgram;
use crate::{Attempt, Failure, Named, OptionName};

/// A format to write.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FileFormat {
    /// Aldebaran, for CADP, mCRL2 and LTSA.
    Aut,
    /// Surmise's JSON, which loses nothing.
    Json,
    /// FSP, for LTSA.
    Lts,
    /// One module of PRISM.
    Prism,
    /// Promela, for SPIN.
    Promela,
    /// Graphviz.
    Dot,
    /// A picture.
    Svg,
    /// A program that watches a stream of actions.
    Monitor(Language),
}

impl Named for FileFormat {
    const ALL: &'static [(Self, &'static str, &'static str)] = &[
        (Self::Aut, "aut", "Aldebaran, for CADP, mCRL2 and LTSA"),
        (Self::Json, "json", "Surmise's JSON, which loses nothing"),
        (Self::Lts, "lts", "FSP, for LTSA"),
        (Self::Prism, "prism", "One module of PRISM"),
        (Self::Promela, "pml", "Promela, for SPIN"),
        (Self::Dot, "dot", "Graphviz"),
        (Self::Svg, "svg", "A picture"),
        (Self::Monitor(Language::Rust), "rs", "A Rust program that watches a stream of actions"),
        (
            Self::Monitor(Language::Python),
            "py",
            "A Python program that watches a stream of actions",
        ),
        (Self::Monitor(Language::C), "c", "A C program that watches a stream of actions"),
    ];
}

impl FileFormat {
    /// The format that a file name asks for.
    pub fn of(path: &Path) -> Option<Self> {
        let extension = path.extension()?.to_str()?.to_ascii_lowercase();
        Self::by_name(match &*extension {
            "fsp" => "lts",
            "nm" | "pm" => "prism",
            "promela" | "spin" => "pml",
            extension => extension,
        })
    }
}

/// Something to write: an LTS, or a probabilistic one.
pub trait Writing {
    /// What it is called.
    fn name(&self) -> &str;

    /// How many states it has.
    fn states(&self) -> usize;

    /// How many transitions it has.
    fn transitions(&self) -> usize;

    /// Writes the text; tells what got lost in it. Silent transitions have the label `tau` in
    /// `.aut` files.
    ///
    /// # Errors
    /// It takes too long, makes no picture, or the format has no place for it.
    fn write(
        &self,
        out: &mut dyn Write,
        format: FileFormat,
        tau: &str,
        context: &Context<'_>,
    ) -> Attempt<Vec<Diagnostic>>;
}

/// An LTS to write.
#[derive(Clone, Copy)]
pub struct Writable<'a> {
    /// What it is called.
    pub name: &'a str,
    /// The LTS.
    pub lts: &'a Lts,
    /// The names of its actions.
    pub actions: &'a ActionTable,
    /// What its states are called, in pictures.
    pub states: Option<&'a StateNames>,
    /// A run to highlight in pictures.
    pub run: &'a [(StateId, Edge)],
    /// Whether to draw what is too large to be read.
    pub force: bool,
}

impl<'a> Writable<'a> {
    /// An LTS whose states have numbers.
    pub fn new(name: &'a str, lts: &'a Lts, actions: &'a ActionTable) -> Self {
        Self { name, lts, actions, states: None, run: &[], force: false }
    }

    /// A component with the names of its states.
    pub fn of(component: &'a Component, actions: &'a ActionTable) -> Self {
        let states = component.states.as_deref();
        Self { states, ..Self::new(&component.name, &component.lts, actions) }
    }
}

impl Writing for Writable<'_> {
    fn name(&self) -> &str {
        self.name
    }

    fn states(&self) -> usize {
        self.lts.num_states()
    }

    fn transitions(&self) -> usize {
        self.lts.num_transitions()
    }

    fn write(
        &self,
        mut out: &mut dyn Write,
        format: FileFormat,
        tau: &str,
        context: &Context<'_>,
    ) -> Attempt<Vec<Diagnostic>> {
        let Self { name, lts, actions, states, run, force } = *self;
        let picture = Picture { names: states, run, ..Picture::new(name, lts, actions) };
        match format {
            FileFormat::Aut => {
                return write_aut(&mut out, lts, actions, &AutWriteOptions { tau })
                    .map_err(|error| unwritable(&error));
            }
            FileFormat::Json => {
                write_json(&mut out, lts, Some(name), actions)
                    .map_err(|error| unwritable(&error))?;
            }
            FileFormat::Lts => {
                out.write_all(write_lts(name, lts, actions).as_bytes())
                    .map_err(|error| unwritable(&error))?;
                return Ok(losses(lts));
            }
            FileFormat::Prism => {
                let Some(lpts) = Lpts::from_lts(lts) else {
                    return Err(Failure::usage("a module of PRISM has no error state"));
                };
                return WritableLpts { name, lpts: &lpts, actions, force }
                    .write(out, format, tau, context);
            }
            FileFormat::Promela => {
                let text = write_lts_promela(name, lts, actions);
                return WritableProgram::with(name, lts, text).write(out, format, tau, context);
            }
            FileFormat::Dot | FileFormat::Svg => draw(out, &picture, format, force, context)?,
            FileFormat::Monitor(language) => {
                monitor::write(out, name, (lts, actions), language, context)?;
            }
        }
        Ok(Vec::new())
    }
}

/// Draws a picture.
fn draw(
    out: &mut dyn Write,
    picture: &Picture<'_>,
    format: FileFormat,
    force: bool,
    context: &Context<'_>,
) -> Attempt<()> {
    if format == FileFormat::Dot {
        return write_dot(out, picture, context).map_err(|failed| match failed {
            Failed::Stopped(stop) => stop.into(),
            Failed::Io(error) => unwritable(&error),
        });
    }
    if let Some(refusal) = picture.refusal().filter(|_| !force) {
        return Err(Failure::usage_with_help(
            refusal,
            "`minimise` or `compose` less first, write Graphviz text (.dot), or insist on it",
        )
        .remedied_by(OptionName::Force));
    }
    out.write_all(svg(picture, context)?.as_bytes()).map_err(|error| unwritable(&error))
}

pub(crate) fn unwritable(error: &io::Error) -> Failure {
    Failure::usage(format!("cannot write: {error}"))
}
